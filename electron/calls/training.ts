/** Calls to the built-in training gateway. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import { failed, ok } from '#shared/failure.ts';

export interface TrainingCallsParts {
  /** The training gateway; null when it could not be started. */
  readonly training: Pick<TrainingGateway, 'status' | 'order'> | null;
}

/** The gateway may fail to bind, e.g. blocked by antivirus. Only training is affected. */
const noTraining = failed({ kind: 'cannot-connect', detail: 'The training gateway could not be started.' } as const);

export const trainingCalls = ({ training }: TrainingCallsParts): Works['training'] => ({
  status: () => (training === null ? noTraining : ok(training.status())),
  order: async (order) => (training === null ? noTraining : ok(await training.order(order))),
});
