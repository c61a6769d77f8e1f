/** Closes of days that this seat has recorded, in its journal, for a ledger that has lost some. */
import { keptDeedSchema } from '#shared/audit/ledger-events.ts';
import { z } from 'zod';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { type RecordedClose, addClose } from '#electron/ledger/days/day-closes.ts';
import { closeColumns } from '#electron/ledger/rows/tables.ts';
import type { Keep } from './own-commits.ts';
import type { OwnServices } from './own-services.ts';
import type { SeatJournal } from './seat-journal.ts';

export type OwnCloses = ReturnType<typeof createOwnCloses>;

const keptCloses = 1_000;

const contentSchema = z.strictObject({
  row: z.record(z.enum(closeColumns), z.string()),
  deed: keptDeedSchema,
}) as unknown as z.ZodType<RecordedClose>;

/** @param ledger id of the ledger, so that nothing is written back into another one */
export function createOwnCloses(journal: SeatJournal, ledger: string, keep: Keep) {
  const closes = `from entries where ledger = ? and kind = 'closed'`;
  return {
    /** Keeps a close that the ledger has committed. Rejects with `LedgerUnavailable`. */
    keep: (close: RecordedClose) =>
      keep(({ run, replace }) => {
        const { id, closed_at: at } = close.row;
        replace({ ledger, kind: 'closed', subject: id, at, body: close });
        const surplus = `select number ${closes} order by at desc limit -1 offset ?`;
        run(`delete ${closes} and number in (${surplus})`, ledger, ledger, keptCloses);
      }),
    /** Returns the closes that the ledger lacks, oldest first. @param most closes compared, the last ones first */
    async lost(on: Engine, most: number): Promise<readonly RecordedClose[]> {
      const ids = journal
        .read(`select subject ${closes} order by at desc limit ?`, ledger, most)
        .map((row) => String(row['subject']));
      if (ids.length === 0) return [];
      const rows = await on.read((db) => db.selectFrom('day_closes').select('id').where('id', 'in', ids).execute());
      const there = new Set(rows.map(({ id }) => id));
      const lacking = ids.filter((id) => !there.has(id)).toReversed();
      return lacking.flatMap((id) =>
        journal.about(ledger, id).flatMap(({ body }) => {
          const close = contentSchema.safeParse(body);
          return close.success ? [close.data] : [];
        }),
      );
    },
  };
}

/** Appends a close again that the ledger has lost, with its deed, and says so on the audit trail. */
const writeCloseBack = ({ engine, noteEvent }: OwnServices, close: RecordedClose): Promise<void> =>
  engine.write(async (trx) => {
    if (!(await addClose(trx, noteEvent, close))) return;
    const { id, merchant_name: merchant, day } = close.row;
    await noteEvent(trx, null, { kind: 'close-written-back', closeId: id, merchant, day });
  });

/** Appends all closes again that the server has lost. @param most closes compared */
export async function writeClosesBack(parts: OwnServices, closes: OwnCloses, most: number): Promise<void> {
  // A close that can't be written must stop neither the others nor payments.
  const report = (error: unknown): void => {
    if (error instanceof LedgerUnavailable && error.reason !== 'altered') throw error;
    parts.reportBug(error);
  };
  const lost = await closes.lost(parts.engine, most).catch(report);
  for (const close of lost ?? []) await writeCloseBack(parts, close).catch(report);
}
