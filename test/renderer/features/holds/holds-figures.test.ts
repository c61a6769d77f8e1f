/** Figures of the queue: time left, sum of a selection, result of a batch, and rows that may be retried. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { BatchProgress, BatchRow, Hold } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import {
  endingOf,
  settledHolds,
  stillHeld,
  summarize,
  tallyOf,
  batchTone,
} from '#renderer/features/holds/batch/batch-rows.ts';
import { questionOf } from '#renderer/features/holds/capture/capture-field-question.tsx';
import { millisecondsLeft, spellAgo, urgencyOf } from '#renderer/features/holds/queue/hold-time.ts';
import { spell } from '#renderer/words/unconfirmed/age.ts';
import { newMerchant } from '#renderer/features/settings/merchants/merchant-values.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { held, unset } from '#test/fixtures/shown/seat.ts';

beforeAll(() => startBothLanguages());
const t = ((key: string, values?: object) => i18next.t(key, values as never)) as unknown as Translate;

const hour = 3_600_000;
const now = Date.parse('2026-11-20T12:00:00.000Z');

function holdWith(part: Partial<Attempt>, hoursLeft = 100): Hold {
  return {
    id: '01a1fa93-a5a5-7593-94df-fdff66a0957e',
    state: 'open',
    expiresAt: new Date(now + hoursLeft * hour).toISOString(),
    expiryIsEstimate: false,
    capture: null,
    authorization: {
      amount: 1_000,
      answeredAmount: null,
      currencySign: 'B/.',
      environment: 'training',
      family: 'json',
      ...part,
    } as Attempt,
  };
}

const row = (status: BatchRow['status'], part: Partial<BatchRow> = {}): BatchRow => ({
  holdId: crypto.randomUUID(),
  authorization: null,
  amount: 1_000,
  status,
  skipReason: null,
  attempt: null,
  unrecorded: null,
  ...part,
});
const progressOf = (rows: readonly BatchRow[], finished = true): BatchProgress => ({
  batchId: crypto.randomUUID(),
  startedAt: new Date(now).toISOString(),
  finished,
  rows,
});
/** Sum of the charged rows in the one currency of these tests. */
const charged = (rows: readonly BatchRow[]) => tallyOf({ rows }).money.charged.amounts.get('B/.');
const done = (state: Attempt['state'], part: Partial<Attempt> = {}): BatchRow =>
  row('done', {
    attempt: {
      state,
      resolution: null,
      operation: 'capture',
      amount: 1_000,
      answeredAmount: 1_000,
      differences: [],
      currencySign: 'B/.',
      family: 'json',
      service: { code: null },
      ...part,
    } as Attempt,
  });

test('a hold warns below 48 and below 24 hours, and is past at its expiry', () => {
  expect([48.01, 47.99, 24, 23.99, 0.01, 0, -3].map((hours) => urgencyOf(hours * hour))).toEqual([
    'calm',
    'first',
    'first',
    'second',
    'second',
    'past',
    'past',
  ]);
  expect(millisecondsLeft(holdWith({}, 5), now)).toBe(5 * hour);
});

test('the time left of a hold is shown in two units and rounded down', () => {
  expect(spell(t, 4 * 24 * hour + 3.99 * hour)).toBe('4\u00a0d\u00a03\u00a0h');
  expect(spell(t, 31 * hour + 5.9 * 60_000)).toBe('1\u00a0d\u00a07\u00a0h');
  expect(spell(t, 5 * hour + 5.9 * 60_000)).toBe('5\u00a0h\u00a005\u00a0min');
  expect(spell(t, 12 * 60_000 + 9_900)).toBe('12\u00a0min');
  expect(spell(t, 59_900)).toBe(t('unconfirmed:moment'));
  expect([-30 * hour, -70 * hour, -59_000].map((left) => spellAgo(t, left))).toEqual(['30 h', '2 d', '1\u00a0min']);
});

test('a selection of holds is summed with its urgent and its past ones', () => {
  const holds = [holdWith({ amount: 1_000 }, 100), holdWith({ amount: 250 }, 3), holdWith({ amount: 7 }, -1)];
  expect(summarize(holds, now)).toEqual({ count: 3, amount: 1_257, urgent: 1, expired: 1, currencySigns: ['B/.'] });
  expect(summarize([holdWith({ answeredAmount: 900 }), holdWith({ answeredAmount: 1_001 })], now).amount).toBe(1_900);
  expect(summarize([...holds, holdWith({ currencySign: 'USD' })], now).currencySigns).toEqual(['B/.', 'USD']);
});

