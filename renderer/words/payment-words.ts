/** Words for an attempt from the latest state of its payment. Falls back to the words of its outcome alone. */
import {
  holdStage,
  type PaymentState,
  type Settlement,
  type ShownAttempt,
  chargedAmount,
  chargeIn,
} from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { toneOf, type PaymentWords } from './payment-tones.ts';
import { withAmountDoubt } from '#shared/words/amount-words.ts';
import { approvedWords, outcomeWords } from '#shared/words/outcome-words.ts';

/** @param past whether the time of the hold has run out, from `timeIsUp` */
export function paymentWords(t: Translate, formats: Formats, shown: ShownAttempt, past: boolean): PaymentWords {
  return withRefunds(t, formats, shown, wordsBeforeRefunds(t, formats, shown, past));
}

function wordsBeforeRefunds(t: Translate, formats: Formats, shown: ShownAttempt, past: boolean): PaymentWords {
  const { payment } = shown;
  const { opens, settles } = operationFacts(shown.operation);
  if (payment !== null && opens === 'hold' && effectiveState(shown) === 'approved') {
    const words = holdWords(t, formats, shown, payment, past);
    if (shown.resolution === null) return words;
    return { ...words, reasons: [...words.reasons, ...outcomeWords(t, formats, shown).reasons] };
  }
  if (payment !== null && settles !== null) return settlementWords(t, formats, shown, payment, past);
  return outcomeWords(t, formats, shown);
}

const factsOf = (formats: Formats, sign: string, { amount, startedAt, operatorName }: Settlement) => ({
  amount: formats.money(amount, sign),
  when: formats.moment(startedAt),
  operator: operatorName,
});

type StateWords = (
  ...told: [t: Translate, formats: Formats, shown: ShownAttempt, payment: PaymentState, past: boolean]
) => PaymentWords;

/** Says of an approved authorization what became of its hold. */
const holdWords: StateWords = (t, formats, shown, payment, past) => {
  const { settlement } = payment;
  const sign = shown.currencySign;
  const held = formats.money(payment.held, sign);
  const facts = settlement === null ? null : factsOf(formats, sign, settlement);
  const failed = settlement === null || facts === null ? [] : [failedWords(t, settlement, facts)];
  const stage = holdStage(payment, past);
  const tone = toneOf(stage);
  switch (stage) {
    case 'held': {
      const heldUntil = { at: payment.expiresAt, estimate: payment.expiryIsEstimate };
      const words = approvedWords(t, formats, shown, { heldUntil });
      return { ...words, reasons: [...words.reasons, ...failed] };
    }
    case 'expired': {
      const when = formats.moment(payment.expiresAt);
      const key = payment.expiryIsEstimate ? 'history:payment.expired.estimate' : 'history:payment.expired.limit';
      return {
        tone,
        title: t('history:payment.expired.title'),
        reasons: [t(key, { amount: held, when }), ...failed],
        next: t('history:payment.expired.next'),
      };
    }
    case 'capturing':
    case 'voiding':
      return {
        tone,
        title: t(`history:payment.${stage}.title`),
        reasons: facts === null ? [] : [t(`history:payment.${stage}.body`, facts)],
        next: null,
      };
    case 'captured': {
      if (settlement === null || facts === null) return alreadyCharged(t, null);
      return withAmountDoubt(t, formats, shown, {
        tone,
        title: t('history:payment.captured.title'),
        reasons: [
          t('history:payment.captured.body', { ...facts, card: cardWords(t, shown.card) }),
          ...differenceWords(t, formats, sign, payment, settlement.amount),
        ],
        next: null,
      });
    }
    case 'already-charged':
      return alreadyCharged(t, facts);
    case 'capture-unknown':
    case 'void-unknown': {
      const of = openTexts[stage];
      return {
        tone,
        title: t(`history:payment.${of}.title`),
        reasons: [facts === null ? t(`history:payment.${of}.plain`) : t(`history:payment.${of}.body`, facts)],
        next: t(`history:payment.${of}.next`),
      };
    }
    case 'voided':
      return {
        tone,
        title: t('outcomes:voided.title'),
        reasons: [voidedReason(t, payment, facts)],
        next: t('outcomes:captureAdvice.gone'),
      };
    case 'moved-on':
      return movedOn(t, held);
  }
};

/** Says of a settlement that ended without an effect what it did not do. */
const failedWords = (t: Translate, { operation, state }: Settlement, facts: SettlementFacts): string =>
  t(`history:payment.open.failed.${operation === 'void' ? 'void' : 'capture'}`, {
    ...facts,
    outcome: t(`outcomes:state.${state}`),
  });

/** Texts of a settlement without a sure answer. */
const openTexts = { 'capture-unknown': 'unknown', 'void-unknown': 'voidUnknown' } as const;

type SettlementFacts = ReturnType<typeof factsOf>;

