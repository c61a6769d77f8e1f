/** Words for an attempt, from its outcome alone: the money, the reason, and the next step. */
import { operationFacts, type OperationFacts } from '#shared/payments/operations.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import { serviceMeaning } from '#shared/payments/service-codes.ts';
import { countedAmount, effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import type { Formats } from './formats.ts';
import type { Translate } from './i18n.ts';
import { contradictionWords } from './contradiction-words.ts';
import { serviceWords } from './service-words.ts';

export interface OutcomeWords {
  /** State that counts today. Selects the colour and the icon. */
  readonly tone: AttemptState;
  /** Says what happened to the money. */
  readonly title: string;
  /** Reasons in whole sentences. */
  readonly reasons: readonly string[];
  /** The next step; null when there is none. */
  readonly next: string | null;
}

/** Facts beside the attempt that its words need. */
export interface OutcomeContext {
  /** End of an approved hold, UTC; `estimate` when the service gives no date. */
  readonly heldUntil?: { readonly at: string; readonly estimate: boolean };
  /** Time of the hold that a capture refers to, UTC. */
  readonly holdMadeAt?: string;
}

/** Returns `Visa ending 7001`. A capture of an old record may have no card. */
export function cardWords(t: Translate, card: Attempt['card']): string {
  if (card === null) return t('common:banner.noCard');
  return t('common:brand.ending', { brand: t(`common:brand.${card.brand}`), lastFour: card.lastFour });
}

export function outcomeWords(
  t: Translate,
  formats: Formats,
  attempt: Attempt,
  context: OutcomeContext = {},
): OutcomeWords {
  if (attempt.resolution !== null) return resolvedWords(t, formats, attempt, attempt.resolution);
  const amount = formats.money(countedAmount(attempt), attempt.currencySign);
  const card = cardWords(t, attempt.card);
  switch (attempt.state) {
    case 'sending':
      return {
        tone: 'sending',
        title: t('outcomes:sending.title'),
        reasons: [t('outcomes:sending.body', { amount, card })],
        next: null,
      };
    case 'approved':
      return approvedWords(t, formats, attempt, context, amount, card);
    case 'declined':
      return {
        tone: 'declined',
        title: t('outcomes:declined.title'),
        reasons: [declinedReason(t, attempt)],
        next: t(afterDecline[operationFacts(attempt.operation).result]),
      };
    case 'rejected':
      return {
        tone: 'rejected',
        title: t('outcomes:rejected.title'),
        reasons: [rejectedReason(t, attempt)],
        next: rejectedNext(t, attempt),
      };
    case 'not-sent':
      return {
        tone: 'not-sent',
        title: t('outcomes:notSent.title'),
        reasons: [t(`outcomes:notSent.cause.${attempt.notSentCause ?? 'other'}`)],
        next: t('outcomes:notSent.next'),
      };
    case 'unknown':
      return {
        tone: 'unknown',
        title: t('outcomes:unknown.title'),
        reasons: unknownReasons(t, formats, attempt),
        next: t('outcomes:unknown.next'),
      };
  }
}

function unknownReasons(t: Translate, formats: Formats, attempt: Attempt): readonly string[] {
  if (attempt.contradiction === null) return [t(`outcomes:unknown.cause.${attempt.unknownCause ?? 'no-answer'}`)];
  const { money, recorded } = contradictionWords(t, formats, attempt, attempt.contradiction);
  return [money, recorded];
}

function approvedWords(
  t: Translate,
  formats: Formats,
  attempt: Attempt,
  context: OutcomeContext,
  amount: string,
  card: string,
): OutcomeWords {
  const { result } = operationFacts(attempt.operation);
  switch (result) {
    case 'charged':
      return {
        tone: 'approved',
        title: t('outcomes:charged.title'),
        reasons: [t('outcomes:charged.body', { amount, card })],
        next: null,
      };
    case 'captured':
      return {
        tone: 'approved',
        title: t('outcomes:captured.title'),
        reasons: [
          context.holdMadeAt === undefined
            ? t('outcomes:captured.plain')
            : t('outcomes:captured.body', { when: formats.day(context.holdMadeAt) }),
          t('outcomes:charged.body', { amount, card }),
        ],
        next: null,
      };
    case 'held':
      return {
        tone: 'approved',
        title: t('outcomes:held.title'),
        reasons: [
          context.heldUntil === undefined
            ? t('outcomes:held.body', { amount, card })
            : t(context.heldUntil.estimate ? 'outcomes:held.untilEstimate' : 'outcomes:held.until', {
                amount,
                when: formats.moment(context.heldUntil.at),
              }),
        ],
        next: t('outcomes:held.next'),
      };
    case 'unlisted':
      return {
        tone: 'approved',
        title: t('outcomes:unlisted.title'),
        reasons: [t('outcomes:unlisted.body', { amount })],
        next: t('outcomes:unlisted.next'),
      };
  }
}

/** Next step after a decline. */
const afterDecline = {
  held: 'outcomes:declined.next',
  charged: 'outcomes:declined.next',
  captured: 'outcomes:declined.nextCapture',
  unlisted: 'outcomes:unlisted.next',
} as const satisfies Readonly<Record<OperationFacts['result'], string>>;

function declinedReason(t: Translate, attempt: Attempt): string {
  const text = attempt.service.text ?? serviceWords(t, attempt);
  return text === null ? t('outcomes:declined.noReason') : t('outcomes:declined.bankSays', { text });
}

function rejectedReason(t: Translate, attempt: Attempt): string {
  const { code, text } = attempt.service;
  const words = serviceWords(t, attempt);
  if (code !== null && words !== null) return t('outcomes:rejected.withCode', { code, words });
  if (text !== null) return t('outcomes:rejected.withText', { text: code === null ? text : `${code} ${text}` });
  return t('outcomes:rejected.plain');
}

/** Refusals that need a change of the merchant's settings, or help from the operator of the service. */
const merchantCodes: ReadonlySet<string> = new Set(['410', '500', '600', '601', '615', '624', '662']);

/** Returns the next step after a refusal. Without a wrong field there is nothing to correct on the form. */
function rejectedNext(t: Translate, attempt: Attempt): string {
  const { code } = attempt.service;
  if (code !== null && attempt.family === 'json') {
    if (merchantCodes.has(code)) return t('outcomes:rejected.nextMerchant');
  }
  const { result } = operationFacts(attempt.operation);
  switch (result) {
    case 'held':
    case 'charged': {
      const meaning = serviceMeaning(attempt.family, attempt.service);
      return t(meaning !== null && meaning.field === null ? 'outcomes:rejected.nextAsk' : 'outcomes:rejected.next');
    }
    case 'captured':
      return t((attempt.family === 'json' ? afterRefusedCapture[code ?? ''] : null) ?? 'outcomes:rejected.nextCapture');
    case 'unlisted':
      return t('outcomes:unlisted.next');
  }
}

/** Next step after a refused capture of family A, by the code. */
const afterRefusedCapture: Readonly<
  Record<string, `outcomes:rejected.next${'Invalid' | 'Declined' | 'Captured' | 'Voided'}Hold`>
> = {
  '620': 'outcomes:rejected.nextInvalidHold',
  '621': 'outcomes:rejected.nextDeclinedHold',
  '622': 'outcomes:rejected.nextCapturedHold',
  '623': 'outcomes:rejected.nextVoidedHold',
  '661': 'outcomes:rejected.nextVoidedHold',
};

function resolvedWords(
  t: Translate,
  formats: Formats,
  attempt: Attempt,
  resolution: NonNullable<Attempt['resolution']>,
): OutcomeWords {
  const when = formats.moment(resolution.at);
  const reasons = [
    resolution.how === 'person'
      ? t('outcomes:resolved.byPerson', { operator: resolution.operatorName, when })
      : t('outcomes:resolved.byQuery', { when }),
    ...(resolution.reference === '' ? [] : [t('outcomes:resolved.reference', { reference: resolution.reference })]),
    ...(resolution.note === '' ? [] : [t('outcomes:resolved.note', { note: resolution.note })]),
  ];
  return {
    tone: effectiveState(attempt),
    title: t(`outcomes:resolved.title.${resolution.outcome}`),
    reasons,
    next: null,
  };
}
