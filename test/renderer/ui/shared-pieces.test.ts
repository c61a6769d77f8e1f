/** Parts shared by screens: formats of money and dates, ids, texts of failures, levels of risk, fields of refusals. */
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { failureSchema, type Failure } from '#shared/failure.ts';
import { ledgerFailureReasons, vaultFailureReasons } from '#shared/failure-reasons.ts';
import { policyRuleSchema } from '#shared/policy/policy-rules.ts';
import { noonOf } from '#shared/local-day.ts';
import { headerCodes } from '#shared/payments/header-codes.ts';
import { serviceMeaning } from '#shared/payments/service-codes.ts';
import { fieldOfRefusal } from '#renderer/features/charge/form/payment-draft.ts';
import { formatsOf, sharedFormats } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { failureWords } from '#renderer/words/failure-words.ts';
import { judgeRisk } from '#renderer/ui/outcome/risk-gauge.tsx';

beforeAll(() => startBothLanguages());
afterEach(() => vi.unstubAllEnvs());

test('money is written exactly, with the merchant’s sign, in both languages', () => {
  const english = formatsOf('en', 'UTC');
  const spanish = formatsOf('es', 'UTC');
  expect(english.money(123_450, 'B/.')).toBe('B/.\u00a01,234.50');
  expect(spanish.money(123_450, 'USD')).toBe('USD\u00a01,234.50');
  expect(english.money(99_999_999_999, 'B/.')).toBe('B/.\u00a0999,999,999.99');
  expect(english.figure(1)).toBe('0.01');
});

test('an instant is shown in local time, with the year unless it is the current one', () => {
  const formats = formatsOf('en', 'America/Panama', () => new Date('2026-11-20T12:00:00Z'));
  expect(formats.moment('2026-11-25T19:05:00.000Z')).toBe('25 Nov, 14:05');
  expect(formats.moment('2027-01-01T04:30:00.000Z')).toBe('31 Dec, 23:30');
  expect(formats.day('2025-03-02T12:00:00.000Z')).toBe('2 Mar 2025');
});

test('all components share the formats of a language, until the computer is in another zone', () => {
  vi.stubEnv('TZ', 'America/Panama');
  const panama = sharedFormats('en');
  expect(sharedFormats('en')).toBe(panama);
  expect(panama.time('2026-11-25T19:05:00.000Z')).toBe('14:05');
  expect(sharedFormats('es').country('pa')).toBe('Panamá');
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(sharedFormats('en').time('2026-11-25T19:05:00.000Z')).toBe('04:05');
});

test('a day of no hour is the same day in every zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Auckland', 'America/Panama', 'Pacific/Pago_Pago']) {
    vi.stubEnv('TZ', zone);
    expect(sharedFormats('en').day(noonOf('2025-03-02')), zone).toBe('2 Mar 2025');
  }
});

test('a country has its name in the current language, and an invalid code is shown unchanged', () => {
  expect(formatsOf('en').country('PA')).toBe('Panama');
  expect(formatsOf('es').country('pa')).toBe('Panamá');
  expect(formatsOf('es').country('Panama City')).toBe('Panama City');
});

test('a risk score has a level in words', () => {
  const levels = [null, 0, 19.9, 20, 74, 75, 99].map(
    (score) => judgeRisk({ score, disposition: null, dispositionReason: null }).level,
  );
  expect(levels).toEqual(['unrated', 'low', 'low', 'medium', 'medium', 'high', 'high']);
});

test.each([
  ['an acceptance by default says nothing', 50, 'accept', 'default', 'medium', null],
  ['an acceptance by a rule lowers no score', 50, 'accept', 'custom_rule', 'medium', null],
  ['an acceptance by a rule stands beside a low score', 5, 'ACCEPT', 'custom_rule', 'low', 'accept'],
  ['a refusal by a rule raises a low score', 5, 'reject', 'custom_rule', 'high', 'reject'],
  ['a review by a rule counts without a score', null, 'manual_review', null, 'medium', 'review'],
] as const)('risk is judged once: %s', (_name, score, disposition, dispositionReason, level, advice) => {
  expect(judgeRisk({ score, disposition, dispositionReason })).toEqual({ level, advice, unknownAdvice: null });
});

test('an advice that we don’t know is quoted', () => {
  const judged = judgeRisk({ score: 5, disposition: 'HOLD', dispositionReason: null });
  expect(judged).toEqual({ level: 'low', advice: null, unknownAdvice: 'HOLD' });
});

test.each(Object.keys(headerCodes))(
  'a refusal with %s points at the field of its code, and nothing else does',
  (code) => {
    const service = { code, text: null, authStatus: null, serverTime: null, httpStatus: 200 };
    const field = serviceMeaning('json', service)?.field ?? null;
    const pointed = field === null ? null : { field, code };
    expect(fieldOfRefusal({ state: 'rejected', family: 'json', service })).toEqual(pointed);
    for (const state of ['declined', 'unknown'] as const)
      expect(fieldOfRefusal({ state, family: 'json', service })).toBeNull();
  },
);

