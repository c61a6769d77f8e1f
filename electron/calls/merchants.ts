/** Calls about merchants. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';

export const merchantCalls = ({ merchants, checkConnection }: Services): Works['merchants'] => ({
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
