/**
 * Compares what follows from the payments and entries that the trail proves: each hold with its payments, and the closes of days with the
 * deeds that tell of them, each of which holds a digest of its close's row.
 */
import { attemptStretches, pagesOf } from '#electron/ledger/engine/statements.ts';
import { setTimeout } from 'node:timers/promises';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { holdAfter, holdEnd, recorded } from '#electron/ledger/rows/recorded-values.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { operationFacts, operationsThat } from '#shared/payments/operations.ts';
import { withoutEffect } from '#shared/payments/outcome.ts';
import type { CheckedPages } from './walk-chain.ts';
import { closeDigest, type CloseRow, closesIn } from '#electron/ledger/days/day-closes.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { TrailBreak } from '#shared/ledger/trail.ts';
import { closeColumns, eventColumns, type EventRow } from '#electron/ledger/rows/tables.ts';

/** Holds per page. */
const portion = 500;

const opening = operationsThat(({ opens }) => opens === 'hold');

/** Reads holds with their authorization and what settled them last, in one statement a page. */
const followed = (db: Database, after: string) =>
  db
    .selectFrom('holds')
    .leftJoin('attempts as own', 'own.id', 'holds.id')
    .leftJoin('attempts as settlement', 'settlement.id', 'holds.settlement_id')
    .select([
      'own.seat',
      'own.operation',
      'own.standing',
      'own.amount',
      'own.answered_amount',
      'own.started_at',
      'own.hold_days',
      'own.family',
      'own.environment',
      'own.merchant_id',
      'holds.id as hold_id',
      'holds.state as hold_state',
      'holds.amount as held',
      'holds.expires_at',
      'holds.expiry_is_estimate',
      'holds.environment as hold_environment',
      'holds.merchant_id as hold_merchant_id',
      'holds.settlement_id',
      'settlement.hold_id as settled_hold',
      'settlement.operation as settling',
      'settlement.family as settling_family',
      'settlement.standing as settling_standing',
      'settlement.service_code',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('attempts as live')
          .select('live.id')
          .whereRef('live.hold_id', '=', 'holds.id')
          .where('live.standing', 'not in', withoutEffect),
      ).as('is_settled'),
    )
    .where('holds.id', '>', after)
    .orderBy('holds.id')
    .limit(portion);

/** Approved authorizations without a hold after this position. */
const withoutHold = (db: Database, position: number, end: number | null) =>
  db
    .selectFrom('attempts')
    .select(['id', 'position', 'seat', 'started_at'])
    .where('position', '>', position)
    .$if(end !== null, (part) => part.where('position', '<=', end ?? 0))
    .where('operation', 'in', opening)
    .where('standing', '=', 'approved')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('holds').select('holds.id').whereRef('holds.id', '=', 'attempts.id'))),
    )
    .orderBy('position')
    .limit(portion);

type FollowedRow = Awaited<ReturnType<ReturnType<typeof followed>['execute']>>[number];

/** Checks all holds, and that each approved authorization has one. */
export async function checkHolds({ engine, findings, pause }: CheckedPages): Promise<void> {
  const readHolds = (after: string) => engine.read((db) => followed(db, after).execute());
  for await (const page of pagesOf('', ({ hold_id }: FollowedRow) => hold_id, readHolds)) {
    for (const row of page.filter((each) => !isAsFollows(each))) {
      findings.found({
        kind: 'hold-differs',
        seat: row.seat ?? '',
        link: 0,
        at: row.started_at,
        subjectId: row.hold_id,
      });
    }
    await setTimeout(pause, undefined, { ref: false });
  }
  for await (const { after, end } of attemptStretches(engine)) {
    const readOthers = (position: number) => engine.read((db) => withoutHold(db, position, end).execute());
    for await (const page of pagesOf(after, ({ position }) => position, readOthers)) {
      for (const { id, seat, started_at: at } of page) {
        findings.found({ kind: 'hold-differs', seat, link: 0, at, subjectId: id });
      }
    }
  }
}

