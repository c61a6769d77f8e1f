/** Finds the changes of a provisioning plan that need a supervisor: operators, keys, and the places of keys. */
import { isDeepStrictEqual } from 'node:util';
import { keyedPlace, ledgerPlace } from '#electron/core/policy/secret-places.ts';
import { ok } from '#shared/failure.ts';
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';
import type { GuardedChange } from '#shared/seat/provisioning.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { sameOperatorName } from '#shared/seat/operators.ts';
import { wasGivenBefore, type OperatorsGiven } from '#electron/core/operators/provisioned-operators.ts';
import { sameName } from './provisioning-file.ts';
import type { PlannedLedger, PlannedMerchant, ProvisioningPlan } from './provisioning-plan.ts';
import type { ProvisioningServices } from './provisioning-services.ts';

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
  const change = (what: 'new' | 'replaced' | 'address' | 'keys'): readonly GuardedChange[] => [
    { kind: 'merchant', name: merchant.name, what, origin },
  ];
  if (replaces !== null) return change('replaced');
  if (present === null) return change('new');
  if (merchant.environment !== present.merchant.environment) return change('replaced');
  if (!isDeepStrictEqual(keyedPlace(merchant), keyedPlace(present.merchant))) return change('address');
  const account = await merchants.of(merchant.id);
  const same = account.ok && isDeepStrictEqual(account.value.secrets, secrets);
  return same ? [] : change('keys');
}

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
