/** Sums what an operator has used of a day's limit. */
import { withoutEffect } from '#shared/payments/outcome.ts';
import type { LimitUse } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { prepared } from '#electron/ledger/engine/prepared.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { requestedSum } from '#electron/ledger/rows/doubt-columns.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';

/** Sales, authorizations and charges of an earlier card. A capture takes what its authorization has counted already. */
const counted = operationsThat(({ guarded }) => guarded);

/** Reads the rows of one day along the primary key, so it needs no index of its own. */
const sumOfDay = prepared<{ readonly used: number }>((db, param) =>
  db
    .selectFrom('attempts')
    .select(requestedSum.as('used'))
    .where('position', '>=', param('from'))
    .where('position', '<', param('until'))
    .where('operator_name', '=', param('operatorName'))
    .where('environment', '=', param('environment'))
    .where('currency_sign', '=', param('currencySign'))
    .where('operation', 'in', counted)
    // States of a newer version count, because money may have moved.
    .where('standing', 'not in', withoutEffect),
);

/** @returns minor units: approved, sending and unknown attempts, each by its requested amount */
export const usedOfLimit = (engine: Engine, use: LimitUse): Promise<number> =>
  engine.decide(async (db) => {
    const { rows } = await sumOfDay(engine, db, { ...use, from: positionAt(use.from), until: positionAt(use.until) });
    return rows[0]?.used ?? 0;
  });
