/** Meaning of a batch's rows for the money, the same on the screen, on paper and in an export. */
import { settledReasons, type BatchProgress, type BatchRow, type NamedHold, type SkipReason } from './holds.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { accountOf, type Account } from './account.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';

export type RowResult = AttemptState | 'skipped' | 'waiting';

/** Returns the result of a row. A resolved unknown counts as its resolution. */
export function resultOf(row: BatchRow): RowResult {
  if (row.status !== 'done') return row.status;
  return row.attempt === null ? 'unknown' : effectiveState(row.attempt);
}

/**
 * Fates of a row’s money. `unclear`: charged, and the service did not confirm the amount. `elsewhere`: this batch charged nothing, because another capture had charged it.
 * `unknown` counts a row that was not sent because another capture of its hold has no known outcome. `open`: no result yet.
 */
export const rowMoneys = ['charged', 'unclear', 'notCharged', 'elsewhere', 'unknown', 'open'] as const;
export type RowMoney = (typeof rowMoneys)[number];

const moneyByEffect = {
  charged: 'charged',
  held: 'notCharged',
  released: 'notCharged',
  refunded: 'notCharged',
  nothing: 'notCharged',
  elsewhere: 'elsewhere',
  unknown: 'unknown',
  open: 'open',
} as const satisfies Readonly<Record<Account['money'], RowMoney>>;

const moneyBySkip: Readonly<Partial<Record<SkipReason, RowMoney>>> = {
  taken: 'elsewhere',
  capturing: 'unknown',
  'capture-unknown': 'unknown',
  voiding: 'unknown',
};

export function moneyOf(row: BatchRow): RowMoney {
  if (row.status === 'skipped') return (row.skipReason && moneyBySkip[row.skipReason]) ?? 'notCharged';
  if (row.status !== 'done') return 'open';
  if (row.attempt === null) return 'unknown';
  const { money, amountDoubt } = accountOf(row.attempt, false);
  return money === 'charged' && amountDoubt !== null ? 'unclear' : moneyByEffect[money];
}

const settled: ReadonlySet<SkipReason | null> = new Set(settledReasons);

/** True for a row that certainly never left and whose hold is still open. */
export function isStillHeld(row: BatchRow): boolean {
  const result = resultOf(row);
  return result === 'not-sent' || (result === 'skipped' && !settled.has(row.skipReason));
}

/** Returns the requested amount of a row, in minor units. */
export const rowAmount = ({ attempt, amount }: Pick<BatchRow, 'attempt' | 'amount'>): MinorUnits =>
  attempt?.amount ?? amount;

/** Returns the currency sign of a row; empty when neither its hold nor its attempt is known. */
export const signOf = ({ attempt, authorization }: Pick<BatchRow, 'attempt' | 'authorization'>): string =>
  attempt?.currencySign ?? authorization?.currencySign ?? '';

/** Returns the service's reference of the capture; null without one. */
export const captureReference = ({ attempt }: Pick<BatchRow, 'attempt'>): string | null =>
  attempt === null ? null : firstReference(attempt.references) || attempt.resolution?.reference || null;

/** Returns the service's reference of the authorization; null without one. */
export const holdReference = ({ authorization }: Pick<BatchRow, 'authorization'>): string | null =>
  authorization === null ? null : firstReference(authorization.references);

const firstReference = ({ codOper, authToken, idtx }: NamedHold['references']): string | null =>
  codOper ?? authToken ?? idtx;

/** True for a batch that the end of the program cut off. */
export const wasInterrupted = ({ finished, rows }: BatchProgress): boolean =>
  finished && rows.some(({ skipReason, attempt }) => skipReason === 'interrupted' || attempt?.unknownCause === 'crash');
