/** Compares the closes of days with the deeds that tell of them: each deed holds a digest of its close's row. */
import { setTimeout } from 'node:timers/promises';
import { closeDigest, type CloseRow } from '#electron/ledger/days/close-rows.ts';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { pagesOf } from '#electron/ledger/engine/statements.ts';
import { closesIn } from '#electron/ledger/days/day-closes.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { TrailBreak } from '#shared/ledger/trail.ts';
import { closeColumns, eventColumns, type EventRow } from '#electron/ledger/rows/tables.ts';
import type { CheckedPages } from './walk-chain.ts';

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
