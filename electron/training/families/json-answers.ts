/** Answers of family A: envelope and transaction record of section 2.2, with the oddities of real services. */
import { createHash, randomBytes } from 'node:crypto';
import type { BankTransaction, BankRefusal } from '#electron/training/bank/transaction.ts';
import { serviceTime } from './field-checks.ts';
import type { JsonRefusal } from './json-requests.ts';
import { amountNumber, amountText, numberWithDecimal } from './raw-json.ts';
import { declineAnswers, describeCode } from './service-words.ts';

export type JsonBody = Readonly<Record<string, unknown>>;

export const bankRefusalCodes: Readonly<Record<BankRefusal, number>> = {
  'invalid-related': 620,
  'related-declined': 621,
  'already-captured': 622,
  'already-reversed': 623,
  voided: 661,
  'above-authorized': 604,
  'not-whole': 300,
  duplicate: 612,
};

/** Builds the envelope of an answer. */
export const envelope = (code: number, now: Date, data: unknown) => ({
  headerStatus: { code, description: describeCode(code) },
  serverTime: serviceTime(now),
  message: null,
  data,
  success: code === 200,
});

/** Builds the answer to a processed request. A decline is a successful call with `data.status` 0 (section 7). */
export const recordAnswer = (transaction: BankTransaction, receiptLink: string, now: Date): JsonBody => ({
  ...envelope(200, now, recordOf(transaction, receiptLink)),
  // An extra key of some deployments, a text or null (field notes).
  requestId: transaction.sequence % 2 === 0 ? `req-${String(transaction.sequence)}` : null,
});

function recordOf(transaction: BankTransaction, receiptLink: string): JsonBody {
  const { buyer, declined, related, sequence } = transaction;
  const binInfo = binInfoOf(transaction);
  return {
    date: serviceTime(transaction.at),
    authStatus: declined === null ? '00' : declineAnswers[declined].code,
    cardType: buyer.brand === 'MASTERCARD' ? 'MC' : 'VISA',
    type: buyer.brand,
    idtx: idtxOf(transaction),
    cardToken: transaction.cardToken,
    totalPay: amountText(transaction.amount),
    ...(binInfo === undefined ? {} : { binInfo }),
    name: `${buyer.firstName} ${buyer.lastName}`,
    displayNum: buyer.lastFour,
    operationType: operationTypeOf(transaction),
    returnUrl: receiptLink,
    requestPayAmount: amountNumber(transaction.amount),
    email: buyer.email,
    codOper: transaction.codOper,
    status: declined === null ? 1 : 0,
    messageSys: declined === null ? approvalText(sequence) : declineAnswers[declined].text,
    ...(related === null ? {} : { relatedTx: related.codOper }),
    ...(transaction.kind === 'AUTH_CAPTURE'
      ? { userName: 'Training Merchant', userLogn: 'training', idUsr: 1042 }
      : {}),
  };
}

/** Returns the type in an answer. That of a void or refund is written in two ways (field notes). */
const operationTypeOf = ({ kind, sequence }: BankTransaction): string =>
  kind.startsWith('REVERSE') && sequence % 2 === 0 ? 'REVERSE' : kind;

/** A number of its own for each transaction, also after the gateway has begun anew beside an older ledger. */
export const idtxOf = ({ codOper }: BankTransaction): number =>
  Number.parseInt(createHash('sha256').update(codOper).digest('hex').slice(0, 12), 16);

/** Returns an approval's text, sometimes like a failure's (field notes, sic), because clients must not decide by it. */
const approvalText = (sequence: number): string => (sequence % 5 === 4 ? 'VER UNAVAILBLE' : 'APPROVED');

/**
 * Builds the envelope of a refusal: HTTP 200 with `success:false`. `data` is an empty array for 620 (section 7). For
 * others it rotates, by `variation`, through the values of real deployments.
 */
export function refusalAnswer(refusal: JsonRefusal, now: Date, variation: number): JsonBody {
  const datas: readonly unknown[] = [[], {}, null, 'NO DATA'];
  const data = refusal.code === 620 ? [] : datas[variation % datas.length];
  return { ...envelope(refusal.code, now, data), message: refusal.message, success: false };
}

