/** Reads and checks requests of family B (sections 2.3 and 4.2): percent-encoded form, field limits and SecretHash. */
import { createHash } from 'node:crypto';
import { brandOf } from '#shared/payments/card.ts';
import type { CardOperation, TransactionType } from '#shared/payments/operations.ts';
import type { TransactionKind } from '#electron/training/bank/kinds.ts';
import type { BankRequest, CardRequest, LaterRequest } from '#electron/training/bank/transaction.ts';
import {
  sentAmount,
  cardNumberIssueCode,
  isGoodUntil,
  isSecurityCode,
  understoodAmount,
  understoodReference,
  type KnownMerchant,
  type RequestHeaders,
} from './field-checks.ts';
import { expectedFields, firstWrong, formTypes, type ExpectedField, type FormType } from './expected-fields.ts';
import { isDash, tolerantForm, transactionTypeIn, typeNamed } from './tolerance.ts';

export type FormReading =
  | { readonly ok: true; readonly request: BankRequest }
  | {
      readonly ok: false;
      /** The text of `{"error":"…"}`. */
      readonly error: string;
      readonly kind: TransactionKind | null;
      readonly amount: string;
      readonly reference: string | null;
    };

type Fields = ReadonlyMap<string, string>;

const expected: Readonly<Record<'AUTH' | 'SALE' | 'CAPT', readonly ExpectedField[]>> = {
  AUTH: expectedFields('form', 'authorize'),
  SALE: expectedFields('form', 'sell'),
  CAPT: expectedFields('form', 'capture'),
};
const merchantFields = ['CCLW', 'txType'];
const paymentFields = [...merchantFields, 'CCNum', 'ExpMonth', 'ExpYear', 'CVV2', 'SecretHash'];
const noAccess = 'Wrong Access Data/Company processing not authorized';

/** Reads one request. The first check that fails decides, in the order form, merchant, arguments, amount, card, hash. */
export function readFormRequest(headers: RequestHeaders, body: string, account: KnownMerchant): FormReading {
  const fields = parseForm(headers, body, account.tolerant);
  if (typeof fields === 'string') return { ok: false, error: fields, kind: null, amount: '', reference: null };
  const kind = typeNamed(formTypes, transactionTypeIn(fields, account.tolerant) ?? '', account.tolerant);
  const request = read(kind, headers, fields, account);
  if (typeof request !== 'string') return { ok: true, request };
  const reference = understoodReference(fields.get(account.captureTokenField));
  return { ok: false, error: request, kind, amount: understoodAmount(fields.get('CMTN')), reference };
}

function read(
  kind: FormType | null,
  headers: RequestHeaders,
  fields: Fields,
  account: KnownMerchant,
): string | BankRequest {
  const cclw = fields.get('CCLW');
  if ((account.tolerant ? cclw?.trim() : cclw) !== account.cclw) return noAccess;
  // Section 5 does not say whether the header is required, so it may be absent but not wrong.
  if (headers.authorization !== undefined && headers.authorization !== account.apiKey) return noAccess;
  switch (kind) {
    case null:
      return 'txType not valid';
    case 'AUTH':
    case 'SALE':
      return readPayment(kind, known(kind, paymentFields, fields, account), account);
    case 'CAPT':
      return readCapture(known(kind, captureFields(account), fields, account), account);
  }
}

const captureFields = (account: KnownMerchant): readonly string[] => [...merchantFields, account.captureTokenField];

/** Returns the fields to check: all of them or, in tolerant mode, those that the operation knows. */
const known = (kind: FormType, own: readonly string[], fields: Fields, account: KnownMerchant): Fields =>
  account.tolerant ? tolerantForm(new Map([...fields, ['txType', kind]]), own, expected[kind]) : fields;

/**
 * Returns the fields, or the text of the error. Refuses bare bytes, because values must be percent-encoded (field notes), although
 * the service takes them from shipped clients.
 */
function parseForm(headers: RequestHeaders, body: string, tolerant: boolean): Fields | string {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.contentType ?? ''))
    return 'form content type expected';
  const encoded = /^[\x21-\x7e]*$/.test(body) && !/%(?![0-9a-f]{2})/i.test(body);
  if (!encoded && !tolerant) return 'form values are not percent-encoded';
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body)) {
    if (fields.has(name)) return `field sent twice: ${name.slice(0, 40)}`;
    fields.set(name, value);
  }
  return fields;
}

