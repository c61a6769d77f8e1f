/** Identifiers: UUIDs of version 7 that sort in the order in which they were made. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idSchema } from '#shared/identifiers.ts';
import { newId } from '#shared/new-id.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';

/** Ahead of every identifier made so far in this process, since none goes back before an earlier one. */
let time = Date.parse('2100-01-01T00:00:00.123Z');
const setTime = (to: number) => vi.setSystemTime(to);
const isSorted = (ids: readonly string[]) => ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  time += 86_400_000;
  setTime(time);
});
afterEach(() => vi.useRealTimers());

test('an identifier is a UUID of version 7, carries its time and is never made twice', () => {
  const ids = Array.from({ length: 1000 }, () => newId());
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) {
    expect(idSchema.safeParse(id).success).toBe(true);
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time);
  }
});

test('no identifier looks like a card number, so that an entry that names it is recorded as it is', () => {
  expect(Array.from({ length: 20_000 }, () => newId()).filter(holdsCardNumber)).toEqual([]);
});

test('identifiers of later moments sort later', () => {
  const ids = [0, 1, 255, 65_536, 2 ** 40].map((later) => {
    setTime(time + later);
    return newId();
  });
  expect(isSorted(ids)).toBe(true);
  time += 2 ** 40;
});

test('identifiers of one millisecond sort in the order in which they were made', () => {
  expect(isSorted(Array.from({ length: 1000 }, () => newId()))).toBe(true);
});

test('identifiers sort in the order in which they were made whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 2, maxLength: 50 }), (steps) => {
      const ids = steps.map((step) => {
        setTime(Date.now() + step);
        return newId();
      });
      expect(isSorted(ids)).toBe(true);
    }),
  );
});
