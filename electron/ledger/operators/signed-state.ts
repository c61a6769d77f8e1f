/**
 * The operators of a shared ledger with their policy, signed as a whole by the seat that changed them last. Whoever may write the
 * database can change the rows, and can't sign them.
 */
import { jsonAs } from '#shared/parsed-json.ts';
import {
  type StoredOperator,
  operatorsSignatureSchema,
  type OperatorsSignature,
} from '#electron/core/operators/stored-operators.ts';
import { operatorNameKey } from '#shared/seat/operators.ts';
import type { OperatorsTable } from '#electron/ledger/rows/tables.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { ledgerIdName, putSetting } from '#electron/ledger/engine/ledger-settings.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';

/** Name of the setting that holds their policy as JSON, with fields of newer versions. */
export const policyName = 'operators-policy';
const signedName = 'operators-signed';

type Signed = Omit<OperatorsSignature, 'number'>;

/** Signs and verifies texts for the trail. */
export interface OperatorSeals {
  /** Returns null while the vault is locked. */
  sign(text: string): Signed | null;
  vouches(text: string, signed: Signed): Promise<boolean>;
}

interface StoredState {
  readonly ledger: string;
  readonly revision: string;
  readonly policy: string | null;
  readonly rows: readonly OperatorRow[];
  readonly signed: string | null;
}

export interface JudgedState extends StoredState {
  /** Number of the change, counted by all seats. */
  readonly number: number;
  /** A seat that this one knows has signed the rows and the policy as they are. */
  readonly isSigned: boolean;
}

/** Returns the signed text. Leaves out the wrong tries, because each seat counts them without a change of the state. */
const signedText = (number: number, policy: string | null, rows: readonly OperatorRow[]): string =>
  JSON.stringify([
    'operators',
    number,
    policy,
    rows
      .map((row) => [
        row.id,
        row.name,
        row.name_key,
        row.role,
        row.active,
        row.must_change,
        row.hash,
        row.provisioned_hash,
      ])
      .toSorted(([one = ''], [other = '']) => ((one ?? '') < (other ?? '') ? -1 : 1)),
  ]);

/** Reads the state as it is stored; null while the ledger has no operators. */
async function readStored(db: Database): Promise<StoredState | null> {
  const settings = await db
    .selectFrom('ledger_settings')
    .selectAll()
    .where('name', 'in', [revisionName, policyName, ledgerIdName, signedName])
    .execute();
  const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null;
  // The revision is not signed. A hand may have removed it alone.
  const revision = valueOf(revisionName) ?? (valueOf(signedName) === null ? null : '');
  if (revision === null) return null;
  // Read after the revision: if another seat writes in between, the next heartbeat sees its revision.
  const rows = await db.selectFrom('operators').selectAll().orderBy('name_key').execute();
  return {
    ledger: valueOf(ledgerIdName) ?? '',
    revision,
    policy: valueOf(policyName),
    rows,
    signed: valueOf(signedName),
  };
}

/** Reads the state and judges it; null while the ledger has no operators. */
export async function readState(db: Database, seals: OperatorSeals): Promise<JudgedState | null> {
  for (let judged: StoredState | null = null; ;) {
    const state = await readStored(db);
    if (state === null) return null;
    const signature = jsonAs(operatorsSignatureSchema, state.signed ?? '');
    const number = signature?.number ?? 0;
    const isSigned =
      signature !== null && (await seals.vouches(signedText(number, state.policy, state.rows), signature));
    // Another seat may have written between the reading of the signature and that of the rows.
    if (isSigned || judged?.signed === state.signed) return { ...state, number, isSigned };
    judged = state;
  }
}

/** Signs the state as a transaction leaves it. @returns its number */
export async function signState(trx: Database, seals: OperatorSeals, before: number): Promise<number> {
  const state = await readStored(trx);
  if (state === null) return 0;
  const number = before + 1;
  const signed = seals.sign(signedText(number, state.policy, state.rows));
  if (signed === null) throw new LedgerUnavailable('other', 'Without the vault nothing can be signed.');
  await putSetting(trx, signedName, JSON.stringify({ number, ...signed }));
  return number;
}

export type OperatorRow = OperatorsTable;

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

export const toRow = (operator: StoredOperator): OperatorRow => ({
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
