/** Appends links to a chain, in the transaction of what they are about. */
import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import type { Engine, Work, WrittenPayment } from '#electron/ledger/engine/engine.ts';
import { isWritten } from '#electron/ledger/engine/statements.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import { eventDigest, factsDigest, inOrder, linkColumns, type ChainPoint, type LinkRow } from './link.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { begunDigest, isSameRow, linkedColumns, linkedFacts, readFacts } from './payment-facts.ts';

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

/**
 * Reads what is to be linked of payments, after all that a transaction has written.
 * @param left payments as the transaction means to leave them, by their ids
 */
export async function aboutPayments(
  trx: Work,
  ids: readonly string[],
  left: ReadonlyMap<string, ListedRow>,
): Promise<readonly About[]> {
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
    const isNews = latest?.facts !== facts && begun === begunDigest(row) && isSameRow(row, left.get(row.id) ?? row);
    return isNews ? [aboutPayment(row.id, (latest?.revision ?? 0) + 1, facts)] : [];
  });
}
