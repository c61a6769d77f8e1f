/** Words of a payment from its latest state: every state of a hold at every attempt, in both languages. */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PaymentState, ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { holdIsOver, latestState, stateKeys, type LatestState } from '#shared/ledger/listed-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { formatsOf } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { toneOf } from '#renderer/words/payment-tones.ts';
import { paymentWords } from '#renderer/words/payment-words.ts';
import { attemptOf, detailsOf, hoursFromNow, idOf, now, paymentOf, resolvedAs } from '#test/fixtures/shown/attempts.ts';

beforeAll(() => startBothLanguages());

const hold = attemptOf('authorize', 'approved', { id: idOf(1), startedAt: hoursFromNow(-3) });
const captureOf = (outcome: Parameters<typeof attemptOf>[1], change: Partial<Attempt> = {}): Attempt =>
  attemptOf('capture', outcome, {
    id: idOf(2),
    holdId: hold.id,
    operatorName: 'Beto',
    startedAt: hoursFromNow(-1),
    ...change,
  });
const inFlight = captureOf('unknown', { state: 'sending', unknownCause: null });
const refusal = (code: string) =>
  captureOf('rejected', { service: { code, text: 'No', authStatus: null, serverTime: null, httpStatus: 200 } });

/** Wording in one language of an attempt whose payment is in this state. */
function told(
  shown: Attempt,
  payment: PaymentState,
  { language = 'en', past = false }: { readonly language?: 'en' | 'es'; readonly past?: boolean } = {},
) {
  const details: ShownAttempt = detailsOf(shown, { payment, timeline: [hold, ...(shown === hold ? [] : [shown])] });
  return paymentWords(
    i18next.getFixedT(language) as unknown as Translate,
    formatsOf(language, 'America/Panama', () => new Date(now)),
    details,
    past,
  );
}
const text = ({ title, reasons, next }: ReturnType<typeof told>) => [title, ...reasons, next ?? ''].join(' ');

/** The hold after each course of its captures, and what is said first. */
const stages = [
  ['held', paymentOf(hold, 'open'), 'Held. The card was not charged.', 'Preautorizado. No se hizo ningún cobro.'],
  [
    'expired',
    paymentOf(hold, 'open', null, { expiresAt: hoursFromNow(-1) }),
    'The hold has probably run out. Nothing was charged by it.',
    'La preautorización probablemente venció. No se cobró nada con ella.',
  ],
  [
    'capturing',
    paymentOf(hold, 'capturing', inFlight),
    'Being captured. Wait for the answer.',
    'Se está capturando. Espere la respuesta.',
  ],
  [
    'captured',
    paymentOf(hold, 'captured', captureOf('approved')),
    'Charged. The hold was captured.',
    'Cobrado. La preautorización se capturó.',
  ],
  [
    'already-charged',
    paymentOf(hold, 'captured', refusal('622')),
    'Already charged, says the service.',
    'Ya se cobró, según el servicio.',
  ],
  [
    'capture-unknown',
    paymentOf(hold, 'capture-unknown', captureOf('unknown')),
    'We don’t know yet whether it was charged. Do not capture it again.',
    'Aún no se sabe si se cobró. No vuelva a capturar.',
  ],
  ['voided', paymentOf(hold, 'voided', refusal('661')), 'Voided. Nothing was charged.', 'Anulado. No se cobró nada.'],
  [
    'moved-on',
    paymentOf(hold, 'unlisted'),
    'We can’t say what happened to this hold.',
    'No se puede saber qué pasó con esta preautorización.',
  ],
] as const;

