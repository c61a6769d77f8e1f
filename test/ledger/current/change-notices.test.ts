/** Notices to the screens: at most one a second, one's own at once, those of other seats merged and spread. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change } from '#shared/ledger/history.ts';
import { mostChangedIds } from '#electron/ledger/engine/engine.ts';
import {
  createChangeNotices,
  longestInterval,
  noticeInterval,
  noticeSpread,
} from '#electron/ledger/current/current-ledger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Notices with their times in ms, of a seat whose random numbers are all the given one. */
function makeNotices(random = 0.5) {
  const start = performance.now();
  const told: (readonly [number, readonly string[] | null])[] = [];
  const tell = ({ attemptIds }: Change) => void told.push([performance.now() - start, attemptIds]);
  const notices = createChangeNotices(tell, () => random);
  const own = (...attemptIds: readonly string[]) => notices.note({ attemptIds, by: 'this-seat' });
  const another = (...attemptIds: readonly string[]) => notices.note({ attemptIds, by: 'another' });
  return { notices, told, own, another };
}

const halfSpread = noticeSpread / 2;

describe('a notice to the screens', () => {
  it('of an own change comes at once after a calm second, and the next one a second later with all that changed', () => {
    const { told, own } = makeNotices();
    own('a');
    expect(told).toEqual([[0, ['a']]]);
    vi.advanceTimersByTime(400);
    own('b');
    vi.advanceTimersByTime(400);
    own('a', 'c');
    vi.advanceTimersByTime(60_000);
    own('d');
    expect(told.slice(1)).toEqual([
      [noticeInterval, ['b', 'a', 'c']],
      [60_800, ['d']],
    ]);
  });

  it('of other seats comes after a delay of its own, with an own change that takes it along at once', () => {
    const { told, own, another } = makeNotices();
    another('a');
    another('b');
    vi.advanceTimersByTime(halfSpread - 1);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told).toEqual([[halfSpread, ['a', 'b']]]);
    vi.advanceTimersByTime(10_000);
    another('c');
    own('d');
    vi.advanceTimersByTime(10_000);
    expect(told.slice(1)).toEqual([[halfSpread + 10_000, ['c', 'd']]]);
  });

  it('comes at most once a second, whatever the changes', () => {
    for (const random of [0, 0.5, 0.999]) {
      const { told, own, another } = makeNotices(random);
      for (let count = 0; count < 1_000; count++) {
        if (count % 7 === 0) own(`own ${count}`);
        else another(`other ${count}`);
        vi.advanceTimersByTime(10);
      }
      const times = told.map(([at]) => at);
      expect(times.length).toBeGreaterThanOrEqual(9);
      for (const [index, at] of times.slice(1).entries()) {
        expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(noticeInterval);
        expect(at - (times[index] ?? 0)).toBeLessThanOrEqual(noticeInterval + noticeSpread);
      }
    }
  });

  it('of other seats comes ever more seldom while their changes go on, and soon again after a calm while', () => {
    const { told, another } = makeNotices(0);
    const run = (ms: number) => {
      for (let time = 0; time < ms; time += 100) {
        another('a');
        vi.advanceTimersByTime(100);
      }
    };
    run(20_000);
    const times = told.map(([at]) => at);
    expect(times).toEqual([0, 2_000, 6_000, 10_000, 14_000, 18_000]);
    expect(longestInterval).toBe(4_000);
    vi.advanceTimersByTime(60_000);
    const before = told.length;
    run(3_000);
    expect(told.slice(before).map(([at]) => at)).toEqual([80_000, 82_000]);
  });

  it('of an own change takes along at once what waits of other seats', () => {
    const { told, own, another } = makeNotices();
    another('a');
    vi.advanceTimersByTime(halfSpread + 100);
    another('b');
    vi.advanceTimersByTime(noticeInterval - 100);
    own('c');
    expect(told.slice(1)).toEqual([[halfSpread + noticeInterval, ['b', 'c']]]);
  });

  it('stands for everything when one change does, or when many attempts changed', () => {
    const { told, own, notices } = makeNotices();
    own('a');
    own('b');
    notices.note({ attemptIds: null, by: 'another' });
    own('c');
    vi.advanceTimersByTime(noticeInterval);
    for (let count = 0; count <= mostChangedIds; count++) own(`${count}`);
    vi.advanceTimersByTime(noticeInterval);
    expect(told.map(([, ids]) => ids)).toEqual([['a'], null, null]);
  });

  it('keeps its pace when the clock of the system is set back', () => {
    const { told, own } = makeNotices();
    own('a');
    vi.setSystemTime(0);
    own('b');
    vi.advanceTimersByTime(noticeInterval);
    expect(told).toEqual([
      [0, ['a']],
      [noticeInterval, ['b']],
    ]);
  });

  it('does not come after the end', () => {
    const { told, own, another, notices } = makeNotices();
    another('a');
    notices.stop();
    own('b');
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
  });
});
