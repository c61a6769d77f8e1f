/** Keeps in the seat's journal the answers and deeds that wait for the ledger, and the batches that wait for a person. */
import { keptDeedSchema } from '#shared/audit/ledger-events.ts';
import type { AnswerSpool, KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import type { Clock, ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { keptAnswerSchema, withoutDetail } from './journal-entries.ts';
import type { Reserve } from '#electron/documents/durable-file.ts';
import type { SeatJournal } from './seat-journal.ts';
import type { DeedSpool } from '#electron/core/ports/audit.ts';
import type { z } from 'zod';
import type { BatchLog } from '#electron/core/ports/ports.ts';
import { keptBatchSchema, leftOutSchema } from '#shared/ledger/holds.ts';

/** Of no ledger in particular: answers and deeds wait for whichever there is, and the holds of a batch tell theirs. */
const ledger = '';

/**
 * Keeps answers that the ledger could not write. They are part of the record of the money and contain no secret (not even the
 * card's last four; the gateway has redacted the service's text). They go as soon as the ledger has them.
 */
export function openAnswerSpool(
  journal: SeatJournal,
  reserve: Pick<Reserve, 'free'>,
  reportBug: ReportBug,
): AnswerSpool {
  const kind = 'answer';
  const write = (kept: KeptAnswer): Promise<void> =>
    journal.write(({ replace }) =>
      replace({ ledger, kind, subject: kept.payment.id, at: kept.answeredAt, body: kept }),
    );

  return {
    file: journal.file,
    async keep({ payment, answer, answeredAt }) {
      const kept = { payment, answer: withoutDetail(answer), answeredAt };
      try {
        await write(kept);
      } catch (error) {
        if (!(error instanceof LedgerUnavailable) || error.reason !== 'disk-full') throw error;
        reserve.free();
        await write(kept);
      }
    },
    async all() {
      const isReady = await journal.ready();
      const answers: KeptAnswer[] = [];
      const unread: UnreadDocument[] = [];
      try {
        for (const { body } of journal.ofKind(kind)) {
          const read = keptAnswerSchema.safeParse(body);
          if (read.success) answers.push(read.data);
          else if (isReady) unread.push({ reason: 'damaged', file: journal.file });
        }
      } catch (error) {
        if (!(error instanceof LedgerUnavailable) || error.reason !== 'newer-version') throw error;
        unread.push({ reason: 'newer', file: journal.file });
      }
      if (unread.length > 0) reportBug(new Error(`An answer in ${journal.file} can't be read.`));
      return { answers, unread: [...unread, ...journal.damaged()], isWhole: isReady };
    },
    forget: (attemptId) => journal.write(({ remove }) => remove({ ledger, kind, subject: attemptId })),
  };
}

/** Keeps deeds until the ledger has them. */
export function openDeedSpool(journal: SeatJournal, reportBug: ReportBug): DeedSpool {
  const kind = 'deed';
  return {
    keep: (deed) =>
      journal.write(({ replace }) => replace({ ledger, kind, subject: deed.id, at: deed.at, body: deed })),
    async all() {
      const isWhole = await journal.ready();
      const entries = journal.ofKind(kind).map(({ body }) => keptDeedSchema.safeParse(body));
      const deeds = entries.flatMap(({ data }) => data ?? []);
      // It stays, because it may be the only trace of a deed.
      if (isWhole && deeds.length < entries.length) reportBug(new Error(`A deed in ${journal.file} can't be read.`));
      return { deeds: deeds.toSorted((one, other) => (one.id < other.id ? -1 : 1)), isWhole };
    },
    forget: (id) => journal.write(({ remove }) => remove({ ledger, kind, subject: id })),
  };
}

/** Keeps the batches of this seat until somebody has closed their results. */
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
        .ofKind('batch')
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
