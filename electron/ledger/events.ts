/** Audit trail: appends and lists deeds of operators, and copies them with the ledger. */
import { compareNames } from '#shared/compare-names.ts';
import { jsonAs } from '#shared/parsed-json.ts';
import type { MakeId } from '#electron/core/ports/host.ts';
import {
  type KeptDeed,
  ledgerDeedSchema,
  type LedgerDeed,
  type LedgerEvent,
  type LedgerEventsPage,
  type LedgerEventsQuery,
} from '#shared/audit/ledger-events.ts';
import { oneDay } from '#shared/durations.ts';
import type { SentReceipt } from '#shared/ledger/sent-receipts.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { sql, type CompiledQuery } from 'kysely';
import type { Database, Engine, Work, WrittenPayment } from '#electron/ledger/engine/engine.ts';
import { addMissing, isWritten, stretchesOf, type Stretch } from '#electron/ledger/engine/statements.ts';
import { idAt } from '#electron/ledger/rows/position.ts';
import { eventColumns, type EventRow } from '#electron/ledger/rows/tables.ts';

/**
 * Appends a deed to the audit trail, in the transaction of the deed itself.
 * @param operatorName null for a deed of this seat by itself
 * @param made id and time of a deed that happened before; new ones without it
 */
export type NoteEvent = (
  trx: Work,
  operatorName: string | null,
  deed: LedgerDeed,
  made?: Pick<KeptDeed, 'id' | 'at'>,
) => Promise<void>;

export interface EventNotes {
  readonly seat: string;
  readonly now: () => Date;
  readonly makeId: MakeId;
}

/** Makes the row of a new entry. */
export type MakeEvent = (operatorName: string | null, deed: LedgerDeed, made?: Pick<KeptDeed, 'id' | 'at'>) => EventRow;

export const createMakeEvent =
  ({ seat, now, makeId }: EventNotes): MakeEvent =>
  (operatorName, deed, { id, at } = { id: makeId(), at: now().toISOString() }) => ({
    id,
    at,
    operator_name: operatorName ?? seat,
    seat,
    kind: deed.kind,
    facts: JSON.stringify(deed),
  });

export const createNoteEvent =
  ({ link }: Pick<Engine, 'link'>, makeEvent: MakeEvent): NoteEvent =>
  async (trx, operatorName, deed, made) => {
    const row = makeEvent(operatorName, deed, made);
    await trx.insertInto('ledger_events').values(row).execute();
    await link(trx, { events: [row] });
  };

/** Returns the statement that appends an entry if its payment was written, for `Engine.transact`. */
export function eventIfWritten({ db }: Engine, event: EventRow, { row }: WrittenPayment): CompiledQuery {
  const names = sql.join(eventColumns.map((name) => sql.ref(name)));
  const values = sql.join(eventColumns.map((name) => event[name]));
  return sql`insert into ledger_events (${names}) select ${values} where ${isWritten(row)}`.compile(db);
}

/** Appends a deed of the past, unless an earlier try has appended it already. */
export const addDeed = (engine: Engine, noteEvent: NoteEvent, deed: KeptDeed): Promise<void> =>
  engine.write((trx) => addDeedOnce(trx, noteEvent, deed));

/** Does the same in a transaction that writes more. */
export async function addDeedOnce(
  trx: Work,
  noteEvent: NoteEvent,
  { id, at, operatorName, deed }: KeptDeed,
): Promise<void> {
  const known = await trx.selectFrom('ledger_events').select('id').where('id', '=', id).executeTakeFirst();
  if (known === undefined) await noteEvent(trx, operatorName, deed, { id, at });
}

export async function eventsPage(engine: Engine, query: LedgerEventsQuery): Promise<LedgerEventsPage> {
  const { limit, kinds = null, operatorName = null, from = null, until = null } = query;
  const rows: EventRow[] = [];
  for await (const stretch of newestFirst(engine, query.after)) {
    const found = await engine.read((db) =>
      eventsIn(db, stretch)
        .select(eventColumns)
        .$if(kinds !== null, (page) => page.where('kind', 'in', kinds ?? []))
        .$if(operatorName !== null, (page) => page.where('operator_name', '=', operatorName ?? ''))
        .$if(from !== null, (page) => page.where('at', '>=', from ?? ''))
        .$if(until !== null, (page) => page.where('at', '<', until ?? ''))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    rows.push(...found);
    if (rows.length > limit) break;
  }
  return { events: rows.slice(0, limit).map(toEvent), more: rows.length > limit };
}

const newestFirst = (engine: Engine, start: string | null) =>
  stretchesOf(engine, start, async (db, after, offset) => {
    const ids = eventsIn(db, { after, end: null }).select('id').orderBy('id', 'desc').limit(1).offset(offset);
    return (await ids.executeTakeFirst())?.id;
  });

const eventsIn = (db: Database, { after, end }: Stretch<string | null>) =>
  db
    .selectFrom('ledger_events')
    .$if(after !== null, (part) => part.where('id', '<', after ?? ''))
    .$if(end !== null, (part) => part.where('id', '>=', end ?? ''));

/** Most that the clocks of two seats are apart, in ms. */
const clockTolerance = oneDay;

/** Reads which receipts of these attempts left the program, oldest first. */
export async function sentReceipts(db: Database, timeline: readonly Attempt[]): Promise<readonly SentReceipt[]> {
  const ids = new Set(timeline.map(({ id }) => id));
  const since = Math.min(...timeline.map(({ startedAt }) => Date.parse(startedAt))) - clockTolerance;
  const rows = await db
    .selectFrom('ledger_events')
    .select(['at', 'operator_name', 'kind', 'facts'])
    .where('kind', '=', 'receipt-sent')
    // The first digits of an id are its time, so that older entries are not read.
    .where('id', '>', idAt(since))
    .where((eb) => eb.or([...ids].map((id) => eb('facts', 'like', `%"${id}"%`))))
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const deed = deedOf(row);
    return deed.kind === 'receipt-sent' && ids.has(deed.attemptId)
      ? [{ at: row.at, operatorName: row.operator_name, by: deed.by, to: deed.to }]
      : [];
  });
}

/** Returns the names of those who did something, sorted. */
export async function eventOperators(engine: Engine): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const stretch of newestFirst(engine, null)) {
    const rows = await engine.read((db) => eventsIn(db, stretch).select('operator_name').distinct().execute());
    for (const row of rows) names.add(row.operator_name);
  }
  return [...names].toSorted(compareNames);
}

const toEvent = (row: EventRow): LedgerEvent => ({
  id: row.id,
  at: row.at,
  operatorName: row.operator_name,
  seat: row.seat,
  deed: deedOf(row),
});

/** Reads a deed. One of a newer version of the program, or a damaged one, must not hide the page. */
export const deedOf = ({ kind, facts }: Pick<EventRow, 'kind' | 'facts'>): LedgerDeed =>
  jsonAs(ledgerDeedSchema, facts) ?? { kind: 'unlisted', name: kind };

export const allEvents = (db: Database): Promise<readonly EventRow[]> =>
  db.selectFrom('ledger_events').select(eventColumns).orderBy('id').execute();

/** Events per transaction. */
const portion = 200;

/** Adds events, a portion to each write. Those that are there already stay as they are. */
export async function addEvents(write: Engine['bulkWrite'], rows: readonly EventRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += portion) {
    await write((trx) => addMissing(trx, 'ledger_events', rows.slice(first, first + portion)));
  }
}
