/** Calls about merchants. */
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import type { ConnectionReport } from '#shared/seat/connection-check.ts';

export interface MerchantCallsParts {
  readonly merchants: Merchants;
  /** Checks the connection to the service step by step. Sends no transaction. */
  readonly checkConnection: (account: MerchantAccount) => Promise<ConnectionReport>;
}

export const merchantCalls = ({ merchants, checkConnection }: MerchantCallsParts): Handlers['merchants'] => ({
  active: async () => ok(await merchants.activeView()),
  list: async () => ok([...(await merchants.list())]),
  save: (change) => merchants.saveKeyed(change),
  remove: ({ merchantId }) => merchants.remove(merchantId),
  activate: ({ merchantId }) => merchants.activate(merchantId),
  confirmCaptureField: ({ merchantId, field }) => merchants.confirmCaptureField(merchantId, field),
  async checkConnection({ merchantId }) {
    const account = await merchants.of(merchantId);
    return account.ok ? ok(await checkConnection(account.value)) : account;
  },
});
