/** Audit trail: appends and lists deeds of operators, and copies them with the ledger. */
import type { MakeId } from '#electron/core/ports/host.ts';
import {
  ledgerDeedSchema,
  type LedgerDeed,
  type LedgerEvent,
  type LedgerEventsPage,
  type LedgerEventsQuery,
} from '#shared/ledger/ledger-events.ts';
import type { Selectable } from 'kysely';
import type { Database, Engine, Work } from './engine.ts';
import type { LedgerEventsTable } from './tables.ts';

export type EventRow = Selectable<LedgerEventsTable>;

/** Appends an operator's deed to the audit trail, in the transaction of the deed itself. */
export type NoteEvent = (trx: Work, operatorName: string, deed: LedgerDeed) => Promise<void>;

/** Appends to the audit trail in the name of this seat. */
export type NoteDeed = (trx: Work, deed: LedgerDeed) => Promise<void>;

/** The hash chain's part in writing an entry. */
export interface EventHooks {
  /** Returns the entry with the seat's mark in its id. */
  marked(row: EventRow): EventRow;
  /** Takes an entry whose transaction is about to be committed. */
  noted(row: EventRow): void;
}

export interface EventNotes {
  readonly seat: string;
  readonly now: () => Date;
  readonly makeId: MakeId;
  readonly trail: EventHooks;
}

export const createNoteEvent =
  ({ seat, now, makeId, trail }: EventNotes): NoteEvent =>
  async (trx, operatorName, deed) => {
    const row = trail.marked({
      id: makeId(),
      at: now().toISOString(),
      operator_name: operatorName,
      seat,
      kind: deed.kind,
      facts: JSON.stringify(deed),
    });
    await trx.insertInto('ledger_events').values(row).execute();
    trail.noted(row);
  };

export async function eventsPage(engine: Engine, { after, limit }: LedgerEventsQuery): Promise<LedgerEventsPage> {
  const rows = await engine.read((db) =>
    db
      .selectFrom('ledger_events')
      .selectAll()
      .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
  );
  return { events: rows.slice(0, limit).map(toEvent), more: rows.length > limit };
}

const toEvent = (row: EventRow): LedgerEvent => ({
  id: row.id,
  at: row.at,
  operatorName: row.operator_name,
  seat: row.seat,
  deed: deedOf(row),
});

/** Reads a deed. One of a newer version of the program, or a damaged one, must not hide the page. */
export function deedOf({ kind, facts }: Pick<EventRow, 'kind' | 'facts'>): LedgerDeed {
  try {
    const deed = ledgerDeedSchema.safeParse(JSON.parse(facts));
    if (deed.success) return deed.data;
  } catch {
    // Not JSON any more.
  }
  return { kind: 'unlisted', name: kind };
}

export const allEvents = (db: Database): Promise<readonly EventRow[]> =>
  db.selectFrom('ledger_events').select(['id', 'at', 'operator_name', 'seat', 'kind', 'facts']).orderBy('id').execute();

/** Events per statement. */
const portion = 200;

/** Adds the events of another copy of the ledger. Events that are there already stay as they are. */
export async function addEvents(engine: Engine, rows: readonly EventRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += portion) {
    await engine.bulkWrite((trx) =>
      trx
        .insertInto('ledger_events')
        .values(rows.slice(first, first + portion))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }
}
