/** Calls about merchants. */
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import { ok } from '#shared/failure.ts';
import type { ConnectionReport } from '#shared/seat/connection-check.ts';

export interface MerchantCallsParts {
  readonly merchants: Merchants;
  /** Checks the connection to the service step by step. Sends no transaction. */
  readonly checkConnection: (account: MerchantAccount) => Promise<ConnectionReport>;
}

export const merchantCalls = ({ merchants, checkConnection }: MerchantCallsParts): Works['merchants'] => ({
  active: async () => ok(await merchants.activeView()),
  list: async () => ok(await merchants.list()),
  save: ({ merchant, secrets }) => merchants.saveKeyed({ merchant, secrets }),
  remove: ({ merchantId }) => merchants.remove(merchantId),
  activate: ({ merchantId }) => merchants.activate(merchantId),
  confirmCaptureField: ({ merchantId, field }) => merchants.confirmCaptureField(merchantId, field),
  async checkConnection({ merchantId }) {
    const account = await merchants.of(merchantId);
    return account.ok ? ok(await checkConnection(account.value)) : account;
  },
});
