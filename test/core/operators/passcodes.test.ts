/** Stored passcodes, and the lockout after wrong ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byThisClock, lockedUntil, oneMoreWrong, waitAfter } from '#electron/core/operators/lock-out.ts';
import { fitsHash, hashPasscode, isPasscodeHash, nobodysHash } from '#electron/core/operators/passcodes.ts';
import { isTooEasy, newPasscodeSchema } from '#shared/seat/operators.ts';

describe('the hash of a passcode', () => {
  test('takes 128 MiB and a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPasscode('grano-de-arroz'), hashPasscode('grano-de-arroz')]);
    expect(one).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(one).not.toBe(other);
  });

  test('matches only its passcode, and contains nothing of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        async (passcode, other) => {
          const hash = await hashPasscode(passcode);
          expect(isPasscodeHash(hash)).toBe(true);
          expect(hash).not.toContain(passcode);
          expect(await fitsHash(passcode, hash)).toBe(true);
          expect(await fitsHash(other, hash)).toBe(other.normalize('NFKC') === passcode.normalize('NFKC'));
        },
      ),
    );
  });

  test.each([
    ['nothing', ''],
    ['a passcode', 'grano-de-arroz'],
    ['a cost that is too small', nobodysHash.replace('ln=17', 'ln=14')],
    ['a cost beyond the memory of the machine', nobodysHash.replace('ln=17', 'ln=31')],
    ['another function', nobodysHash.replace('scrypt', 'bcrypt')],
    ['half a key', nobodysHash.slice(0, -20)],
  ])('is invalid and matches nothing when it is %s', async (_title, text) => {
    expect(isPasscodeHash(text)).toBe(false);
    expect(await fitsHash('grano-de-arroz', text)).toBe(false);
  });
});

describe('a new passcode', () => {
  test.each(['11111111', '12345678', '87654321', 'abcdefghijkl', 'lkjihgfedcba', '            '])(
    'is refused when it is too easy, such as %j',
    (text) => {
      expect(isTooEasy(text)).toBe(true);
      expect(newPasscodeSchema.safeParse(text).error?.issues[0]?.message).toBe('passcode-too-easy');
    },
  );
  test.each([
    ['11 characters', 'grano-arroz'],
    ['7 digits', '4091735'],
    ['8 digits and a letter', '40917352a'],
    ['8 digits of another script', '٤٠٩١٧٣٥٢'],
    ['6 characters of two units each', '🔑🔑🔒🔑🔒🔑'],
    ['201 characters', 'ab-'.repeat(67)],
  ])('is refused when it has %s', (_what, text) => {
    expect(newPasscodeSchema.safeParse(text).success).toBe(false);
  });
  test.each(['grano-arroz7', '40917352', '11223344', '7Kq!x2 7Kq!x2'])('is accepted when it is %j', (text) => {
    expect(newPasscodeSchema.safeParse(text).success).toBe(true);
  });
});

describe('wrong passcodes', () => {
  test('cost nothing up to the fourth, then 1, 2, 4, 8, 16 minutes, and 30 minutes from the tenth on', () => {
    const minutes = Array.from({ length: 12 }, (_each, index) => waitAfter(index + 1) / 60_000);
    expect(minutes).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  test('lock out for exactly that time, by any clock', () => {
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), instants, instants, (count, at, now) => {
        const wrong = byThisClock({ count, at: at.toISOString() }, now);
        const until = lockedUntil(wrong, now);
        const left = until === null ? 0 : until.getTime() - now.getTime();
        expect(left).toBeGreaterThanOrEqual(0);
        // A clock that was set back must not cause a wait of years.
        expect(left).toBeLessThanOrEqual(waitAfter(count));
        if (now.getTime() - at.getTime() >= waitAfter(count)) expect(until).toBeNull();
      }),
    );
  });

  test('are timed from the latest one', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    expect(oneMoreWrong(null, now)).toEqual({ count: 1, at: now.toISOString() });
    expect(oneMoreWrong({ count: 4, at: '2020-01-01T00:00:00.000Z' }, now)).toEqual({
      count: 5,
      at: now.toISOString(),
    });
  });
});
