/** Applies a provisioning plan. Secrets go to the vault only. */
import { ok, type Failure, type Result } from '#shared/failure.ts';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import { provisioningIssue, sameName, type Provisioned } from './provisioning-file.ts';
import type { ProvisioningPlan, ProvisioningReport, ProvisioningServices } from './provisioning-plan.ts';

/** @param keepNumber called before the merchants and the operators */
export async function applyPlan(
  { given: { activate, duplicateGuardKey }, merchants: changes, ledger, operators: operatorsGiven }: ProvisioningPlan,
  { merchants, vault, operators, account, assignLedger }: ProvisioningServices,
  keepNumber: () => Promise<Result<void>>,
): Promise<Provisioned<ProvisioningReport>> {
  // Done first, because a payment under way refuses it, and before the merchants, so that no payment of a new merchant reaches the wrong ledger.
  if (ledger !== null) {
    const assigned = await assignLedger(ledger.choice, ledger.password);
    if (!assigned.ok) return provisioningIssue('ledger', failureText(assigned.failure));
  }
  if (duplicateGuardKey !== undefined) {
    const saved = await vault.saveFingerprintKey(Buffer.from(duplicateGuardKey, 'base64'));
    if (!saved.ok) return provisioningIssue('duplicateGuardKey', failureText(saved.failure));
  }
  const kept = await keepNumber();
  if (!kept.ok) return provisioningIssue('serial', failureText(kept.failure));
  const saved = await merchants.saveAll(
    changes.map(({ merchant, secrets, replaces }) => ({ merchant, secrets, replaced: replaces?.merchant.id })),
  );
  if (!saved.ok) return provisioningIssue('merchants', failureText(saved.failure));
  const active = changes.find(({ merchant }) => activate !== undefined && sameName(merchant.name, activate));
  if (active !== undefined) {
    const activated = await merchants.activate(active.merchant.id);
    if (!activated.ok) return provisioningIssue('activate', failureText(activated.failure));
  }
  // Last, because from then on a file needs somebody who vouches for it: a first one that broke off before can simply be applied again.
  const provisionedOperators = operatorsGiven === null ? null : await operators.provision(operatorsGiven, account);
  if (provisionedOperators?.ok === false) {
    return provisioningIssue('operators', failureText(provisionedOperators.failure));
  }
  const names = (isNew: boolean) =>
    changes.filter((change) => change.isNew === isNew).map(({ merchant }) => merchant.name);
  return ok({
    created: names(true),
    updated: names(false),
    keyGiven: duplicateGuardKey !== undefined,
    ...(provisionedOperators === null ? {} : { operators: provisionedOperators.value }),
  });
}

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
      return 'a payment or a change of the payment database is under way';
    case 'name-taken':
      return 'the name belongs to another merchant';
    case 'invalid':
      return failure.issues.map((issue) => `${issue.path} (${issue.code})`).join(', ');
    default:
      return failure.kind;
  }
}
