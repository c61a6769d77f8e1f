/** Appends links to a chain, in the transaction of what they are about. */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Database, Engine, Work, WrittenPayment } from '#electron/ledger/engine/engine.ts';
import { isWritten } from '#electron/ledger/engine/statements.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import { eventDigest, factsDigest, inOrder, isFormer, linkColumns, type ChainPoint, type LinkRow } from './link.ts';
import { isInPlace, type LostEnd } from './linked-entries.ts';
import { begunDigest, isOfLockedRun, linkedColumns, linkedFacts, readFacts, type LinkedRow } from './payment-facts.ts';

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

/** The number of a link where the chain ends as the program believes; else null, which the table refuses. */
const numberAtEnd = (link: unknown, there: unknown, signer: unknown): RawBuilder<number> =>
  sql`(select cast(${link} as bigint) where ${there} = coalesce(
    (select hash from audit_links where signer = ${signer} order by link desc limit 1), ''))`;

/** True for the refusal of a link whose chain has not the end that it was made for. Nothing of its transaction was written. */
export const isMoved = (error: unknown): boolean =>
  error instanceof Error &&
  ((/audit_links/u.test(error.message) && /null|unique|duplicate/iu.test(error.message)) || isMoved(error.cause));

const columnList = sql.join(linkColumns.map((name) => sql.ref(name)));

/** Returns the statement that appends the link of a payment if it was written as expected. The condition is needed as that of `openHold` is. */
export function linkIfWritten({ db }: Engine, link: LinkRow, there: string, { row }: WrittenPayment): CompiledQuery {
  const number = numberAtEnd(link.link, there, link.signer);
  const values = sql.join(linkColumns.map((name) => (name === 'link' ? number : link[name])));
  return sql`insert into audit_links (${columnList}) select ${values} where ${isWritten(row)}`.compile(db);
}

/** Appends links in one statement, which fails where the chain has another end. */
export async function appendLinks(trx: Work, links: readonly LinkRow[], there: string): Promise<void> {
  const [first] = links;
  if (first === undefined) return;
  await trx
    .insertInto('audit_links')
    .values([{ ...first, link: numberAtEnd(first.link, there, first.signer) }, ...links.slice(1)])
    .execute();
}

/** A payment with one of the links about it. */
interface WithLink {
  readonly row: LinkedRow;
  readonly link: LinkRow;
  /** Hash of the link before; empty for none. */
  readonly before: string;
}

/** Reads payments with all links about each, the last one last, as one statement sees them. */
async function withLinks(trx: Work, ids: readonly string[]): Promise<readonly WithLink[]> {
  const found = await trx
    .selectFrom('attempts')
    .innerJoin('audit_links as own', 'own.subject_id', 'attempts.id')
    .leftJoin('audit_links as former', (join) => join.on(isFormer))
    .select(linkedColumns.map((name) => `attempts.${name}` as const))
    .select(linkColumns.map((name) => `own.${name} as own_${name}` as const))
    .select('former.hash as before')
    .where('attempts.id', 'in', ids)
    .where('own.subject', '=', 'payment')
    .orderBy('attempts.position')
    .orderBy('own.revision')
    .orderBy('own.link')
    .execute();
  return found.map((row) => ({
    row,
    link: Object.fromEntries(linkColumns.map((name) => [name, row[`own_${name}`]])) as unknown as LinkRow,
    before: row.before ?? '',
  }));
}

/** Whose links count. */
interface Trust {
  readonly trusted: ReadonlySet<string>;
  /** Keys of runs with a locked vault: they may say of a payment with real money that it was left on its way, and nothing else. */
  readonly locked: ReadonlySet<string>;
  /** Stretches that the ledger has lost of this seat's chain. */
  readonly cuts: readonly LostEnd[];
}

/** @param all one payment with all links about it, in their order */
function isProved(all: readonly WithLink[], { trusted, locked, cuts }: Trust): boolean {
  const isOf = (each: WithLink | undefined, signers: ReadonlySet<string>): boolean =>
    each !== undefined && signers.has(each.link.signer) && isInPlace(each.link, each.before, cuts);
  const [former, last] = [all.at(-2), all.at(-1)];
  if (isOf(last, trusted)) return true;
  const links = all.map(({ link }) => link);
  const isOfLocked = isOf(last, locked) && isOfLockedRun(links, links.length - 1);
  return isOfLocked && (last?.row.environment === 'training' || isOf(former, trusted));
}

/** Tells which of these keys count. */
export type TrustAmong = (db: Database, signers: readonly string[]) => Promise<Trust>;

/**
 * Returns those of these payments that may be linked once they are changed: another link would prove what somebody has put in or edited.
 * @param as `now`: as the last link says; `begun`: as it says that they were begun
 */
export async function provedAmong(
  trx: Work,
  ids: readonly string[],
  as: 'now' | 'begun',
  trustAmong: TrustAmong,
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const found = await withLinks(trx, ids);
  const trust = await trustAmong(trx, [...new Set(found.map(({ link }) => link.signer))]);
  return [...Map.groupBy(found, ({ row }) => row.id)].flatMap(([id, all]) => {
    const last = all.at(-1);
    if (last === undefined || !isProved(all, trust)) return [];
    const { row, link } = last;
    const isSame = as === 'now' ? link.facts === linkedFacts(row) : readFacts(link.facts)?.begun === begunDigest(row);
    return isSame ? [id] : [];
  });
}

/** Reads what is to be linked of payments, after all that a transaction has written. */
export async function aboutPayments(trx: Work, ids: readonly string[]): Promise<readonly About[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('attempts')
    .select(linkedColumns)
    .where('id', 'in', ids)
    .orderBy('position')
    .execute();
  const links = await trx
    .selectFrom('audit_links')
    .select(linkColumns)
    .where('subject_id', 'in', ids)
    .where('subject', '=', 'payment')
    .execute();
  const linksById = Map.groupBy(links, (link) => link.subject_id);
  return rows.flatMap((row) => {
    const latest = inOrder(linksById.get(row.id) ?? []).at(-1);
    const facts = linkedFacts(row);
    const begun = readFacts(latest?.facts ?? null)?.begun ?? begunDigest(row);
    const isNews = latest?.facts !== facts && begun === begunDigest(row);
    return isNews ? [aboutPayment(row.id, (latest?.revision ?? 0) + 1, facts)] : [];
  });
}
