/** Words between the soak and the processes of its seats. */
import type { TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';

/** How a seat is started, as the one argument of its process. */
export interface SeatOrder {
  readonly seat: string;
  /** Data folder, which outlives the process. */
  readonly folder: string;
  readonly gateway: TrainingOrigin;
  readonly ledger: LedgerChoice;
  readonly ledgerPassword: string;
  /** Key of the seat's key store, base64. */
  readonly keyStoreKey: string;
  /** Key of card fingerprints, base64, by which the seats of a company know each other: what a provisioning file gives them. */
  readonly cardKey: string;
  /** Seed of what it pays. */
  readonly seed: number;
  /** Milliseconds by which its clock is ahead; negative behind. */
  readonly ahead: number;
  /** Longest pause between two acts of one worker, in ms. */
  readonly pause: number;
}

/** An attempt as the judge needs it. */
export interface JudgedAttempt extends Pick<
  Attempt,
  'id' | 'operation' | 'amount' | 'holdId' | 'chargeId' | 'seat' | 'unknownCause'
> {
  /** With a resolution in place of what was answered. */
  readonly state: AttemptState;
  readonly resolved: boolean;
}

/** Result that an operator has seen on the screen. */
export interface Told {
  readonly id: string;
  /** `refused`: the program said that nothing was sent. `again`: it was submitted once more after that, and nothing is said of it. */
  readonly state: AttemptState | 'refused' | 'again';
  /** False while the answer existed in memory alone, and the screen said so. */
  readonly safe: boolean;
  /** Kind of a refusal. */
  readonly why?: string;
}

/** What a person has found at the service. */
export interface Found {
  readonly id: string;
  readonly outcome: 'approved' | 'declined';
  readonly reference: string;
  /** True when the program itself finds it by asking for the service's records. */
  readonly isProvable: boolean;
}

/** A broken promise, with the attempts that it is about. */
export interface Violation {
  readonly text: string;
  readonly ids: readonly string[];
}

export interface Growth {
  /** Bytes of the heap after a forced collection. */
  readonly heap: number;
  /** Open handles and requests of the event loop. */
  readonly handles: number;
}

/** A question of the soak to a seat, and its answer. */
export interface Questions {
  /** Pays without a pause until it is told to rest. */
  readonly work: { readonly asked: null; readonly answer: null };
  /** Ends what is under way. @returns answers and uncertain starts that the ledger has not taken */
  readonly rest: { readonly asked: null; readonly answer: number };
  /** Looks every unconfirmed payment of the ledger up. @returns what was found of each that still is */
  readonly 'look-up': { readonly asked: null; readonly answer: Readonly<Record<string, string>> };
  /** Resolves unconfirmed payments by the word of a person who has looked them up. @returns those that were refused */
  readonly resolve: { readonly asked: readonly Found[]; readonly answer: readonly string[] };
  readonly attempts: { readonly asked: null; readonly answer: readonly JudgedAttempt[] };
  /** Checks the audit trail. @returns null for a whole one */
  readonly trail: { readonly asked: null; readonly answer: Violation | null };
  readonly growth: { readonly asked: null; readonly answer: Growth };
  /** Moves the clock. */
  readonly clock: { readonly asked: number; readonly answer: null };
  /** Lets the disk be full, or not. */
  readonly disk: { readonly asked: boolean; readonly answer: null };
  /** Ends as the program does. */
  readonly quit: { readonly asked: null; readonly answer: null };
}

export type Question = keyof Questions;

export interface Asked {
  readonly number: number;
  readonly question: Question;
  readonly value: unknown;
}

export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'bug'; readonly text: string }
  | { readonly kind: 'answer'; readonly number: number; readonly value: unknown };
