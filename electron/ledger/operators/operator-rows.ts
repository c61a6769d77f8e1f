/** Rows of the operators that live in a shared ledger, and the revision by which seats notice a change. */
import type { Insertable, Selectable } from 'kysely';
import type { StoredOperator } from '#electron/core/operators/stored-operators.ts';
import { operatorNameKey } from '#shared/seat/operators.ts';
import type { OperatorsTable } from '#electron/ledger/rows/tables.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';

export type OperatorRow = Selectable<OperatorsTable>;

export const toOperator = (row: OperatorRow): StoredOperator => ({
  id: row.id,
  name: row.name,
  role: row.role,
  active: row.active === 1,
  mustChange: row.must_change === 1,
  hash: row.hash,
  provisionedHash: row.provisioned_hash,
  wrong:
    row.wrong_count === 0 || row.wrong_at === null
      ? null
      : { count: row.wrong_count, at: new Date(row.wrong_at).toISOString() },
});

export const toRow = (operator: StoredOperator): Insertable<OperatorsTable> => ({
  id: operator.id,
  name: operator.name,
  name_key: operatorNameKey(operator.name),
  role: operator.role,
  active: operator.active ? 1 : 0,
  must_change: operator.mustChange ? 1 : 0,
  hash: operator.hash,
  provisioned_hash: operator.provisionedHash,
  wrong_count: operator.wrong?.count ?? 0,
  wrong_at: operator.wrong === null ? null : Date.parse(operator.wrong.at),
  last_try: null,
});

/** Name of the setting that holds the id of the operators' present state. */
export const revisionName = 'operators-revision';

/** Subquery of the revision; null while the ledger has no operators. */
export const revisionIn = (db: Database) =>
  db.selectFrom('ledger_settings').select('value').where('name', '=', revisionName).as('revision');
