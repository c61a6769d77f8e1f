/** Columns of an export: masked like the history and in the operator's language. */
import { localDay } from '#shared/local-day.ts';
import { decimalText } from '#shared/payments/money.ts';
import type { FieldKind } from '#shared/payments/field-kinds.ts';
import { exportedFields, fieldsWith, paymentFields, type ExportedField } from '#shared/payments/payment-fields.ts';
import { chargedBy, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { netAmountOf } from '#shared/ledger/account.ts';
import { effectiveState } from '#shared/payments/attempt.ts';

export interface ExportWords {
  readonly heading: (column: ColumnName) => string;
  readonly state: (state: ListedAttempt['state']) => string;
  /** The latest state of the payment, as the badge of its row says it. */
  readonly payment: (attempt: ListedAttempt) => string;
  /** Why the amount of an approval is unconfirmed, as the screens say it; null where it is confirmed. */
  readonly amountDoubt: (attempt: ListedAttempt) => string | null;
  readonly operation: (operation: ListedAttempt['operation']) => string;
  readonly environment: (environment: ListedAttempt['environment']) => string;
}

type Read = (attempt: ListedAttempt, words: ExportWords) => string | null;

const money = (amount: number | null): string | null => (amount === null ? null : decimalText(amount));

/** Returns the amount that a capture charged; null where the service did not confirm it. */
function confirmedCharge(attempt: ListedAttempt): number | null {
  const charge = chargedBy(attempt);
  return charge === null || charge.amountDoubt !== null ? null : charge.amount;
}

const keyed =
  (field: ExportedField): Read =>
  (attempt) => {
    const value = attempt[field];
    if (value === null) return null;
    if (typeof value === 'number') return decimalText(value);
    if (typeof value === 'string') return value;
    return value.map((item) => `${item.nameOrLabel}: ${item.value}`).join('; ');
  };

const keyedColumns = (takes: (kind: FieldKind) => boolean) =>
  Object.fromEntries(
    exportedFields.filter((field) => takes(paymentFields[field].kind)).map((field) => [field, keyed(field)]),
  ) as Readonly<Record<ExportedField, Read>>;
/** Kinds with a fixed place among the columns. The others are texts of the buyer and the order. */
const placed: readonly FieldKind[] = ['amount', 'tax', 'custom-fields'];

const columns = {
  id: ({ id }) => id,
  // By the computer's clock, like the days of reports.
  day: ({ startedAt }) => localDay(new Date(startedAt)),
  time: ({ startedAt }) => new Date(startedAt).toTimeString().slice(0, 8),
  startedAt: ({ startedAt }) => startedAt,
  answeredAt: ({ answeredAt }) => answeredAt,
  operation: ({ operation }, words) => words.operation(operation),
  state: (attempt, words) => words.state(effectiveState(attempt)),
  environment: ({ environment }, words) => words.environment(environment),
  merchant: ({ merchantName }) => merchantName,
  family: ({ family }) => family,
  currency: ({ currencySign }) => currencySign,
  ...keyedColumns((kind) => kind === 'amount'),
  answeredAmount: ({ answeredAmount }) => money(answeredAmount),
  ...keyedColumns((kind) => kind === 'tax'),
  brand: ({ card }) => card?.brand ?? null,
  lastFour: ({ card }) => card?.lastFour ?? null,
  ...keyedColumns((kind) => !placed.includes(kind)),
  codOper: ({ references }) => references.codOper,
  authToken: ({ references }) => references.authToken,
  idtx: ({ references }) => references.idtx,
  code: ({ service }) => service.code,
  text: ({ service }) => service.text,
  receipt: ({ receiptUrl }) => receiptUrl,
  operator: ({ operatorName }) => operatorName,
  seat: ({ seat }) => seat,
  resolution: ({ resolution }, words) => (resolution === null ? null : words.state(resolution.outcome)),
  resolvedBy: ({ resolution }) => resolution?.operatorName ?? null,
  resolutionReference: ({ resolution }) => resolution?.reference ?? null,
  resolutionNote: ({ resolution }) => resolution?.note ?? null,
  overrideReason: ({ overrideReason }) => overrideReason,
  hold: ({ holdId }) => holdId,
  batch: ({ batchId }) => batchId,
  relatedTx: ({ references }) => references.relatedTx,
  ...keyedColumns((kind) => kind === 'custom-fields'),
  payment: (attempt, words) => words.payment(attempt),
  // Only an authorization names its charge. The capture has a row of its own, and a sum would count the money twice.
  chargedAt: (attempt) => chargedBy(attempt)?.startedAt ?? null,
  chargedAmount: (attempt) => money(confirmedCharge(attempt)),
  chargedReference: (attempt) => chargedBy(attempt)?.reference ?? null,
  chargedBy: (attempt) => chargedBy(attempt)?.operatorName ?? null,
  charge: (attempt) => chargedBy(attempt)?.id ?? null,
  amountDoubt: (attempt, words) => words.amountDoubt(attempt),
  // Adds up to what is charged less what is refunded.
  net: (attempt) => money(netAmountOf(attempt)),
} as const satisfies Record<string, Read>;

export type ColumnName = keyof typeof columns;
export const columnNames = Object.keys(columns) as readonly ColumnName[];
export const isKeyed = (column: ColumnName): column is ExportedField => Object.hasOwn(paymentFields, column);
export const moneyColumns: readonly ColumnName[] = [
  'answeredAmount',
  'chargedAmount',
  'net',
  ...fieldsWith('exported', 'amount'),
];

/** Returns the texts of a row in the order of `columnNames`, empty where there is no value. */
export const rowOf = (attempt: ListedAttempt, words: ExportWords): readonly string[] =>
  columnNames.map((name) => columns[name](attempt, words) ?? '');