function argumentError(fields: Fields, own: readonly string[], keyed: readonly ExpectedField[]): string | null {
  const required = [...own, ...keyed.filter((field) => field.required).map(({ name }) => name)];
  const absent = required.filter((name) => (fields.get(name) ?? '') === '');
  if (absent.length > 0) return `missing arguments: ${absent.join(', ')}`;
  const foreign = [...fields.keys()].find((key) => !own.includes(key) && !keyed.some(({ name }) => name === key));
  return foreign === undefined ? null : `not a field of this operation: ${foreign.slice(0, 40)}`;
}

/** Checks the values. The misspelling `lenght` is the real services' own (field notes). */
function valueError(fields: Fields, keyed: readonly ExpectedField[]): string | null {
  const wrong = firstWrong(keyed, (name) => fields.get(name));
  if (wrong === undefined) return null;
  return `${wrong.name} ${wrong.kind === 'text' || wrong.kind === 'name' ? 'lenght ' : ''}fail check`;
}

function readAmount(fields: Fields, account: KnownMerchant): number | string {
  const amount = sentAmount(fields.get('CMTN'));
  if (amount === null) return 'CMTN format fail check';
  if (amount < account.minimumAmount) return 'CMTN below minimum';
  return amount > account.maximumAmount ? 'CMTN above maximum' : amount;
}

function readCapture(fields: Fields, account: KnownMerchant): LaterRequest | string {
  const error = argumentError(fields, captureFields(account), expected.CAPT);
  if (error !== null) return error;
  const amount = readAmount(fields, account);
  if (typeof amount === 'string') return amount;
  // A client may send fields without a value.
  const filled = new Map([...fields].filter(([, value]) => value !== ''));
  const wrong = valueError(filled, expected.CAPT);
  if (wrong !== null) return wrong;
  return {
    kind: 'CAPT',
    family: 'form',
    reference: fields.get(account.captureTokenField) ?? '',
    amount,
    taxAmount: null,
    buyer: null,
    description: fields.get('CDSC') ?? null,
    customFields: [],
  };
}

function readPayment(
  kind: TransactionType<CardOperation, 'form'>,
  fields: Fields,
  account: KnownMerchant,
): CardRequest | string {
  const error = argumentError(fields, paymentFields, expected[kind]);
  if (error !== null) return error;
  const amount = readAmount(fields, account);
  if (typeof amount === 'string') return amount;
  const get = (name: string): string => fields.get(name) ?? '';
  const checked = account.tolerant
    ? expected[kind].filter((field) => !isDashFor(field, get(field.name)))
    : expected[kind];
  const wrong = cardError(get, account) ?? valueError(fields, checked) ?? hashError(get);
  if (wrong !== null) return wrong;
  return {
    kind,
    family: 'form',
    cardNumber: get('CCNum'),
    amount,
    taxAmount: null,
    description: get('CDSC'),
    buyer: {
      brand: brandOf(get('CCNum')) ?? 'VISA',
      lastFour: get('CCNum').slice(-4),
      firstName: get('Name'),
      lastName: get('LastName'),
      email: get('Email'),
      phone: get('Tel'),
      concept: null,
      lang: 'ES',
    },
    customFields: [],
  };
}

const isDashFor = ({ kind }: ExpectedField, value: string): boolean =>
  (kind === 'email' || kind === 'phone') && isDash(value);

function cardError(get: (name: string) => string, account: KnownMerchant): string | null {
  const number = cardNumberIssueCode(get('CCNum'));
  if (number !== null) {
    return number === 'length' ? 'credit card number lenght fail check' : 'credit card number fail check';
  }
  const year = get('ExpYear');
  if (!/^(20)?\d{2}$/.test(year)) return 'ExpYear fail check';
  if (!isGoodUntil(get('ExpMonth'), year.slice(-2), account.now())) return 'expiration date fail check';
  return isSecurityCode(get('CVV2')) ? null : 'CVV2 fail check';
}

/** Checks SHA-512 of card number, CVV2 and e-mail without separators (section 2.3), hex in either case (field notes). */
function hashError(get: (name: string) => string): string | null {
  const expected = createHash('sha512')
    .update(get('CCNum') + get('CVV2') + get('Email'))
    .digest('hex');
  const sent = get('SecretHash');
  return sent === expected || sent === expected.toUpperCase() ? null : 'SecretHash fail check';
}
