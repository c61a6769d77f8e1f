/** Reads answers of family A: the envelope and the transaction record of section 2.2, by the rules of section 7. */
import { z } from 'zod';
import { readDecimal } from '#shared/payments/money.ts';
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
  /** On failure `[]`, `{}`, null or even a string (field notes): then there is no record. */
  data: recordSchema,
});

/** These do not say that nothing happened: pending, being processed, already processed (field notes). */
const pendingCodes: ReadonlySet<number> = new Set([60003, 60006, 60007]);

/**
 * Codes with which the issuer or the service's risk rules refuse the payment, so that correcting the request would not
 * help: velocity and volume rules (612, 613, 614), fraud (631, 660), denied (60002), and a cardholder who did not complete
 * his part (60004). 605 to 611, 629 and 651 name something to correct, 620 to 624, 626, 652 and 661 a related transaction
 * that does not allow the request, the others the merchant or the request itself: rejected.
 */
const declineCodes: ReadonlySet<number> = new Set([612, 613, 614, 631, 660, 60002, 60004]);

/** The listed codes from 60000 on, which are about a transaction under way, that say that nothing was processed. */
const settledCodes: ReadonlySet<number> = new Set([60002, 60004, 60005]);

/** 1 and 0 as number, numeric text or boolean (field notes); other numbers are states of earlier transactions. */
function readStatus(status: unknown): number | null {
  return typeof status === 'boolean' ? Number(status) : looseNumber.parse(status);
}

/**
 * The outcome of any JSON value as an answer of family A. Texts (`messageSys`, `description`) never decide.
 * - approved: all three of `success === true`, code 200 and status 1
 * - declined: `success === true`, code 200 and status 0, for AUTH, AUTH_CAPTURE and CAPTURE alike; or a decline code
 * - rejected: `success === false` with a code that says why
 * - unknown: everything else, since the transaction may exist
 */
export function jsonOutcome(answer: unknown): Verdict {
  const envelope = envelopeSchema.parse(answer);
  const code = envelope?.headerStatus?.code ?? null;
  if (envelope === null || code === null) return unknownBecause('not-understood');
  if (pendingCodes.has(code)) return unknownBecause('pending');
  const status = readStatus(envelope.data?.status ?? null);
  if (envelope.success === true && code === 200) {
    if (status === 1) return { outcome: 'approved' };
    // 3 (refunded), 4 (voided) and no status at all do not fit a request that was just made.
    return status === 0 ? { outcome: 'declined' } : unknownBecause('not-understood');
  }
  // A refusal is believed when nothing beside it speaks of a processed transaction.
  if (envelope.success !== false || (status !== null && status !== 0)) return unknownBecause('not-understood');
  if (declineCodes.has(code)) return { outcome: 'declined' };
  return saysNothingHappened(code) ? { outcome: 'rejected' } : unknownBecause('not-understood');
}

/**
 * Below 300 a code is no refusal, and `success: false` beside it a contradiction. From 60000 on a code that is not listed
 * may be another name for pending.
 */
function saysNothingHappened(code: number): boolean {
  return Number.isInteger(code) && code >= 300 && (code < 60_000 || settledCodes.has(code));
}

/** What the answer says beside its outcome. `totalPay` is the total of the transaction, a text; both amounts are compared as decimals. */
export function jsonFacts(answer: unknown): Facts {
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

/** A capture's answer may repeat the authorization's codOper, as a text or inside a record (field notes). */
function relatedCodOper(relatedTx: unknown): string | null {
  return looseText.parse(relatedTx) ?? looseRecord({ codOper: looseText }).parse(relatedTx)?.codOper ?? null;
}

export const jsonFamily: AnswerFamily = { outcome: jsonOutcome, facts: jsonFacts };
