/** Identifiers: UUIDs of version 7 that sort by the time they were made. */
import { expect, test } from 'vitest';
import { newId } from '#electron/core/new-id.ts';
import { idSchema } from '#shared/identifiers.ts';

test('an identifier is a UUID of version 7, carries its time and is never made twice', () => {
  const at = new Date('2026-11-20T15:00:00.123Z');
  const ids = Array.from({ length: 1000 }, () => newId(at));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) {
    expect(idSchema.safeParse(id).success).toBe(true);
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime());
  }
});

test('identifiers of later moments sort later', () => {
  const ids = [0, 1, 255, 65_536, 2 ** 40].map((ms) => newId(new Date(ms)));
  expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids);
});

test('identifiers of one millisecond sort in the order in which they were made', () => {
  const at = new Date('2026-11-20T15:00:00.123Z');
  const ids = Array.from({ length: 1000 }, () => newId(at));
  expect(ids.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(ids);
});
