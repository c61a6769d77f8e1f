/** Links of hash chains: their digests and hashes, their reading and copying, and what stands in the ledger without one. */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database, Engine, Reader } from '#electron/ledger/engine/engine.ts';
import { addMissing, attemptStretches, pagesOf, stretchesOf } from '#electron/ledger/engine/statements.ts';
import { eventColumns, linkColumns, type AuditLinksTable, type EventRow } from '#electron/ledger/rows/tables.ts';

export type LinkRow = AuditLinksTable;
/** A link before it is hashed and signed. */
export type UnsignedLink = Omit<LinkRow, 'hash' | 'signature'>;

/** Joins a link, `own`, with the one before it in its chain, `former`. */
export const isFormer = sql<SqlBool>`former.signer = own.signer and former.link = own.link - 1`;

/** Selects links, each with the hash of the one before it; null for none. */
export const withFormer = (db: Database) =>
  db
    .selectFrom('audit_links as own')
    .leftJoin('audit_links as former', (join) => join.on(isFormer))
    .select(linkColumns.map((name) => `own.${name}` as const))
    .select('former.hash as before');

/** A place in a chain: the number of a link and its hash. */
export interface ChainPoint {
  readonly link: number;
  readonly hash: string;
}

/** Links per transaction, and entries per page. */
const linksAtOnce = 200;

/** Before the first link. */
export const chainStart: ChainPoint = { link: 0, hash: '' };

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** SHA-256 of an entry as it is stored, base64url. */
export const eventDigest = (row: EventRow): string => sha256(['event', ...eventColumns.map((name) => row[name])]);

/** SHA-256 of what a link says of a payment, base64url. */
export const factsDigest = (attemptId: string, facts: string | null): string => sha256(['payment', attemptId, facts]);

const hashedColumns = linkColumns.filter((name) => name !== 'hash' && name !== 'signature');

/** SHA-256 of the former link's hash and every column of this one, base64url. */
export const linkHash = (before: string, link: UnsignedLink): string =>
  sha256([before, ...hashedColumns.map((name) => link[name])]);

/** End of a chain, and the hash of the last link that the ledger has: another one where links in between are lost. */
export interface ChainEnd extends ChainPoint {
  readonly there: string;
}

/** A link without its place in the chain. */
export type About = Pick<LinkRow, 'subject' | 'subject_id' | 'revision' | 'facts' | 'digest'>;

export const aboutEvent = (event: EventRow): About => ({
  subject: 'event',
  subject_id: event.id,
  revision: 0,
  facts: null,
  digest: eventDigest(event),
});

/** @param facts null for a payment that is gone */
export const aboutPayment = (id: string, revision: number, facts: string | null): About => ({
  subject: 'payment',
  subject_id: id,
  revision,
  facts,
  digest: factsDigest(id, facts),
});

export const linksAbout = (db: Database, ids: readonly string[]) =>
  db.selectFrom('audit_links').select(linkColumns).where('subject_id', 'in', ids).where('subject', '=', 'payment');

