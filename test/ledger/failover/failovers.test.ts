/** Failovers in the middle of payments and batches: no payment is sent twice, lost or called not sent. */
import { expect, it } from 'vitest';
import { runFailovers } from './failovers.ts';
import { times } from '#test/support/thorough.ts';

/** An asynchronous standby loses commits. `dead-standby.test.ts` covers commits that wait for a synchronous one. */
const orders = times([false], [true, false]).map((synchronous) => ({ synchronous, rounds: times(1, 20), seats: 3 }));

it.each(orders)(
  '$rounds failovers (synchronous: $synchronous) lose and send again no payment of $seats seats',
  async (order) => {
    const { violations, bugs, vanished, sent, payingAgain } = await runFailovers(order);
    expect(violations).toEqual([]);
    expect(bugs).toEqual([]);
    expect(payingAgain).toHaveLength(order.rounds);
    expect(sent).toBeGreaterThan(order.seats * order.rounds);
    if (order.synchronous) expect(vanished).toBe(0);
    else expect(vanished).toBeGreaterThanOrEqual(order.rounds);
  },
);
