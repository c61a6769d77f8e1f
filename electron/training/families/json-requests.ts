/** Reads and checks requests of family A (sections 2.1 and 4.1): every field with its limit and its headerStatus code. */
import { fieldLimits } from '#shared/payments/field-limits.ts';
import {
  operations,
  operationTable,
  type CardOperation,
  type Operation,
  type TransactionType,
} from '#shared/payments/operations.ts';
import type { CaptureRequest, CardRequest } from '#electron/training/bank/bank.ts';
import {
  sentAmount,
  cardNumberIssueCode,
  fitsBrand,
  isAddressOfIp,
  isEmail,
  isGoodUntil,
  isPhone,
  isSecurityCode,
  isText,
  understoodAmount,
  understoodReference,
  type KnownMerchant,
} from './field-checks.ts';

export type JsonType = TransactionType<Operation, 'json'>;
export const jsonTypes: readonly JsonType[] = operations.map((operation) => operationTable[operation].types.json);

/** A headerStatus code with the text that goes into `message`; null where the service's document shows null. */
export interface JsonRefusal {
  readonly code: number;
  readonly message: string | null;
}

export type JsonReading =
  | { readonly ok: true; readonly request: CardRequest | CaptureRequest }
  | { readonly ok: false; readonly refusal: JsonRefusal; readonly amount: string; readonly reference: string | null };

type Fields = Readonly<Record<string, unknown>>;

const captureFields = ['cclw', 'amount', 'codOper', 'description'];
const cardPaymentFields = [
  'cclw',
  'amount',
  'taxAmount',
  'email',
  'phone',
  'concept',
  'description',
  'cardInformation',
];
const optionalFields = ['address', 'ipCheck', 'lang', 'customFieldValues'];
const cardFields = ['cardNumber', 'expMonth', 'expYear', 'cvv', 'firstName', 'lastName', 'cardType'];

export interface JsonHeaders {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
}

/** Reads one request. The first check that fails decides, in the order header, arguments, merchant, amounts, texts, card. */
export function readJsonRequest(
  type: JsonType,
  headers: JsonHeaders,
  body: string,
  account: KnownMerchant,
): JsonReading {
  if (headers.authorization !== account.apiKey) return refused({}, { code: 410, message: null });
  if (!/^application\/json\s*(;|$)/i.test(headers.contentType ?? '')) {
    return refused({}, general('Content-Type is not application/json'));
  }
  const fields = parseFields(body);
  if (fields === null) return refused({}, general('body is not a JSON object'));
  const request = readFields(type, fields, account);
  return 'code' in request ? refused(fields, request) : { ok: true, request };
}

function readFields(type: JsonType, fields: Fields, account: KnownMerchant) {
  switch (type) {
    case 'AUTH':
    case 'AUTH_CAPTURE':
      return readPayment(type, fields, account);
    case 'CAPTURE':
      return readCapture(fields, account);
  }
}

function refused(fields: Fields, refusal: JsonRefusal): JsonReading {
  const { amount, codOper } = fields as { readonly amount?: unknown; readonly codOper?: unknown };
  return { ok: false, refusal, amount: understoodAmount(amount), reference: understoodReference(codOper) };
}

const general = (message: string): JsonRefusal => ({ code: 300, message });

/** Amounts keep the text they were sent with: a parsed float could hide an artefact such as 0.30000000000000004. */
function parseFields(body: string): Fields | null {
  try {
    const keepText = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
      typeof value === 'number' && (key === 'amount' || key === 'taxAmount') ? (context?.source ?? value) : value;
    return objectOf(JSON.parse(body, keepText));
  } catch {
    return null;
  }
}

const objectOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

function missing(fields: Fields, names: readonly string[]): JsonRefusal | null {
  const absent = names.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '');
  return absent.length === 0 ? null : { code: 602, message: `missing: ${absent.join(', ')}` };
}

/** Nothing but the operation's own fields is taken, so that a field sent to the wrong operation is noticed in training. */
function foreign(fields: Fields, names: readonly string[]): JsonRefusal | null {
  const name = Object.keys(fields).find((key) => !names.includes(key));
  return name === undefined ? null : general(`not a field of this operation: ${name.slice(0, 40)}`);
}

function readAmount(fields: Fields, account: KnownMerchant): JsonRefusal | number {
  const amount = sentAmount(fields['amount']);
  if (amount === null) return general('amount is not a decimal with at most two decimals');
  if (amount < account.minimumAmount) return { code: 603, message: null };
  if (amount > account.maximumAmount) return { code: 604, message: null };
  return amount;
}

function readCapture(fields: Fields, account: KnownMerchant): JsonRefusal | CaptureRequest {
  const incomplete = missing(fields, captureFields) ?? foreign(fields, captureFields);
  if (incomplete) return incomplete;
  if (fields['cclw'] !== account.cclw) return { code: 600, message: null };
  const amount = readAmount(fields, account);
  if (typeof amount !== 'number') return amount;
  const { codOper, description } = fields;
  if (!isText(codOper, fieldLimits.codOper)) return { code: 620, message: null };
  if (!isText(description, fieldLimits.description)) return general('description is not a text of at most 150');
  return { kind: 'CAPTURE', family: 'json', reference: codOper, amount, description };
}

