/** Closes of days that this seat has recorded in a shared ledger, on its own disk, for a server that has lost some. */
import { z } from 'zod';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { RecordedClose } from '#electron/ledger/days/close-rows.ts';
import { deedDocument } from '#electron/documents/deed-document.ts';
import { oneDay } from '#shared/durations.ts';
import { environmentSchema } from '#shared/environment.ts';
import type { OwnFile } from './own-file.ts';

export interface OwnCloses {
  /** Keeps a close that the server has committed, durably. Rejects with `LedgerUnavailable`. */
  keep(close: RecordedClose, now: Date): Promise<void>;
  /** Returns the closes that the server lacks, oldest first. @param most closes compared, the last ones first */
  lost(on: Engine, most: number): Promise<readonly RecordedClose[]>;
}

/** Closes that are kept, and days for which they are. */
const kept = { closes: 1_000, days: 30 } as const;

// Not a schema of its own number, because an older program would refuse the file and with it all payments.
const table = `create table if not exists closes (
  ledger text not null, id text not null, closed_at text not null, content text not null, primary key (ledger, id)
) strict`;

const contentSchema: z.ZodType<RecordedClose> = z.strictObject({
  row: z.strictObject({
    id: z.string(),
    merchant_id: z.string(),
    merchant_name: z.string(),
    environment: environmentSchema,
    day: z.string(),
    from_at: z.string(),
    until_at: z.string(),
    closed_at: z.string(),
    operator_name: z.string(),
    seat: z.string(),
    figures: z.string(),
  }),
  deed: deedDocument.schema,
});

/** @param ledger id of the ledger, so that nothing is written back into another one */
export function createOwnCloses(file: OwnFile, ledger: string): OwnCloses {
  return {
    keep: (close, now) =>
      file.write((run) => {
        run(table);
        const { id, closed_at: closedAt } = close.row;
        const values = [ledger, id, closedAt, JSON.stringify(close)];
        run('insert or replace into closes (ledger, id, closed_at, content) values (?, ?, ?, ?)', ...values);
        const oldest = new Date(now.getTime() - kept.days * oneDay).toISOString();
        run('delete from closes where ledger = ? and closed_at < ?', ledger, oldest);
        const surplus = 'select id from closes where ledger = ? order by closed_at desc limit -1 offset ?';
        run(`delete from closes where ledger = ? and id in (${surplus})`, ledger, ledger, kept.closes);
      }),
    async lost(on, most) {
      if (file.read(`select 1 from sqlite_schema where name = 'closes'`).length === 0) return [];
      const latest = 'select id from closes where ledger = ? order by closed_at desc limit ?';
      const ids = file.read(latest, ledger, most).map((row) => String(row['id']));
      if (ids.length === 0) return [];
      const rows = await on.read((db) => db.selectFrom('day_closes').select('id').where('id', 'in', ids).execute());
      const there = new Set(rows.map(({ id }) => id));
      const lacking = ids.filter((id) => !there.has(id)).toReversed();
      return lacking.flatMap((id) => {
        const [row] = file.read('select content from closes where ledger = ? and id = ?', ledger, id);
        const close = contentSchema.safeParse(parsedJson(row?.['content']));
        return close.success ? [close.data] : [];
      });
    },
  };
}

function parsedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}
