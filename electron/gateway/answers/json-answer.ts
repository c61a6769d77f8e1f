/** Reads answers of family A: the envelope and the transaction record of section 2.2, by the rules of section 7. */
import { z } from 'zod';
import { readDecimal } from '#shared/payments/money.ts';
import { headerCodes, knownHeaderCode } from '#shared/payments/header-codes.ts';
import { noFacts, unknownBecause, type AnswerFamily, type Facts, type Verdict } from './answer-family.ts';
import { readRisk } from './risk-summary.ts';
import { looseNumber, looseRecord, looseText } from './tolerant.ts';

const recordSchema = looseRecord({
  // Documented as Boolean, sent as a number, seen as text.
  status: z.unknown().default(null),
  codOper: looseText,
  idtx: looseText,
  cardToken: looseText,
  relatedTx: z.unknown().default(null),
  authStatus: looseText,
  messageSys: looseText,
  date: looseText,
  totalPay: z.unknown().default(null),
  requestPayAmount: z.unknown().default(null),
  returnUrl: looseText,
  binInfo: z.unknown().default(null),
});

const envelopeSchema = looseRecord({
  headerStatus: looseRecord({ code: looseNumber, description: looseText }),
  success: z.unknown().default(null),
  message: looseText,
  serverTime: looseText,
  /** On failure `[]`, `{}`, null or even a string (field notes), so there is no record. */
  data: recordSchema,
});

/** Reads 1 and 0 as number, numeric text or boolean (field notes). Other numbers are states of earlier transactions. */
function readStatus(status: unknown): number | null {
  return typeof status === 'boolean' ? Number(status) : looseNumber.parse(status);
}

/**
 * Returns the outcome of any JSON value as an answer of family A. Texts (`messageSys`, `description`) never decide.
 * - approved: all three of `success === true`, code 200 and status 1
 * - declined: `success === true`, code 200 and status 0, for AUTH, AUTH_CAPTURE and CAPTURE alike; or a decline code
 * - rejected: `success === false` with a code that says why
 * - unknown: everything else, since the transaction may exist
 */
function jsonOutcome(answer: unknown): Verdict {
  const envelope = envelopeSchema.parse(answer);
  const code = envelope?.headerStatus?.code ?? null;
  if (envelope === null || code === null) return unknownBecause('not-understood');
  const facts = headerCodes[knownHeaderCode(String(code)) ?? '300'];
  if (code === 60_007) return unknownBecause('already-processed');
  if (code === 60_003 || code === 60_006) return unknownBecause('pending');
  const status = readStatus(envelope.data?.status ?? null);
  if (envelope.success === true && code === 200) {
    if (status === 1) return { outcome: 'approved' };
    // 3 (refunded), 4 (voided) and a missing status do not fit a request that was just made.
    return status === 0 ? { outcome: 'declined' } : unknownBecause('not-understood');
  }
  // A refusal counts only when nothing beside it indicates a processed transaction.
  if (envelope.success !== false || (status !== null && status !== 0)) return unknownBecause('not-understood');
  return facts.outcome === 'unknown' ? unknownBecause('unproved-refusal') : { outcome: facts.outcome };
}

/**
 * Reads the facts of an answer. `totalPay` is the total of the transaction, as text. Both amounts are compared as
 * decimals.
 */
function jsonFacts(answer: unknown): Facts {
  const envelope = envelopeSchema.parse(answer);
  if (envelope === null) return noFacts;
  const { headerStatus, data } = envelope;
  return {
    code: headerStatus?.code === undefined || headerStatus.code === null ? null : String(headerStatus.code),
    text: data?.messageSys ?? envelope.message ?? headerStatus?.description ?? null,
    authStatus: data?.authStatus ?? null,
    serverTime: envelope.serverTime ?? data?.date ?? null,
    references: {
      codOper: data?.codOper ?? null,
      authToken: null,
      idtx: data?.idtx ?? null,
      cardToken: data?.cardToken ?? null,
      relatedTx: relatedCodOper(data?.relatedTx),
    },
    answeredAmount: readDecimal(data?.totalPay) ?? readDecimal(data?.requestPayAmount),
    receiptUrl: data?.returnUrl ?? null,
    risk: readRisk(data?.binInfo ?? null),
  };
}

/** Reads the authorization's codOper from a capture's answer, where it is a text or inside a record (field notes). */
function relatedCodOper(relatedTx: unknown): string | null {
  return looseText.parse(relatedTx) ?? looseRecord({ codOper: looseText }).parse(relatedTx)?.codOper ?? null;
}

export const jsonFamily: AnswerFamily = { outcome: jsonOutcome, facts: jsonFacts };
