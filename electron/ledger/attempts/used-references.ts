/** Recognizes an approval whose reference another payment on the ledger has, so that it can't be the answer to this one. */
import { nonBlank } from '#electron/core/payments/answered-attempt.ts';
import { sql, type CompiledQuery } from 'kysely';
import type { Database, Engine, Work } from '#electron/ledger/engine.ts';
import { prepared, type Param } from '#electron/ledger/prepared.ts';
import type { ListedRow } from './attempt-rows.ts';

/** The payment whose references are looked for. */
export type Referring = Pick<
  ListedRow,
  'id' | 'family' | 'environment' | 'profile_id' | 'hold_id' | 'cod_oper' | 'auth_token'
>;

const others = (db: Database, param: Param) =>
  db
    .selectFrom('attempts as other')
    .select('other.position')
    .where('other.environment', '=', param('environment'))
    .where('other.profile_id', '=', param('profile_id'))
    .where('other.id', '!=', param('id'));

/** Finds another payment with this codOper. The partial index of both queries needs its condition in the same words. */
export const sameCodOper = (db: Database, param: Param) =>
  others(db, param).where('other.cod_oper', '=', param('usedCodOper'));

/** Finds another payment with this AUTH_TOKEN. A capture may repeat that of its own authorization. */
export const sameAuthToken = (db: Database, param: Param) =>
  others(db, param)
    .where(sql<boolean>`other.family = 'form'`)
    .where('other.auth_token', '=', param('usedAuthToken'))
    .where('other.id', '!=', param('usedBy'));

const findCodOper = prepared((db, param) => sameCodOper(db, param).limit(1));
const findAuthToken = prepared((db, param) => sameAuthToken(db, param).limit(1));

/** Returns the values of both queries beside those of the row. A null reference is found nowhere. */
export const soughtReferences = (row: Referring) => ({
  usedCodOper: nonBlank(row.cod_oper),
  usedAuthToken: row.family === 'form' ? nonBlank(row.auth_token) : null,
  usedBy: row.hold_id ?? '',
});

/** Statements that make answers with the same reference wait for each other, so that only the first finds it unused. */
export function lockReferences(engine: Engine, row: Referring): readonly CompiledQuery[] {
  const { usedCodOper, usedAuthToken } = soughtReferences(row);
  return [usedCodOper, usedAuthToken].flatMap((reference) =>
    reference === null ? [] : engine.serialized(`${reference} ${row.environment} ${row.profile_id}`),
  );
}

export async function isReferenceUsed(engine: Engine, trx: Work, row: Referring): Promise<boolean> {
  const sought = soughtReferences(row);
  if (sought.usedCodOper !== null && (await findCodOper(engine, trx, row, sought)).rows.length > 0) return true;
  return sought.usedAuthToken !== null && (await findAuthToken(engine, trx, row, sought)).rows.length > 0;
}
