/** A short soak: on embedded ledgers alone in `npm test`, and with a shared one and its servers in `npm run test:thorough`. */
import { expect, it } from 'vitest';
import { times } from '#test/support/thorough.ts';
import { figuresLine, runSoak } from './soak.ts';

const order = { minutes: times(0.04, 2), rounds: times(1, 10), shared: times(0, 1) === 1 };

it(`keeps every promise for ${order.minutes} minutes of troubles`, async () => {
  const seed = 20_261_124;
  const result = await runSoak({ ...order, seed, log: () => undefined });
  expect(result.violations, `seed ${seed}: ${figuresLine(result)}`).toEqual([]);
  // A loaded machine makes few in this time.
  expect(result.counts.payments).toBeGreaterThan(5);
  expect(result.counts.kills + result.counts.faults).toBeGreaterThan(0);
});
