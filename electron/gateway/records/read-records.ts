/** Reads the service's answer about its records: leniently in its fields, strictly in what the answer itself says. */
import { z } from 'zod';
import { cardRemoved, redactText, withoutCardNumbers } from '#electron/core/redact.ts';
import type { NoRecords, RecordsAnswer, RecordsCount } from '#electron/core/ports/gateway.ts';
import {
  exactReference,
  exactText,
  looseBoolean,
  looseRecord,
  looseText,
  wholeNumber,
} from '#electron/gateway/answers/tolerant.ts';
import { envelopeSchema } from '#electron/gateway/answers/json-answer.ts';
import { legible } from '#electron/gateway/answers/redaction.ts';
import { parseAnswer } from '#electron/gateway/answers/answer-text.ts';
import type { Received } from '#electron/gateway/transport/transport-result.ts';
import type { ServiceRecord } from '#shared/ledger/service-records.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { readDecimal } from '#shared/payments/money.ts';
import { storable } from '#shared/texts/text-kinds.ts';

/** Makes a text fit to be shown, without any card number that was keyed into it. */
const shown = (text: string): string => legible(storable(redactText(text)));
const shownText = looseText.transform((text) => (text === null ? null : shown(text)));

/**
 * A time, without a form that the service promises; null for a longer text. With a blank between its parts, one in five would
 * pass for a card number by the rule for logs.
 */
const time = looseText.transform((text) =>
  text === null || text.length > longestTime ? null : legible(storable(withoutCardNumbers(text, 'seen', cardRemoved))),
);
const longestTime = 100;

/** A reference by which a payment may be resolved. Null for one that the ledger would not keep as it came. */
const reference = exactReference.transform((text) =>
  text === null || text.length > fieldLimits.authToken || storable(text) !== text ? null : text,
);

/** Minor units; null for what is no amount with at most two decimals. */
const amount = exactText.transform((text) => (text === null ? null : readDecimal(text.replace(/(\.\d\d)0+$/, '$1'))));

const itemSchema = looseRecord({ value: looseText });
/** A list of items, or values keyed by their names (field notes). */
const customTexts = z.unknown().transform((fields): readonly string[] => {
  if (typeof fields !== 'object' || fields === null) return [];
  const values = Object.values(fields).map((item: unknown) =>
    typeof item === 'string' ? item : (itemSchema.parse(item)?.value ?? ''),
  );
  return values.filter((value) => value !== '').map(shown);
});

/** The recorded shape (field notes). Names of fields differ from those of a payment's answer. */
const recordSchema = looseRecord({
  codOper: reference,
  txType: shownText,
  status: wholeNumber,
  amount,
  authAmount: exactText,
  dateTms: time,
  displayCardNum: looseText,
  cardholderFullName: shownText,
  email: shownText,
  txDescription: shownText,
  txDescriptor: shownText,
  customFields: customTexts.default([]),
  idTransaction: reference,
  idRelatedTransaction: reference,
  totalCom: amount,
  totalCost: amount,
  tax: amount,
  taxRetention: amount,
  totalReserve: amount,
  reserveIsLiberated: looseBoolean,
  containOpenClaim: looseBoolean,
  inRevision: looseBoolean,
});

/** Codes by which the keys may not ask (field notes). */
const notAllowed: ReadonlyMap<string, Why> = new Map([
  ['410', 'wrong-keys'],
  ['530', 'not-allowed'],
]);

/** Reads the `data` of an answer that says success; else says why there is none. */
function readData(received: Received): { readonly kind: 'data'; readonly data: unknown } | NoRecords {
  const body = received.kind === 'answered' ? received.body : null;
  if (body === null) return noAnswer(isSlow(received) ? 'slow' : 'unreachable');
  const parsed = parseAnswer(body);
  const envelope = parsed.ok ? envelopeSchema.parse(parsed.value) : null;
  const code = envelope?.headerStatus?.code ?? null;
  // Errors come with 2xx and without (field notes); records that are believed come with 200 alone.
  if (envelope === null || code === null) return noAnswer('not-understood');
  // A record settles a payment, so an answer that says two things of anything says nothing.
  if (parsed.ok && parsed.contradicted.size > 0) return noAnswer('not-understood');
  if (code !== '200' || envelope.success !== true) {
    const said = envelope.message ?? envelope.headerStatus?.description ?? null;
    return noAnswer(notAllowed.get(code) ?? 'refused', code, said === null ? null : shown(said));
  }
  if (received.kind !== 'answered' || received.httpStatus !== 200) return noAnswer('not-understood');
  return { kind: 'data', data: envelope.data };
}

/** True where the service was reached and did not answer in time. */
const isSlow = (received: Received): boolean => received.kind === 'broken' && received.cause === 'no-answer';

export function readRecords(received: Received): RecordsAnswer {
  const read = readData(received);
  if (read.kind !== 'data') return read;
  if (!Array.isArray(read.data)) return noAnswer('not-understood');
  const records = read.data.map((row: unknown) => recordSchema.parse(row));
  if (records.includes(null)) return noAnswer('not-understood');
  return { kind: 'records', records: records.flatMap((row) => (row === null ? [] : [recordOf(row)])) };
}

/** Reads the answer to `field=idTransaction::COUNT`: a row with one number, under a name that no source shows. */
export function readCount(received: Received): RecordsCount {
  const read = readData(received);
  if (read.kind !== 'data') return read;
  const [row, ...others]: readonly unknown[] = Array.isArray(read.data) ? read.data : [read.data];
  const [value, ...more]: readonly unknown[] = typeof row === 'object' && row !== null ? Object.values(row) : [row];
  return { kind: 'count', count: others.length + more.length > 0 ? null : wholeNumber.parse(value) };
}

type Why = Extract<NoRecords, { kind: 'no-answer' }>['why'];

const noAnswer = (why: Why, code: string | null = null, text: string | null = null): NoRecords => ({
  kind: 'no-answer',
  why,
  code,
  text,
});

function recordOf(row: NonNullable<z.output<typeof recordSchema>>): ServiceRecord {
  const firstAmount = amount.parse(row.authAmount);
  return {
    codOper: row.codOper,
    type: row.txType,
    status: row.status,
    // Beside an amount that can't be read another one proves nothing.
    amount: row.authAmount !== null && firstAmount === null ? null : row.amount,
    firstAmount,
    at: row.dateTms,
    lastFour: row.displayCardNum === null ? null : row.displayCardNum.slice(-4),
    name: row.cardholderFullName,
    email: row.email,
    description: row.txDescription,
    descriptor: row.txDescriptor,
    customTexts: row.customFields,
    idtx: row.idTransaction,
    relatedIdtx: row.idRelatedTransaction,
    commission: row.totalCom,
    cost: row.totalCost,
    feeTax: row.tax,
    withheld: row.taxRetention,
    reserve: row.totalReserve,
    reserveReleased: row.reserveIsLiberated === true,
    openClaim: row.containOpenClaim === true,
    inReview: row.inRevision === true,
  };
}
