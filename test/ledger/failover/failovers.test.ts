/** Failovers in the middle of payments and batches: no payment is sent twice, lost or called not sent. */
import { expect, it } from 'vitest';
import { runFailovers } from './failovers.ts';

/** Ten of each kind, in portions that end in time on a busy machine. */
const orders = [true, false, true, false].map((synchronous) => ({
  synchronous,
  rounds: 5,
  seats: 3,
}));

it.each(orders)(
  '$rounds failovers (synchronous: $synchronous) lose and send again no payment of $seats seats',
  async (order) => {
    const { violations, bugs, vanished, sent, payingAgain } = await runFailovers(order);
    expect(violations).toEqual([]);
    expect(bugs).toEqual([]);
    expect(payingAgain).toHaveLength(order.rounds);
    expect(sent).toBeGreaterThan(10 * order.rounds);
    if (order.synchronous) expect(vanished).toBe(0);
    else expect(vanished).toBeGreaterThan(0);
  },
);
