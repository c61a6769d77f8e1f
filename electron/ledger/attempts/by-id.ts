/** Reads attempts by their ids, or by the batch that made them, and holds with the attempts that opened and settled them. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Attempt, effectiveState } from '#shared/payments/attempt.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt, damagedAttempt, isDamaged } from '#electron/ledger/rows/attempt-rows.ts';
import { instantSchema } from '#shared/identifiers.ts';
import type { RecordedHoldState } from '#shared/payments/hold-state.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import { holdColumns, type HoldsTable } from '#electron/ledger/rows/tables.ts';

/** Condition for any of many ids. All of them are one value, JSON, because the number of values of a statement is limited. */
export const amongIds = ({ kind }: Engine, ids: readonly string[]) =>
  kind === 'sqlite'
    ? sql<boolean>`in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`= any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)))`;

/** Reads the rows of these ids. Ids without an attempt are left out. */
export async function rowsById(engine: Engine, db: Database, ids: readonly string[]): Promise<readonly ListedRow[]> {
  if (ids.length === 0) return [];
  const among = sql<boolean>`id ${amongIds(engine, ids)}`;
  return db.selectFrom('attempts').select(listedColumns).where(among).execute();
}

export async function attemptsById(
  engine: Engine,
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Attempt>> {
  const rows = await rowsById(engine, db, ids);
  return new Map(rows.map((row) => [row.id, toAttempt(row)]));
}

export async function attemptsOfBatch(db: Database, batchId: string): Promise<readonly Attempt[]> {
  const made = db.selectFrom('attempts').select(listedColumns).where('batch_id', '=', batchId);
  return (await made.orderBy('position').execute()).map(toAttempt);
}

/** An attempt of a hold, if there is one, beside the columns of the hold. */
type JoinedRow = ListedRow & {
  readonly [Column in (typeof holdColumns)[number] as `of_${Column}`]: HoldsTable[Column];
};

/** Each hold with the attempts that opened and settled it, in one round trip, because a capture waits for it. */
const joined = (engine: Engine, db: Database, ids: readonly string[]) =>
  db
    .selectFrom('holds')
    .leftJoin('attempts', (join) => join.on(sql<boolean>`attempts.id in (holds.id, holds.settlement_id)`))
    .select(holdColumns.map((column) => `holds.${column} as of_${column}` as const))
    .select(listedColumns.map((column) => `attempts.${column}` as const))
    .where(sql<boolean>`holds.id ${amongIds(engine, ids)}`);

const holdIn = (row: JoinedRow): HoldsTable =>
  Object.fromEntries(holdColumns.map((column) => [column, row[`of_${column}`]])) as unknown as HoldsTable;

/** Reads the holds of these ids, in the order of the ids. Ids without a hold are left out. */
export async function holdsById(engine: Engine, db: Database, ids: readonly string[]): Promise<readonly Hold[]> {
  if (ids.length === 0) return [];
  const rows = (await joined(engine, db, ids).execute()) as unknown as readonly JoinedRow[];
  const attempts = new Map(rows.flatMap((row) => (row.position === null ? [] : [[row.id, toAttempt(row)] as const])));
  const holds = new Map(rows.map((row) => [row.of_id, holdIn(row)]));
  return ids.flatMap((id) => {
    const row = holds.get(id);
    return row === undefined ? [] : [holdOf(row, attempts)];
  });
}

/** States of a hold that follow from its authorization alone. */
const unsettled: ReadonlySet<RecordedHoldState> = new Set(['open', 'doubtful', 'unlisted']);

/** Training moves no money, and made-up payments (`npm run seed`) have no links. */
const isPlay = ({ environment }: Attempt): boolean => environment === 'training';

/** States of a capture or void with which its hold can't be open. One that is being sent may end in between. */
const settling: ReadonlySet<AttemptState> = new Set(['approved', 'unknown']);

/** Returns the holds that some of these payments have settled, or may have. */
const settledBy = (payments: Iterable<Attempt>): ReadonlySet<string | null> =>
  new Set([...payments].filter((each) => settling.has(effectiveState(each))).map(({ holdId }) => holdId));

/**
 * Returns a hold with its authorization as it was signed. Without one, or once it was settled, nothing may follow from it
 * (invariant 12).
 */
function asSigned(hold: Hold, authorization: Attempt | undefined, isSettled: boolean): Hold {
  if (isPlay(hold.authorization) || !unsettled.has(hold.state)) return hold;
  if (authorization === undefined || (isSettled && hold.state === 'open')) return { ...hold, state: 'altered' };
  const isDoubtful = hold.state === 'open' && effectiveState(authorization) !== 'approved';
  return { ...hold, authorization, state: isDoubtful ? 'doubtful' : hold.state };
}

interface Proofs {
  /** Finds out whose links count, and what the ledger has lost. Needs the ledger for itself. */
  readonly met: () => Promise<void>;
  /** Returns those of these payments that are as they were last signed, by their ids. */
  readonly signed: (db: Database, ids: readonly string[]) => Promise<ReadonlyMap<string, Attempt>>;
}

/** Holds of one read: some dozen milliseconds. */
const portion = 50;

/** Makes the reads that money follows from. */
export function signedReads(engine: Engine, { met, signed }: Proofs): Pick<Ledger, 'signed' | 'hold' | 'signedHolds'> {
  const deciding = async <Value>(work: (db: Database) => Promise<Value>): Promise<Value> => {
    await met();
    return engine.decide(work);
  };
  const signedPortion = (ids: readonly string[]): Promise<readonly Hold[]> =>
    deciding(async (db) => {
      // Sent at once, because a capture waits for both. A settlement that begins in between has moved its hold.
      const [authorizations, holds] = await Promise.all([signed(db, ids), holdsById(engine, db, ids)]);
      const settled = settledBy(authorizations.values());
      return holds.map((hold) => asSigned(hold, authorizations.get(hold.id), settled.has(hold.id)));
    });
  return {
    async signedHolds(ids) {
      const holds: Hold[] = [];
      for (let first = 0; first < ids.length; first += portion) {
        // SQLite works in this thread, so payments get a turn between portions.
        if (first > 0) await setImmediate();
        holds.push(...(await signedPortion(ids.slice(first, first + portion))));
      }
      return holds;
    },
    hold: async (holdId) => (await signedPortion([holdId]))[0] ?? null,
    signed: (attemptId) =>
      deciding(async (db) => {
        const [found, proved] = await Promise.all([attemptsById(engine, db, [attemptId]), signed(db, [attemptId])]);
        const attempt = found.get(attemptId) ?? null;
        if (attempt === null || isPlay(attempt)) return attempt;
        return proved.get(attemptId) ?? null;
      }),
  };
}

function holdOf(row: HoldsTable, attempts: ReadonlyMap<string, Attempt>): Hold {
  const authorization = attempts.get(row.id) ?? withoutAuthorization(row);
  return {
    id: authorization.id,
    state: stateOf(row, authorization),
    authorization,
    expiresAt: instantSchema.safeParse(row.expires_at).success ? row.expires_at : authorization.startedAt,
    expiryIsEstimate: row.expiry_is_estimate === 1,
    capture: row.settlement_id === null ? null : (attempts.get(row.settlement_id) ?? null),
  };
}

/** Stands for the authorization of a hold that can't be found, because the id of one of both rows is damaged. */
const withoutAuthorization = ({ id, amount, environment, merchant_id, expires_at }: HoldsTable): Attempt =>
  damagedAttempt({ id, amount, environment, merchant_id, position: positionAt(expires_at) });

/** An open hold waits for its authorization, which an answer may have put in doubt. One with a damaged row can't be captured. */
function stateOf(row: HoldsTable, authorization: Attempt): RecordedHoldState {
  if (!agrees(row, authorization)) return 'unlisted';
  const { state } = row;
  return state === 'open' && effectiveState(authorization) !== 'approved' ? 'doubtful' : recorded.holdState(state);
}

const agrees = (row: HoldsTable, authorization: Attempt): boolean =>
  !isDamaged(authorization) &&
  row.amount === heldAmount(authorization) &&
  row.merchant_id === authorization.merchantId &&
  instantSchema.safeParse(row.expires_at).success;
