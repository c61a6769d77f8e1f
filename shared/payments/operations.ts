/**
 * THE table of operations. Each is one request to the service. All code that depends on the operation reads this table or
 * switches over one of its columns, so that the compiler leads to every place when an operation is added
 * (docs/contributing/add-an-operation.md).
 */
import { z } from 'zod';
import type { HoldState } from './hold-state.ts';
import type { Role } from '#shared/role.ts';
import type { Family } from './outcome.ts';

/** Sums of approved money. What is refunded goes off what is charged; the others are by themselves. */
export const moneySums = ['charged', 'held', 'refunded', 'released'] as const;
export type MoneySum = (typeof moneySums)[number];
/** Sign of each sum in the net. Holds move no money. */
export const netSigns = { charged: 1, held: 0, refunded: -1, released: 0 } as const satisfies Readonly<
  Record<MoneySum, -1 | 0 | 1>
>;

type SettledState = Exclude<HoldState, 'open'>;
/** States of the hold that an operation settles, by the operation's own outcome. */
interface Settlement {
  readonly sending: SettledState;
  readonly unknown: SettledState;
  readonly approved: SettledState;
}

export interface OperationFacts {
  /** A card is keyed for the operation, so it has a fingerprint and may leave only once per submit. */
  readonly keysCard: boolean;
  /** Kind of its draft: a keyed payment, a capture of a hold, a reversal of a hold or a charge, or a payment by an earlier card. */
  readonly draft: 'payment' | 'capture' | 'reversal' | 'recharge';
  /** Object that it acts on. `card`: an earlier payment whose card pays again. */
  readonly refersTo: 'nothing' | 'hold' | 'charge' | 'card';
  /** Object that its approval opens. */
  readonly opens: 'nothing' | 'hold';
  /** States that it moves its hold to. */
  readonly settles: Settlement | null;
  /** Sum of the day that includes its approval. */
  readonly countsIn: MoneySum | 'nothing';
  /** The duplicate guard looks for similar payments before it leaves. */
  readonly guarded: boolean;
  /** Effect of its approval on the money: key of the badge and of the outcome's words. */
  readonly result: 'held' | 'charged' | 'captured' | 'voided' | 'refunded' | 'unlisted';
  /** Effect on the money that its receipt states. A hold's receipt changes when the hold is captured. */
  readonly receipt: 'held' | 'charged' | 'voided' | 'refunded';
  /** Codes of family A by which the service refuses it because its aim was reached before. */
  readonly alreadyDone: readonly string[];
  /** Least role that may send it. */
  readonly role: Role;
  /** The service's name for it in each family; null where no source shows that the family has it. */
  readonly types: Readonly<Record<Family, string | null>>;
}

/** Charges at once, by a keyed card or by that of an earlier payment. */
const sale = {
  opens: 'nothing',
  settles: null,
  countsIn: 'charged',
  guarded: true,
  result: 'charged',
  receipt: 'charged',
  alreadyDone: [],
  role: 'cashier',
} as const;

/** A void or a refund: beyond the operator's published document (docs/beyond-the-document.md). */
const reversal = {
  keysCard: false,
  draft: 'reversal',
  opens: 'nothing',
  guarded: false,
  alreadyDone: ['623', '661'],
  role: 'back-office',
} as const;

