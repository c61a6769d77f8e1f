/**
 * Finds the changes of a provisioning plan that need a supervisor (operators, keys, the places of keys, and looser rules), and those against the
 * company's policy of the computer.
 */
import { isDeepStrictEqual } from 'node:util';
import { keyedPlace, ledgerPlace } from '#electron/core/policy/secret-places.ts';
import { allowsMerchant, ledgerRefusal } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { type ProvisioningIssue, sameName } from './provisioning-file.ts';
import type { PlannedMerchant, ProvisioningPlan, PlannedLedger, ProvisioningServices } from './provisioning-plan.ts';
import { ok } from '#shared/failure.ts';
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';
import type { GuardedChange } from '#shared/seat/provisioning.ts';
import { sameOperatorName } from '#shared/seat/operators.ts';
import { wasGivenBefore, type OperatorsGiven } from '#electron/core/operators/provisioned-operators.ts';

/**
 * Returns the guarded changes. Empty for a file that is applied again, as at each start.
 * @param signingKey the key that signs files of this seat, PEM; null for none
 */
export async function guardedChanges(
  plan: ProvisioningPlan,
  services: ProvisioningServices,
  signingKey: string | null,
): Promise<readonly GuardedChange[]> {
  const { merchants, operators, vault } = services;
  const changes: GuardedChange[] = [];
  if (plan.operators !== null) changes.push(...(await ofOperators(plan.operators, operators)));
  for (const merchant of plan.merchants) changes.push(...(await ofMerchant(merchant, merchants)));
  const { activate, duplicateGuardKey } = plan.given;
  const active = plan.merchants.find(({ merchant }) => activate !== undefined && sameName(merchant.name, activate));
  if (active?.merchant.environment === 'production' && merchants.active().id !== active.merchant.id) {
    changes.push({ kind: 'in-use', name: active.merchant.name });
  }
  if (plan.ledger !== null && !(await usesAlready(plan.ledger, services))) {
    changes.push({ kind: 'ledger', host: hostOf(plan.ledger.choice) });
  }
  if (duplicateGuardKey !== undefined) {
    const present = await vault.fingerprintKey();
    const given = Buffer.from(duplicateGuardKey, 'base64');
    if (!present.ok || !given.equals(present.value)) changes.push({ kind: 'card-key' });
  }
  if (plan.signingKey !== null && plan.signingKey !== signingKey) changes.push({ kind: 'signing-key' });
  return changes;
}

async function ofOperators(
  given: OperatorsGiven,
  operators: ProvisioningServices['operators'],
): Promise<readonly GuardedChange[]> {
  const { operators: known, idleMinutes } = operators.view();
  const names: string[] = [];
  for (const { name, role, active, secret } of given.operators) {
    const present = known.find((one) => sameOperatorName(one.name, name));
    const stored = present === undefined ? undefined : operators.byId(present.id);
    const same =
      stored?.role === role && stored.active === active && (await wasGivenBefore(secret, stored.provisionedHash));
    if (!same) names.push(name);
  }
  const changes: GuardedChange[] = names.length > 0 ? [{ kind: 'operators', names }] : [];
  if (given.idleMinutes !== null && given.idleMinutes !== idleMinutes) changes.push({ kind: 'idle-lock' });
  return changes;
}

async function ofMerchant(
  { merchant, secrets, present, replaces }: PlannedMerchant,
  merchants: ProvisioningServices['merchants'],
): Promise<readonly GuardedChange[]> {
  const { origin } = new URL(merchant.baseUrl);
  const change = (what: 'new' | 'replaced' | 'address' | 'keys' | 'rules'): readonly GuardedChange[] => [
    { kind: 'merchant', name: merchant.name, what, origin },
  ];
  if (replaces !== null) return change('replaced');
  if (present === null) return change('new');
  if (merchant.environment !== present.merchant.environment) return change('replaced');
  if (!isDeepStrictEqual(keyedPlace(merchant), keyedPlace(present.merchant))) return change('address');
  const account = await merchants.of(merchant.id);
  const same = account.ok && isDeepStrictEqual(account.value.secrets, secrets);
  if (!same) return change('keys');
  return isLooser(merchant, present.merchant) ? change('rules') : [];
}

const allowances = ['allowSmallerCapture', 'allowVoids', 'allowRefunds', 'allowChargeAgain'] as const;

/**
 * True where more is allowed than before, cashiers see more, the guard looks less far back, the day's limit counts anew in another
 * currency, or another script runs.
 */
const isLooser = (next: Merchant, before: Merchant): boolean =>
  allowances.some((name) => next[name] && !before[name]) ||
  (before.ownPaymentsOnly && !next.ownPaymentsOnly) ||
  next.duplicateWindowHours < before.duplicateWindowHours ||
  next.currencySign !== before.currencySign ||
  ![null, before.collectorUrl].includes(next.collectorUrl);

async function usesAlready(
  { choice, password }: PlannedLedger,
  { ledgerChoice, vault }: ProvisioningServices,
): Promise<boolean> {
  if (!isDeepStrictEqual(choice, await ledgerChoice())) return false;
  if (password === null) return true;
  const kept = choice.engine === 'postgres' ? await vault.ledgerPassword(ledgerPlace(choice)) : ok(null);
  return kept.ok && kept.value === password;
}

function hostOf(choice: LedgerChoice): string {
  const address = choice.engine === 'postgres' ? parseLedgerAddress(choice.url) : null;
  return address?.ok === true ? address.value.hosts.map(({ host }) => host).join(', ') : '';
}

/**
 * Returns an issue for each change against the policy. While the policy can't be used, the file may change nothing that a policy may fix.
 * @param idleMinutes until the idle lock, in force now
 */
export function againstPolicy(
  { merchants, ledger, operators }: Pick<ProvisioningPlan, 'merchants' | 'ledger' | 'operators'>,
  policy: Policy,
  ledgerChoice: LedgerChoice,
  idleMinutes: number,
): readonly ProvisioningIssue[] {
  const usable = policy.issue === null;
  const locked = `can't be changed while the policy ${policy.file} can't be used`;
  const issues: ProvisioningIssue[] = [];
  for (const planned of merchants) {
    if (!usable && !isAsBefore(planned)) issues.push({ path: planned.at, message: locked });
    if (!allowsMerchant(policy, planned.merchant)) {
      const message = `is not in ${policy.file} with this name, environment, address, authority and proxy`;
      issues.push({ path: planned.at, message });
    }
  }
  if (ledger !== null && ledgerRefusal(policy, ledgerChoice, ledger.choice) !== null) {
    issues.push({ path: 'ledger', message: usable ? `is another one than ${policy.file} names` : locked });
  }
  const given = operators?.idleMinutes ?? null;
  const fixed = usable ? policy.idleMinutes : idleMinutes;
  if (given !== null && fixed !== null && given !== fixed) {
    issues.push({ path: 'idleMinutes', message: usable ? `is ${fixed} by ${policy.file}` : locked });
  }
  return issues;
}

/** True for a merchant that the seat has under the same name in the same environment, whose secrets go to the same place. */
const isAsBefore = ({ merchant, present, replaces }: PlannedMerchant): boolean =>
  replaces === null &&
  present?.merchant.name === merchant.name &&
  present.merchant.environment === merchant.environment &&
  isDeepStrictEqual(keyedPlace(present.merchant), keyedPlace(merchant));
