/** Keeps the batches of this seat in its journal until somebody has closed their results. */
import type { z } from 'zod';
import type { BatchLog } from '#electron/core/ports/batch-log.ts';
import type { Clock, ReportBug } from '#electron/core/ports/host.ts';
import { keptBatchSchema, leftOutSchema } from '#shared/ledger/holds.ts';
import type { SeatJournal } from './seat-journal.ts';

/** Stands for any ledger. The holds of a batch tell which one it belongs to. */
const ledger = '';

export function openBatchLog(journal: SeatJournal, clock: Clock, reportBug: ReportBug): BatchLog {
  /** Reads what this seat has sealed, and reports anything else. */
  function read<Value>(schema: z.ZodType<Value>, body: unknown): readonly Value[] {
    const parsed = schema.safeParse(body);
    if (parsed.success) return [parsed.data];
    reportBug(new Error(`A batch in ${journal.file} can't be read.`));
    return [];
  }

  return {
    begin: (batch) =>
      journal.write(({ append }) =>
        append({ ledger, kind: 'batch', subject: batch.batchId, at: batch.startedAt, body: batch }),
      ),
    leftOut(batchId, holdId, skipReason) {
      const at = clock().toISOString();
      const body = { holdId, skipReason };
      journal.writeSoon(({ append }) => append({ ledger, kind: 'left-out', subject: batchId, at, body }));
    },
    async all() {
      if (!(await journal.ready())) return [];
      journal.flush();
      return journal
        .ofKind(ledger, 'batch')
        .flatMap(({ body }) => read(keptBatchSchema, body))
        .map((batch) => {
          const notes = journal.about(ledger, batch.batchId).filter(({ kind }) => kind === 'left-out');
          const reasons = new Map(
            notes.flatMap(({ body }) => read(leftOutSchema, body)).map((note) => [note.holdId, note.skipReason]),
          );
          const rows = batch.rows.map((row) => ({ ...row, skipReason: reasons.get(row.holdId) ?? row.skipReason }));
          return { ...batch, rows };
        });
    },
    forget: (batchId) =>
      journal.write(({ remove }) => {
        remove({ ledger, kind: 'batch', subject: batchId });
        remove({ ledger, kind: 'left-out', subject: batchId });
      }),
  };
}
