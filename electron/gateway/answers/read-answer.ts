/** Turns a result of the wire into the gateway's answer: outcome, references, and a redacted record. */
import { z } from 'zod';
import { recordable } from '#electron/core/payments/answered-attempt.ts';
import type { AnswerFacts, GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { readReceiptLink } from '#shared/payments/receipt-link.ts';
import type { Difference, RiskSummary } from '#shared/payments/attempt.ts';
import type { UnknownCause } from '#shared/payments/outcome.ts';
import type { Received } from '#electron/gateway/transport/transport-result.ts';
import { answeredAmount, contradictionOf, differencesOf } from './against-request.ts';
import { noFacts, unknownBecause, type AnswerFamily, type Facts, type Verdict } from './answer-family.ts';
import { parseAnswer, type Parsed } from './answer-text.ts';
import type { Asked } from './asked.ts';
import { redactEvidence } from './redacted-bytes.ts';
import { memberAt } from './tolerant.ts';
import {
  keepFigure,
  keepLink,
  keepReference,
  redactBody,
  redactCode,
  redactAnswerText,
  type SecretsInFlight,
} from './redaction.ts';

/** Reads the answer to a request. Pure: the same answer always gives the same outcome. */
export function readAnswer(
  family: AnswerFamily,
  received: Received,
  secrets: SecretsInFlight,
  asked: Asked,
): GatewayAnswer {
  if (received.kind === 'not-sent') return { outcome: 'not-sent', cause: received.cause, detail: received.detail };
  const parsed = received.body === null ? null : parseAnswer(received.body);
  const told = parsed?.ok === true ? family.facts(parsed.value, asked.operation) : noFacts;
  const facts = answerFacts(received, told, secrets, asked);
  const verdict = verdictOf(family, received, parsed, asked);
  const contradiction = verdict.outcome === 'unknown' ? null : contradictionOf(asked, told);
  const judged = contradiction === null ? verdict : unknownBecause(contradiction);
  // An open outcome has no amount: whoever looks the payment up confirms the requested one.
  if (judged.outcome === 'unknown') return { ...facts, answeredAmount: null, ...judged };
  if (judged.outcome !== 'approved') return { ...facts, ...judged };
  const differences = differencesOf(asked, told.echo).map((difference) => cleanDifference(difference, secrets));
  return recordable({ operation: asked.operation, family: family.name }, { ...facts, ...judged, differences });
}

/** Returns what the answer says of a request for this operation, before its record is held against the request. */
function verdictOf(
  family: AnswerFamily,
  received: Exclude<Received, { kind: 'not-sent' }>,
  parsed: Parsed | null,
  asked: Asked,
): Verdict {
  const http = received.httpStatus === null ? null : httpVerdict(received.httpStatus, received.redirects === true);
  // The page of a proxy, in whatever charset, is told by its status.
  if (received.kind === 'broken')
    return (received.cause === 'undecodable' ? http : null) ?? unknownBecause(received.cause);
  if (http !== null && !refusingStatuses.has(received.httpStatus)) return http;
  const told = bodyVerdict(family, parsed, asked);
  if (http === null) return told;
  const refused = told.outcome === 'declined' || (told.outcome === 'rejected' && !ofMessage.test(received.body ?? ''));
  return refused ? told : http;
}

function bodyVerdict(family: AnswerFamily, parsed: Parsed | null, asked: Asked): Verdict {
  if (parsed?.ok !== true) return unknownBecause(parsed?.cause ?? 'not-understood');
  const contradicted = [...parsed.contradicted].some((path) => family.deciding.has(path));
  if (contradicted) return unknownBecause('contradictory');
  const verdict = family.outcome(parsed.value, asked.operation);
  if (verdict.outcome === 'unknown') return verdict;
  // The first of two texts may have told of a charge.
  const isDoubtful = verdict.outcome !== 'approved' && parsed.contradicted.size > 0;
  return isDoubtful || isMisshapen(family, parsed.value) ? unknownBecause('contradictory') : verdict;
}

/** True when a member that decides or is compared is an object or array where a text or number belongs. */
const isMisshapen = ({ deciding, structures }: AnswerFamily, answer: unknown): boolean =>
  [...deciding].some((path) => {
    const member = structures.has(path) ? null : memberAt(answer, path);
    return typeof member === 'object' && member !== null;
  });

/** Statuses of 2xx by which the work or the body is not complete (RFC 9110, sections 15.3.3 and 15.3.7). */
const incomplete: ReadonlyMap<number, UnknownCause> = new Map([
  [202, 'pending'],
  [206, 'truncated'],
]);

/** Statuses by which a server refuses a request itself (RFC 9110, section 15.5). With one, a body that proves a refusal is believed. */
const refusingStatuses: ReadonlySet<number | null> = new Set([400, 401, 402, 403, 422]);
/** Words of a message itself. A proxy says them of the answer too, as Squid does with 403 of one that is too large. */
const ofMessage = /\b(?:body|content-type)\b/i;

/**
 * Doubts all but a 2xx answer that is complete. The refusals that we know come with 200, and other statuses are not documented
 * (section 7). Something between us and the service may produce a 4xx or 5xx after the service has acted. Looking up one attempt
 * too many costs a minute; a second charge costs a customer.
 */
function httpVerdict(httpStatus: number, redirects: boolean): Verdict | null {
  const cause = incomplete.get(httpStatus);
  if (cause !== undefined) return unknownBecause(cause);
  if (httpStatus >= 200 && httpStatus < 300) return null;
  return unknownBecause(httpStatus >= 300 && httpStatus < 400 && redirects ? 'redirect' : 'http-status');
}

/** A link without a user part, which could pass for the host. */
const receiptSchema = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .refine((link) => {
    const url = URL.parse(link);
    return url !== null && url.username + url.password === '';
  });
/** Longest text kept for display. A longer one is not meant for people, and the whole answer is kept beside it. */
const textLimit = 500;
const descriptorLimit = 100;

function answerFacts(
  received: Exclude<Received, { kind: 'not-sent' }>,
  facts: Facts,
  secrets: SecretsInFlight,
  asked: Asked,
): AnswerFacts {
  const cleanText = (text: string | null, limit = textLimit): string | null =>
    text === null ? null : redactAnswerText(text, secrets).slice(0, limit).toWellFormed();
  const cleanReference = (reference: string | null): string | null => keepReference(reference, secrets);
  const receiptUrl = receiptSchema.safeParse(keepLink(facts.receiptUrl, secrets));
  return {
    service: {
      code: facts.code === null ? null : redactCode(facts.code, secrets).slice(0, textLimit).toWellFormed(),
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
    answeredAmount: answeredAmount(asked, facts.echo),
    differences: [],
    receiptUrl: receiptUrl.success ? receiptUrl.data : null,
    challengeUrl: readReceiptLink(keepLink(facts.challengeUrl, secrets) ?? '')?.href ?? null,
    statementDescriptor: cleanText(facts.statementDescriptor, descriptorLimit),
    risk: facts.risk === null ? null : redactedRisk(facts.risk, cleanText, (figure) => keepFigure(figure, secrets)),
    rawAnswer: rawAnswer(received, secrets),
  };
}

/** Returns the body for the record, or the bytes of an answer that is no text. */
function rawAnswer(received: Exclude<Received, { kind: 'not-sent' }>, secrets: SecretsInFlight): string | null {
  if (received.body !== null) return redactBody(received.body, secrets);
  return received.kind === 'broken' && received.evidence !== null ? redactEvidence(received.evidence, secrets) : null;
}

/** Cleans a difference. An amount may have the security code's digits by chance, so only texts lose those. */
const cleanDifference = ({ field, answered }: Difference, secrets: SecretsInFlight): Difference => ({
  field,
  answered: (field === 'amount' ? redactCode : redactAnswerText)(answered, secrets).slice(0, 200).toWellFormed(),
});

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
