/** A link of a hash chain: its digests, its hash, and the reading of the last one. */
import { createHash } from 'node:crypto';
import { sql, type Selectable, type SqlBool } from 'kysely';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { eventColumns } from '#electron/ledger/events.ts';
import type { AuditLinksTable, EventRow } from '#electron/ledger/rows/tables.ts';

export type LinkRow = Selectable<AuditLinksTable>;
/** A link before it is hashed and signed. */
export type UnsignedLink = Omit<LinkRow, 'hash' | 'signature'>;

export const linkColumns = [
  'signer',
  'link',
  'seat',
  'subject',
  'subject_id',
  'revision',
  'facts',
  'digest',
  'linked_at',
  'hash',
  'signature',
] as const satisfies readonly (keyof LinkRow)[];

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

/** Before the first link. */
export const chainStart: ChainPoint = { link: 0, hash: '' };

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** SHA-256 of an entry as it is stored, base64url. */
export const eventDigest = ({ id, at, operator_name, seat, kind, facts }: EventRow): string =>
  sha256(['event', id, at, operator_name, seat, kind, facts]);

/** SHA-256 of what a link says of a payment, base64url. */
export const factsDigest = (attemptId: string, facts: string | null): string => sha256(['payment', attemptId, facts]);

/** SHA-256 of the former link's hash and every column of this one, base64url. */
export const linkHash = (before: string, link: UnsignedLink): string =>
  sha256([
    before,
    link.signer,
    link.link,
    link.seat,
    link.subject,
    link.subject_id,
    link.revision,
    link.facts,
    link.digest,
    link.linked_at,
  ]);

/** Reads a chain's last link up to a number; undefined for none. */
export const lastLink = (db: Database, signer: string, most = Number.MAX_SAFE_INTEGER): Promise<LinkRow | undefined> =>
  db
    .selectFrom('audit_links')
    .select(linkColumns)
    .where('signer', '=', signer)
    .where('link', '<=', most)
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