function readPayment(
  type: TransactionType<CardOperation, 'json'>,
  fields: Fields,
  account: KnownMerchant,
): JsonRefusal | CardRequest {
  const allowed = [...cardPaymentFields, ...optionalFields, ...(type === 'AUTH' ? ['additionalData'] : [])];
  const incomplete = missing(fields, cardPaymentFields) ?? foreign(fields, allowed);
  if (incomplete) return incomplete;
  const card = objectOf(fields['cardInformation']);
  if (card === null) return general('cardInformation is not an object');
  const cardIncomplete = missing(card, cardFields) ?? foreign(card, cardFields);
  if (cardIncomplete) return cardIncomplete;
  if (fields['cclw'] !== account.cclw) return { code: 600, message: null };
  const amount = readAmount(fields, account);
  if (typeof amount !== 'number') return amount;
  const taxAmount = sentAmount(fields['taxAmount']);
  if (taxAmount === null || taxAmount > amount) return general('taxAmount is not a decimal within amount');
  const reason = textIssueCode(fields) ?? cardIssueCode(card, account);
  if (reason) return reason;
  const text = (from: Fields, name: string): string => String(from[name]);
  return {
    kind: type,
    family: 'json',
    cardNumber: text(card, 'cardNumber'),
    amount,
    taxAmount,
    description: text(fields, 'description'),
    buyer: {
      brand: card['cardType'] === 'MASTERCARD' ? 'MASTERCARD' : 'VISA',
      lastFour: text(card, 'cardNumber').slice(-4),
      firstName: text(card, 'firstName'),
      lastName: text(card, 'lastName'),
      email: text(fields, 'email'),
      concept: text(fields, 'concept'),
      lang: fields['lang'] === 'EN' ? 'EN' : 'ES',
    },
  };
}

function textIssueCode(fields: Fields): JsonRefusal | null {
  const { email, phone, concept, description, address, ipCheck, lang, additionalData, customFieldValues } = fields;
  if (!isEmail(email)) return { code: 608, message: null };
  if (!isPhone(typeof phone === 'number' ? String(phone) : typeof phone === 'string' ? phone : '')) {
    return { code: 611, message: null };
  }
  if (!isText(concept, fieldLimits.concept)) return general('concept is not a text of at most 100');
  if (!isText(description, fieldLimits.description)) return general('description is not a text of at most 150');
  if (address !== undefined && !isText(address, fieldLimits.address)) return general('address is over 100 or no text');
  if (ipCheck !== undefined && !isAddressOfIp(ipCheck)) return general('ipCheck is not a dotted quad');
  if (lang !== undefined && lang !== 'EN' && lang !== 'ES') return general('lang is neither EN nor ES');
  if (additionalData !== undefined && !isDeviceSession(additionalData)) {
    return general('additionalData is not an object with one text');
  }
  if (customFieldValues !== undefined && !areCustomFields(customFieldValues)) {
    return general('customFieldValues is not a list of id, nameOrLabel and value');
  }
  return null;
}

/** One key with the device session id; what the key is named differs between deployments (field notes). */
function isDeviceSession(value: unknown): boolean {
  const values = Object.values(objectOf(value) ?? {});
  return values.length === 1 && isText(values[0], 200);
}

function areCustomFields(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= fieldLimits.customFields &&
    value.every((item: unknown) => {
      const field = objectOf(item);
      return (
        field !== null &&
        Object.keys(field).toSorted().join() === 'id,nameOrLabel,value' &&
        Object.values(field).every((text) => typeof text === 'string' && text.length <= fieldLimits.customFieldText)
      );
    })
  );
}

function cardIssueCode(card: Fields, account: KnownMerchant): JsonRefusal | null {
  const { cardNumber, expMonth, expYear, cvv, firstName, lastName, cardType } = card;
  if (typeof cardNumber !== 'string' || cardNumberIssueCode(cardNumber) !== null) return { code: 605, message: null };
  if (cardType !== 'VISA' && cardType !== 'MASTERCARD') return { code: 607, message: null };
  if (!fitsBrand(cardNumber, cardType)) return { code: 607, message: null };
  // A number is allowed by section 2.1, but 003 sent as a number has lost its zeros and is no code any more.
  if (!isSecurityCode(typeof cvv === 'number' ? String(cvv) : typeof cvv === 'string' ? cvv : '')) {
    return { code: 606, message: null };
  }
  if (typeof expMonth !== 'string' || typeof expYear !== 'string') return { code: 651, message: null };
  if (!isGoodUntil(expMonth, expYear, account.now())) return { code: 651, message: null };
  if (!isText(firstName, fieldLimits.firstName)) return { code: 609, message: null };
  if (!isText(lastName, fieldLimits.lastName)) return { code: 610, message: null };
  return null;
}
