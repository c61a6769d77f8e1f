/** Statements that open the hold of an approval, and change its state when an operation settles it. */
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import { operationFacts, operationTable, operationsThat } from '#shared/payments/operations.ts';
import { sql, type CompiledQuery } from 'kysely';
import { recorded, holdAfter, holdEnd } from '#electron/ledger/rows/recorded-values.ts';
import type { Database, Engine, Work } from '#electron/ledger/engine/engine.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { resolutionColumns, unindexed } from '#electron/ledger/rows/attempt-rows.ts';
import { holdColumns } from '#electron/ledger/rows/tables.ts';

/**
 * Opens a hold if the attempt was written as expected. The condition is needed because the statement is sent together with
 * that write, and an answer after a person's resolution must not move the hold. `moveHold` has the same condition.
 */
const openHold = (db: Database, row: ListedRow) =>
  db
    .insertInto('holds')
    .columns(holdColumns)
    .expression(
      db
        .selectFrom('attempts')
        .select(({ val, lit }) => [
          'id',
          val('open' as const).as('state'),
          val(heldAmount({ amount: row.amount, answeredAmount: row.answered_amount })).as('amount'),
          val(holdEnd(row)).as('expires_at'),
          val(row.family === 'form' ? 0 : 1).as('expiry_is_estimate'),
          'environment',
          'merchant_id',
          lit(null).as('settlement_id'),
        ])
        .where('position', '=', row.position)
        .where('standing', '=', 'approved'),
    )
    .onConflict((conflict) => conflict.doNothing());

const moveHold = (db: Database, { id, hold_id, position, standing }: ListedRow, state: HoldState) =>
  db
    .updateTable('holds')
    .set({ state })
    .where('id', '=', hold_id)
    .where('settlement_id', '=', id)
    .where(({ exists }) =>
      exists(
        db.selectFrom('attempts').select('position').where('position', '=', position).where('standing', '=', standing),
      ),
    );

/** State of a hold whose settlement is unknown, by the operation of that settlement. */
const unknownState = sql.join(
  operationsThat(({ settles }) => settles !== null).map(
    (operation) => sql`when ${sql.lit(operation)} then ${sql.lit(operationTable[operation].settles?.unknown)}`,
  ),
  sql` `,
);

/** Makes one contested settlement of a free hold count. Its resolution goes; a contradiction keeps it. */
const countContested = (db: Database, { hold_id }: ListedRow) =>
  db
    .updateTable('attempts')
    .set({ standing: 'unknown', ...resolutionColumns(null), ...unindexed })
    .where(
      'position',
      '=',
      db
        .selectFrom('attempts as contested')
        .select(({ fn }) => fn.min('contested.position').as('first'))
        .where('contested.hold_id', '=', hold_id)
        .where('contested.resolved_how', '=', 'contested'),
    )
    .where(({ exists }) =>
      exists(db.selectFrom('holds').select('id').where('id', '=', hold_id).where('state', '=', 'open')),
    );

function waitForContested(db: Database, { hold_id }: ListedRow) {
  const counts = db
    .selectFrom('attempts')
    .where('hold_id', '=', hold_id)
    .where('standing', '=', 'unknown')
    .where((eb) => eb.or([eb('contradiction', 'is not', null), eb('unknown_cause', '=', 'settled-elsewhere')]));
  return db
    .updateTable('holds')
    .set({
      state: counts
        .select(sql<HoldState>`case operation ${unknownState} end`.as('state'))
        .orderBy('position')
        .limit(1),
      settlement_id: counts.select('id').orderBy('position').limit(1),
    })
    .where('id', '=', hold_id)
    .where('state', '=', 'open')
    .where(({ exists }) => exists(counts.select('id')));
}

/** True when the attempt leaves its hold free, for which another settlement may wait. */
export function settlementFrees(row: ListedRow): boolean {
  const { settles } = operationFacts(recorded.operation(row));
  return settles !== null && holdAfter(row, settles) === 'open';
}

/** Links attempts that are about to change, with the settlements of their holds that may count again. */
export async function linkSettled(engine: Engine, trx: Work, ...rows: readonly ListedRow[]): Promise<void> {
  const holds = rows.flatMap(({ hold_id }) => hold_id ?? []);
  const waiting =
    holds.length === 0
      ? []
      : await trx
          .selectFrom('attempts')
          .select('id')
          .where('hold_id', 'in', holds)
          .where('resolved_how', '=', 'contested')
          .execute();
  await engine.link(trx, { payments: [...rows, ...waiting].map(({ id }) => id) });
}

/** Statements for the hold of an attempt, to be run after the attempt is written. */
export function holdMoves({ db }: Engine, row: ListedRow): readonly CompiledQuery[] {
  const { settles, opens } = operationFacts(recorded.operation(row));
  if (settles !== null) {
    const state = holdAfter(row, settles);
    const move = moveHold(db, row, state).compile();
    // Another settlement, whose resolution is contradicted, may have waited for the hold to become free.
    return state === 'open' ? [move, countContested(db, row).compile(), waitForContested(db, row).compile()] : [move];
  }
  return opens === 'hold' && row.standing === 'approved' ? [openHold(db, row).compile()] : [];
}

/** Statement that takes the hold as `begin` does. An approved operation also takes one that a refusal has closed (622). */
export function takesHold(engine: Engine, row: ListedRow, answer: GatewayAnswer | null): readonly CompiledQuery[] {
  const { settles } = operationFacts(recorded.operation(row));
  if (settles === null || (row.standing !== 'sending' && row.standing !== 'unknown')) return [];
  const taken = engine.db
    .updateTable('holds')
    .set({ state: row.standing === 'sending' ? settles.sending : settles.unknown, settlement_id: row.id })
    .where('id', '=', row.hold_id)
    .$if(answer?.outcome !== 'approved', (query) => query.where('state', '=', 'open'));
  return [taken.compile()];
}
