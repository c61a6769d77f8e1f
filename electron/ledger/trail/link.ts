/** A link of a hash chain: its digests, its hash, and the reading of the last one. */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '#electron/ledger/engine/engine.ts';
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

/** Reads a chain's last link; undefined for none. */
export const lastLink = (db: Database, signer: string): Promise<LinkRow | undefined> =>
  db
    .selectFrom('audit_links')
    .select(linkColumns)
    .where('signer', '=', signer)
    .orderBy('link', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Lists the chains by their signers, one look at the index for each. */
export async function signersOf(db: Database): Promise<readonly string[]> {
  const signers: string[] = [];
  for (let after = ''; ;) {
    const next = await db
      .selectFrom('audit_links')
      .select('signer')
      .where('signer', '>', after)
      .orderBy('signer')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return signers;
    signers.push(next.signer);
    after = next.signer;
  }
}

/** The link that was made last of several about one payment, across chains. */
export const latestOf = (links: readonly LinkRow[]): LinkRow | undefined =>
  links.toSorted((one, other) => one.revision - other.revision || one.link - other.link).at(-1);

/** The place of a link or head alone. */
export const pointOf = ({ link, hash }: ChainPoint): ChainPoint => ({ link, hash });