test('every kind of failure has a title and a body in both languages', () => {
  const examples: readonly Failure[] = [
    { kind: 'invalid', issues: [] },
    { kind: 'invalid', issues: [{ path: 'amount', code: 'too_small' }] },
    { kind: 'not-permitted', needs: 'supervisor' },
    { kind: 'signed-out' },
    { kind: 'wrong-passcode', left: 2 },
    { kind: 'locked-out', until: '2026-11-20T12:00:00.000Z' },
    { kind: 'last-supervisor' },
    { kind: 'passcode-to-replace' },
    { kind: 'operators-unconfirmed' },
    ...([true, false] as const).map((own) => ({ kind: 'step-up-needed', act: 'purge', subject: 's', own }) as const),
    { kind: 'step-up-needed', act: 'amount', subject: 's', own: false },
    ...ledgerFailureReasons.map((reason) => ({ kind: 'ledger', reason, detail: 'SQLITE_BUSY' }) as const),
    ...ledgerFailureReasons.map((reason) => ({ kind: 'ledger-not-chosen', reason, detail: '' }) as const),
    ...vaultFailureReasons.map((reason) => ({ kind: 'vault', reason }) as const),
    { kind: 'merchant-changed' },
    ...(['address', 'authority', 'proxy'] as const).map(
      (differs) =>
        ({ kind: 'secrets-elsewhere', merchantId: 'p', differs, keyedFor: 'https://a', asked: 'https://b' }) as const,
    ),
    { kind: 'secrets-elsewhere', merchantId: null, differs: 'address', keyedFor: null, asked: 'https://b' },
    { kind: 'merchant-incomplete', missing: ['apiKey', 'somethingNew'] },
    { kind: 'hold-not-open', state: 'capture-unknown' },
    { kind: 'payment-altered' },
    { kind: 'capture-field-unconfirmed', merchantId: 'p', field: 'AuthRefNum' },
    { kind: 'amount-not-allowed' },
    { kind: 'open-claim' },
    { kind: 'seats-awaited', seats: ['Hotel desk'] },
    { kind: 'card-not-chargeable', why: 'voided' },
    { kind: 'card-not-chargeable', why: 'forgotten' },
    { kind: 'not-offered', operation: 'void', by: 'merchant' },
    { kind: 'not-offered', operation: 'refund', by: 'family' },
    { kind: 'over-refund', left: 0, elsewhere: 0, currencySign: 'B/.' },
    { kind: 'over-refund', left: 25_50, elsewhere: 0, currencySign: 'B/.' },
    { kind: 'not-found' },
    { kind: 'name-taken' },
    { kind: 'busy' },
    { kind: 'work-under-way', work: 'backup' },
    { kind: 'other-environment', environment: 'production' },
    { kind: 'merchant-missing', name: 'Shop', environment: 'test' },
    { kind: 'changed-meanwhile' },
    { kind: 'reference-used' },
    { kind: 'hold-settled' },
    { kind: 'altered-copy', object: 'a trigger' },
    { kind: 'settled-elsewhere' },
    { kind: 'too-recent', hours: 24 },
    { kind: 'file', detail: 'EACCES' },
    { kind: 'not-printed', detail: 'Print job failed' },
    { kind: 'newer-file', file: '/data/seat.json' },
    { kind: 'damaged-file', file: '/data/vault.json' },
    { kind: 'cannot-connect', detail: 'ECONNREFUSED' },
    ...policyRuleSchema.options.map((rule) => ({ kind: 'set-by-policy', rule }) as const),
    { kind: 'internal', reference: 'a1b2' },
  ];
  const covered = new Set([...examples.map(({ kind }) => kind), 'duplicate', 'not-recorded']);
  expect(failureSchema.options.map((option) => option.shape.kind.value).filter((kind) => !covered.has(kind))).toEqual(
    [],
  );
  for (const language of ['en', 'es'] as const) {
    const t = i18next.getFixedT(language) as unknown as Translate;
    for (const failure of examples) {
      const { title, body } = failureWords(t, sharedFormats(language).money, failure);
      expect(title, failure.kind).not.toMatch(/^$|failures|\{\{/);
      expect(body, failure.kind).not.toMatch(/^$|failures|\{\{/);
      if (failure.kind === 'ledger') expect(`${title} ${body}`).toContain(t(`failures:ledger.${failure.reason}`));
      if (failure.kind === 'vault') expect(`${title} ${body}`).toContain(t(`failures:vault.${failure.reason}`));
    }
  }
});
