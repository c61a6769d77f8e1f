/** Reads answers of family A: the envelope and the transaction record of section 2.2, by the rules of section 7. */
import { z } from 'zod';
import { operationTable, type Operation } from '#shared/payments/operations.ts';
import { knownHeaderCode, provedBy } from '#shared/payments/header-codes.ts';
import { reportsSuccess } from '#shared/payments/refusals/reason-text.ts';
import { noFacts, unknownBecause, type AnswerFamily, type Facts, type Verdict } from './answer-family.ts';
import { declined, doubtAmong } from './plain-refusal.ts';
import { agreesWithCode, isGeneral, provingText } from './refusal-text.ts';
import {
  exactReference,
  exactText,
  given,
  looseRecord,
  looseText,
  memberAt,
  wholeNumber,
  looseBoolean,
  looseNumber,
} from './tolerant.ts';
import { challengeOf, hasOnly, isEmpty, tracesTransaction } from './transaction-traces.ts';
import type { RiskSummary } from '#shared/payments/attempt.ts';

const recordSchema = looseRecord({
  // Documented as Boolean, sent as a number, seen as text.
  status: z.unknown().default(null),
  codOper: exactReference,
  idtx: exactReference,
  cardToken: exactReference,
  relatedTx: z.unknown().default(null),
  authStatus: looseText,
  messageSys: looseText,
  date: looseText,
  totalPay: looseText,
  requestPayAmount: looseText,
  returnUrl: looseText,
  binInfo: z.unknown().default(null),
  operationType: looseText,
  displayNum: looseText,
  cardType: looseText,
  type: looseText,
  name: looseText,
  email: looseText,
  /** The text on the cardholder's statement (field notes). */
  txDescriptor: looseText,
});

/** Envelope of every answer of the family. */
export const envelopeSchema = looseRecord({
  headerStatus: looseRecord({ code: exactText, description: looseText }),
  success: z.unknown().default(null),
  message: looseText,
  serverTime: looseText,
  data: z.unknown().default(null),
});

type Envelope = NonNullable<z.output<typeof envelopeSchema>>;

const deciding: ReadonlySet<string> = new Set([
  'headerStatus',
  'headerStatus.code',
  'success',
  'data',
  'data.status',
  'data.codOper',
  'data.idtx',
  'data.cardToken',
  'data.relatedTx',
  'data.relatedTx.codOper',
  'data.operationType',
  'data.displayNum',
  'data.cardType',
  'data.type',
  'data.totalPay',
  'data.requestPayAmount',
]);

/** On failure `data` is `[]`, `{}`, null or even a string (field notes), so there is no record. */
const recordOf = (data: unknown) => recordSchema.parse(data);

/** Reads 1 and 0 as number, numeric text or boolean (field notes). Other numbers are states of earlier transactions. */
const readStatus = (status: unknown): number | null =>
  typeof status === 'boolean' ? Number(status) : wholeNumber.parse(status);

/** Returns the code in the form of the table. Null for what is no whole number: a fraction is no known code. */
function readCode(code: string | null): string | null {
  const whole = wholeNumber.parse(code);
  return whole === null ? null : String(whole);
}

/**
 * Returns the outcome of any JSON value as an answer of family A. `messageSys` never approves or refuses.
 * - approved: all three of `success === true`, code 200 and status 1
 * - declined: `success === true`, code 200 and status 0, for AUTH, AUTH_CAPTURE and CAPTURE alike, also where `authStatus` or
 *   `messageSys` is a bare approval (section 7), but not where they or `message` tell of work or of a charge; or a decline code
 * - rejected: `success === false` with a code that proves for this operation that nothing was done (`header-codes.ts`), or
 *   with 300 and the text of a validator, and nothing else in the answer
 * - unknown: everything else, since the transaction may exist
 */
