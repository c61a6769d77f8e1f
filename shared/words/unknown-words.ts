/** Words for an attempt whose outcome is unknown: the money, the reason, the next step. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { hasKnownWords, headerCodes, knownHeaderCode, keyOfCode } from '#shared/payments/header-codes.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { reasonText } from '#shared/payments/refusals/reason-text.ts';
import { publishedCode } from '#shared/seat/training-codes.ts';
import type { ReadText } from './outcome-texts.ts';
import type { OutcomeWords } from './outcome-told.ts';
import { quotedWords } from './quoted-words.ts';

export function unknownWords(t: ReadText, attempt: Attempt): OutcomeWords {
  return { tone: 'unknown', title: title(t, attempt), reasons: [reason(t, attempt)], next: nextStep(t, attempt) };
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