function isAsFollows(row: FollowedRow): boolean {
  const { amount, started_at, hold_days, operation } = row;
  // A hold belongs to an authorization.
  if (amount === null || started_at === null || operation === null) return false;
  if (!opening.includes(operation)) return false;
  if (row.hold_environment !== row.environment || row.hold_merchant_id !== row.merchant_id) return false;
  if (row.expires_at !== holdEnd({ started_at, hold_days })) return false;
  if (row.expiry_is_estimate !== (row.family === 'form' ? 0 : 1)) return false;
  const held = heldAmount({ amount, answeredAmount: row.answered_amount });
  if (row.hold_state === 'open' && (row.held !== held || Boolean(row.is_settled))) return false;
  if (row.settlement_id === null) return row.hold_state === 'open' || row.standing !== 'approved';
  const { settling_standing: standing, settling_family: family, settling } = row;
  if (row.settled_hold !== row.hold_id || standing === null || family === null || settling === null) return false;
  const { settles } = operationFacts(
    recorded.operation({ operation: settling, family, environment: row.hold_environment }),
  );
  return (
    settles !== null && row.hold_state === holdAfter({ standing, family, service_code: row.service_code }, settles)
  );
}

interface Stored {
  readonly digest: string;
  /** Finding for a close that no deed tells of. */
  readonly added: TrailBreak;
}

/** Deeds per page. */
const deedsAtOnce = 500;

/** Checks the closes of these deeds; null for all closes, also those without a deed. */
export async function checkCloses(check: CheckedPages, eventIds: readonly string[] | null): Promise<void> {
  const { engine, findings } = check;
  if (eventIds?.length === 0) return;
  // Read before the deeds: a close that is recorded meanwhile has its deed, but may be missing here.
  const stored = eventIds === null ? await storedCloses(check) : new Map<string, Stored>();
  const told = new Set<string>();
  for await (const entries of deedPages(engine, eventIds)) {
    const page = entries.flatMap(closedBy);
    const late = page.map(({ deed }) => deed.closeId).filter((id) => !stored.has(id));
    const rows = new Map([...stored, ...(await engine.read((db) => closesById(db, late)))]);
    for (const { id, at, seat, deed } of page) {
      told.add(deed.closeId);
      const row = rows.get(deed.closeId);
      if (row?.digest === deed.digest) continue;
      const kind = row === undefined ? 'close-missing' : 'close-differs';
      const link = await engine.read((db) => linkOf(db, id));
      const close = { day: deed.day, merchant: deed.merchant };
      findings.found({ kind, seat, at, link, subjectId: deed.closeId, close });
    }
  }
  for (const [id, { added }] of stored) if (!told.has(id)) findings.found(added);
}

async function storedCloses({ engine, pause }: CheckedPages): Promise<ReadonlyMap<string, Stored>> {
  const stored = new Map<string, Stored>();
  for await (const page of closesIn(engine.read)) {
    for (const row of page) stored.set(row.id, toStored(row));
    await setTimeout(pause, undefined, { ref: false });
  }
  return stored;
}

async function closesById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('day_closes').select(closeColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toStored(row)]));
}

const toStored = (row: CloseRow): Stored => ({
  digest: closeDigest(row),
  added: {
    kind: 'close-added',
    seat: row.seat,
    link: 0,
    at: row.closed_at,
    subjectId: row.id,
    close: { day: row.day, merchant: row.merchant_name },
  },
});

/** Yields the entries of closes in pages, in the order of their ids. */
const deedPages = (engine: Reader, eventIds: readonly string[] | null) =>
  pagesOf(
    '',
    ({ id }: EventRow) => id,
    (after) =>
      engine.read((db) =>
        db
          .selectFrom('ledger_events')
          .select(eventColumns)
          .where('kind', '=', 'day-closed')
          .where('id', '>', after)
          .$if(eventIds !== null, (all) => all.where('id', 'in', eventIds ?? []))
          .orderBy('id')
          .limit(deedsAtOnce)
          .execute(),
      ),
  );

function closedBy(row: EventRow) {
  const deed = deedOf(row);
  return deed.kind === 'day-closed' ? [{ id: row.id, at: row.at, seat: row.seat, deed }] : [];
}

/** Returns the number of the link about an entry; 0 for one without. */
async function linkOf(db: Database, eventId: string): Promise<number> {
  const row = await db
    .selectFrom('audit_links')
    .select('link')
    .where('subject_id', '=', eventId)
    .orderBy('link')
    .limit(1)
    .executeTakeFirst();
  return row?.link ?? 0;
}
