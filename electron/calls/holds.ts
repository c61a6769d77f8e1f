/** Calls about holds: the list, captures and batches. */
import type { Dialogs } from '#electron/core/dialogs.ts';
import type { Batches } from '#electron/core/holds/batch-captures.ts';
import type { Captures } from '#electron/core/holds/captures.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { History } from '#electron/core/records/history.ts';
import type { Words } from '#electron/shell/words.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import { type As, type AsGuarded, copied } from './as.ts';
import { saveExport } from './exports/export-attempts.ts';
import { exportBatch } from './exports/export-batch.ts';

export interface HoldCallsParts {
  readonly captures: Captures;
  readonly batches: Batches;
  readonly history: History;
  readonly inFlight: InFlight;
  readonly dialogs: Dialogs;
  readonly words: () => Words;
}

export const holdCalls = (
  { captures, batches, history, inFlight, dialogs, words }: HoldCallsParts,
  as: As,
  guarded: AsGuarded,
): Handlers['holds'] => ({
  list: (query) => history.holds(query),
  check: ({ captures: asked }) => copied(batches.check(asked)),
  capture: as((draft, actor) => inFlight.during(captures.capture(draft, actor))),
  captureMany: as((draft, actor) => inFlight.batch(draft.batchId, batches.captureMany(draft, actor))),
  stopBatch: ({ batchId }) => ok(batches.stop(batchId)),
  unseenBatches: () => copied(batches.unseen()),
  dismissBatch: ({ batchId }) => batches.dismiss(batchId),
  exportBatch: guarded(
    ({ batchId }) => ({ act: 'export', subject: batchId }),
    async ({ batchId, format }) => {
      const found = await batches.find(batchId);
      if (!found.ok) return found;
      const { t, day } = words();
      const name = t('holds:batch.export.name', { day: day(new Date(found.value.startedAt)) });
      return saveExport(dialogs, words(), { title: t('holds:batch.export.title'), name, format }, (file) =>
        exportBatch(found.value, file, format, words()),
      );
    },
  ),
  find: ({ ids }) => copied(history.holdsById(ids)),
});
