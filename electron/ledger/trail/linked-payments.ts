/** Payments as links say: the facts that are linked of them, and their reading beside what the audit trail says, in pages. */
import { sql } from 'kysely';
import { jsonAs } from '#shared/parsed-json.ts';
import { pagesOf, stretchesOf } from '#electron/ledger/engine/statements.ts';
import type { Database, Reader, WrittenPayment } from '#electron/ledger/engine/engine.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { inOrder, linksAbout, type LinkRow } from './link.ts';
import { createHash } from 'node:crypto';
import { paymentFactsSchema, type LinkedPayment } from '#shared/ledger/trail.ts';
import { listedColumns, stepColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';

export type LinkedRow = WrittenPayment['row'];

/** Columns that a move or the index of words may change. */
const bookkeeping: ReadonlySet<string> = new Set(['position', 'checksum']);
const begunColumns = stepColumns('begin').filter((name) => !bookkeeping.has(name));
const comparedColumns = listedColumns.filter((name) => !bookkeeping.has(name));
const digestedColumns = [...comparedColumns, 'raw_answer'] as const;
/** Columns that are read to compare a payment with its link. */
export const linkedColumns = [...listedColumns, 'raw_answer'] as const;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const digestOf = (row: LinkedRow, columns: readonly (keyof LinkedRow)[]): string =>
  sha256(JSON.stringify(columns.map((name) => row[name])));

/** True for the same payment with the same values. */
export const isSameRow = (row: ListedRow, other: ListedRow): boolean =>
  comparedColumns.every((name) => row[name] === other[name]);

/** Returns the digest of what never changes. */
export const begunDigest = (row: LinkedRow): string => digestOf(row, begunColumns);

/** Returns the facts as JSON. The same row always gives the same text. */
export function linkedFacts(row: LinkedRow): string {
  const facts: LinkedPayment = {
    operation: row.operation,
    environment: row.environment,
    merchant: row.merchant_name,
    seat: row.seat,
    amount: row.amount,
    answeredAmount: row.answered_amount,
    state: row.state,
    standing: row.standing,
    serviceCode: row.service_code,
    codOper: row.cod_oper,
    authTokenDigest: row.auth_token === null ? null : sha256(row.auth_token),
    operator: row.operator_name,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    resolvedBy: row.resolved_by,
    refersTo: row.hold_id ?? row.charge_id ?? row.card_of,
    begun: begunDigest(row),
    row: digestOf(row, digestedColumns),
  };
  return JSON.stringify(facts);
}

/** Reads the facts of a link; null for a payment that is gone, or for facts of another version of the program. */
export const readFacts = (facts: string | null): LinkedPayment | null =>
  facts === null ? null : jsonAs(paymentFactsSchema, facts);

/** Returns the facts of a payment whose outcome a link tells, so that a supervisor can have removed it; null for others. */
export function settledFacts(facts: string | null): LinkedPayment | null {
  const read = readFacts(facts);
  return read === null || read.standing === 'unknown' || read.standing === 'sending' ? null : read;
}

/**
 * True for what a run with a locked vault can say of a payment.
 * @param links all about the payment, in their order
 */
export function isOfLockedRun(links: readonly { readonly facts: string | null }[], index: number): boolean {
  const facts = links.map((link) => readFacts(link.facts));
  if (facts.every((each) => each === null || each.environment === 'training')) return true;
  return facts[index]?.standing === 'unknown' && facts[index - 1]?.standing === 'sending';
}

export interface LinkedPaymentRow {
  readonly id: string;
  /** The last link about it, of any seat. */
  readonly latest: LinkRow;
  /** Undefined for a payment that is not in the ledger. */
  readonly row: LinkedRow | undefined;
}

/** Payments per page. */
const portion = 200;

/** Milliseconds by which a payment may stand behind its beginning in the history, where others have taken the places before. */
const displaced = 8;

/** True when the payment is as its last link says, in its place of the history, or gone as the link says. */
export function isAsLinked({ latest, row }: Pick<LinkedPaymentRow, 'latest' | 'row'>): boolean {
  if (row === undefined) return latest.facts === null;
  const behind = row.position - positionAt(row.started_at);
  return behind >= 0 && behind < displaced * slots && latest.facts === linkedFacts(row);
}

/** Reads these payments, if a link is about them. */
export async function linkedPaymentsOf(db: Database, ids: readonly string[]): Promise<readonly LinkedPaymentRow[]> {
  if (ids.length === 0) return [];
  const links = await linksAbout(db, ids).execute();
  const rows = await db.selectFrom('attempts').select(linkedColumns).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...Map.groupBy(links, (link) => link.subject_id)].flatMap(([id, about]) => {
    const latest = inOrder(about).at(-1);
    return latest === undefined ? [] : [{ id, latest, row: byId.get(id) }];
  });
}

/** Yields every payment that a link is about. */
export async function* linkedPayments(engine: Reader): AsyncGenerator<readonly LinkedPaymentRow[]> {
  for await (const ids of linkedIds(engine, null)) yield await engine.read((db) => linkedPaymentsOf(db, ids));
}

/** Yields all links about each payment that one of these chains speaks of, in their order. */
export async function* linksOfPayments(
  engine: Reader,
  signers: readonly string[],
): AsyncGenerator<readonly (readonly LinkRow[])[]> {
  for await (const ids of linkedIds(engine, signers)) {
    const links = await engine.read((db) => linksAbout(db, ids).execute());
    yield [...Map.groupBy(links, (link) => link.subject_id).values()].map(inOrder);
  }
}

/** @param signers of the chains that are read; null for all */
async function* linkedIds(engine: Reader, signers: readonly string[] | null): AsyncGenerator<readonly string[]> {
  const behind = (db: Database, after: string) =>
    db.selectFrom('audit_links').select('subject_id').where('subject_id', '>', after).orderBy('subject_id');
  const stretches = stretchesOf(engine, '', async (db, after, offset) => {
    const ids = behind(db, after).limit(1).offset(offset);
    return (await ids.executeTakeFirst())?.subject_id;
  });
  for await (const { after: start, end } of stretches) {
    const page = (db: Database, after: string) =>
      behind(db, after)
        .distinct()
        .$if(end !== null, (part) => part.where('subject_id', '<=', end ?? ''))
        .where('subject', '=', 'payment')
        // As an expression: by the key of the chain, SQLite would sort all its links for each page.
        .$if(signers !== null, (part) => part.where(sql<string>`signer || ''`, 'in', signers ?? []))
        .limit(portion);
    const read = (after: string) => engine.read((db) => page(db, after).execute());
    for await (const subjects of pagesOf(start, ({ subject_id }) => subject_id, read))
      yield subjects.map((row) => row.subject_id);
  }
}
