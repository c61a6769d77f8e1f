/** Sums what an operator has used of a day's limit. */
import { withoutEffect } from '#shared/payments/outcome.ts';
import type { LimitUse } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { requestedSum } from '#electron/ledger/rows/doubt-columns.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';

/** Sales, authorizations and charges of an earlier card. A capture takes what its authorization has counted already. */
const counted = operationsThat(({ guarded }) => guarded);

/** @returns minor units: approved, sending and unknown attempts, each by its requested amount */
export const usedOfLimit = (engine: Engine, use: LimitUse): Promise<number> =>
  engine.decide(async (db) => {
    const sum = await db
      .selectFrom('attempts')
      .select(requestedSum.as('used'))
      // One day along the primary key, which needs no index of its own.
      .where('position', '>=', positionAt(use.from))
      .where('position', '<', positionAt(use.until))
      .where('operator_name', '=', use.operatorName)
      .where('environment', '=', use.environment)
      .where('currency_sign', '=', use.currencySign)
      .where('operation', 'in', counted)
      // States of a newer version count, because money may have moved.
      .where('standing', 'not in', withoutEffect)
      .executeTakeFirst();
    return sum?.used ?? 0;
  });
