/** Days of the ledger beside the service's own records: where they agree, where not and what to do then, and what arrives. */
import { z } from 'zod';
import { environmentSchema } from '#shared/environment.ts';
import { idSchema, instantSchema, merchantIdSchema } from '#shared/identifiers.ts';
import {
  lookUpSchema,
  movedBy,
  netOf,
  serviceRecordSchema,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';
import { attemptStateSchema } from '#shared/payments/outcome.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { dayTextSchema, figureSchema, listedSchema } from './figures.ts';

/** Most days at once: each is asked for page by page. */
export const mostReconciledDays = 31;
/** Most lines that the screen gets, the differences first. Files and papers have them all. */
export const mostShownLines = 2_000;

/** Kinds of lines, in the order in which they are shown. Those that differ need somebody. */
export const lineKinds = {
  'other-state': { differs: true },
  'other-amount': { differs: true },
  'only-there': { differs: true },
  'only-here': { differs: true },
  unconfirmed: { differs: true },
  unseen: { differs: true },
  matched: { differs: false },
  /** Declined, rejected or not sent here, and nothing processed there. */
  'no-money': { differs: false },
  /** Asked the cardholder and moved no money. */
  step: { differs: false },
} as const satisfies Readonly<Record<string, { readonly differs: boolean }>>;
export type LineKind = keyof typeof lineKinds;
export const lineKindNames = Object.keys(lineKinds) as readonly LineKind[];

const nextSteps = [
  'there-processed',
  'there-refused',
  'there-voided',
  'there-unclear',
  'amount',
  'made-elsewhere',
  'refunded-elsewhere',
  'voided-elsewhere',
  'wait',
  'ask-operator',
  'incomplete',
  'resolve-found',
  'resolve-unclear',
  'resolve-none',
  'unread',
  'unseen',
] as const;
export type NextStep = (typeof nextSteps)[number];

const lineSchema = z.strictObject({
  kind: z.enum(lineKindNames),
  next: z.enum(nextSteps).nullable(),
  day: dayTextSchema,
  /** Null for a record without a payment of ours. */
  attempt: listedSchema
    .omit({ brand: true, currencySign: true })
    .extend({ state: attemptStateSchema, customer: z.string() })
    .nullable(),
  /** A refund that only its charge's record shows has that record's card and references, and no time. */
  record: serviceRecordSchema.nullable(),
  /** Payment of ours that the record refers to, or has the reference of. */
  relatedId: idSchema.nullable(),
});
export type ReconciledLine = z.infer<typeof lineSchema>;

/** Sums in minor units. Fees of records that don't name all of them are in none. */
const arrivalShape = {
  /** Charged by the ledger's approvals. */
  here: figureSchema,
  /** Charged by the service's records. */
  there: figureSchema,
  refunded: figureSchema,
  commission: z.int(),
  cost: z.int(),
  feeTax: z.int(),
  withheld: z.int(),
  /** Kept for now. */
  reserve: z.int(),
  /** Kept at first and released since. It is in `net`. */
  released: z.int(),
  net: z.int(),
  /** Records whose fees are unknown, as of two that contradict each other, and what they moved. It is not in `net`. */
  feesUnknown: figureSchema,
};
const arrivalSchema = z.strictObject(arrivalShape);
export type Arrival = z.infer<typeof arrivalSchema>;

/** Parts on the way from what was charged to what arrives, each with its sign. They add up to `net`. */
export const dayParts = {
  there: ({ there }) => there.amount,
  refunded: ({ refunded }) => -refunded.amount,
  kept: ({ commission, cost, feeTax, withheld, reserve }) => -(commission + cost + feeTax + withheld + reserve),
  notNamed: ({ feesUnknown }) => -feesUnknown.amount,
  net: ({ net }) => net,
} as const satisfies Readonly<Record<string, (arrival: Arrival) => number>>;
const partNames = Object.keys(dayParts) as readonly (keyof typeof dayParts)[];

/** Returns the parts to show of several days: what is nothing on all of them only where it is usual. */
export const dayPartsOf = (total: Arrival): readonly (keyof typeof dayParts)[] =>
  partNames.filter((part) => (part !== 'refunded' && part !== 'notNamed') || dayParts[part](total) !== 0);

const reconciledDaySchema = z.strictObject({
  day: dayTextSchema,
  /** True where the service's count proves that no record is missing. */
  whole: z.boolean(),
  differences: z.int().min(0),
  ...arrivalShape,
});
export type ReconciledDay = z.infer<typeof reconciledDaySchema>;

/** Local days of one merchant, both included. */
export const reconcileQuerySchema = z.strictObject({
  first: dayTextSchema,
  last: dayTextSchema,
  environment: environmentSchema,
  merchantId: merchantIdSchema,
});
export type ReconcileQuery = z.infer<typeof reconcileQuerySchema>;

const reconciledSchema = z.strictObject({
  kind: z.literal('reconciled'),
  id: idSchema,
  query: reconcileQuerySchema,
  merchantName: z.string(),
  currencySign: z.string(),
  /** Instant of the comparison. */
  at: instantSchema,
  days: z.array(reconciledDaySchema).readonly(),
  total: arrivalSchema,
  counts: z.array(z.strictObject({ kind: z.enum(lineKindNames), count: z.int().min(0) })).readonly(),
  /** Number of charges that their cardholders dispute. */
  claims: z.int().min(0),
  lines: z.array(lineSchema).readonly(),
  /** Number of further lines. */
  more: z.int().min(0),
});
export type Reconciled = z.infer<typeof reconciledSchema>;

const [, ...noRecords] = lookUpSchema.options;
export const reconciliationSchema = z.discriminatedUnion('kind', [reconciledSchema, ...noRecords]);
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const noArrival: Arrival = {
  here: { count: 0, amount: 0 },
  there: { count: 0, amount: 0 },
  refunded: { count: 0, amount: 0 },
  commission: 0,
  cost: 0,
  feeTax: 0,
  withheld: 0,
  reserve: 0,
  released: 0,
  net: 0,
  feesUnknown: { count: 0, amount: 0 },
};

/** Minor units of an attempt as its record has them: what it gives back is negative. */
export const signedAmount = ({ operation, amount }: NonNullable<ReconciledLine['attempt']>): number =>
  operationFacts(operation).countsIn === 'refunded' ? -amount : amount;

/** Minor units of a certain refund that only its charge's record shows; 0 for any other line. */
export const refundedUnlisted = ({ kind, attempt, record }: ReconciledLine): number =>
  kind === 'matched' && record === null && attempt !== null ? Math.max(0, -signedAmount(attempt)) : 0;

/** Minor units that a record brings into the account, or takes out of it; null where a fee of it is unknown, or where it moves nothing. */
export function arrivesOf(record: ServiceRecord | null): number | null {
  const moved = record === null ? 0 : movedBy(record);
  return record === null || moved === 0 ? null : netOf({ ...record, amount: moved });
}
