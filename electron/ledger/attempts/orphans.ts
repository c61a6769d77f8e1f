/** Own attempts without a caller: their commit exceeded our time limit and reached the disk after all. */
import { neverLeft } from '#electron/core/payments/answered-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Engine } from '#electron/ledger/engine.ts';
import type { Instance } from '#electron/ledger/seats/instances.ts';

/**
 * Finishes `sending` attempts of this instance that are not under way as not sent. Their `begin` failed for its caller, so
 * nothing has left.
 * @param isUnderWay called after the rows are read, so that attempts begun or finished meanwhile are left alone
 */
export async function finishOrphans(
  engine: Engine,
  own: Instance,
  isUnderWay: (attemptId: string) => boolean,
  finish: (attemptId: string, answer: typeof neverLeft) => Promise<Attempt>,
): Promise<readonly Attempt[]> {
  const rows = await engine.read((db) =>
    db
      .selectFrom('attempts')
      .select('id')
      .where('standing', '=', 'sending')
      .where('instance_id', '=', own.id)
      .execute(),
  );
  const finished: Attempt[] = [];
  for (const { id } of rows.filter((row) => !isUnderWay(row.id))) finished.push(await finish(id, neverLeft));
  return finished;
}
