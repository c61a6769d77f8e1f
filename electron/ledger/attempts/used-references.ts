/**
 * Recognizes an answer whose reference another payment on the ledger has, so that it can't be the answer to this one: it was
 * crossed or cached.
 */
import { nonBlank } from '#electron/core/payments/answered-attempt.ts';
import { sql, type CompiledQuery } from 'kysely';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import { together } from '#electron/ledger/engine/statements.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';

/** The payment whose references are looked for. */
export type Referring = Pick<
  ListedRow,
  | 'id'
  | 'operation'
  | 'family'
  | 'environment'
  | 'merchant_id'
  | 'hold_id'
  | 'charge_id'
  | 'cod_oper'
  | 'auth_token'
  | 'idtx'
>;

/** Returns the queries that find another payment with a reference of this one. A null reference is found nowhere. */
export function sameReferences(db: Database, row: Referring) {
  // A reversal may repeat the reference of what it reverses, and that of another refund of the same charge (field notes).
  const reversed = isReversal(row) ? (row.charge_id ?? row.hold_id ?? '') : '';
  const others = db
    .selectFrom('attempts as other')
    .select('other.position')
    .where('other.environment', '=', row.environment)
    .where('other.merchant_id', '=', row.merchant_id)
    .where('other.id', '!=', row.id)
    .where('other.id', '!=', reversed)
    .where(sql<boolean>`coalesce(other.charge_id, '') <> ${row.charge_id ?? '-'}`);
  const { codOper, idtx, authToken } = ownReferences(row);
  // The partial index of each query needs its condition in the same words.
  const sameCodOper = others.where('other.cod_oper', '=', codOper);
  if (recorded.family(row.family) === 'json') {
    // A capture has an idtx of its own.
    return [sameCodOper, others.where(sql<boolean>`other.family = 'json'`).where('other.idtx', '=', idtx)];
  }
  // A capture may repeat the AUTH_TOKEN of its own authorization. Family B does not say whether it has a CODOPER of its own.
  const sameAuthToken = others.where(sql<boolean>`other.family = 'form'`).where('other.auth_token', '=', authToken);
  return [sameCodOper, sameAuthToken].map((same) => same.where('other.id', '!=', row.hold_id ?? ''));
}

/** Returns the reference unless it identifies nothing: blank, or the zero of a payment that was never numbered. */
const identifying = (idtx: string | null): string | null =>
  idtx === null || /^[0 ]*$/.test(idtx) ? null : nonBlank(idtx);

const ownReferences = (row: Referring) => ({
  codOper: nonBlank(row.cod_oper),
  idtx: row.family === 'json' ? identifying(row.idtx) : null,
  authToken: row.family === 'form' ? nonBlank(row.auth_token) : null,
});

const isReversal = (row: Pick<ListedRow, 'operation' | 'family' | 'environment'>): boolean =>
  operationFacts(recorded.operation(row)).draft === 'reversal';

/** Returns the references that no other payment of its merchant may have. */
export const referencesOf = (row: Referring): readonly string[] =>
  Object.values(ownReferences(row)).filter((reference) => reference !== null);

/** Statements that make answers with the same reference wait for each other, so that only the first finds it unused. */
export const lockReferences = (engine: Engine, row: Referring): readonly CompiledQuery[] =>
  referencesOf(row).flatMap((reference) => engine.serialized(`${reference} ${row.environment} ${row.merchant_id}`));

/** Returns the ids of those whose reference another payment has. */
export async function usedReferences(
  engine: Engine,
  trx: Work,
  referring: readonly Referring[],
): Promise<ReadonlySet<string>> {
  const asked = referring.flatMap((row) =>
    sameReferences(engine.db, row).map((same) => ({ id: row.id, query: same.limit(1).compile() })),
  );
  const answers = await together(
    trx,
    asked.map(({ query }) => query),
  );
  return new Set(asked.flatMap(({ id }, index) => (answers[index]?.rows.length === 0 ? [] : [id])));
}