/** The only key of `data` while the cardholder's bank has to be asked first (field notes). The link leads nowhere here. */
export const challenge = (origin: string): JsonBody => ({
  url3DSRef: `${origin}/restTx/v2/response/referencePage/AUTH_CAP-${randomBytes(3).toString('hex').toUpperCase()}`,
});

/** Builds the answer of a merchant set to 3-D Secure: a successful call that has done nothing yet. */
export const challengeAnswer = (origin: string, now: Date): JsonBody => ({
  ...envelope(200, now, challenge(origin)),
  requestId: null,
});

/** Changes JSON types where deployments differ. A tolerant client still understands the answer. */
export function jsonWithWrongTypes(body: JsonBody): JsonBody {
  const headerStatus = body['headerStatus'] as JsonBody;
  const data = body['data'];
  const isRecord = typeof data === 'object' && data !== null && 'status' in data;
  return {
    ...body,
    headerStatus: { ...headerStatus, code: String(headerStatus['code']) },
    ...(isRecord ? { data: wrongTypedRecord(data) } : {}),
  };
}

function wrongTypedRecord(record: JsonBody): JsonBody {
  const asNumber = Number(record['totalPay']);
  return {
    ...record,
    authStatus: null,
    idtx: String(record['idtx']),
    totalPay: asNumber,
    requestPayAmount: String(record['totalPay']),
    displayNum: Number(record['displayNum']),
    status: String(record['status']),
    messageSys: null,
    binInfo: 'NOT AVAILABLE',
  };
}

type BinInfo = Readonly<Record<string, unknown>>;

/**
 * Invents the risk block of a transaction, `binInfo` (section 2.2, field notes): whole, null, absent or with parts missing, in turn, so that a client never
 * sees only the whole block.
 * @returns undefined where the key is left out
 */
function binInfoOf(transaction: BankTransaction): BinInfo | null | undefined {
  const whole = wholeBlock(transaction);
  switch (transaction.sequence % 7) {
    case 3:
      return omit(whole, ['ip_address', 'billing_address']);
    case 4:
      return null;
    case 5:
      return undefined;
    case 6:
      return omit(whole, ['credit_card', 'disposition', 'email']);
    default:
      return whole;
  }
}

function wholeBlock({ sequence, buyer, declined }: BankTransaction): BinInfo {
  const score = declined === 'stolen-card' ? 92.5 : (sequence * 7) % 40;
  return {
    id: `b7d1c0de-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    risk_score: numberWithDecimal(score),
    funds_remaining: numberWithDecimal(250),
    queries_remaining: 49_000 - (sequence % 10_000),
    ip_address: {
      risk: numberWithDecimal(score / 4),
      city: { names: { en: 'Panama City', es: 'Panamá' } },
      continent: { code: 'NA', names: { en: 'North America', es: 'Norteamérica' } },
      country: { iso_code: 'PA', names: { en: 'Panama', es: 'Panamá' } },
      location: { latitude: 8.9833, longitude: -79.5167, time_zone: 'America/Panama' },
      postal: { code: '0801' },
      registered_country: { iso_code: 'PA', names: { en: 'Panama', es: 'Panamá' } },
      subdivisions: [{ iso_code: '8', names: { en: 'Panama', es: 'Panamá' } }],
      traits: { isp: 'Training ISP', user_type: 'residential' },
    },
    credit_card: {
      issuer: { name: buyer.brand === 'VISA' ? 'Training Bank of Panama' : 'Training Savings Bank' },
      brand: buyer.brand === 'VISA' ? 'Visa' : 'Mastercard',
      country: 'PA',
      is_issued_in_billing_address_country: true,
      is_prepaid: sequence % 5 === 0,
      type: sequence % 2 === 0 ? 'debit' : 'credit',
    },
    email: { first_seen: '2016-02-03', is_free: true, is_high_risk: declined === 'stolen-card' },
    billing_address: { latitude: 8.9833, longitude: -79.5167, distance_to_ip_location: 12, is_in_ip_country: true },
    disposition:
      declined === 'stolen-card'
        ? { action: 'reject', reason: 'custom_rule' }
        : { action: 'accept', reason: 'default' },
  };
}

const omit = (block: BinInfo, names: readonly string[]): BinInfo =>
  Object.fromEntries(Object.entries(block).filter(([name]) => !names.includes(name)));
