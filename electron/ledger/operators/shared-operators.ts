/** Operators of a shared ledger, the same on every seat. A revision in the settings makes changes of two seats follow each other. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { MakeId } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { waitAfter } from '#electron/core/operators/lock-out.ts';
import {
  changedByHand,
  type CountedTry,
  type FoundOperators,
  type LedgerOperators,
  type OperatorsWrite,
  type SharedOperators,
  type OperatorsLedger,
} from '#electron/core/operators/shared-operators.ts';
import {
  operatorsContentSchema,
  operatorsPolicySchema,
  type OperatorsContent,
} from '#electron/core/operators/stored-operators.ts';
import { isObject, parseKnown, type JsonObject } from '#electron/documents/versioned-document.ts';
import { ledgerNow, type Database, type Engine, type Work } from '#electron/ledger/engine/engine.ts';
import type { NoteEvent } from '#electron/ledger/events.ts';
import { ledgerIdName, keepSetting, putSetting, readSetting } from '#electron/ledger/engine/ledger-settings.ts';
import { operatorNameKey } from '#shared/seat/operators.ts';
import {
  toOperator,
  toRow,
  type OperatorRow,
  revisionName,
  policyName,
  readState,
  signState,
  type OperatorSeals,
} from './signed-state.ts';
import type { Listeners } from '#electron/core/listeners.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';

export interface LedgerSharedOperators extends SharedOperators {
  /** Takes the revision that came with the heartbeat. */
  noteRevision(revision: string | null): void;
  /** False when somebody has changed the operators or their policy by hand. */
  isSigned(): Promise<boolean>;
}

export interface SharedOperatorsParts {
  readonly engine: Engine;
  readonly noteEvent: NoteEvent;
  readonly seals: OperatorSeals;
  readonly makeId: MakeId;
}

export function createSharedOperators(parts: SharedOperatorsParts): LedgerSharedOperators {
  const { engine, noteEvent, seals, makeId } = parts;
  let seen: string | null = null;

  async function writeIn(trx: Work, { before, next, by, deed }: OperatorsWrite): Promise<LedgerOperators | null> {
    const revision = makeId();
    if (!(await replaceRevision(trx, before?.revision ?? '', revision))) return null;
    await writePolicy(trx, next);
    await writeOperators(trx, before?.content?.operators ?? null, next.operators);
    await noteEvent(trx, by, deed);
    const ledger = await keepSetting(trx, ledgerIdName, makeId());
    return { ledger, revision, number: await signState(trx, seals, before?.number ?? 0), content: next };
  }

  async function readFound(db: Database): Promise<FoundOperators | null> {
    const state = await readState(db, seals);
    if (state === null) return null;
    const { ledger, revision, number, isSigned, policy, rows } = state;
    return { ledger, revision, number, content: isSigned ? contentIn(policy, rows) : null };
  }

  return {
    revision: () => seen,
    noteRevision(revision) {
      seen = revision;
    },
    read: () => engine.read(readFound),
    isSigned: () => engine.read(async (db) => (await readState(db, seals))?.isSigned ?? true),
    write: (change) => engine.write((trx) => writeIn(trx, change)),
    countTry: (name) =>
      engine.read(async (db) => {
        const counted = await countTry(db, name, makeId());
        const found = await readFound(db);
        // Rows that nobody has signed let nobody in.
        if (found?.content === null) throw new LedgerUnavailable('corrupt', changedByHand);
        const operator = found?.content.operators.find(({ id, active }) => active && id === counted?.operator.id);
        if (counted === null || found === null || operator === undefined) return null;
        return { ...counted, number: found.number, operator: { ...operator, wrong: counted.operator.wrong } };
      }),
    async forgetTries({ id, hash }) {
      await engine.read((db) =>
        db
          .updateTable('operators')
          .set({ wrong_count: 0, wrong_at: null })
          .where('id', '=', id)
          .where('hash', '=', hash)
          .execute(),
      );
    },
    async mergeTries(tries) {
      await engine.write(async (trx) => {
        for (const { id, count, age } of tries) {
          await trx
            .updateTable('operators')
            .set({ wrong_count: count, wrong_at: sql<number>`${ledgerNow} - ${age}::bigint` })
            .where('id', '=', id)
            .where('wrong_count', '<', count)
            .execute();
        }
      });
    },
    async noteLockOut(by, deed) {
      await engine.write(async (trx) => {
        await putSetting(trx, revisionName, makeId());
        await noteEvent(trx, by, deed);
      });
    },
  };
}

