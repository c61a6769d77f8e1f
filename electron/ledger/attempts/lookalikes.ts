/** Finds what would block a payment while its card is still being keyed. */
import type { KeyedLookalike } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { findLookalikes } from './begin.ts';
import { listedAttempts } from './payments.ts';

/** Asks the question of `begin` without its transaction, so another seat may still come first. */
export async function keyedLookalikes(engine: Engine, keyed: KeyedLookalike): Promise<readonly ListedAttempt[]> {
  return engine.decide(async (db) => {
    const { rows } = await findLookalikes(engine, db, {
      guardedCard: keyed.cardFingerprint,
      amount: keyed.amount,
      profile_id: keyed.merchantId,
      sendingSince: '',
      since: keyed.since,
    });
    return listedAttempts(engine, db, rows);
  });
}
