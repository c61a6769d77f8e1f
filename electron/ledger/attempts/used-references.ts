/**
 * Recognizes an answer whose reference another payment on the ledger has, so that it can't be the answer to this one: it was
 * crossed or cached.
 */
import { nonBlank } from '#electron/core/payments/answered-attempt.ts';
import { sql, type CompiledQuery } from 'kysely';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import { prepared, together, type Param } from '#electron/ledger/engine/prepared.ts';
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
  | 'profile_id'
  | 'hold_id'
  | 'charge_id'
  | 'cod_oper'
  | 'auth_token'
  | 'idtx'
>;

const others = (db: Database, param: Param) =>
  db
    .selectFrom('attempts as other')
    .select('other.position')
    .where('other.environment', '=', param('environment'))
    .where('other.profile_id', '=', param('profile_id'))
    .where('other.id', '!=', param('id'))
    .where('other.id', '!=', param('reversed'))
    .where(sql<boolean>`coalesce(other.charge_id, '') <> ${param('reversedCharge')}`);

/** Finds another payment with this codOper. The partial index of each query needs its condition in the same words. */
const sameCodOper = (db: Database, param: Param) =>
  others(db, param).where('other.cod_oper', '=', param('usedCodOper'));

/** Finds another payment of family A with this idtx. A capture has one of its own. */
const sameIdtx = (db: Database, param: Param) =>
  others(db, param)
    .where(sql<boolean>`other.family = 'json'`)
    .where('other.idtx', '=', param('usedIdtx'));

/** Finds another payment with this AUTH_TOKEN. A capture may repeat that of its own authorization. */
const sameAuthToken = (db: Database, param: Param) =>
  others(db, param)
    .where(sql<boolean>`other.family = 'form'`)
    .where('other.auth_token', '=', param('usedAuthToken'))
    .where('other.id', '!=', param('usedBy'));

/** Family B does not say whether a capture has a CODOPER of its own, so it may repeat that of its authorization too. */
const sameCodOperOfForm = (db: Database, param: Param) =>
  sameCodOper(db, param).where('other.id', '!=', param('usedBy'));

/** The queries of each family. */
export const sameReference = { json: [sameCodOper, sameIdtx], form: [sameCodOperOfForm, sameAuthToken] } as const;

const findUsed = {
  json: sameReference.json.map((same) => prepared((db, param) => same(db, param).limit(1))),
  form: sameReference.form.map((same) => prepared((db, param) => same(db, param).limit(1))),
} as const;

/** Returns the reference unless it identifies nothing: blank, or the zero of a payment that was never numbered. */
const identifying = (idtx: string | null): string | null =>
  idtx === null || /^[0 ]*$/.test(idtx) ? null : nonBlank(idtx);

/** Returns the values of all queries beside those of the row. A null reference is found nowhere. */
export const soughtReferences = (row: Referring) => ({
  usedCodOper: nonBlank(row.cod_oper),
  usedIdtx: row.family === 'json' ? identifying(row.idtx) : null,
  usedAuthToken: row.family === 'form' ? nonBlank(row.auth_token) : null,
  usedBy: row.hold_id ?? '',
  // A reversal may repeat the reference of what it reverses, and that of another refund of the same charge (field notes).
  reversed: isReversal(row) ? (row.charge_id ?? row.hold_id ?? '') : '',
  reversedCharge: row.charge_id ?? '-',
});

const isReversal = (row: Pick<ListedRow, 'operation' | 'family' | 'environment'>): boolean =>
  operationFacts(recorded.operation(row)).draft === 'reversal';

/** Returns the references that no other payment of its merchant may have. */
export function referencesOf(row: Referring): readonly string[] {
  const { usedCodOper, usedIdtx, usedAuthToken } = soughtReferences(row);
  return [usedCodOper, usedIdtx, usedAuthToken].flatMap((reference) => reference ?? []);
}

/** Statements that make answers with the same reference wait for each other, so that only the first finds it unused. */
export const lockReferences = (engine: Engine, row: Referring): readonly CompiledQuery[] =>
  referencesOf(row).flatMap((reference) => engine.serialized(`${reference} ${row.environment} ${row.profile_id}`));

/** Returns the ids of those whose reference another payment has. */
export async function usedReferences(
  engine: Engine,
  trx: Work,
  referring: readonly Referring[],
): Promise<ReadonlySet<string>> {
  const asked = referring.flatMap((row) =>
    findUsed[recorded.family(row.family)].map((find) => ({
      id: row.id,
      query: find.bind(engine, row, soughtReferences(row)),
    })),
  );
  const answers = await together(
    trx,
    asked.map(({ query }) => query),
  );
  return new Set(asked.flatMap(({ id }, index) => (answers[index]?.rows.length === 0 ? [] : [id])));
}