function jsonOutcome(answer: unknown, operation: Operation): Verdict {
  const envelope = envelopeSchema.parse(answer);
  if (envelope === null) return unknownBecause('not-understood');
  const { success, data } = envelope;
  const record = recordOf(data);
  const code = readCode(envelope.headerStatus?.code ?? null);
  const status = readStatus(record?.status ?? null);
  if (challengeOf(answer) !== null) return unknownBecause('three-d-secure');
  if (code === null) return unknownBecause('not-understood');
  if (code === '60007') return unknownBecause('already-processed');
  if (code === '60003' || code === '60006') return unknownBecause('pending');
  if (success === true && code === '200') {
    if (status === 1) return { outcome: 'approved' };
    // 3 (refunded), 4 (voided) and a missing status do not fit a request that was just made.
    if (status !== 0) return unknownBecause('not-understood');
    return declined(doubtIn(envelope, operation).doubt);
  }
  if (typeof success !== 'boolean') return unknownBecause('not-understood');
  if (success || code === '200' || tracesTransaction(answer)) return unknownBecause('contradictory');
  const verdict = refusal(code, envelope, operation);
  return verdict.outcome === 'unknown' || isBareRefusal(answer, envelope) ? verdict : unknownBecause('contradictory');
}

/** All members of a refusal before which nothing was done. */
const refusalMembers: ReadonlySet<string> = new Set([
  'headerStatus',
  'serverTime',
  'message',
  'requestId',
  'data',
  'success',
]);
const headerMembers: ReadonlySet<string> = new Set(['code', 'description']);

/** Longest time or id of a request. */
const longestId = 200;
/** True for words where a time or an id belongs: two in a row, those of success, or more than anybody reads. */
const speaks = (text: string): boolean =>
  text.length > longestId || /\p{L}{3,}\s+\p{L}{4,}/u.test(text) || reportsSuccess(text.replaceAll('_', ' '));

/** True when nothing stands beside a refusal: whatever else came may be of a transaction, under any name. */
const isBareRefusal = (answer: unknown, { data, serverTime }: Envelope): boolean =>
  !given([serverTime, looseText.parse(memberAt(answer, 'requestId'))]).some(speaks) &&
  hasOnly(answer, refusalMembers, ['headerStatus', 'data']) &&
  hasOnly(memberAt(answer, 'headerStatus'), headerMembers) &&
  (typeof data === 'string' || isEmpty(data));

function refusal(code: string, envelope: Envelope, operation: Operation): Verdict {
  const known = knownHeaderCode(code);
  const outcome = known === null ? 'unknown' : provedBy(known, operation);
  if (known !== null && outcome !== 'unknown') {
    return agreesWithCode(known, textsOf(envelope), operation) ? { outcome } : unknownBecause('contradictory');
  }
  // 300 is general: only its text can prove that an argument was refused (field notes).
  const proved = code === '300' && provingText(textsOf(envelope), operation) !== null;
  return proved ? { outcome: 'rejected' } : unknownBecause('unproved-refusal');
}

/** Returns the text that says most of an answer without a record: the sentence that proves its refusal, else the first one. */
function saidText(envelope: Envelope): string | null {
  const texts = textsOf(envelope);
  return provingText(texts, 'capture') ?? texts.find((text) => !isGeneral(text)) ?? texts[0] ?? null;
}

/** Returns what makes a decline doubtful, and the message where it alone does. */
function doubtIn({ message, data }: Envelope, operation: Operation) {
  const record = recordOf(data);
  const said = given([record?.authStatus, record?.messageSys]);
  const reverses = operationTable[operation].draft === 'reversal';
  const doubt = doubtAmong(said, 'issuer', reverses);
  if (doubt !== null || message === null) return { doubt, message: null };
  const ofCall = doubtAmong([message], 'call', reverses);
  return { doubt: ofCall, message: ofCall === null ? null : message };
}

const textsOf = ({ message, headerStatus, data }: Envelope): readonly string[] =>
  given([message, headerStatus?.description, looseText.parse(data)]);