export const operationTable = {
  authorize: {
    keysCard: true,
    draft: 'payment',
    refersTo: 'nothing',
    opens: 'hold',
    settles: null,
    countsIn: 'held',
    guarded: true,
    result: 'held',
    receipt: 'held',
    alreadyDone: [],
    role: 'cashier',
    types: { json: 'AUTH', form: 'AUTH' },
  },
  sell: {
    ...sale,
    keysCard: true,
    draft: 'payment',
    refersTo: 'nothing',
    types: { json: 'AUTH_CAPTURE', form: 'SALE' },
  },
  capture: {
    keysCard: false,
    draft: 'capture',
    refersTo: 'hold',
    opens: 'nothing',
    settles: { sending: 'capturing', unknown: 'capture-unknown', approved: 'captured' },
    countsIn: 'charged',
    guarded: false,
    result: 'captured',
    receipt: 'charged',
    alreadyDone: ['622'],
    role: 'back-office',
    types: { json: 'CAPTURE', form: 'CAPT' },
  },
  void: {
    ...reversal,
    refersTo: 'hold',
    settles: { sending: 'voiding', unknown: 'void-unknown', approved: 'voided' },
    countsIn: 'released',
    result: 'voided',
    receipt: 'voided',
    types: { json: 'REVERSE_AUTH', form: null },
  },
  refund: {
    ...reversal,
    refersTo: 'charge',
    settles: null,
    countsIn: 'refunded',
    result: 'refunded',
    receipt: 'refunded',
    types: { json: 'REVERSE_CAPTURE', form: null },
  },
  /** Charges the card of an earlier payment again, which is not keyed. Beyond the document too. */
  recharge: {
    ...sale,
    keysCard: false,
    draft: 'recharge',
    refersTo: 'card',
    types: { json: 'RECURRENT', form: null },
  },
} as const satisfies Readonly<Record<string, OperationFacts>>;

type Table = typeof operationTable;
export type Operation = keyof Table;
export const operations = Object.keys(operationTable) as readonly Operation[];
export const operationSchema = z.enum(operations);

type OperationWith<Column extends keyof OperationFacts, Value> = {
  [Name in Operation]: Table[Name][Column] extends Value ? Name : never;
}[Operation];

/** Operations with a keyed card, which the Charge screen sends. */
export type CardOperation = OperationWith<'keysCard', true>;
export const cardOperations = operations.filter(
  (operation): operation is CardOperation => operationTable[operation].keysCard,
);

/** Operations about an earlier attempt. */
export type LaterOperation = Exclude<Operation, CardOperation>;

/** Returns the operations whose facts match, in the table's order. */
export const operationsThat = (matches: (facts: OperationFacts) => boolean): readonly Operation[] =>
  operations.filter((operation) => matches(operationTable[operation]));

export type TransactionType<Name extends Operation = Operation, Kind extends Family = Family> = NonNullable<
  Table[Name]['types'][Kind]
>;

export type OperationOf<Kind extends Family> = {
  [Name in Operation]: Table[Name]['types'][Kind] extends string ? Name : never;
}[Operation];
export const operationsOf = <Kind extends Family>(family: Kind): readonly OperationOf<Kind>[] =>
  operations.filter((operation): operation is OperationOf<Kind> => operationTable[operation].types[family] !== null);

/** Operations by the service's name. */
export const operationOfType = Object.fromEntries(
  operations.flatMap((operation) =>
    Object.values(operationTable[operation].types).flatMap((type) => (type === null ? [] : [[type, operation]])),
  ),
) as Readonly<Record<TransactionType, Operation>>;

export const transactionTypes = Object.keys(operationOfType) as readonly TransactionType[];

/**
 * Operation as recorded. `unlisted` stands for an operation of a newer version of the program: it is shown, counted in no
 * sum, and can't be acted on here.
 */
export const recordedOperationSchema = z.enum([...operations, 'unlisted']);
export type RecordedOperation = z.infer<typeof recordedOperationSchema>;

const unlisted: OperationFacts = {
  keysCard: false,
  draft: 'payment',
  refersTo: 'nothing',
  opens: 'nothing',
  settles: null,
  countsIn: 'nothing',
  guarded: false,
  result: 'unlisted',
  receipt: 'charged',
  alreadyDone: [],
  role: 'supervisor',
  types: { json: null, form: null },
};

export const operationFacts = (operation: RecordedOperation): OperationFacts =>
  operation === 'unlisted' ? unlisted : operationTable[operation];
