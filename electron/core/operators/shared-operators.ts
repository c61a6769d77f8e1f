/** Port of the operators that live in a shared ledger. Core knows these types and not their implementation. */
import type { OperatorsContent, StoredOperator } from '#electron/core/operators/stored-operators.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';

export interface LedgerOperators {
  readonly ledger: string;
  /** Id of this state. Each change but a wrong try makes another one. */
  readonly revision: string;
  /** Number of the change, by which an older state that was put back shows. */
  readonly number: number;
  readonly content: OperatorsContent;
}

/** Detail of the failure where nobody that this seat knows has signed the operators as they are. */
export const changedByHand = 'The operators of the shared ledger were changed by hand.';

/** The operators as they were found. `content` is null when no seat that this one knows has signed them as they are. */
export type FoundOperators = Omit<LedgerOperators, 'content'> & { readonly content: OperatorsContent | null };

export interface OperatorsWrite {
  /** State that the change was made from; null when the ledger had no operators. */
  readonly before: FoundOperators | null;
  readonly next: OperatorsContent;
  /** Who made the change; null for this seat. */
  readonly by: string | null;
  readonly deed: LedgerDeed;
}

/** A try of a passcode, as the ledger counted it. */
export interface CountedTry {
  readonly operator: StoredOperator;
  /** False while the operator is locked out: the try was not counted, and no passcode may be compared. */
  readonly counted: boolean;
  /** As in `LedgerOperators`. */
  readonly number: number;
  /** Time by the ledger's clock, which is the one of `wrong.at`. */
  readonly now: Date;
}

interface CountedHere {
  readonly id: string;
  readonly count: number;
  /** Time since the latest one in ms. The clocks of seat and ledger need not agree. */
  readonly age: number;
}

/** Operators of an opened shared ledger. Every method rejects with `LedgerUnavailable` when the ledger can't do it. */
export interface SharedOperators {
  /** Returns the state that the last heartbeat saw; null while the ledger has no operators. */
  revision(): string | null;
  /** Reads the operators; null while the ledger has none. */
  read(): Promise<FoundOperators | null>;
  /**
   * Writes a change and its deed in one transaction. Ends the wrong tries of operators with another passcode.
   * @returns the new state; null when another seat made a change first, and nothing was written
   */
  write(change: OperatorsWrite): Promise<LedgerOperators | null>;
  /** Counts a try before the passcode is compared. Returns null when no active operator has the name. Rejects when nobody has signed. */
  countTry(name: string): Promise<CountedTry | null>;
  /** Forgets the wrong tries of an operator, unless the passcode was changed since. */
  forgetTries(operator: Pick<StoredOperator, 'id' | 'hash'>): Promise<void>;
  /** Sets wrong tries that a seat counted by itself, where they are more than those of the ledger. */
  mergeTries(tries: readonly CountedHere[]): Promise<void>;
  /** Appends the deed of a lock-out, and makes the other seats look. */
  noteLockOut(by: string, deed: LedgerDeed): Promise<void>;
}

/** The ledger that this seat has chosen, as the operators see it. */
export interface OperatorsLedger {
  /** True when a shared ledger is chosen, even while it is away. */
  isShared(): boolean;
  /** Returns its operators; null for the embedded ledger. Waits while it is being opened. Rejects with `LedgerUnavailable`. */
  opened(): Promise<SharedOperators | null>;
  /** Calls the listener when a ledger was opened, and after each heartbeat. */
  onHeartbeat(listener: () => void): void;
}
