/** A retried task: its pauses and its end. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRetry } from '#electron/core/retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that always asks for another try, and the times of its runs in ms. */
function failing(pauses: { readonly first: number; readonly longest: number }) {
  const start = Date.now();
  const runs: number[] = [];
  const retry = createRetry(() => {
    runs.push(Date.now() - start);
    retry.later();
  }, pauses);
  return { retry, runs };
}

test('each pause of a retry is twice the previous one, up to the maximum', () => {
  const { retry, runs } = failing({ first: 100, longest: 500 });
  retry.later();
  vi.advanceTimersByTime(2_200);
  expect(runs).toEqual([100, 300, 700, 1_200, 1_700, 2_200]);
});

test('a pause that is limited is no longer than its limit, and the next one without a limit goes on from there', () => {
  const runs: number[] = [];
  const start = Date.now();
  const retry = createRetry(() => runs.push(Date.now() - start), { first: 100, longest: 5_000 });
  for (const limit of [150, 150, 150, 5_000]) {
    retry.later(limit);
    vi.advanceTimersByTime(5_000);
  }
  const waits = runs.map((at, index) => at - 5_000 * index);
  expect(waits).toEqual([100, 150, 150, 800]);
});

test('a scheduled retry is not delayed by another request', () => {
  const { retry, runs } = failing({ first: 100, longest: 100 });
  retry.later();
  vi.advanceTimersByTime(60);
  retry.later();
  vi.advanceTimersByTime(40);
  expect(runs).toEqual([100]);
});

test('a reset makes the next pause of a retry the shortest one', () => {
  const { retry, runs } = failing({ first: 100, longest: 5_000 });
  retry.later();
  vi.advanceTimersByTime(300);
  retry.cancel();
  retry.reset();
  retry.later();
  vi.advanceTimersByTime(100);
  expect(runs).toEqual([100, 300, 400]);
});

test('a cancelled run never starts, and a stopped retry never runs again', () => {
  const { retry, runs } = failing({ first: 100, longest: 100 });
  retry.later();
  retry.cancel();
  vi.advanceTimersByTime(1_000);
  expect(runs).toEqual([]);
  retry.later();
  retry.stop();
  retry.later();
  vi.advanceTimersByTime(1_000);
  expect(runs).toEqual([]);
});
