/** Figures of a day or of a range of days, each currency by itself, because amounts of several currencies have no sum. */
import { z } from 'zod';
import { idSchema, instantSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { stateKeys } from '#shared/ledger/listed-attempt.ts';
import { customerName, amountDoubtSchema, type Attempt } from '#shared/payments/attempt.ts';
import { brands, brandSchema } from '#shared/payments/card.ts';
import { moneySums, netSigns, recordedOperationSchema, type MoneySum } from '#shared/payments/operations.ts';
import { environmentSchema } from '#shared/environment.ts';
import { formedText } from '#shared/texts/text-kinds.ts';

/** Most days of a range: a quarter of a year. */
export const mostDays = 92;

export const dayTextSchema = formedText(10).regex(/^\d{4}-\d{2}-\d{2}$/);

/** Days local to the seat, both included. A single day has the same first and last one. */
export const figuresQuerySchema = z.strictObject({
  first: dayTextSchema,
  last: dayTextSchema,
  environment: environmentSchema,
  /** Null for every merchant of the environment. */
  merchantId: merchantIdSchema.nullable().default(null),
});
export type FiguresQuery = z.infer<typeof figuresQuerySchema>;

/** One merchant's day. */
export const merchantDaySchema = z.strictObject({
  day: dayTextSchema,
  environment: environmentSchema,
  merchantId: merchantIdSchema,
});
export type MerchantDay = z.infer<typeof merchantDaySchema>;

/** Number of attempts, and their sum in minor units. */
export const figureSchema = z.strictObject({ count: z.int().min(0), amount: z.int() });
export type Figure = z.infer<typeof figureSchema>;
export const noFigure: Figure = { count: 0, amount: 0 };

/** Groups of attempts by outcome, the approved ones by their effect on the money. */
export const dayStates = [
  'charged',
  'captured',
  'held',
  'voided',
  'refunded',
  'unlisted',
  'amount-unconfirmed',
  'declined',
  'rejected',
  'already-charged',
  'not-sent',
  'unknown',
  'sending',
] as const;
export type DayState = (typeof dayStates)[number];

/** Keys of the texts of these groups. */
export const dayStateKeys = {
  ...stateKeys,
  'amount-unconfirmed': 'outcomes:amount.unconfirmed',
} as const satisfies Readonly<Record<DayState, string>>;

const keyed = <Key extends z.ZodType>(key: Key) => z.array(figureSchema.extend({ key })).readonly();

/** Holds by what became of them. The others were captured, released or settled otherwise, or that is unconfirmed. */
const holdFiguresSchema = z.strictObject({ open: figureSchema, expired: figureSchema });

const taxFiguresSchema = z.strictObject({ amount: z.int().min(0), withheld: z.int().min(0) });
export type TaxFigures = z.infer<typeof taxFiguresSchema>;

const currencyFiguresSchema = z.strictObject({
  sign: z.string(),
  /** Every attempt, whatever its outcome. */
  attempts: figureSchema,
  /** Approved money of confirmed amounts by the sum that includes it. Sums without any are absent. */
  sums: keyed(z.enum(moneySums)),
  /** ITBMS within the charged money, and what the service withholds of it. Minor units. */
  tax: taxFiguresSchema,
  /** Requested amounts of the approvals whose amount is unconfirmed, by the sum that they are kept out of. */
  unclear: keyed(z.enum(moneySums)),
  /** Approved attempts of confirmed amounts. */
  byOperation: keyed(recordedOperationSchema),
  /** Approvals are in several groups, because a hold and its capture are the same money twice. One of an unconfirmed amount is in its own. */
  byState: keyed(z.enum(dayStates)),
  /** The charged money. An absent or unlisted brand is `other`. */
  byBrand: keyed(z.enum([...brandSchema.options, 'other'])),
  byOperator: keyed(z.string()),
  /**
   * The charged money by operation in each part: local hours `00` to `23` of a single day, the days of a range. Parts
   * without any are absent.
   */
  byPart: z.array(figureSchema.extend({ part: z.string(), operation: recordedOperationSchema })).readonly(),
  /** Holds that were opened in these days. */
  opened: holdFiguresSchema,
  /** Holds of any day that wait for their capture. */
  waiting: holdFiguresSchema,
});
export type CurrencyFigures = z.infer<typeof currencyFiguresSchema>;

/** Most rows of each list. The figures have the number of all. */
export const mostListed = 200;

export const listedSchema = z.strictObject({
  id: idSchema,
  startedAt: instantSchema,
  operation: recordedOperationSchema,
  amount: z.int(),
  currencySign: z.string(),
  operatorName: z.string(),
  brand: z.enum(brands).nullable(),
  lastFour: z.string().nullable(),
  /** Name of the customer. Null in a recorded close, which outlives the retention of payments. */
  customer: z.string().nullable(),
});
export type ListedPayment = z.infer<typeof listedSchema>;

export const listedPayment = (attempt: Attempt) =>
  ({
    id: attempt.id,
    startedAt: attempt.startedAt,
    operation: attempt.operation,
    amount: attempt.amount,
    currencySign: attempt.currencySign,
    operatorName: attempt.operatorName,
    brand: attempt.card?.brand ?? null,
    lastFour: attempt.card?.lastFour ?? null,
    customer: customerName(attempt),
  }) satisfies ListedPayment;

const unclearSchema = listedSchema.extend({ amountDoubt: amountDoubtSchema });
export type UnclearPayment = z.infer<typeof unclearSchema>;
const listedHoldSchema = listedSchema.extend({ expiresAt: instantSchema });
export type ListedHold = z.infer<typeof listedHoldSchema>;

/** The last comparison of the days with the service's own records (`reconciliation.ts`). */
const reconciledSummarySchema = z.strictObject({
  at: instantSchema,
  /** False where a day was not proved whole. */
  whole: z.boolean(),
  /** Lines that need somebody. */
  differences: z.int().min(0),
  /** Charges that their cardholders dispute. */
  claims: z.int().min(0),
  /** Minor units that arrive in the account. */
  net: z.int(),
  currencySign: z.string(),
});
export type ReconciledSummary = z.infer<typeof reconciledSummarySchema>;

export const figuresSchema = z.strictObject({
  /** Instant of the reading, UTC. */
  asOf: instantSchema,
  /** Null for several merchants, and for one without the address of the service's records. */
  reconciled: z.union([z.literal('not-compared'), reconciledSummarySchema]).nullable(),
  currencies: z.array(currencyFiguresSchema).readonly(),
  /** Instant before which payments of these days were removed (retention), as far as they were settled; null for none. */
  purgedBefore: instantSchema.nullable().default(null),
  /** Payments of these days without an answer, oldest first. */
  unconfirmed: z.array(listedSchema).readonly(),
  /** Approvals of these days whose amount is unconfirmed, oldest first. */
  unclear: z.array(unclearSchema).readonly(),
  /** Holds of any day that wait for their capture, the first to expire first and those beyond their time last. */
  openHolds: z.array(listedHoldSchema).readonly(),
});
export type Figures = z.infer<typeof figuresSchema>;

/** Charged money of the days to compare with: the same weekday a week before, or as many days before a range. */
const comparisonSchema = z.strictObject({
  first: dayTextSchema,
  last: dayTextSchema,
  currencies: z
    .array(
      z.strictObject({
        sign: z.string(),
        charged: figureSchema,
        /** Charged until the same time of that day, for a day that is not over; null for one that is. */
        soFar: figureSchema.nullable(),
        /** By the hour as above, or by the number of the day within the range, from 0. */
        byPart: keyed(z.string()),
      }),
    )
    .readonly(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const reportSchema = z.strictObject({ figures: figuresSchema, comparison: comparisonSchema });
export type Report = z.infer<typeof reportSchema>;

/** Returns the sum of a figure's list under this key. */
export const figureOf = <Key extends string>(rows: readonly (Figure & { readonly key: Key })[], key: Key): Figure =>
  rows.find((row) => row.key === key) ?? noFigure;

/** Returns the part of a sum whose payments are not listed, so that no list ends without a word. */
export const notListed = ({ count, amount }: Figure, listed: readonly { readonly amount: number }[]): Figure => ({
  count: count - listed.length,
  amount: amount - listed.reduce((sum, each) => sum + each.amount, 0),
});

/** A figure beside what is charged, with its sign. `net`: what is charged less what is refunded. */
export type GivenBack = Exclude<MoneySum, 'charged' | 'held'> | 'net';

/** Returns what was given back, and what that leaves. Empty where nothing was. */
export function givenBack(sums: CurrencyFigures['sums']): readonly (Figure & { readonly key: GivenBack })[] {
  const charged = figureOf(sums, 'charged');
  return moneySums.flatMap((key): (Figure & { readonly key: GivenBack })[] => {
    const { count, amount } = figureOf(sums, key);
    if (key === 'charged' || key === 'held' || count === 0) return [];
    if (netSigns[key] === 0) return [{ key, count, amount }];
    const moved = netSigns[key] * amount;
    return [
      { key, count, amount: moved },
      { key: 'net', count: charged.count + count, amount: charged.amount + moved },
    ];
  });
}
