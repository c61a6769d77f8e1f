/** Effect of an answer on its attempt, for the screens before the ledger has written it, and for the ledger. */
import type { Attempt, References } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';

/** Returns a reference exactly as it came; null for a blank one, which identifies nothing. */
export const nonBlank = (reference: string | null): string | null => (reference?.trim() ? reference : null);

/** Returns the reference by which a later operation names a payment (sections 4.1 and 4.2); null without one. */
export const payableReference = (family: Family, { codOper, authToken }: References): string | null =>
  nonBlank(family === 'json' ? codOper : authToken);

/**
 * Returns the answer as it may be recorded. An approved authorization without its reference is unknown, because its capture
 * could name nothing: a supervisor looks the reference up.
 */
export function recordable(attempt: Pick<Attempt, 'operation' | 'family'>, answer: GatewayAnswer): GatewayAnswer {
  if (answer.outcome !== 'approved' || operationFacts(attempt.operation).opens !== 'hold') return answer;
  if (payableReference(attempt.family, answer.references) !== null) return answer;
  return { ...answer, outcome: 'unknown', cause: 'no-reference' };
}

/**
 * Fills in the answer of an attempt, to be shown before the ledger can write it.
 * @param answeredAt UTC instant at which this seat knew the outcome
 */
export function answered(attempt: Attempt, received: GatewayAnswer, answeredAt: string): Attempt {
  const answer = recordable(attempt, received);
  if (answer.outcome === 'not-sent') {
    return { ...attempt, state: 'not-sent', notSentCause: answer.cause, unknownCause: null, answeredAt };
  }
  return {
    ...attempt,
    state: answer.outcome,
    notSentCause: null,
    unknownCause: answer.outcome === 'unknown' ? answer.cause : null,
    answeredAmount: answer.answeredAmount,
    differences: answer.differences,
    references: answer.references,
    receiptUrl: answer.receiptUrl,
    challengeUrl: answer.challengeUrl,
    statementDescriptor: answer.statementDescriptor,
    service: answer.service,
    risk: answer.risk,
    answeredAt,
  };
}

const nothingSaid = { code: null, text: null, authStatus: null, serverTime: null, httpStatus: null } as const;
const noReferences = { codOper: null, authToken: null, idtx: null, cardToken: null, relatedTx: null } as const;

/** Answer of an attempt that was recorded too late. Nothing has left, because only an attempt recorded in time may be sent. */
export const neverLeft: GatewayAnswer = {
  outcome: 'not-sent',
  cause: 'other',
  detail: 'The record was interrupted before anything was sent.',
};

/** Answer of a request that failed inside the program. The outcome is unknown, because a byte may have left. */
export const brokenDown: GatewayAnswer = {
  outcome: 'unknown',
  cause: 'crash',
  service: nothingSaid,
  references: noReferences,
  answeredAmount: null,
  differences: [],
  receiptUrl: null,
  challengeUrl: null,
  statementDescriptor: null,
  risk: null,
  rawAnswer: null,
};
