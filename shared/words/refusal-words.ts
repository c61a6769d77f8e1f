/** Words for a declined or rejected attempt: the money, who refused and why, the next step. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { refusalOf, type Refusal } from '#shared/payments/refusals/refusal.ts';
import type { ReadText } from './outcome-texts.ts';
import type { OutcomeWords } from './outcome-told.ts';
import { quotedWords } from './quoted-words.ts';

export function refusalWords(t: ReadText, attempt: Attempt, state: 'declined' | 'rejected'): OutcomeWords {
  const refusal = refusalOf(attempt);
  return {
    tone: state,
    title: title(t, attempt, state, refusal),
    reasons: refusal === null ? [] : [reason(t, state, refusal)],
    next: refusal === null ? null : nextStep(t, attempt, state, refusal),
  };
}

/** State of the hold after a refused settlement, where the code tells. */
const holdByCode: Readonly<Record<string, 'captured' | 'gone' | 'declined' | 'invalid'>> = {
  'service:code.620': 'invalid',
  'service:code.621': 'declined',
  'service:code.622': 'captured',
  'service:code.623': 'gone',
  'service:code.632': 'invalid',
  'service:code.661': 'gone',
};
const holdAfter = ({ key }: Refusal) => holdByCode[key ?? ''];

/** Returns how the service lost the payment: it does not find it, or declined it; null for any other refusal. */
function lostFor(refusal: Refusal | null): 'invalid' | 'declined' | null {
  const after = refusal === null ? undefined : holdAfter(refusal);
  return after === 'invalid' || after === 'declined' ? after : null;
}

/** Code of the service's own that the refusal rests on; an empty text for none. */
const codeOf = ({ key }: Refusal): string => /^service:code\.(\d+)$/.exec(key ?? '')?.[1] ?? '';

/** Result that the service says was reached before; null where it does not, or where the hold says it. */
function doneBefore(attempt: Attempt, refusal: Refusal | null): 'voided' | 'refunded' | null {
  const { result, alreadyDone } = operationFacts(attempt.operation);
  if (refusal === null || !alreadyDone.includes(codeOf(refusal))) return null;
  return result === 'voided' || result === 'refunded' ? result : null;
}

function title(t: ReadText, attempt: Attempt, state: 'declined' | 'rejected', refusal: Refusal | null): string {
  const { result, refersTo } = operationFacts(attempt.operation);
  const done = doneBefore(attempt, refusal);
  if (done !== null) return t(`outcomes:rejected.done.${done}`);
  if (refusal !== null && refersTo === 'hold') {
    const hold = holdAfter(refusal);
    if (hold === 'captured' || hold === 'gone') return t(`outcomes:rejected.hold.${hold}`);
  }
  if (lostFor(refusal) !== null && (result === 'voided' || result === 'refunded'))
    return t(`outcomes:rejected.lost.${result}`);
  if (state === 'declined' && refusal?.advice === 'look up') return t(`outcomes:declined.repeat.${result}`);
  return t(`outcomes:${state}.title.${result}`);
}

function reason(t: ReadText, state: 'declined' | 'rejected', refusal: Refusal): string {
  const words = reasonWords(t, refusal);
  if (words === null) {
    if (state === 'rejected') return t('outcomes:rejected.noReason');
    return t(refusal.by === 'bank' ? 'outcomes:declined.noReasonBank' : 'outcomes:declined.noReason');
  }
  if (state === 'rejected')
    return t(`outcomes:rejected.by.${refusal.by === 'limits' ? 'limits' : 'service'}`, { reason: words });
  return t(`outcomes:declined.by.${refusal.by ?? 'unnamed'}`, { reason: words });
}

/** Returns why the service did not accept the request, where the state beside it says that; null where the reason says more. */
export function bareReason(t: ReadText, attempt: Attempt): string | null {
  const refusal = attempt.state === 'rejected' ? refusalOf(attempt) : null;
  const words = refusal === null || refusal.by === 'limits' ? null : reasonWords(t, refusal);
  return words === null ? null : `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}.`;
}

