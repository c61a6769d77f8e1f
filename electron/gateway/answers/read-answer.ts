/** Turns a result of the wire into the gateway's answer: outcome, references, and a redacted record. */
import { z } from 'zod';
import type { AnswerFacts, GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { RiskSummary } from '#shared/payments/attempt.ts';
import type { Received } from '#electron/gateway/transport/transport-result.ts';
import { noFacts, unknownBecause, type AnswerFamily, type Verdict } from './answer-family.ts';
import { parseAnswer } from './answer-text.ts';
import {
  keepFigure,
  keepReference,
  redactBody,
  redactCode,
  redactAnswerText,
  type SecretsInFlight,
} from './redaction.ts';

/** Reads an answer. Pure: the same answer always gives the same outcome. */
export function readAnswer(family: AnswerFamily, received: Received, secrets: SecretsInFlight): GatewayAnswer {
  if (received.kind === 'not-sent') return { outcome: 'not-sent', cause: received.cause, detail: received.detail };
  const parsed = received.body === null ? null : parseAnswer(received.body);
  const facts = answerFacts(family, received, parsed?.ok === true ? parsed.value : null, secrets);
  if (received.kind === 'broken') return { ...facts, ...unknown(received.cause) };
  const verdict: Verdict =
    httpVerdict(received.httpStatus) ??
    (parsed?.ok === true ? family.outcome(parsed.value) : unknownBecause(parsed?.cause ?? 'not-understood'));
  return { ...facts, ...verdict };
}

/**
 * Believes only a 2xx answer. Every refusal of the service comes with 200, and other statuses are not documented
 * (section 7). Something between us and the service may produce a 4xx or 5xx after the service has acted, even with a
 * body that looks like a refusal. Looking up one attempt too many costs a minute; a second charge costs a customer.
 */
function httpVerdict(httpStatus: number): Verdict | null {
  if (httpStatus >= 200 && httpStatus < 300) return null;
  return unknownBecause(httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'http-status');
}

const unknown = (cause: Extract<Verdict, { outcome: 'unknown' }>['cause']) => ({ outcome: 'unknown', cause }) as const;

const receiptSchema = z.url({ protocol: /^https$/ }).max(2_000);
/** Longest text kept for display. A longer one is not meant for people, and the whole answer is kept beside it. */
const textLimit = 500;

function answerFacts(
  family: AnswerFamily,
  received: Exclude<Received, { kind: 'not-sent' }>,
  answer: unknown,
  secrets: SecretsInFlight,
): AnswerFacts {
  const facts = answer === null ? noFacts : family.facts(answer);
  const cleanText = (text: string | null): string | null =>
    text === null ? null : redactAnswerText(text, secrets).slice(0, textLimit).toWellFormed();
  const cleanReference = (reference: string | null): string | null => keepReference(reference, secrets);
  const receiptUrl = receiptSchema.safeParse(cleanReference(facts.receiptUrl));
  return {
    service: {
      code: facts.code === null ? null : redactCode(facts.code, secrets).slice(0, textLimit),
      text: cleanText(facts.text),
      authStatus: cleanText(facts.authStatus),
      serverTime: cleanText(facts.serverTime),
      httpStatus: received.httpStatus,
    },
    references: {
      codOper: cleanReference(facts.references.codOper),
      authToken: cleanReference(facts.references.authToken),
      idtx: cleanReference(facts.references.idtx),
      cardToken: cleanReference(facts.references.cardToken),
      relatedTx: cleanReference(facts.references.relatedTx),
    },
    answeredAmount: facts.answeredAmount,
    differences: [],
    receiptUrl: receiptUrl.success ? receiptUrl.data : null,
    risk: facts.risk === null ? null : redactedRisk(facts.risk, cleanText, (figure) => keepFigure(figure, secrets)),
    rawAnswer: received.body === null ? null : redactBody(received.body, secrets),
  };
}

const redactedRisk = (
  risk: RiskSummary,
  cleanText: (text: string | null) => string | null,
  cleanFigure: (figure: number | null) => number | null,
): RiskSummary => ({
  ...risk,
  score: cleanFigure(risk.score),
  ipRisk: cleanFigure(risk.ipRisk),
  disposition: cleanText(risk.disposition),
  dispositionReason: cleanText(risk.dispositionReason),
  issuer: cleanText(risk.issuer),
  issuerCountry: cleanText(risk.issuerCountry),
  cardKind: cleanText(risk.cardKind),
  ipCountry: cleanText(risk.ipCountry),
});
