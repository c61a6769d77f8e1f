/**
 * THE table of operations: one request to the service each. Everything that depends on the operation reads this table or
 * switches over one of its columns, so that the compiler leads to each place when an operation is added
 * (docs/contributing/add-an-operation.md).
 */
import { z } from 'zod';
import type { HoldState } from '#shared/ledger/hold-state.ts';
import type { Role } from '#shared/seat/role.ts';
import type { Family } from './outcome.ts';

/** States of the hold that an operation settles, by the operation's own outcome. */
interface Settlement {
  readonly sending: HoldState;
  readonly unknown: HoldState;
  readonly approved: HoldState;
}

export interface OperationFacts {
  /** A card is keyed for it, so it has a fingerprint and may leave only once per submit. */
  readonly keysCard: boolean;
  /** Which draft it begins from: a keyed payment, or a capture of a hold. */
  readonly draft: 'payment' | 'capture';
  /** What it acts on. */
  readonly refersTo: 'nothing' | 'hold';
  /** What its approval opens. */
  readonly opens: 'nothing' | 'hold';
  /** How it moves the hold that it refers to. */
  readonly settles: Settlement | null;
  /** Which sum of the day its approval counts in. */
  readonly countsIn: 'charged' | 'held' | 'nothing';
  /** The duplicate guard looks for lookalikes before it leaves. */
  readonly guarded: boolean;
  /** What its approval has done to the money: key of the badge and of the outcome's words. */
  readonly result: 'held' | 'charged' | 'captured' | 'unlisted';
  /** What its receipt says of the money. A hold's receipt turns when it is captured. */
  readonly receipt: 'held' | 'charged';
  /** The least role that may send it. */
  readonly role: Role;
  /** What the service calls it in each family. */
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

/** Operations that have this value in a column. */
type OperationWith<Column extends keyof OperationFacts, Value> = {
  [Name in Operation]: Table[Name][Column] extends Value ? Name : never;
}[Operation];

/** Operations for which a card is keyed: what the Charge screen makes. */
export type CardOperation = OperationWith<'keysCard', true>;

/** Operations of which the table says this, in the table's order. */
export const operationsThat = (are: (facts: OperationFacts) => boolean): readonly Operation[] =>
  operations.filter((operation) => are(operationTable[operation]));

/** What the service calls an operation. */
export type TransactionType<
  Name extends Operation = Operation,
  Kind extends Family = Family,
> = Table[Name]['types'][Kind];

/** The operation of each type of transaction. */
export const operationOfType = Object.fromEntries(
  operations.flatMap((operation) => Object.values(operationTable[operation].types).map((type) => [type, operation])),
) as Readonly<Record<TransactionType, Operation>>;

export const transactionTypes = Object.keys(operationOfType) as readonly TransactionType[];

/**
 * As a ledger shows it. `unlisted` is an operation of a newer version of the program: it is shown, counted in no sum, and
 * nothing is done with it here.
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

/** The table's row of an operation on the record. */
export const operationFacts = (operation: RecordedOperation): OperationFacts =>
  operation === 'unlisted' ? unlisted : operationTable[operation];