/** Returns our words for a known reason, the service's own in quotes where they decided, or both; null when it gave none. */
function reasonWords(t: ReadText, { key, code, text }: Refusal): string | null {
  const quoted = quotedWords(t, text, code);
  if (key === null) return quoted;
  if (text !== null && quoted !== null) return t('outcomes:reason.knownQuoted', { words: t(key), quoted });
  return code === null ? t(key) : t('outcomes:reason.known', { words: t(key), code });
}

function nextStep(t: ReadText, attempt: Attempt, state: 'declined' | 'rejected', refusal: Refusal): string {
  switch (operationFacts(attempt.operation).result) {
    case 'held':
    case 'charged':
      return paymentAdvice(t, state, refusal);
    case 'captured':
      return captureAdvice(t, state, refusal);
    case 'voided':
    case 'refunded':
      return reversalAdvice(t, attempt, refusal);
    case 'unlisted':
      return t('outcomes:unlisted.next');
  }
}

function paymentAdvice(t: ReadText, state: 'declined' | 'rejected', { advice, by, field }: Refusal): string {
  switch (advice) {
    case 'correct':
      if (by === 'limits') return t('outcomes:advice.correctAmount');
      return t(state === 'declined' && field !== 'amount' ? 'outcomes:advice.correctCard' : 'outcomes:advice.correct');
    case 'check merchant':
      return t(by === 'limits' ? 'outcomes:advice.limits' : 'outcomes:advice.check merchant');
    case 'look up':
      return t(state === 'declined' ? 'outcomes:advice.look up' : 'outcomes:advice.ask supervisor');
    case 'another card':
    case 'ask bank':
    case 'try later':
    case 'ask supervisor':
      return t(`outcomes:advice.${advice}`);
    case 'new payment':
      return t('outcomes:advice.ask supervisor');
  }
}

/** Next steps of a reversal by the code, each of which asks for another one (field notes). */
const reversalSteps: Readonly<Record<string, 'window' | 'balance' | 'reserved' | 'dispute'>> = {
  '626': 'window',
  '627': 'balance',
  '628': 'reserved',
  '652': 'dispute',
};

function reversalAdvice(t: ReadText, attempt: Attempt, refusal: Refusal): string {
  const { result } = operationFacts(attempt.operation);
  // Of a refund it says nothing: what it refunds was charged.
  if (result === 'voided' && holdAfter(refusal) === 'captured') return t('outcomes:reversalAdvice.captured');
  const step = doneBefore(attempt, refusal) ?? lostFor(refusal) ?? reversalSteps[codeOf(refusal)];
  if (step !== undefined) return t(`outcomes:reversalAdvice.${step}`);
  switch (refusal.advice) {
    case 'check merchant':
    case 'look up':
    case 'try later':
      return t(`outcomes:reversalAdvice.${refusal.advice}`);
    case 'correct':
    case 'another card':
    case 'ask bank':
    case 'ask supervisor':
    case 'new payment':
      return t('outcomes:reversalAdvice.ask supervisor');
  }
}

/** A hold has no card to key, so a capture can only be tried again, or be looked into. */
function captureAdvice(t: ReadText, state: 'declined' | 'rejected', refusal: Refusal): string {
  const hold = holdAfter(refusal);
  if (hold !== undefined) return t(`outcomes:captureAdvice.${hold}`);
  switch (refusal.advice) {
    case 'correct':
    case 'another card':
    case 'ask bank':
      return t(state === 'declined' ? 'outcomes:captureAdvice.ask bank' : 'outcomes:captureAdvice.ask supervisor');
    case 'check merchant':
      return t(refusal.by === 'limits' ? 'outcomes:captureAdvice.limits' : 'outcomes:captureAdvice.check merchant');
    case 'look up':
    case 'try later':
    case 'ask supervisor':
      return t(`outcomes:captureAdvice.${refusal.advice}`);
    case 'new payment':
      return t('outcomes:captureAdvice.ask supervisor');
  }
}
