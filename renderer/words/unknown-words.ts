/** Words for an attempt whose outcome is unknown: the money, the reason, the next step. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { hasKnownWords, knownHeaderCode } from '#shared/payments/header-codes.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { reasonText } from '#shared/payments/refusals/reason-text.ts';
import type { Translate } from './i18n.ts';
import type { OutcomeWords } from './outcome-told.ts';

export function unknownWords(t: Translate, attempt: Attempt): OutcomeWords {
  return { tone: 'unknown', title: title(t, attempt), reasons: [reason(t, attempt)], next: nextStep(t, attempt) };
}

function title(t: Translate, attempt: Attempt): string {
  const { result } = operationFacts(attempt.operation);
  if (attempt.unknownCause === 'already-processed') return t(`outcomes:unknown.processed.${result}`);
  if (attempt.unknownCause === 'other-operation' && (result === 'held' || result === 'charged'))
    return t('outcomes:unknown.either');
  return t(`outcomes:unknown.title.${result}`);
}

function reason(t: Translate, attempt: Attempt): string {
  const cause = attempt.unknownCause ?? 'no-answer';
  const error = cause === 'unproved-refusal' ? errorWords(t, attempt) : null;
  return error === null ? t(`outcomes:unknown.cause.${cause}`) : t('outcomes:unknown.error', { reason: error });
}

/** Returns our words for the service's error, else its own; null when it has neither code nor text. */
function errorWords(t: Translate, { family, service: { code, text: said } }: Attempt): string | null {
  const known = family === 'json' ? knownHeaderCode(code) : null;
  const text = reasonText(said);
  if (known !== null && (text === null || hasKnownWords(known)))
    return t('outcomes:reason.known', { words: t(`service:code.${known}`), code: known });
  if (text !== null)
    return code === null ? t('outcomes:reason.quoted', { text }) : t('outcomes:reason.quotedCode', { text, code });
  return code === null ? null : t('outcomes:reason.code', { code });
}

function nextStep(t: Translate, attempt: Attempt): string {
  const { result } = operationFacts(attempt.operation);
  if (result === 'unlisted') return t('outcomes:unlisted.next');
  switch (attempt.unknownCause) {
    case 'pending':
      return t('outcomes:unknown.nextPending');
    case 'no-reference':
      return t('outcomes:unknown.nextReference');
    case 'three-d-secure':
      return t('outcomes:unknown.nextThreeD');
    case 'contradicted-resolution':
      return t('outcomes:unknown.nextSettle');
    default:
      return t(result === 'captured' ? 'outcomes:unknown.nextCapture' : 'outcomes:unknown.next');
  }
}
