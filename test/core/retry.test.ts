/** A task that is run again: its pauses, and how it ends. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRetry } from '#electron/core/retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A task that always asks for another try; the moments at which it ran, in ms. */
function failing(pauses: { readonly first: number; readonly longest: number }) {
  const start = Date.now();
  const runs: number[] = [];
  const retry = createRetry(() => {
    runs.push(Date.now() - start);
    retry.later();
  }, pauses);
  return { retry, runs };
}

test('each pause is twice the one before it, up to the longest', () => {
  const { retry, runs } = failing({ first: 100, longest: 500 });
  retry.later();
  vi.advanceTimersByTime(2_200);
  expect(runs).toEqual([100, 300, 700, 1_200, 1_700, 2_200]);
});

test('a run that is due is not put off by asking again', () => {
  const { retry, runs } = failing({ first: 100, longest: 100 });
  retry.later();
  vi.advanceTimersByTime(60);
  retry.later();
  vi.advanceTimersByTime(40);
  expect(runs).toEqual([100]);
});

test('after a reset the next pause is the first again', () => {
  const { retry, runs } = failing({ first: 100, longest: 5_000 });
  retry.later();
  vi.advanceTimersByTime(300);
  retry.cancel();
  retry.reset();
  retry.later();
  vi.advanceTimersByTime(100);
  expect(runs).toEqual([100, 300, 400]);
});

test('a cancelled run does not come, and a stopped retry runs nothing any more', () => {
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
