/** Converts a payment to the facts of its link. */
import { createHash } from 'node:crypto';
import { paymentFactsSchema, type LinkedPayment } from '#shared/ledger/trail.ts';
import type { WrittenPayment } from '#electron/ledger/engine/engine.ts';
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
export function readFacts(facts: string | null): LinkedPayment | null {
  if (facts === null) return null;
  try {
    return paymentFactsSchema.safeParse(JSON.parse(facts)).data ?? null;
  } catch {
    return null;
  }
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
