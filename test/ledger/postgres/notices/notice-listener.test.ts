/** Changes by other seats: told by notices where LISTEN works, by heartbeats where it does not, and no notice lost for good. */
import { expect, it } from 'vitest';
import { createNoticeListener, listening } from '#electron/ledger/postgres/notices/notices.ts';
import { newId } from '#shared/new-id.ts';

/** A listener after its first heartbeat, with what it told. */
function makeListener() {
  const told: (readonly string[] | null)[] = [];
  const listener = createNoticeListener(({ attemptIds }) => void told.push(attemptIds));
  const beat = (mark: string, times = 1) => {
    for (let count = 0; count < times; count++) listener.noteMark(mark);
  };
  beat('1');
  return { ...listener, told, beat };
}
const payload = (...attemptIds: readonly string[]): string => JSON.stringify([attemptIds]);
const ids = [newId(), newId()] as const;
const [one, both] = [payload(ids[0]), payload(...ids)];

it('tells what others changed, and again nothing by the heartbeats that follow', () => {
  const { hear, told, beat } = makeListener();
  hear(both);
  hear('');
  beat('2', listening.whole - 1);
  expect(told).toEqual([ids, null]);
});

it('does not tell its own notices, which it told when it committed', () => {
  const { sends, hear, told, beat } = makeListener();
  sends(one);
  hear(one);
  beat('2', listening.whole - 1);
  expect(told).toEqual([]);
  // The same attempt, changed by another seat.
  hear(one);
  expect(told).toEqual([[ids[0]]]);
});

it('tells a change that no notice told, and again for a seat that commits late', () => {
  const { told, beat } = makeListener();
  beat('1', 10 * listening.whole);
  expect(told).toEqual([]);
  beat('2', 10 * listening.whole);
  // The whole comparison can't know that it was told.
  expect(told.length).toBeGreaterThanOrEqual(listening.repeats);
  expect(told.length).toBeLessThanOrEqual(listening.repeats + 1);
  expect(new Set(told)).toEqual(new Set([null]));
});

it('tells a change at once and no more when its notice follows the heartbeat', () => {
  const { hear, told, beat } = makeListener();
  beat('2');
  hear(one);
  beat('2', listening.whole - 2);
  expect(told).toEqual([null, [ids[0]]]);
});

it('waits for the next heartbeat with a change whose notice may be under way, where notices were heard before', () => {
  const { hear, told, beat } = makeListener();
  hear(one);
  beat('2');
  beat('3');
  hear(both);
  beat('3', 4);
  expect(told).toEqual([[ids[0]], ids]);
  beat('4');
  expect(told).toHaveLength(2);
  beat('4');
  expect(told).toHaveLength(3);
});

it('finds a lost notice among others', () => {
  const { hear, told, beat } = makeListener();
  const rounds = 10;
  for (let count = 0; count < rounds * listening.whole; count++) {
    hear(one);
    beat(`next ${count}`);
  }
  expect(told.filter((ids) => ids === null)).toHaveLength(rounds);
});
