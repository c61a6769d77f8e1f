/**
 * THE table of operations. Each is one request to the service. All code that depends on the operation reads this table or
 * switches over one of its columns, so that the compiler leads to every place when an operation is added
 * (docs/contributing/add-an-operation.md).
 */
import { z } from 'zod';
import type { HoldState } from './hold-state.ts';
import type { Role } from '#shared/role.ts';
import type { Family } from './outcome.ts';

/** States of the hold that an operation settles, by the operation's own outcome. */
interface Settlement {
  readonly sending: HoldState;
  readonly unknown: HoldState;
  readonly approved: HoldState;
}

export interface OperationFacts {
  /** A card is keyed for the operation, so it has a fingerprint and may leave only once per submit. */
  readonly keysCard: boolean;
  /** Kind of its draft: a keyed payment, or a capture of a hold. */
  readonly draft: 'payment' | 'capture';
  /** Object that it acts on. */
  readonly refersTo: 'nothing' | 'hold';
  /** Object that its approval opens. */
  readonly opens: 'nothing' | 'hold';
  /** States that it moves its hold to. */
  readonly settles: Settlement | null;
  /** Sum of the day that includes its approval. */
  readonly countsIn: 'charged' | 'held' | 'nothing';
  /** The duplicate guard looks for similar payments before it leaves. */
  readonly guarded: boolean;
  /** Effect of its approval on the money: key of the badge and of the outcome's words. */
  readonly result: 'held' | 'charged' | 'captured' | 'unlisted';
  /** Effect on the money that its receipt states. A hold's receipt changes when the hold is captured. */
  readonly receipt: 'held' | 'charged';
  /** Least role that may send it. */
  readonly role: Role;
  /** The service's name for it in each family. */
  readonly types: Readonly<Record<Family, string>>;
}

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
    role: 'cashier',
    types: { json: 'AUTH', form: 'AUTH' },
  },
  sell: {
    keysCard: true,
    draft: 'payment',
    refersTo: 'nothing',
    opens: 'nothing',
    settles: null,
    countsIn: 'charged',
    guarded: true,
    result: 'charged',
    receipt: 'charged',
    role: 'cashier',
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
    role: 'back-office',
    types: { json: 'CAPTURE', form: 'CAPT' },
  },
} as const satisfies Readonly<Record<string, OperationFacts>>;

type Table = typeof operationTable;
export type Operation = keyof Table;
export const operations = Object.keys(operationTable) as readonly Operation[];
export const operationSchema = z.enum(operations);

/** Operations with this value in a column. */
type OperationWith<Column extends keyof OperationFacts, Value> = {
  [Name in Operation]: Table[Name][Column] extends Value ? Name : never;
}[Operation];

/** Operations with a keyed card, which the Charge screen sends. */
export type CardOperation = OperationWith<'keysCard', true>;
export const cardOperations = operations.filter(
  (operation): operation is CardOperation => operationTable[operation].keysCard,
);

/** Returns the operations whose facts match, in the table's order. */
export const operationsThat = (matches: (facts: OperationFacts) => boolean): readonly Operation[] =>
  operations.filter((operation) => matches(operationTable[operation]));

/** The service's name of an operation. */
export type TransactionType<
  Name extends Operation = Operation,
  Kind extends Family = Family,
> = Table[Name]['types'][Kind];

/** Operations by the service's name. */
export const operationOfType = Object.fromEntries(
  operations.flatMap((operation) => Object.values(operationTable[operation].types).map((type) => [type, operation])),
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
  role: 'supervisor',
  types: { json: '', form: '' },
};

/** Returns the facts of a recorded operation. */
export const operationFacts = (operation: RecordedOperation): OperationFacts =>
  operation === 'unlisted' ? unlisted : operationTable[operation];
