/** Reads raw answers as the gateway does, without a connection. */
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { AnswerFamily } from '#electron/gateway/answers/answer-family.ts';
import { askedLater, askedOf, type Asked } from '#electron/gateway/answers/asked.ts';
import { formFamily } from '#electron/gateway/answers/form-answer.ts';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import type { Operation } from '#shared/payments/operations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { accountAt, capture, payment, recharge, reversal } from './merchant.ts';

/** Returns the request that an answer is for, with what was paid in these tests. */
export function askedFor(operation: Operation, family: Family = 'json'): Asked {
  switch (operation) {
    case 'void':
    case 'refund':
      return askedLater(operation, family, reversal);
    case 'capture':
      return askedLater(operation, family, capture);
    case 'recharge':
      return askedLater(operation, family, recharge);
    case 'authorize':
    case 'sell':
      return askedOf(operation, payment);
  }
}

export const answerFamilies: Readonly<Record<Family, AnswerFamily>> = { json: jsonFamily, form: formFamily };
const secrets = secretsOf(accountAt('https://localhost'), payment);

/** Reads a body that came whole. */
export const readBody = (
  family: Family,
  body: string,
  request: Asked = askedFor('authorize'),
  httpStatus = 200,
): GatewayAnswer => readAnswer(answerFamilies[family], { kind: 'answered', httpStatus, body }, secrets, request);

/** The outcome in a word, with the cause of an unknown one. */
export const outcomeOf = (answer: GatewayAnswer): string =>
  answer.outcome === 'unknown' ? `unknown: ${answer.cause}` : answer.outcome;
