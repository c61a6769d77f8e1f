/** Finds what would block a payment while its card is still being keyed. */
import type { KeyedLookalike } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { toAttempt } from './attempt-rows.ts';
import { findLookalikes } from './begin.ts';

/** Asks the question of `begin` without its transaction, so another seat may still come first. */
export async function keyedLookalikes(engine: Engine, keyed: KeyedLookalike): Promise<readonly Attempt[]> {
  const { rows } = await engine.read((db) =>
    findLookalikes(engine, db, {
      guardedCard: keyed.cardFingerprint,
      amount: keyed.amount,
      profile_id: keyed.merchantId,
      sendingSince: '',
      since: keyed.since,
    }),
  );
  return rows.map(toAttempt);
}
