/** Converts a payment to the facts of its link, and compares the two. */
import { createHash } from 'node:crypto';
import { paymentFactsSchema, type LinkedPayment } from '#shared/ledger/trail.ts';
import type { AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';

/** Columns that the facts are made of, and those that decide about a link. */
export const linkedColumns = [
  'id',
  'seat',
  'hold_id',
  'charge_id',
  'card_of',
  'operation',
  'environment',
  'merchant_name',
  'amount',
  'answered_amount',
  'state',
  'standing',
  'unknown_cause',
  'service_code',
  'cod_oper',
  'auth_token',
  'operator_name',
  'started_at',
  'answered_at',
  'resolved_by',
  'resolved_at',
] as const satisfies readonly (keyof AttemptsTable)[];
export type LinkedRow = Pick<AttemptsTable, (typeof linkedColumns)[number]>;

/** Returns the facts as JSON. The same row always gives the same text. */
export function linkedFacts(row: LinkedRow, adopted: boolean): string {
  const token = row.auth_token;
  const facts: LinkedPayment = {
    operation: row.operation,
    environment: row.environment,
    merchant: row.merchant_name,
    amount: row.amount,
    answeredAmount: row.answered_amount,
    state: row.state,
    standing: row.standing,
    serviceCode: row.service_code,
    codOper: row.cod_oper,
    authTokenDigest: token === null ? null : createHash('sha256').update(token).digest('base64url'),
    operator: row.operator_name,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    resolvedBy: row.resolved_by,
    refersTo: row.hold_id ?? row.charge_id ?? row.card_of,
    adopted,
  };
  return JSON.stringify(facts);
}

/** True when the facts of a link are those of the row, whether it was adopted or not. */
export const saysSame = (facts: string | null, row: LinkedRow): boolean =>
  facts === linkedFacts(row, false) || facts === linkedFacts(row, true);

/** Reads the facts of a link; null for a payment that is gone, or for facts of another version of the program. */
export function readFacts(facts: string | null): LinkedPayment | null {
  if (facts === null) return null;
  try {
    return paymentFactsSchema.safeParse(JSON.parse(facts)).data ?? null;
  } catch {
    return null;
  }
}
