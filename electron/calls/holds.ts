/** Calls about holds: the list, captures and batches. */
import type { Batches } from '#electron/core/holds/batch-captures.ts';
import type { Captures } from '#electron/core/holds/captures.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { History } from '#electron/core/records/history.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import { copied, type As } from './as.ts';

export interface HoldCallsParts {
  readonly captures: Captures;
  readonly batches: Batches;
  readonly history: History;
  readonly inFlight: InFlight;
}

export const holdCalls = ({ captures, batches, history, inFlight }: HoldCallsParts, as: As): Handlers['holds'] => ({
  list: (query) => history.holds(query),
  capture: as((draft, actor) => inFlight.during(captures.capture(draft, actor))),
  captureMany: as((draft, actor) => inFlight.batch(draft.batchId, batches.captureMany(draft, actor))),
  stopBatch: ({ batchId }) => ok(batches.stop(batchId)),
  interruptedBatches: () => copied(batches.interrupted()),
  dismissBatch: ({ batchId }) => batches.dismiss(batchId),
  find: ({ ids }) => copied(history.holdsById(ids)),
});
