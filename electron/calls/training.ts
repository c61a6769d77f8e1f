/** Calls to the built-in training gateway. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { failed, ok } from '#shared/failure.ts';

/** The gateway may fail to bind, e.g. blocked by antivirus. Only training is affected. */
const noTraining = failed({ kind: 'cannot-connect', detail: 'The training gateway could not be started.' } as const);

export const trainingCalls = ({ training }: Services): Works['training'] => ({
  async status() {
    const gateway = await training();
    return gateway === null ? noTraining : ok(gateway.status());
  },
  async order(order) {
    const gateway = await training();
    return gateway === null ? noTraining : ok(await gateway.order(order));
  },
});