describe.each(stages)('an authorization whose payment is %s', (stage, payment, english, spanish) => {
  const past = stage === 'expired';

  test('says first what happened to the money, in both languages', () => {
    expect(told(hold, payment, { past }).title).toBe(english);
    expect(told(hold, payment, { past, language: 'es' }).title).toBe(spanish);
  });

  test('has the tone and badge of that state', () => {
    const state = latestState({ ...hold, payment }, past);
    expect(state).toBe(stage);
    expect(told(hold, payment, { past }).tone).toBe(toneOf(state));
    for (const language of ['en', 'es']) {
      const t = i18next.getFixedT(language) as unknown as Translate;
      expect(t(stateKeys[state])).not.toMatch(/:|\{\{/);
    }
  });

  test('asks for a capture only while the hold is open', () => {
    for (const language of ['en', 'es'] as const) {
      const said = text(told(hold, payment, { past, language }));
      const open = stage === 'held' || stage === 'expired';
      expect(/Capture the hold|try to capture it\.|Capture la preautorización|intentar capturarla\./.test(said)).toBe(
        open,
      );
      expect(said).not.toMatch(/\{\{|undefined|null/);
    }
  });

  test('keeps who found out about it when its own answer was lost', () => {
    const resolution = resolvedAs('approved', { reference: 'R-1' });
    const lost = { ...hold, state: 'unknown', unknownCause: 'no-answer', resolution } as const;
    const words = told(lost, payment, { past });
    expect(words.title).toBe(english);
    expect(text(words)).toContain('R-1');
    expect(text(words)).toContain('Celia');
  });
});

describe('an authorization', () => {
  test('names amount, time and operator of its capture', () => {
    expect(text(told(hold, paymentOf(hold, 'captured', captureOf('approved'))))).toContain(
      'B/.\u00a0120.00 on Visa ending 7001, captured on 21 Nov, 09:00 by Beto.',
    );
  });

  test('says how much was held when another amount was captured', () => {
    const part = paymentOf(hold, 'captured', captureOf('approved', { amount: 80_00 }));
    expect(text(told(hold, part))).toContain('B/.\u00a0120.00 had been held; the rest was not charged.');
    const more = paymentOf(hold, 'captured', captureOf('approved', { amount: 130_00 }));
    expect(text(told(hold, more))).toContain('Only B/.\u00a0120.00 had been held.');
  });

  test('says that a capture failed while its hold is still open', () => {
    const words = told(hold, paymentOf(hold, 'open', captureOf('declined')));
    expect(words.title).toBe('Held. The card was not charged.');
    expect(text(words)).toContain('A capture on 21 Nov, 09:00 charged nothing (Declined).');
  });

  test('trusts a capture without a sure answer more than the state of the hold', () => {
    for (const state of ['open', 'captured', 'voided'] as const) {
      const payment = paymentOf(hold, state, captureOf('unknown'));
      expect(latestState({ ...hold, payment }, false)).toBe('capture-unknown');
    }
  });

  test('is told from its own outcome when it was declined', () => {
    const declined = attemptOf('authorize', 'declined');
    expect(told(declined, paymentOf(hold, 'open')).title).toBe('Declined. Nothing was held or charged.');
    expect(latestState({ ...declined, payment: null }, false)).toBe('declined');
  });
});

describe.each(['declined', 'rejected', 'not-sent'] as const)('a capture that was %s', (outcome) => {
  const failed = captureOf(outcome);
  const later = captureOf('approved', { id: idOf(3), startedAt: hoursFromNow(-0.5) });

  test('says that its hold is still open, or has probably run out', () => {
    const payment = paymentOf(hold, 'open', failed);
    expect(text(told(failed, payment))).toContain('The hold is still open: B/.\u00a0120.00 is reserved until about');
    expect(text(told(failed, payment, { past: true }))).toContain('Its hold has probably run out.');
  });

  test.each([
    ['charged', paymentOf(hold, 'captured', later), 'This request did nothing. A later capture charged the customer.'],
    [
      'is unknown',
      paymentOf(hold, 'capture-unknown', { ...later, state: 'unknown' }),
      'This request did nothing. Of a later one we don’t know yet. Do not capture or void the hold again.',
    ],
    [
      'is on its way',
      paymentOf(hold, 'capturing', { ...later, state: 'sending' }),
      'This request did nothing. A later one is on its way.',
    ],
    [
      'was refused because the hold had been charged',
      paymentOf(hold, 'captured', { ...refusal('622'), id: later.id }),
      'Recorded as not charged, but the service says that the hold was charged.',
    ],
  ])('says that a later one %s, and never offers another try', (_what, payment, title) => {
    const words = told(failed, payment);
    expect(words.title).toBe(title);
    expect(words.next ?? '').not.toMatch(/try again|ask for another card/i);
  });
});

test('a refused capture that itself ended the hold keeps the words of its own refusal', () => {
  const refused = refusal('622');
  const own = told(refused, paymentOf(hold, 'captured', refused));
  expect(own.tone).toBe('rejected');
  expect(text(own)).not.toContain('still open');
});

test('a capture says of which hold it was, and what else was held', () => {
  const part = captureOf('approved', { amount: 80_00 });
  const words = told(part, paymentOf(hold, 'captured', part));
  expect(text(words)).toContain('The hold of 21 Nov was captured.');
  expect(text(words)).toContain('B/.\u00a0120.00 had been held; the rest was not charged.');
});

test('only the row of a hold that is over is grey, never that of its capture, so that money stands there once', () => {
  const over: LatestState[] = ['expired', 'captured', 'already-charged', 'voided'];
  for (const [stage, payment] of stages) {
    const past = stage === 'expired';
    expect(holdIsOver({ ...hold, payment }, past)).toBe(over.includes(stage));
    expect(holdIsOver({ ...captureOf('approved'), payment }, past)).toBe(false);
  }
});
