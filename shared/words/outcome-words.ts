/** Words for an attempt, from its outcome alone: the money, the reason, and the next step. */
import { operationFacts } from '#shared/payments/operations.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { amountReasons, withAmountDoubt } from './amount-words.ts';
import { cardWords } from './card-words.ts';
import type { OutcomeFormats, ReadText } from './outcome-texts.ts';
import type { OutcomeWords } from './outcome-told.ts';
import { refusalWords } from './refusal-words.ts';
import { hasKnownWords, headerCodes, knownHeaderCode, keyOfCode } from '#shared/payments/header-codes.ts';
import { reasonText } from '#shared/payments/refusals/reason-text.ts';
import { publishedCode } from '#shared/seat/training-codes.ts';
import { quotedWords } from './quoted-words.ts';

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
  'tls-untrusted',
  'tls-host',
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

/** Words for an attempt whose outcome is unknown. */
function unknownWords(t: ReadText, attempt: Attempt): OutcomeWords {
  const { unknownCause, service } = attempt;
  const saysMore = unknownCause === 'contradictory' || unknownCause === 'pending';
  const words = saysMore ? quotedWords(t, reasonText(service.text), null) : null;
  const said = words === null ? [] : [t('outcomes:unknown.said', { words })];
  return {
    tone: 'unknown',
    title: title(t, attempt),
    reasons: [reason(t, attempt), ...said],
    next: nextStep(t, attempt),
  };
}

function title(t: ReadText, attempt: Attempt): string {
  const { result } = operationFacts(attempt.operation);
  if (attempt.unknownCause === 'already-processed') return t(`outcomes:unknown.processed.${result}`);
  if (attempt.unknownCause === 'other-operation' && (result === 'held' || result === 'charged'))
    return t('outcomes:unknown.either');
  return t(`outcomes:unknown.title.${result}`);
}

function reason(t: ReadText, attempt: Attempt): string {
  const cause = attempt.unknownCause ?? 'no-answer';
  const error = cause === 'unproved-refusal' ? errorWords(t, attempt) : null;
  if (error === null) return t(`outcomes:unknown.cause.${cause}`);
  return t(speaksOfAnother(attempt) ? 'outcomes:unknown.errorOfAnother' : 'outcomes:unknown.error', { reason: error });
}

/** True for a code about an earlier transaction, answered to a payment that refers to none. */
function speaksOfAnother({ family, operation, service: { code } }: Attempt): boolean {
  const known = family === 'json' ? knownHeaderCode(code) : null;
  return known !== null && headerCodes[known].refers && operationFacts(operation).refersTo === 'nothing';
}

/** Returns our words for the service's error, else its own; null when it has neither code nor text. */
function errorWords(t: ReadText, { family, service: { code, authStatus, text: said } }: Attempt): string | null {
  const known = family === 'json' ? knownHeaderCode(code) : null;
  const text = reasonText(said);
  // 300 stands for any error, so a text of its own says more.
  const ownText = known === '300' && text !== publishedCode(300)?.text;
  if (known !== null && (text === null || (hasKnownWords(known) && !ownText)))
    return t('outcomes:reason.known', { words: t(keyOfCode(known)), code: known });
  // 200 is the call's: what was declined with it has the issuer's code.
  return quotedWords(t, text, family === 'json' && code === '200' ? authStatus : code);
}

const nextByResult = {
  held: 'next',
  charged: 'next',
  captured: 'nextCapture',
  voided: 'nextVoid',
  refunded: 'nextRefund',
} as const;

function nextStep(t: ReadText, attempt: Attempt): string {
  const { result } = operationFacts(attempt.operation);
  if (result === 'unlisted') return t('outcomes:unlisted.next');
  switch (attempt.unknownCause) {
    case 'pending':
      return t('outcomes:unknown.nextPending');
    case 'no-reference':
      return t('outcomes:unknown.nextReference');
    case 'three-d-secure':
      return t(attempt.challengeUrl === null ? 'outcomes:unknown.nextThreeD' : 'outcomes:unknown.nextThreeDPage');
    case 'contradicted-resolution':
      return t('outcomes:unknown.nextSettle');
    default:
      return t(`outcomes:unknown.${nextByResult[result]}`);
  }
}
