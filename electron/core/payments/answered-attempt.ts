/** Fills in the answer of an attempt, to be shown before the ledger can write it. */
import type { Attempt } from '#shared/payments/attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';

/** @param answeredAt UTC instant at which this seat knew the outcome */
export function answered(attempt: Attempt, answer: GatewayAnswer, answeredAt: string): Attempt {
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
  risk: null,
  rawAnswer: null,
};