/** Reads a chain's last link, or that up to a number; undefined for none. */
export const lastLink = (db: Database, signer: string, most: number | null = null): Promise<LinkRow | undefined> =>
  db
    .selectFrom('audit_links')
    .select(linkColumns)
    .where('signer', '=', signer)
    .$if(most !== null, (part) => part.where('link', '<=', most))
    .orderBy('link', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Reads the last link of every chain in one statement, with some looks at the index for each.
 * @param before UTC instant: the last one that was made earlier
 */
export async function lastLinks(db: Database, before?: string): Promise<readonly LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    with recursive chains (signer) as (
      select min(signer) from audit_links
      union all
      select (select min(signer) from audit_links where signer > chains.signer) from chains where chains.signer is not null
    )
    select ${sql.join(linkColumns.map((column) => sql.ref(`ends.${column}`)))}
    from chains join audit_links ends on ends.signer = chains.signer and ends.link = (
      select link from audit_links where signer = chains.signer ${before === undefined ? sql`` : sql`and linked_at < ${before}`}
      order by link desc limit 1
    )
    order by ends.signer`.execute(db);
  return rows;
}

/** Lists the chains by their signers. */
export const signersOf = async (db: Database): Promise<readonly string[]> =>
  (await lastLinks(db)).map(({ signer }) => signer);

/** Reads the entries that some links are about, by their ids. */
export async function entriesOf(db: Database, links: readonly LinkRow[]): Promise<ReadonlyMap<string, EventRow>> {
  const ids = links.filter(({ subject }) => subject === 'event').map((link) => link.subject_id);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('ledger_events').select(eventColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Sorts the links about one payment by their writing, across chains. */
export const inOrder = (links: readonly LinkRow[]): readonly LinkRow[] =>
  links.toSorted((one, other) => one.revision - other.revision || one.link - other.link);

/** The place of a link or head alone. */
export const pointOf = ({ link, hash }: ChainPoint): ChainPoint => ({ link, hash });

/** Condition for what somebody has put in: each writing of the program appends its own link. */
const hasNoLink = (subject: 'event' | 'payment', id: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from audit_links where subject_id = ${id} and subject = ${sql.lit(subject)})`;

/** Yields the entries without a link behind this id, in order. */
export async function* unlinkedEvents(engine: Reader, from: string): AsyncGenerator<readonly EventRow[]> {
  const behind = (db: Database, after: string) => db.selectFrom('ledger_events').where('id', '>', after).orderBy('id');
  const stretches = stretchesOf(engine, from, async (db, after, offset) => {
    const ids = behind(db, after).select('id').limit(1).offset(offset);
    return (await ids.executeTakeFirst())?.id;
  });
  for await (const { after: start, end } of stretches) {
    const page = (db: Database, after: string) =>
      behind(db, after)
        .select(eventColumns)
        .$if(end !== null, (part) => part.where('id', '<=', end ?? ''))
        .where(hasNoLink('event', sql.ref('ledger_events.id')))
        .limit(linksAtOnce);
    const read = (after: string) => engine.read((db) => page(db, after).execute());
    yield* pagesOf(start, ({ id }) => id, read);
  }
}

/** Yields the payments without a link behind this position, in order. Training needs none: it moves no money, and made-up payments have none. */
export async function* unlinkedPayments(engine: Reader, from: number) {
  for await (const { after: start, end } of attemptStretches(engine, from)) {
    const page = (db: Database, after: number) =>
      db
        .selectFrom('attempts')
        .select(['id', 'position', 'seat', 'started_at'])
        .where('position', '>', after)
        .$if(end !== null, (part) => part.where('position', '<=', end ?? 0))
        .where('environment', '<>', 'training')
        .where(hasNoLink('payment', sql.ref('attempts.id')))
        .orderBy('position')
        .limit(linksAtOnce);
    const read = (after: number) => engine.read((db) => page(db, after).execute());
    yield* pagesOf(start, ({ position }) => position, read);
  }
}

/** Yields the links of a chain after a number, in pages. */
export const linksAfter = (db: Database, signer: string, number: number) =>
  pagesOf(
    number,
    ({ link }: LinkRow) => link,
    (after) =>
      db
        .selectFrom('audit_links')
        .select(linkColumns)
        .where('signer', '=', signer)
        .where('link', '>', after)
        .orderBy('link')
        .limit(linksAtOnce)
        .execute(),
  );

/** Adds the links that the target lacks at the end of each chain. */
export async function copyLinks(source: Database, target: Engine): Promise<void> {
  for (const signer of await signersOf(source)) {
    const there = await target.read((db) => lastLink(db, signer));
    for await (const page of linksAfter(source, signer, there?.link ?? 0))
      await target.bulkWrite((trx) => addMissing(trx, 'audit_links', page));
  }
}