/**
 * Replaces the revision if it is still this one. A seat that does the same waits, and then finds another one.
 * @param before empty for one that was taken out
 */
async function replaceRevision(trx: Work, before: string, next: string): Promise<boolean> {
  if (before === '') {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('ledger_settings')
      .values({ name: revisionName, value: next })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await trx
    .updateTable('ledger_settings')
    .set({ value: next })
    .where('name', '=', revisionName)
    .where('value', '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps fields of newer versions. */
async function writePolicy(trx: Work, { operators: _operators, ...policy }: OperatorsContent): Promise<void> {
  const known = jsonObject(await readSetting(trx, policyName));
  await putSetting(trx, policyName, JSON.stringify({ ...known, ...policy }));
}

/**
 * Writes those that differ. Tries are counted without a new revision, so they are replaced only on purpose.
 * @param before null for rows that may be anybody's
 */
async function writeOperators(
  trx: Work,
  before: OperatorsContent['operators'] | null,
  next: OperatorsContent['operators'],
): Promise<void> {
  if (before === null) await trx.deleteFrom('operators').execute();
  for (const operator of next) {
    const former = before?.find(({ id }) => id === operator.id);
    if (isDeepStrictEqual(former, operator)) continue;
    const row = toRow(operator);
    const { wrong_count: _count, wrong_at: _at, last_try: _try, ...columns } = row;
    const endsTries = former?.hash !== operator.hash || !isDeepStrictEqual(former.wrong, operator.wrong);
    await trx
      .insertInto('operators')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(endsTries ? row : columns))
      .execute();
  }
}

/** @throws LedgerUnavailable when somebody has changed them by hand, and left no supervisor for instance */
function contentIn(policy: string | null, rows: readonly OperatorRow[]): OperatorsContent {
  try {
    const known = parseKnown(operatorsPolicySchema, jsonObject(policy));
    return operatorsContentSchema.parse({ ...known, operators: rows.map(toOperator) });
  } catch (error) {
    throw new LedgerUnavailable('corrupt', 'The operators of the shared ledger can’t be read.', { cause: error });
  }
}

function jsonObject(text: string | null): JsonObject {
  const value: unknown = text === null ? {} : JSON.parse(text);
  return isObject(value) ? value : {};
}

/** Waits in ms after 0, 1, 2 … wrong tries. The last one is that of every higher count. */
const waits = Array.from({ length: 32 }, (_, count) => waitAfter(count));

const wait = sql.raw<number>(`(array[${waits.join(',')}]::bigint[])[least(wrong_count, ${waits.length - 1}) + 1]`);
/** No wait runs. A time in the future, from before the clock was set back, counts as the present. */
const isFree = sql<boolean>`(coalesce(least(wrong_at, ${ledgerNow}), 0) + ${wait} <= ${ledgerNow})`;

/**
 * Counts in one statement, which waits for a try at another seat that has the row. One during a wait changes nothing, but for a
 * time in the future. @param tryId id by which this try is known again
 */
async function countTry(db: Database, name: string, tryId: string): Promise<Omit<CountedTry, 'number'> | null> {
  const { rows } = await sql<OperatorRow & { readonly now: number }>`update operators set
      wrong_count = wrong_count + case when ${isFree} then 1 else 0 end,
      wrong_at = case when ${isFree} then ${ledgerNow} else least(wrong_at, ${ledgerNow}) end,
      last_try = case when ${isFree} then ${tryId} else last_try end
    where name_key = ${operatorNameKey(name)} and active = 1
    returning *, ${ledgerNow} as now`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  return { operator: toOperator(row), counted: row.last_try === tryId, now: new Date(row.now) };
}

/**
 * @param choice returns the present choice
 * @param opened returns the ledger in use, and rejects with `LedgerUnavailable` while there is none
 * @param heartbeats told after each heartbeat
 */
export const operatorsLedger = (
  choice: () => LedgerChoice,
  opened: () => Promise<{ readonly sharedOperators: SharedOperators | null }>,
  heartbeats: Pick<Listeners<void>, 'add'>,
): OperatorsLedger => ({
  isShared: () => choice().engine === 'postgres',
  opened: async () => (await opened()).sharedOperators,
  onHeartbeat: (listener) => void heartbeats.add(listener),
});
