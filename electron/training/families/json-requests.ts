/** Reads and checks requests of family A (sections 2.1 and 4.1): each field with its limit and headerStatus code. */
import { fieldLimits } from '#shared/payments/field-limits.ts';
import type { CardOperation, TransactionType } from '#shared/payments/operations.ts';
import { langs, type CustomField, type FieldKind } from '#shared/payments/field-kinds.ts';
import type { PaymentFieldName } from '#shared/payments/payment-fields.ts';
import type { BankRequest, CardRequest, LaterRequest } from '#electron/training/bank/transaction.ts';
import {
  sentAmount,
  cardNumberIssueCode,
  fitsBrand,
  isGoodUntil,
  isSecurityCode,
  understoodAmount,
  understoodReference,
  type KnownMerchant,
  type RequestHeaders,
} from './field-checks.ts';
import { expectedFields, firstWrong, isText, objectOf, type ExpectedField, type JsonType } from './expected-fields.ts';
import { tolerantBody, tolerantCard, wantsChallenge } from './tolerance.ts';

/** A headerStatus code with the text that goes into `message`; null where the service's document shows null. */
export interface JsonRefusal {
  readonly code: number;
  readonly message: string | null;
}

export type JsonReading =
  | {
      readonly ok: true;
      readonly request: BankRequest;
      /** The cardholder is asked first (3-D Secure), as a tolerated client wants it. */
      readonly asksCardholder: boolean;
    }
  | { readonly ok: false; readonly refusal: JsonRefusal; readonly amount: string; readonly reference: string | null };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOfSale = expectedFields('json', 'sell');
const fieldsOfCapture = expectedFields('json', 'capture');
/** A void and a refund take the fields of a capture, a language and custom fields; no known client needs the description. */
const fieldsOfReversal: readonly ExpectedField[] = [
  ...fieldsOfCapture.map((field) => (field.field === 'description' ? { ...field, required: false } : field)),
  ...fieldsOfSale.filter(({ field }) => field === 'lang' || field === 'customFieldValues'),
];
const expected: Readonly<Record<JsonType, readonly ExpectedField[]>> = {
  AUTH: expectedFields('json', 'authorize'),
  AUTH_CAPTURE: fieldsOfSale,
  CAPTURE: fieldsOfCapture,
  REVERSE_AUTH: fieldsOfReversal,
  REVERSE_CAPTURE: fieldsOfReversal,
  RECURRENT: fieldsOfSale.filter(({ place }) => place !== 'cardInformation'),
};
const cardFields = ['cardNumber', 'expMonth', 'expYear', 'cvv', 'cardType'];
const paymentFields = ['cclw', 'cardInformation'];
const laterFields = ['cclw', 'codOper'];
const amountNames = new Set(
  Object.values(expected)
    .flat()
    .filter(({ kind }) => kind === 'amount' || kind === 'tax')
    .map(({ name }) => name),
);

/** Reads one request. The first check that fails decides, in the order header, arguments, merchant, amounts, texts, card. */
export function readJsonRequest(
  type: JsonType,
  headers: RequestHeaders,
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
  if ('code' in request) return refused(fields, request);
  return { ok: true, request, asksCardholder: account.tolerant && wantsChallenge(fields) };
}

function readFields(type: JsonType, fields: Fields, account: KnownMerchant) {
  switch (type) {
    case 'AUTH':
    case 'AUTH_CAPTURE':
      return readPayment(type, fields, account);
    default:
      return readLater(type, fields, account);
  }
}

function refused(fields: Fields, refusal: JsonRefusal): JsonReading {
  const { amount, codOper } = fields as { readonly amount?: unknown; readonly codOper?: unknown };
  return { ok: false, refusal, amount: understoodAmount(amount), reference: understoodReference(codOper) };
}

const general = (message: string): JsonRefusal => ({ code: 300, message });

/** Parses the body. Amounts keep their text, because a float could hide an artefact such as 0.30000000000000004. */
function parseFields(body: string): Fields | null {
  try {
    const keepText = (key: string, value: unknown, context?: { readonly source?: string }): unknown =>
      typeof value === 'number' && amountNames.has(key) ? (context?.source ?? value) : value;
    return objectOf(JSON.parse(body, keepText));
  } catch {
    return null;
  }
}

/** Refuses missing fields and those of other operations, so that training reveals a field sent to the wrong operation. */
function argumentRefusal(fields: Fields, own: readonly string[], keyed: readonly ExpectedField[]): JsonRefusal | null {
  const required = [...keyed.filter((field) => field.required).map(({ name }) => name), ...own];
  const absent = required.filter((name) => fields[name] === undefined || fields[name] === null || fields[name] === '');
  if (absent.length > 0) return { code: 602, message: `missing: ${absent.join(', ')}` };
  const foreign = Object.keys(fields).find((key) => !own.includes(key) && !keyed.some(({ name }) => name === key));
  return foreign === undefined ? null : general(`not a field of this operation: ${foreign.slice(0, 40)}`);
}

/**
 * Codes that name a field (field notes). Other fields get the general code and a text. Ours alone: the program's table of codes
 * is judged by this gateway, so it can't be its source.
 */
const codesOf: Readonly<Partial<Record<PaymentFieldName, number>>> = {
  email: 608,
  firstName: 609,
  lastName: 610,
  phone: 611,
};

