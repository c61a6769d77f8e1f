/** Warnings about expiring holds: once at 48 hours, once at 24, never for a hold that is no longer open. */
import { describe, expect, it } from 'vitest';
import { createHoldWarnings } from '#electron/shell/hold-warnings.ts';
import type { Hold } from '#shared/ledger/holds.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const hold = (id: string, hoursLeft: number, state: Hold['state'] = 'open'): Hold =>
  ({ id, state, expiresAt: inHours(hoursLeft).toISOString() }) as Hold;
const told = (result: ReturnType<ReturnType<typeof createHoldWarnings>>) =>
  result.map(({ warning, holds }) => [warning, holds.map(({ id }) => id)]);

describe('warnings about holds', () => {
  it('warnings come at 48 and at 24 hours, each once', () => {
    const warn = createHoldWarnings();
    const one = [hold('a', 49)];
    expect(told(warn(one, now))).toEqual([]);
    expect(told(warn(one, inHours(1)))).toEqual([['first', ['a']]]);
    expect(told(warn(one, inHours(2)))).toEqual([]);
    expect(told(warn(one, inHours(25)))).toEqual([['second', ['a']]]);
    expect(told(warn(one, inHours(26)))).toEqual([]);
  });

  it('the more urgent warning comes first, and a hold under 24 hours has only that one', () => {
    const warn = createHoldWarnings();
    const holds = [hold('a', 40), hold('b', 10), hold('c', 30), hold('d', 100)];
    expect(told(warn(holds, now))).toEqual([
      ['second', ['b']],
      ['first', ['a', 'c']],
    ]);
  });

  it('holds that have expired or are not open cause no warning', () => {
    const warn = createHoldWarnings();
    const holds = [hold('a', -1), hold('b', 0), hold('c', 10, 'capturing'), hold('d', 10, 'capture-unknown')];
    expect(told(warn(holds, now))).toEqual([]);
  });
});