/** The service refused a capture because an earlier one had charged (622), and no capture on record did. */
const alreadyCharged = (t: Translate, facts: SettlementFacts | null): PaymentWords => ({
  tone: 'unknown',
  title: t('history:payment.alreadyCharged.title'),
  reasons: [
    facts === null ? t('history:payment.alreadyCharged.plain') : t('history:payment.alreadyCharged.body', facts),
  ],
  next: t('history:payment.alreadyCharged.next'),
});

const movedOn = (t: Translate, amount: string): PaymentWords => ({
  tone: 'unknown',
  title: t('history:payment.movedOn.title'),
  reasons: [t('history:payment.movedOn.body', { amount })],
  next: t('outcomes:unlisted.next'),
});

function voidedReason(t: Translate, { settlement }: PaymentState, facts: SettlementFacts | null): string {
  if (settlement === null || facts === null) return t('history:payment.voided.plain');
  return t(settlement.state === 'approved' ? 'history:payment.voided.done' : 'history:payment.voided.refused', facts);
}

/** Names the held amount where another one was charged. */
function differenceWords(
  t: Translate,
  formats: Formats,
  sign: string,
  payment: PaymentState,
  charged: number,
): readonly string[] {
  if (charged === payment.held) return [];
  const held = formats.money(payment.held, sign);
  return [t(charged < payment.held ? 'history:payment.captured.part' : 'history:payment.captured.more', { held })];
}

/** Says of an attempt to settle a hold what it did, and where that is not the end, what became of the hold. */
const settlementWords: StateWords = (t, formats, shown, payment, past) => {
  const first = shown.timeline.find(({ id }) => id === payment.holdId);
  const own = outcomeWords(t, formats, shown, first === undefined ? {} : { holdMadeAt: first.startedAt });
  const sign = shown.currencySign;
  const state = effectiveState(shown);
  const stage = holdStage(payment, past);
  const { settlement } = payment;
  if (state === 'sending' || state === 'unknown') return own;
  if (stage === 'moved-on') return movedOn(t, formats.money(payment.held, sign));
  if (state === 'approved') {
    if (settlement?.id !== shown.id) return own;
    return { ...own, reasons: [...own.reasons, ...differenceWords(t, formats, sign, payment, settlement.amount)] };
  }
  if (stage === 'held' || stage === 'expired') return { ...own, reasons: [...own.reasons, stillOpen()] };
  // Its own refusal ended the hold, and its own words say so.
  if (settlement === null || settlement.id === shown.id) return own;
  const facts = factsOf(formats, sign, settlement);
  switch (stage) {
    case 'already-charged': {
      const already = alreadyCharged(t, facts);
      return {
        ...already,
        title: t('history:payment.later.contradicted'),
        reasons: [...own.reasons, ...already.reasons],
      };
    }
    case 'captured':
      return {
        tone: own.tone,
        title: t('history:payment.later.charged'),
        reasons: [...own.reasons, t('history:payment.later.chargedBody', facts)],
        next: t('history:payment.later.chargedNext'),
      };
    case 'capturing':
    case 'voiding':
      return {
        ...own,
        tone: toneOf(stage),
        title: t('history:payment.later.capturing'),
        next: null,
      };
    case 'capture-unknown':
    case 'void-unknown':
      return {
        tone: toneOf(stage),
        title: t('history:payment.later.unknown'),
        reasons: [...own.reasons, t(`history:payment.${openTexts[stage]}.body`, facts)],
        next: t(`history:payment.${openTexts[stage]}.next`),
      };
    case 'voided':
      return {
        ...own,
        reasons: [...own.reasons, voidedReason(t, payment, facts)],
        next: t('outcomes:captureAdvice.gone'),
      };
  }

  function stillOpen(): string {
    if (stage === 'expired') return t('history:payment.open.runOut');
    const key = payment.expiryIsEstimate ? 'history:payment.open.stillEstimate' : 'history:payment.open.still';
    return t(key, { amount: formats.money(payment.held, sign), when: formats.moment(payment.expiresAt) });
  }
};

/** Adds what refunds took back of the payment's charge, or may have. */
function withRefunds(t: Translate, formats: Formats, shown: ShownAttempt, words: PaymentWords): PaymentWords {
  const { refunds, currencySign } = shown;
  if (refunds === null || chargeIn(shown) === null) return words;
  const { returned, open } = refunds;
  const charged = chargedAmount(shown);
  const money = (amount: number): string => formats.money(amount, currencySign);
  const over = returned - charged;
  const told = [
    ...(returned > 0
      ? [t('history:payment.refunds.body', { returned: money(returned), charged: money(charged) })]
      : []),
    ...(open > 0 ? [t('history:payment.refunds.open', { amount: money(open) })] : []),
    ...(over > 0 ? [t('history:payment.refunds.over', { amount: money(over) })] : []),
  ];
  return {
    ...words,
    tone: over > 0 || open > 0 ? 'unknown' : returned === charged ? toneOf('returned') : words.tone,
    title:
      returned === 0
        ? words.title
        : t(returned < charged ? 'history:payment.refunds.partReturned' : 'history:payment.refunds.returned'),
    reasons: [...told, ...words.reasons],
  };
}
