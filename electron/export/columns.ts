/** What an export says of an attempt, column by column: masked as history is, in the operator's language. */
import { decimalText } from '#shared/payments/money.ts';
import { effectiveState, statedAmount, type Attempt } from '#shared/payments/attempt.ts';

/** Headings and the words of fixed values, in one language. */
export interface ExportWords {
  readonly heading: (column: ColumnName) => string;
  readonly state: (state: Attempt['state']) => string;
  readonly operation: (operation: Attempt['operation']) => string;
  readonly environment: (environment: Attempt['environment']) => string;
}

type Read = (attempt: Attempt, words: ExportWords) => string | null;

const money = (amount: number | null): string | null => (amount === null ? null : decimalText(amount));

const columns = {
  id: ({ id }) => id,
  startedAt: ({ startedAt }) => startedAt,
  answeredAt: ({ answeredAt }) => answeredAt,
  operation: ({ operation }, words) => words.operation(operation),
  state: (attempt, words) => words.state(effectiveState(attempt)),
  environment: ({ environment }, words) => words.environment(environment),
  merchant: ({ merchantName }) => merchantName,
  family: ({ family }) => family,
  currency: ({ currencySign }) => currencySign,
  amount: ({ amount }) => money(amount),
  answeredAmount: (attempt) => money(statedAmount(attempt)),
  taxAmount: ({ taxAmount }) => money(taxAmount),
  brand: ({ card }) => card?.brand ?? null,
  lastFour: ({ card }) => card?.lastFour ?? null,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  address: ({ address }) => address,
  concept: ({ concept }) => concept,
  description: ({ description }) => description,
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
  customFields: ({ customFieldValues }) =>
    customFieldValues.map(({ nameOrLabel, value }) => `${nameOrLabel}: ${value}`).join('; '),
} as const satisfies Record<string, Read>;

export type ColumnName = keyof typeof columns;
export const columnNames = Object.keys(columns) as readonly ColumnName[];
/** Columns that hold decimals with a point and two digits. */
export const moneyColumns: ReadonlySet<ColumnName> = new Set(['amount', 'answeredAmount', 'taxAmount']);

/** The texts of a row, in the order of `columnNames`; empty where there is nothing to say. */
export const rowOf = (attempt: Attempt, words: ExportWords): readonly string[] =>
  columnNames.map((name) => columns[name](attempt, words) ?? '');