function valueRefusal(fields: Fields, keyed: readonly ExpectedField[]): JsonRefusal | null {
  const wrong = firstWrong(keyed, (name) => fields[name]);
  if (wrong === undefined) return null;
  const code = codesOf[wrong.field];
  return code === undefined ? general(`${wrong.name} ${expectations[wrong.kind](wrong.max)}`) : { code, message: null };
}

const aText = (max: number): string => `is not a text of at most ${max}`;

const expectations: Readonly<Record<FieldKind, (max: number) => string>> = {
  amount: () => 'is not a decimal with at most two decimals',
  tax: () => 'is not a decimal within amount',
  name: aText,
  text: aText,
  email: aText,
  phone: (max) => `is not of at most ${max} digits`,
  ipv4: () => 'is not a dotted quad',
  lang: () => `is neither ${langs.join(' nor ')}`,
  'device-session': () => 'is not an object with one text',
  'custom-fields': () => 'is not a list of id, nameOrLabel and value',
};

function readAmount(fields: Fields, account: KnownMerchant): JsonRefusal | number {
  const amount = sentAmount(fields['amount']);
  if (amount === null) return general(`amount ${expectations.amount(0)}`);
  if (amount < account.minimumAmount) return { code: 603, message: null };
  if (amount > account.maximumAmount) return { code: 604, message: null };
  return amount;
}

function readLater(
  type: LaterRequest['kind'] & JsonType,
  sent: Fields,
  account: KnownMerchant,
): JsonRefusal | LaterRequest {
  const keyed = expected[type];
  const fields = account.tolerant ? tolerantBody(sent, laterFields, keyed) : sent;
  const incomplete = argumentRefusal(fields, laterFields, keyed);
  if (incomplete) return incomplete;
  if (fields['cclw'] !== account.cclw) return { code: 600, message: null };
  const amount = readAmount(fields, account);
  if (typeof amount !== 'number') return amount;
  const tax = type === 'RECURRENT' ? readTax(fields, amount) : null;
  if (tax !== null && typeof tax !== 'number') return tax;
  const { codOper, description } = fields;
  if (!isText(codOper, fieldLimits.codOper)) return { code: 620, message: null };
  const refusal = valueRefusal(fields, keyed);
  if (refusal) return refusal;
  return {
    kind: type,
    family: 'json',
    reference: codOper,
    amount,
    taxAmount: tax,
    buyer: type === 'RECURRENT' ? contactOf(fields) : null,
    description: typeof description === 'string' ? description : null,
    customFields: customFieldsOf(fields),
  };
}

function readTax(fields: Fields, amount: number): JsonRefusal | number {
  const tax = sentAmount(fields['taxAmount']);
  return tax === null || tax > amount ? general(`taxAmount ${expectations.tax(0)}`) : tax;
}

const contactOf = (fields: Fields) => ({
  email: String(fields['email']),
  phone: String(fields['phone']),
  concept: String(fields['concept']),
  lang: fields['lang'] === 'EN' ? ('EN' as const) : ('ES' as const),
});

const customFieldsOf = ({ customFieldValues }: Fields): readonly CustomField[] =>
  (customFieldValues as readonly CustomField[] | undefined) ?? [];

function readPayment(
  type: TransactionType<CardOperation, 'json'>,
  sent: Fields,
  account: KnownMerchant,
): JsonRefusal | CardRequest {
  const inBody = expected[type].filter(({ place }) => place !== 'cardInformation');
  const inCard = expected[type].filter(({ place }) => place === 'cardInformation');
  const fields = account.tolerant ? tolerantBody(sent, paymentFields, inBody) : sent;
  const incomplete = argumentRefusal(fields, paymentFields, inBody);
  if (incomplete) return incomplete;
  const sentCard = objectOf(fields['cardInformation']);
  if (sentCard === null) return general('cardInformation is not an object');
  const card = account.tolerant ? tolerantCard(sentCard, cardFields, inCard) : sentCard;
  const cardIncomplete = argumentRefusal(card, cardFields, inCard);
  if (cardIncomplete) return cardIncomplete;
  if (fields['cclw'] !== account.cclw) return { code: 600, message: null };
  const amount = readAmount(fields, account);
  if (typeof amount !== 'number') return amount;
  const taxAmount = readTax(fields, amount);
  if (typeof taxAmount !== 'number') return taxAmount;
  const refusal = valueRefusal(fields, inBody) ?? cardRefusal(card, account) ?? valueRefusal(card, inCard);
  if (refusal) return refusal;
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
      ...contactOf(fields),
    },
    customFields: customFieldsOf(fields),
  };
}

function cardRefusal(card: Fields, account: KnownMerchant): JsonRefusal | null {
  const { cardNumber, expMonth, expYear, cvv, cardType } = card;
  if (typeof cardNumber !== 'string' || cardNumberIssueCode(cardNumber) !== null) return { code: 605, message: null };
  if (cardType !== 'VISA' && cardType !== 'MASTERCARD') return { code: 607, message: null };
  if (!fitsBrand(cardNumber, cardType)) return { code: 607, message: null };
  // Section 2.1 allows a number, but 003 as a number loses its zeros and is not a valid code any more.
  if (!isSecurityCode(typeof cvv === 'number' ? String(cvv) : typeof cvv === 'string' ? cvv : '')) {
    return { code: 606, message: null };
  }
  if (typeof expMonth !== 'string' || typeof expYear !== 'string') return { code: 651, message: null };
  if (!isGoodUntil(expMonth, expYear, account.now())) return { code: 651, message: null };
  return null;
}
