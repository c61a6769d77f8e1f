/** Passcodes as they are kept, and how long wrong ones keep an operator out. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byThisClock, lockedUntil, oneMoreWrong, waitAfter } from '#electron/core/operators/lock-out.ts';
import { fitsHash, hashPasscode, isPasscodeHash, nobodysHash } from '#electron/core/operators/passcodes.ts';
import { isTooEasy, newPasscodeSchema } from '#shared/seat/operators.ts';

const cheapest = { blocks: 2 ** 15, blockSize: 8, lanes: 1 };

describe('a hash', () => {
  test('takes 128 MiB and its own salt unless a test asks for less', async () => {
    const [one, other] = await Promise.all([hashPasscode('grano-de-arroz'), hashPasscode('grano-de-arroz')]);
    expect(one).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(one).not.toBe(other);
    expect(await fitsHash('grano-de-arroz', one)).toBe(true);
  });

  test('fits its passcode alone, and holds nothing of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        async (passcode, other) => {
          const hash = await hashPasscode(passcode, cheapest);
          expect(isPasscodeHash(hash)).toBe(true);
          expect(hash).not.toContain(passcode);
          expect(await fitsHash(passcode, hash)).toBe(true);
          expect(await fitsHash(other, hash)).toBe(other.normalize('NFKC') === passcode.normalize('NFKC'));
        },
      ),
      { numRuns: 12 },
    );
  });

  test('is the same for letters that another system writes with other code points', async () => {
    const hash = await hashPasscode('contrase\u00f1a', cheapest);
    expect(await fitsHash('contrasen\u0303a', hash)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['a passcode', 'grano-de-arroz'],
    ['a cost that is too small', nobodysHash.replace('ln=17', 'ln=14')],
    ['a cost that the machine has not got', nobodysHash.replace('ln=17', 'ln=31')],
    ['another function', nobodysHash.replace('scrypt', 'bcrypt')],
    ['half a key', nobodysHash.slice(0, -20)],
  ])('is none when it is %s, and fits nothing', async (_title, text) => {
    expect(isPasscodeHash(text)).toBe(false);
    expect(await fitsHash('grano-de-arroz', text)).toBe(false);
  });
});

describe('a new passcode', () => {
  test.each(['111111', '123456', '654321', 'abcdef', 'zyxwvu', '      '])(
    'is refused when it is as easy as %j',
    (text) => {
      expect(isTooEasy(text)).toBe(true);
      expect(newPasscodeSchema.safeParse(text).error?.issues[0]?.message).toBe('passcode-too-easy');
    },
  );
  test.each(['short', 'x'.repeat(201)])('is refused when it is too short or too long', (text) => {
    expect(newPasscodeSchema.safeParse(text).success).toBe(false);
  });
  test.each(['112233', '135791', 'clavos', '7Kq!x2'])('is taken when it is %j', (text) => {
    expect(newPasscodeSchema.safeParse(text).success).toBe(true);
  });
});

describe('wrong passcodes', () => {
  test('cost nothing four times, then 1, 2, 4, 8, 16 and from the tenth on 30 minutes', () => {
    const minutes = Array.from({ length: 12 }, (_each, index) => waitAfter(index + 1) / 60_000);
    expect(minutes).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  test('keep out for as long and no longer, by any clock', () => {
    const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), instants, instants, (count, at, now) => {
        const wrong = byThisClock({ count, at: at.toISOString() }, now);
        const until = lockedUntil(wrong, now);
        const left = until === null ? 0 : until.getTime() - now.getTime();
        expect(left).toBeGreaterThanOrEqual(0);
        // A clock that was set back gives nobody a wait of years.
        expect(left).toBeLessThanOrEqual(waitAfter(count));
        if (now.getTime() - at.getTime() >= waitAfter(count)) expect(until).toBeNull();
      }),
    );
  });

  test('are counted from the one before', () => {
    const now = new Date('2026-11-20T12:00:00.000Z');
    expect(oneMoreWrong(null, now)).toEqual({ count: 1, at: now.toISOString() });
    expect(oneMoreWrong({ count: 4, at: '2020-01-01T00:00:00.000Z' }, now)).toEqual({
      count: 5,
      at: now.toISOString(),
    });
  });
});