test('only captures with a confirmed amount count as charged, those without apart with the requested one', () => {
  const rows = [
    done('approved'),
    done('approved', { answeredAmount: 900 }),
    done('declined'),
    done('unknown'),
    row('skipped'),
  ];
  const tally = tallyOf({ rows });
  expect(charged(rows)).toBe(1_000);
  expect(tally.money.unclear).toEqual({ count: 1, amounts: new Map([['B/.', 1_000]]) });
  expect(tally.counts).toMatchObject({ approved: 2, declined: 1, unknown: 1, skipped: 1 });
  expect([tally.ended, tally.total]).toEqual([5, 5]);
});

test('a resolved capture counts with its resolved outcome', () => {
  const resolution = { outcome: 'approved' } as NonNullable<Attempt['resolution']>;
  const rows = [done('unknown', { resolution, answeredAmount: null })];
  expect(charged(rows)).toBe(1_000);
});

test('only rows of a batch that were certainly never sent are offered again', () => {
  const rows = [
    done('not-sent'),
    row('skipped', { skipReason: 'stopped' }),
    row('skipped', { skipReason: 'ledger' }),
    row('skipped', { skipReason: 'taken' }),
    done('unknown'),
    done('declined'),
    done('approved'),
    row('sending'),
    row('waiting'),
  ];
  expect(stillHeld(progressOf(rows))).toEqual(rows.slice(0, 3).map(({ holdId }) => holdId));
  // A mark goes with its row: sent, or captured by another capture. It stays while the row may still be sent.
  expect([...settledHolds(progressOf(rows))]).toEqual(rows.slice(3, 7).map(({ holdId }) => holdId));
});

test('the money of a batch is summed by its fate and by currency', () => {
  const rows = [
    done('approved'),
    done('approved', { currencySign: 'USD', amount: 700, answeredAmount: 700 }),
    done('declined'),
    done('rejected', { service: { code: '622' } as Attempt['service'] }),
    row('skipped', { skipReason: 'taken', attempt: null }),
    row('skipped', { skipReason: 'capture-unknown' }),
    row('skipped', { skipReason: 'merchant-missing' }),
    row('done'),
    row('waiting'),
  ];
  const { money } = tallyOf({ rows });
  expect(Object.entries(money).map(([fate, { count }]) => [fate, count])).toEqual([
    ['charged', 2],
    ['unclear', 0],
    ['notCharged', 2],
    ['elsewhere', 2],
    ['unknown', 2],
    ['open', 1],
  ]);
  expect([...money.charged.amounts]).toEqual([
    ['B/.', 1_000],
    ['USD', 700],
  ]);
});

test('a batch has the tone of its gravest row', () => {
  const tone = (rows: readonly BatchRow[], finished = true) => {
    const progress = progressOf(rows, finished);
    return batchTone(progress, tallyOf(progress));
  };
  expect(tone([done('approved'), done('approved')])).toBe('approved');
  expect(tone([done('approved'), done('approved', { answeredAmount: 0 })])).toBe('unknown');
  expect(tone([done('approved'), done('declined')])).toBe('declined');
  expect(tone([done('approved'), row('skipped', { skipReason: 'stopped' })])).toBe('not-sent');
  expect(tone([done('approved'), done('declined'), done('unknown')])).toBe('unknown');
  expect(tone([done('approved'), { ...done('approved'), unrecorded: 'in-memory' }])).toBe('unknown');
  expect(tone([done('approved'), row('waiting')], false)).toBe('sending');
});

test('a batch that the end of the program cut off is called interrupted', () => {
  expect(endingOf(progressOf([done('approved'), row('skipped', { skipReason: 'interrupted' })]))).toBe('interrupted');
  expect(endingOf(progressOf([done('approved'), done('unknown', { unknownCause: 'crash' })]))).toBe('interrupted');
  expect(endingOf(progressOf([done('approved'), row('skipped', { skipReason: 'stopped' })]))).toBe('stopped');
  expect(endingOf(progressOf([done('approved'), row('skipped', { skipReason: 'vault' })]))).toBe('finished');
});

test('the capture field is confirmed only for live holds of the form interface', () => {
  const merchant = { ...newMerchant('shop'), name: 'Shop', environment: 'production' as const };
  const views = [
    {
      merchant,
      active: true,
      builtIn: false,
      allowed: true,
      elsewhere: null,
      has: { cclw: held, apiKey: held, clientCertificate: unset },
    },
  ];
  const live = { merchantId: 'shop', family: 'form', environment: 'production' } as const;
  expect(questionOf([holdWith(live)], views)).toEqual({ merchantId: 'shop', field: 'AuthRefNum' });
  expect(questionOf([holdWith({ ...live, family: 'json' })], views)).toBeNull();
  expect(questionOf([holdWith({ ...live, environment: 'test' })], views)).toBeNull();
  const confirmed = views.map((view) => ({ ...view, merchant: { ...merchant, captureTokenFieldConfirmed: true } }));
  expect(questionOf([holdWith(live)], confirmed)).toBeNull();
});
