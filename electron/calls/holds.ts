/** Calls about holds: the list, captures and batches. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';
import { saveExport } from './exports/export-attempts.ts';
import { exportBatch } from './exports/export-tables.ts';

export const holdCalls = ({ captures, reversals, batches, history, ...parts }: Services): Works['holds'] => ({
  list: (query) => history.holds(query),
  check: ({ captures: asked }) => batches.check(asked),
  capture: (draft, actor) => captures.capture(draft, actor),
  void: (draft, actor) => reversals.void(draft, actor),
  captureMany: (draft, actor) => batches.captureMany(draft, actor),
  stopBatch: ({ batchId }) => ok(batches.stop(batchId)),
  unseenBatches: () => batches.unseen(),
  dismissBatch: ({ batchId }) => batches.dismiss(batchId),
  exportBatch: async ({ batchId, format }, actor) => {
    const found = await batches.find(batchId);
    if (!found.ok) return found;
    const { t, day } = parts.words();
    const name = t('holds:batch.export.name', { day: day(new Date(found.value.startedAt)) });
    const title = t('holds:batch.export.title');
    return saveExport(parts, { kind: 'export-batch', actor, title, name, format }, (file, course) =>
      exportBatch(found.value, file, format, parts.words(), course),
    );
  },
  find: ({ ids }) => history.holdsById(ids),
});
