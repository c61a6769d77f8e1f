/** Operators of a shared ledger, the same on every seat. A revision in the settings makes changes of two seats follow each other. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { MakeId } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { waitAfter } from '#electron/core/operators/lock-out.ts';
import type {
  CountedTry,
  LedgerOperators,
  OperatorsWrite,
  SharedOperators,
} from '#electron/core/operators/shared-operators.ts';
import {
  operatorsContentSchema,
  operatorsPolicySchema,
  type OperatorsContent,
} from '#electron/core/operators/stored-operators.ts';
import { isObject, parseKnown, type JsonObject } from '#electron/documents/unknown-keys.ts';
import { ledgerNow, type Database, type Engine, type Work } from '#electron/ledger/engine/engine.ts';
import type { NoteDeed, NoteEvent } from '#electron/ledger/events.ts';
import { ledgerIdName, keepSetting, putSetting, readSetting } from '#electron/ledger/engine/ledger-settings.ts';
import { operatorNameKey } from '#shared/seat/operators.ts';
import { toOperator, toRow, type OperatorRow } from './operator-rows.ts';
import { revisionName } from './revision.ts';

/** Name of the setting that holds their policy as JSON, with fields of newer versions. */
const policyName = 'operators-policy';

export interface LedgerSharedOperators extends SharedOperators {
  /** Takes the revision that came with the heartbeat. */
  noteRevision(revision: string | null): void;
}

export interface SharedOperatorsParts {
  readonly engine: Engine;
  readonly noteEvent: NoteEvent;
  /** Appends in the name of this seat. */
  readonly noteDeed: NoteDeed;
  readonly makeId: MakeId;
}

export function createSharedOperators(parts: SharedOperatorsParts): LedgerSharedOperators {
  const { engine, noteEvent, noteDeed, makeId } = parts;
  let seen: string | null = null;

  async function writeIn(trx: Work, { before, next, by, deed }: OperatorsWrite): Promise<LedgerOperators | null> {
    const revision = makeId();
    if (!(await replaceRevision(trx, before?.revision ?? null, revision))) return null;
    await writePolicy(trx, next);
    await writeOperators(trx, before?.content.operators ?? [], next.operators);
    await (by === null ? noteDeed(trx, deed) : noteEvent(trx, by, deed));
    const ledger = (await keepSetting(trx, ledgerIdName, makeId())) ?? '';
    return { ledger, revision, content: next };
  }

  return {
    revision: () => seen,
    noteRevision(revision) {
      seen = revision;
    },
    read: () =>
      engine.read(async (db) => {
        const settings = await db
          .selectFrom('ledger_settings')
          .selectAll()
          .where('name', 'in', [revisionName, policyName, ledgerIdName])
          .execute();
        const valueOf = (name: string) => settings.find((setting) => setting.name === name)?.value ?? null;
        const revision = valueOf(revisionName);
        if (revision === null) return null;
        // Read after the revision: if another seat writes in between, the next heartbeat sees its revision.
        const rows = await db.selectFrom('operators').selectAll().orderBy('name_key').execute();
        return { ledger: valueOf(ledgerIdName) ?? '', revision, content: contentIn(valueOf(policyName), rows) };
      }),
    write: (change) => engine.write((trx) => writeIn(trx, change)),
    countTry: (name) => engine.read((db) => countTry(db, name, makeId())),
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

/** Replaces the revision if it is still this one. A seat that does the same waits, and then finds another one. */
async function replaceRevision(trx: Work, before: string | null, next: string): Promise<boolean> {
  if (before === null) {
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

/** Writes those that differ. Tries are counted without a new revision, so they are replaced only on purpose. */
async function writeOperators(
  trx: Work,
  before: OperatorsContent['operators'],
  next: OperatorsContent['operators'],
): Promise<void> {
  for (const operator of next) {
    const former = before.find(({ id }) => id === operator.id);
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
async function countTry(db: Database, name: string, tryId: string): Promise<CountedTry | null> {
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
