/** Calls about holds: the list, captures and batches. */
import type { Batches } from '#electron/core/holds/batch-captures.ts';
import type { Captures } from '#electron/core/holds/captures.ts';
import type { Reversals } from '#electron/core/payments/reversals.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { History } from '#electron/core/records/history.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import { type As, type AsGuarded, copied } from './as.ts';
import { saveExport, type ExportParts } from './exports/export-attempts.ts';
import { exportBatch } from './exports/export-batch.ts';

export interface HoldCallsParts extends ExportParts {
  readonly captures: Captures;
  readonly reversals: Pick<Reversals, 'void'>;
  readonly batches: Batches;
  readonly history: History;
  readonly inFlight: InFlight;
}

export const holdCalls = (
  { captures, reversals, batches, history, inFlight, ...parts }: HoldCallsParts,
  as: As,
  guarded: AsGuarded,
): Handlers['holds'] => ({
  list: (query) => history.holds(query),
  check: ({ captures: asked }) => copied(batches.check(asked)),
  capture: as((draft, actor) => inFlight.during(captures.capture(draft, actor))),
  void: as((draft, actor) => inFlight.during(reversals.void(draft, actor))),
  captureMany: as((draft, actor) => inFlight.batch(draft.batchId, batches.captureMany(draft, actor))),
  stopBatch: ({ batchId }) => ok(batches.stop(batchId)),
  unseenBatches: () => copied(batches.unseen()),
  dismissBatch: ({ batchId }) => batches.dismiss(batchId),
  exportBatch: guarded(
    ({ batchId }) => ({ act: 'export', subject: batchId }),
    async ({ batchId, format }, actor) => {
      const found = await batches.find(batchId);
      if (!found.ok) return found;
      const { t, day } = parts.words();
      const name = t('holds:batch.export.name', { day: day(new Date(found.value.startedAt)) });
      const title = t('holds:batch.export.title');
      return saveExport(parts, { kind: 'export-batch', actor, title, name, format }, (file, course) =>
        exportBatch(found.value, file, format, parts.words(), course),
      );
    },
  ),
  find: ({ ids }) => copied(history.holdsById(ids)),
});
