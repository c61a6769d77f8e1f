/**
 * Keeps answers that the ledger could not write in the seat's journal. They are part of the record of the money and contain no
 * secret (not even the card's last four; the gateway has redacted the service's text). They go as soon as the ledger has them.
 */
import type { AnswerSpool, KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { keptAnswerSchema, withoutDetail } from '#electron/documents/payments/kept-answer.ts';
import type { Reserve } from '#electron/documents/durable-file.ts';
import type { SeatJournal } from './seat-journal.ts';

const waits = { ledger: '', kind: 'answer' } as const;

export function openAnswerSpool(
  journal: SeatJournal,
  reserve: Pick<Reserve, 'free'>,
  reportBug: ReportBug,
): AnswerSpool {
  const write = (kept: KeptAnswer): Promise<void> =>
    journal.write(({ replace }) => replace({ ...waits, subject: kept.payment.id, at: kept.answeredAt, body: kept }));

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
        for (const { body } of journal.ofKind(waits.ledger, waits.kind)) {
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
    forget: (attemptId) => journal.write(({ remove }) => remove({ ...waits, subject: attemptId })),
  };
}