/**
 * Reads the facts of an answer. `totalPay` is the total of the transaction, as text. Both amounts are compared as
 * decimals.
 */
function jsonFacts(answer: unknown, operation: Operation): Facts {
  const envelope = envelopeSchema.parse(answer);
  if (envelope === null) return noFacts;
  const { headerStatus } = envelope;
  const data = recordOf(envelope.data);
  const code = headerStatus?.code ?? null;
  return {
    code: readCode(code) ?? code,
    text:
      (readStatus(data?.status ?? null) === 0 ? doubtIn(envelope, operation).message : null) ??
      data?.messageSys ??
      saidText(envelope),
    authStatus: data?.authStatus ?? null,
    serverTime: envelope.serverTime ?? data?.date ?? null,
    references: {
      codOper: data?.codOper ?? null,
      authToken: null,
      idtx: data?.idtx ?? null,
      cardToken: data?.cardToken ?? null,
      relatedTx: relatedCodOper(data?.relatedTx),
    },
    receiptUrl: data?.returnUrl ?? null,
    challengeUrl: challengeOf(answer),
    statementDescriptor: data?.txDescriptor ?? null,
    risk: readRisk(data?.binInfo ?? null),
    echo: {
      operation: data?.operationType ?? null,
      lastDigits: data?.displayNum ?? null,
      brands: given([data?.cardType, data?.type]),
      names: given([data?.name]),
      email: data?.email ?? null,
      amounts: given([data?.totalPay, data?.requestPayAmount]),
    },
  };
}

/** Reads the authorization's codOper from a capture's answer, where it is a text or inside a record (field notes). */
function relatedCodOper(relatedTx: unknown): string | null {
  return exactReference.parse(relatedTx) ?? looseRecord({ codOper: exactReference }).parse(relatedTx)?.codOper ?? null;
}

export const jsonFamily: AnswerFamily = {
  name: 'json',
  outcome: jsonOutcome,
  facts: jsonFacts,
  deciding,
  structures: new Set(['headerStatus', 'data', 'data.relatedTx']),
};

/** A name: a text, an object with a name, or a map by language (field notes). */
const placeName = z
  .unknown()
  .transform((value): string | null => {
    const text = looseText.parse(value);
    if (text !== null) return text;
    const place = looseRecord({ name: looseText, iso_code: looseText, names: looseRecord({}) }).parse(value);
    const names = Object.values(place?.names ?? {}).map((name) => looseText.parse(name));
    return place?.name ?? place?.iso_code ?? names.find((name) => name !== null) ?? null;
  })
  .default(null);

const binInfoSchema = looseRecord({
  risk_score: looseNumber,
  ip_address: looseRecord({ risk: looseNumber, country: placeName }),
  credit_card: looseRecord({ issuer: placeName, country: placeName, type: looseText, is_prepaid: looseBoolean }),
  email: looseRecord({ is_high_risk: looseBoolean }),
  disposition: looseRecord({ action: looseText, reason: looseText }),
});

/** Reads `binInfo`, which varies by provider (section 2.2); null when there is none, or none of its known parts. */
function readRisk(binInfo: unknown): RiskSummary | null {
  const info = binInfoSchema.parse(binInfo);
  if (info === null) return null;
  const risk: RiskSummary = {
    score: info.risk_score,
    disposition: info.disposition?.action ?? null,
    dispositionReason: info.disposition?.reason ?? null,
    issuer: info.credit_card?.issuer ?? null,
    issuerCountry: info.credit_card?.country ?? null,
    cardKind: info.credit_card?.type ?? null,
    prepaid: info.credit_card?.is_prepaid ?? null,
    ipCountry: info.ip_address?.country ?? null,
    ipRisk: info.ip_address?.risk ?? null,
    emailHighRisk: info.email?.is_high_risk ?? null,
  };
  return Object.values(risk).every((value) => value === null) ? null : risk;
}
