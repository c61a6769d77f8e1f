/** Holds that expire soon: all of them are found, however many are open and however many have already expired. */
import { describe, expect, it } from 'vitest';
import { holdsAtRisk } from '#electron/core/holds/holds-at-risk.ts';
import { engines, makeStore } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, newAttempt, value } from '#test/fixtures/examples.ts';

const hour = 3_600_000;
const now = new Date('2026-11-20T12:00:00.000Z');
/** Family B holds last five days. */
const madeAt = (hoursLeft: number) => new Date(now.getTime() - (5 * 24 - hoursLeft) * hour).toISOString();

describe.each(engines)('holds at risk on %s', (engine) => {
  it('are all found beyond the first page, after more than a page of expired holds', async () => {
    const store = await makeStore(engine);
    const ledger = await store.open();
    const hold = async (hoursLeft: number, merchant = newAttempt().merchant): Promise<string> => {
      const attempt = newAttempt({ family: 'form', startedAt: madeAt(hoursLeft), merchant });
      value(await ledger.begin(attempt, null));
      await ledger.finish(attempt.id, approved(), attempt.startedAt);
      return attempt.id;
    };
    try {
      for (let index = 0; index < 12; index++) await hold(-24);
      const due: string[] = [];
      // Many share one instant, so that pages end in the middle of it.
      for (let index = 0; index < 24; index++) due.push(await hold(index < 17 ? 30 : 40));
      due.push(await hold(48));
      await hold(49);
      const training = { ...newAttempt().merchant, environment: 'training' } as const;
      await hold(30, training);
      value(await ledger.begin(capture(due[0] ?? ''), null));
      const found = (await holdsAtRisk(ledger, 'test', now, 10)).map(({ id }) => id);
      expect(found).toHaveLength(24);
      expect(found.toSorted()).toEqual(due.slice(1).toSorted());
    } finally {
      await store.drop();
    }
  });
});
