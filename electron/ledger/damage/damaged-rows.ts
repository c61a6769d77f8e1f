/**
 * Rows that are not as Caja wrote them: a bit of the disk has changed, or somebody edited the database. Such a row is shown as
 * an unlisted operation with an unknown outcome, so that its page stays visible, and can't be acted on.
 */
import type { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { attemptSchema, type Attempt } from '#shared/payments/attempt.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { answeredAmountSchema, amountSchema, taxAmountSchema } from '#shared/payments/money.ts';
import { checksumOf, type SummedRow } from './row-checksum.ts';
import { instantOf } from '#electron/ledger/attempts/position.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isShort =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max;
const isWhole: Check = (value) => Number.isSafeInteger(value);
const within =
  (lowest: number, highest: number | null | undefined): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= lowest && Number(value) <= (highest ?? Number.MAX_SAFE_INTEGER);
const or =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isId = (value: unknown): boolean => typeof value === 'string' && uuid.test(value);
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isInstant: Check = (value) =>
  typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value));
const isSecureUrl: Check = (value) => typeof value === 'string' && URL.parse(value)?.protocol === 'https:';

/** True for a JSON text of the schema. */
function holdsJson(schema: z.ZodType): Check {
  return (value) => {
    if (typeof value !== 'string') return false;
    try {
      return schema.safeParse(JSON.parse(value)).success;
    } catch {
      return false;
    }
  };
}
const { shape } = attemptSchema;
const isItems = holdsJson(shape.customFieldValues);

/** Rule of each column, which is that of the value in `attemptSchema`. Enumerations have their own (`recorded-values.ts`). */
const checks: { readonly [Name in keyof SummedRow]: Check } = {
  position: isWhole,
  id: isId,
  operation: isText,
  family: isText,
  environment: isText,
  profile_id: isText,
  merchant_name: isText,
  currency_sign: isText,
  seat: isText,
  instance_id: isText,
  operator_name: isText,
  amount: within(1, amountSchema.maxValue),
  tax_amount: or(within(0, taxAmountSchema.maxValue)),
  first_name: isText,
  last_name: isText,
  email: isText,
  phone: isText,
  address: or(isText),
  concept: isText,
  description: isText,
  ip_check: or(isText),
  lang: or(isText),
  custom_fields: (value) => value === '[]' || isItems(value),
  answered_amount: or(within(0, answeredAmountSchema.maxValue)),
  brand: or(isText),
  last_four: or((value) => typeof value === 'string' && /^\d{4}$/.test(value)),
  card_fingerprint: or(isText),
  state: isText,
  standing: isText,
  not_sent_cause: or(isText),
  unknown_cause: or(isText),
  cod_oper: or(isText),
  auth_token: or(isText),
  idtx: or(isText),
  card_token: or(isText),
  related_tx: or(isText),
  receipt_url: or(isSecureUrl),
  service_code: or(isText),
  service_text: or(isText),
  auth_status: or(isText),
  server_time: or(isText),
  http_status: or(isWhole),
  risk: or(holdsJson(shape.risk)),
  started_at: isInstant,
  answered_at: or(isInstant),
  hold_id: or(isId),
  hold_days: or(isWhole),
  batch_id: or(isText),
  override_reason: or(isText),
  resolved_outcome: or(isText),
  resolved_how: or(isText),
  resolved_by: or(isText),
  resolved_at: or(isInstant),
  resolved_reference: or(isShort(fieldLimits.authToken)),
  resolved_note: or(isShort(500)),
  differences: or(holdsJson(shape.differences)),
  contradiction: or(holdsJson(shape.contradiction)),
  checksum: or(isWhole),
  restored_at: or(isInstant),
  challenge_url: or(isSecureUrl),
  statement_descriptor: or(isText),
};
const checked = Object.entries(checks) as readonly (readonly [keyof SummedRow, Check])[];

/** True when every value is one that Caja writes. */
export const isReadable = (row: SummedRow): boolean =>
  row.standing === (row.resolved_outcome ?? row.state) && checked.every(([name, check]) => check(row[name]));

/** True when the row is as Caja wrote it, as far as its checksum or, without one, its values tell. */
export const isSound = (row: SummedRow): boolean =>
  row.checksum === null ? isReadable(row) : row.checksum === checksumOf(row) && isWhole(row.position);

/** The same id at each reading for a row whose own can't be read. */
const standInId = (position: number): string =>
  `00000000-0000-7000-8000-${(Math.abs(Math.trunc(position) || 0) % 2 ** 48).toString(16).padStart(12, '0')}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the readable part of a damaged row. Its instant comes from its place in the history, by which pages are cut. */
export function damagedAttempt(row: Pick<SummedRow, 'position'> & Partial<SummedRow>): Attempt {
  const take = <Schema extends z.ZodType>(schema: Schema, value: unknown, otherwise: z.output<Schema>) => {
    const read = schema.safeParse(value);
    return read.success ? read.data : otherwise;
  };
  return {
    id: take(idSchema, row.id, standInId(row.position)),
    operation: 'unlisted',
    family: take(shape.family, row.family, 'json'),
    environment: take(shape.environment, row.environment, 'production'),
    merchantId: textOf(row.profile_id),
    merchantName: textOf(row.merchant_name),
    currencySign: textOf(row.currency_sign),
    seat: textOf(row.seat),
    operatorName: textOf(row.operator_name),
    amount: take(shape.amount, row.amount, 1),
    taxAmount: null,
    firstName: textOf(row.first_name),
    lastName: textOf(row.last_name),
    email: textOf(row.email),
    phone: textOf(row.phone),
    address: null,
    concept: textOf(row.concept),
    description: textOf(row.description),
    customFieldValues: [],
    answeredAmount: null,
    card: take(shape.card, { brand: row.brand, lastFour: row.last_four }, null),
    state: 'unknown',
    notSentCause: null,
    unknownCause: 'damaged',
    references: {
      codOper: take(shape.references.shape.codOper, row.cod_oper, null),
      authToken: take(shape.references.shape.authToken, row.auth_token, null),
      idtx: take(shape.references.shape.idtx, row.idtx, null),
      cardToken: null,
      relatedTx: take(shape.references.shape.relatedTx, row.related_tx, null),
    },
    receiptUrl: null,
    challengeUrl: null,
    statementDescriptor: null,
    service: { code: null, text: null, authStatus: null, serverTime: null, httpStatus: null },
    risk: null,
    startedAt: take(instantSchema, instantOf(row.position), '1970-01-01T00:00:00.000Z'),
    answeredAt: null,
    holdId: take(shape.holdId, row.hold_id, null),
    batchId: null,
    overrideReason: null,
    differences: [],
    resolution: null,
    contradiction: null,
    restoredAt: null,
  };
}

/** True for an attempt that was made of a damaged row. */
export const isDamaged = ({ unknownCause, operation }: Pick<Attempt, 'unknownCause' | 'operation'>): boolean =>
  unknownCause === 'damaged' && operation === 'unlisted';
