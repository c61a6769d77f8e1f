/** Compares the closes of days with the deeds that tell of them: each deed holds a digest of its close's row. */
import { setTimeout } from 'node:timers/promises';
import { closeDigest, type CloseRow } from '#electron/ledger/days/close-rows.ts';
import type { Database, Reader } from '#electron/ledger/engine/engine.ts';
import { deedOf } from '#electron/ledger/events.ts';
import type { TrailBreak } from '#shared/ledger/trail.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { closeColumns, type EventRow } from '#electron/ledger/rows/tables.ts';
import type { CheckedPages } from './walk-chain.ts';

type Deed = Extract<LedgerDeed, { readonly kind: 'day-closed' }>;
type DeedRow = Pick<EventRow, 'id' | 'at' | 'seat'> & { readonly deed: Deed };
interface Stored {
  readonly digest: string;
  /** Finding for a close that no deed tells of. */
  readonly added: TrailBreak;
}

/** Closes per page. Each has its figures and lists. */
const portion = 50;
/** Deeds per page. */
const deedsAtOnce = 500;

/** Checks the closes of these deeds; null for all closes, also those without a deed. */
export async function checkCloses(check: CheckedPages, eventIds: readonly string[] | null): Promise<void> {
  const { engine, findings } = check;
  if (eventIds?.length === 0) return;
  // Read before the deeds: a close that is recorded meanwhile has its deed, but may be missing here.
  const stored = eventIds === null ? await storedCloses(check) : new Map<string, Stored>();
  const told = new Set<string>();
  for await (const page of deedPages(engine, eventIds)) {
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
  for (let after = ''; ;) {
    const page = await engine.read((db) =>
      readCloses(db).where('id', '>', after).orderBy('id').limit(portion).execute(),
    );
    const last = page.at(-1);
    if (last === undefined) return stored;
    for (const row of page) stored.set(row.id, toStored(row));
    after = last.id;
    await setTimeout(pause, undefined, { ref: false });
  }
}

async function closesById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Stored>> {
  const rows = ids.length === 0 ? [] : await readCloses(db).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toStored(row)]));
}

const readCloses = (db: Database) => db.selectFrom('day_closes').select(closeColumns);

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

/** Yields the deeds of closes in pages, in the order of their ids. */
async function* deedPages(engine: Reader, eventIds: readonly string[] | null): AsyncGenerator<readonly DeedRow[]> {
  for (let after = ''; ;) {
    const page = await engine.read((db) =>
      db
        .selectFrom('ledger_events')
        .select(['id', 'at', 'seat', 'kind', 'facts'])
        .where('kind', '=', 'day-closed')
        .where('id', '>', after)
        .$if(eventIds !== null, (all) => all.where('id', 'in', eventIds ?? []))
        .orderBy('id')
        .limit(deedsAtOnce)
        .execute(),
    );
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield page.flatMap((row) => {
      const deed = deedOf(row);
      return deed.kind === 'day-closed' ? [{ id: row.id, at: row.at, seat: row.seat, deed }] : [];
    });
  }
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
