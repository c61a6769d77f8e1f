/** Calls about merchants. */
import { keyedPlace } from '#electron/core/policy/secret-places.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import { refusedBy, seatMerchantsRefusal } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { type AsGuarded, subjectOf } from './as.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Merchant, MerchantSecretsChange } from '#shared/seat/merchant.ts';
import type { Guarded } from '#shared/audit/step-up.ts';
import type { ConnectionReport } from '#shared/seat/connection-check.ts';

export interface MerchantCallsParts {
  readonly merchants: Merchants;
  readonly policy: Policy;
  /** Checks the connection to the service step by step. Sends no transaction. */
  readonly checkConnection: (account: MerchantAccount) => Promise<ConnectionReport>;
}

export const merchantCalls = (
  { merchants, policy, checkConnection }: MerchantCallsParts,
  guarded: AsGuarded,
): Handlers['merchants'] => ({
  active: async () => ok(await merchants.activeView()),
  list: async () => ok([...(await merchants.list())]),
  save: unlessRuled(
    policy,
    guarded(
      async ({ merchant, secrets }) => secretsGuard(await known(merchants, merchant.id), merchant, secrets),
      ({ merchant, secrets }) => merchants.saveKeyed({ merchant, secrets }),
    ),
  ),
  remove: unlessRuled(policy, ({ merchantId }) => merchants.remove(merchantId)),
  activate: guarded(
    async ({ merchantId }) =>
      (await known(merchants, merchantId))?.environment === 'production'
        ? { act: 'production', subject: merchantId }
        : null,
    ({ merchantId }) => merchants.activate(merchantId),
  ),
  confirmCaptureField: ({ merchantId, field }) => merchants.confirmCaptureField(merchantId, field),
  async checkConnection({ merchantId }) {
    const account = await merchants.of(merchantId);
    return account.ok ? ok(await checkConnection(account.value)) : account;
  },
});

/** Refuses a change at the seat that the company's policy forbids, before anybody is asked for a passcode. */
const unlessRuled =
  <Input, Value>(policy: Policy, change: (input: Input) => Promise<Result<Value>>) =>
  (input: Input): Promise<Result<Value>> => {
    const rule = seatMerchantsRefusal(policy);
    return rule === null ? change(input) : Promise.resolve(failed(refusedBy(rule)));
  };

async function known(merchants: Pick<Merchants, 'list'>, merchantId: string): Promise<Merchant | null> {
  const views = await merchants.list();
  return views.find(({ merchant }) => merchant.id === merchantId)?.merchant ?? null;
}

/** Returns the act that needs a passcode: secrets of a known merchant change, or the place that they go to. */
function secretsGuard(before: Merchant | null, merchant: Merchant, secrets: MerchantSecretsChange): Guarded | null {
  if (before === null) return null;
  const keyed = Object.entries(secrets).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const place = keyedPlace(merchant);
  if (keyed.length === 0 && JSON.stringify(place) === JSON.stringify(keyedPlace(before))) return null;
  return { act: 'secrets', subject: subjectOf({ id: merchant.id, place, keyed }) };
}
