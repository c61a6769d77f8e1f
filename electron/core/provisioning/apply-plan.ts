/** Applies a provisioning plan. Secrets go to the vault only. */
import { ok, type Failure, type Result } from '#shared/failure.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { OperatorsReport } from '#electron/core/operators/provisioned-operators.ts';
import { provisioningIssue, sameName, type Provisioned } from './provisioning-file.ts';
import type { PlannedMerchant, ProvisioningPlan } from './provisioning-plan.ts';

export interface ProvisioningReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** The merchant that the file made active; null when it names none. */
  readonly activated: string | null;
  /** True when the file has the key by which the seats of a shared ledger recognise each other's cards. */
  readonly keyGiven: boolean;
  /** Absent when the file has no operators. */
  readonly operators?: OperatorsReport;
}

export interface ApplyPlanParts {
  readonly merchants: Pick<Merchants, 'save' | 'activate' | 'remove'>;
  readonly vault: Pick<Vault, 'saveFingerprintKey'>;
  readonly operators: Pick<Operators, 'provision'>;
  /** The system's account, named in the audit trail for changes of operators. */
  readonly account: string;
  /**
   * Makes this the seat's ledger even if it does not answer now. A seat that kept its own ledger until then would leave
   * payments where no other seat sees them. A password of null keeps the vault's.
   */
  readonly assignLedger: (choice: LedgerChoice, password: string | null) => Promise<Result<void>>;
}

export async function applyPlan(
  { given: { activate, duplicateGuardKey }, merchants: changes, ledger, operators: operatorsGiven }: ProvisioningPlan,
  { merchants, vault, operators, account, assignLedger }: ApplyPlanParts,
): Promise<Provisioned<ProvisioningReport>> {
  if (duplicateGuardKey !== undefined) {
    const saved = await vault.saveFingerprintKey(Buffer.from(duplicateGuardKey, 'base64'));
    if (!saved.ok) return provisioningIssue('duplicateGuardKey', failureText(saved.failure));
  }
  // Done before the merchants, so that no payment of a new merchant reaches the wrong ledger.
  if (ledger !== null) {
    const assigned = await assignLedger(ledger.choice, ledger.password);
    if (!assigned.ok) return provisioningIssue('ledger', failureText(assigned.failure));
  }
  for (const change of changes) {
    const saved = await saveMerchant(change, merchants);
    if (!saved.ok) return provisioningIssue(change.at, failureText(saved.failure));
  }
  const active = changes.find(({ merchant }) => activate !== undefined && sameName(merchant.name, activate));
  if (active !== undefined) {
    const activated = await merchants.activate(active.merchant.id);
    if (!activated.ok) return provisioningIssue('activate', failureText(activated.failure));
  }
  // Last, because from then on a file needs somebody who vouches for it: one that broke off before can simply be applied again.
  const provisionedOperators = operatorsGiven === null ? null : await operators.provision(operatorsGiven, account);
  if (provisionedOperators?.ok === false) {
    return provisioningIssue('operators', failureText(provisionedOperators.failure));
  }
  const names = (isNew: boolean) =>
    changes.filter((change) => change.isNew === isNew).map(({ merchant }) => merchant.name);
  return ok({
    created: names(true),
    updated: names(false),
    activated: active?.merchant.name ?? null,
    keyGiven: duplicateGuardKey !== undefined,
    ...(provisionedOperators === null ? {} : { operators: provisionedOperators.value }),
  });
}

async function saveMerchant(
  { merchant, secrets, replaces }: PlannedMerchant,
  merchants: ApplyPlanParts['merchants'],
): Promise<Result<Merchant>> {
  if (replaces !== null) {
    const removed = await merchants.remove(replaces.merchant.id);
    if (!removed.ok) return removed;
  }
  const saved = await merchants.save({ merchant, secrets });
  if (!saved.ok) return saved;
  const activated = replaces?.active === true ? await merchants.activate(merchant.id) : saved;
  return activated.ok ? ok(activated.value.merchant) : activated;
}

/** Describes a failure for the administrator's console. */
function failureText(failure: Failure): string {
  switch (failure.kind) {
    case 'vault':
      return `the secrets could not be stored (${failure.reason})`;
    case 'file':
      return `it could not be written: ${failure.detail}`;
    case 'newer-file':
      return new NewerDocument(failure.file).message;
    case 'ledger':
      return failure.detail;
    case 'busy':
      return 'a payment is under way';
    case 'name-taken':
      return 'the name belongs to another merchant';
    case 'invalid':
      return failure.issues.map((issue) => `${issue.path} (${issue.code})`).join(', ');
    default:
      return failure.kind;
  }
}
