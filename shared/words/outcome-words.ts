/** Words for an attempt, from its outcome alone: the money, the reason, and the next step. */
import { operationFacts } from '#shared/payments/operations.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { amountReasons, withAmountDoubt } from './amount-words.ts';
import { cardWords } from './card-words.ts';
import type { OutcomeFormats, ReadText } from './outcome-texts.ts';
import type { OutcomeWords } from './outcome-told.ts';
import { refusalWords } from './refusal-words.ts';
import { unknownWords } from './unknown-words.ts';

/** Facts beside the attempt that its words need. */
export interface OutcomeContext {
  /** End of an approved hold, UTC; `estimate` when the service gives no date. */
  readonly heldUntil?: { readonly at: string; readonly estimate: boolean };
  /** Time of the hold that a capture refers to, UTC. */
  readonly holdMadeAt?: string;
}

export function outcomeWords(
  t: ReadText,
  formats: OutcomeFormats,
  attempt: Attempt,
  context: OutcomeContext = {},
): OutcomeWords {
  if (attempt.resolution !== null) return resolvedWords(t, formats, attempt, attempt.resolution);
  const amount = formats.money(attempt.amount, attempt.currencySign);
  const card = cardWords(t, attempt.card);
  const { result } = operationFacts(attempt.operation);
  switch (attempt.state) {
    case 'sending':
      return {
        tone: 'sending',
        title: t(`outcomes:sending.title.${result}`),
        reasons: [t('outcomes:charged.body', { amount, card })],
        next: t('outcomes:sending.next'),
      };
    case 'approved':
      return approvedWords(t, formats, attempt, context);
    case 'declined':
    case 'rejected':
      return refusalWords(t, attempt, attempt.state);
    case 'not-sent':
      return {
        tone: 'not-sent',
        title: t(`outcomes:notSent.title.${result}`),
        reasons: [t(`outcomes:notSent.cause.${attempt.notSentCause ?? 'other'}`)],
        next: notSentNext(t, attempt),
      };
    case 'unknown':
      return unknownWords(t, attempt);
  }
}

/** Words for an approval, by the service or by a person's resolution. */
export const approvedWords = (
  t: ReadText,
  formats: OutcomeFormats,
  attempt: Attempt,
  context: OutcomeContext,
): OutcomeWords => withAmountDoubt(t, formats, attempt, confirmedWords(t, formats, attempt, context));

function confirmedWords(t: ReadText, formats: OutcomeFormats, attempt: Attempt, context: OutcomeContext): OutcomeWords {
  const amount = formats.money(attempt.amount, attempt.currencySign);
  const card = cardWords(t, attempt.card);
  const { result } = operationFacts(attempt.operation);
  const charged = t('outcomes:charged.body', { amount, card });
  switch (result) {
    case 'charged':
      return { tone: 'approved', title: t('outcomes:charged.title'), reasons: [charged], next: null };
    case 'captured':
      return {
        tone: 'approved',
        title: t('outcomes:charged.title'),
        reasons: [
          context.holdMadeAt === undefined
            ? t('outcomes:captured.plain')
            : t('outcomes:captured.body', { when: formats.day(context.holdMadeAt) }),
          charged,
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
    case 'voided':
    case 'refunded':
      return {
        tone: 'approved',
        title: t(`outcomes:${result}.title`),
        reasons: [t(`outcomes:${result}.body`, { amount, card })],
        next: t(`outcomes:${result}.next`),
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

/** Causes that a second try can't mend, because the merchant's settings are at fault. */
const settingsAtFault: ReadonlySet<Attempt['notSentCause']> = new Set([
  'configuration',
  'tls-client-certificate',
  'tls-certificate-missing',
]);

function notSentNext(t: ReadText, attempt: Attempt): string {
  const { result, refersTo } = operationFacts(attempt.operation);
  if (result === 'unlisted') return t('outcomes:unlisted.next');
  if (settingsAtFault.has(attempt.notSentCause)) return t('outcomes:notSent.nextMerchant');
  return t(refersTo === 'hold' ? 'outcomes:notSent.nextCapture' : 'outcomes:notSent.next');
}

function resolvedWords(
  t: ReadText,
  formats: OutcomeFormats,
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
    ...amountReasons(t, formats, attempt),
  ];
  return {
    tone: effectiveState(attempt),
    title: t(`outcomes:resolved.title.${resolution.outcome}.${operationFacts(attempt.operation).result}`),
    reasons,
    next: null,
  };
}
