/** The interface of a service family's answers: an outcome, and the facts beside it. */
import { nothingTold } from '#electron/core/payments/answered-attempt.ts';
import type { Family, UnknownCause } from '#shared/payments/outcome.ts';
import type { Operation } from '#shared/payments/operations.ts';
import type { AnswerFacts } from '#electron/core/ports/gateway.ts';

export type Verdict =
  | { readonly outcome: 'approved' | 'declined' | 'rejected' }
  | { readonly outcome: 'unknown'; readonly cause: UnknownCause };

/** The request as the answer repeats it, as it came. Null or empty where the answer is silent. */
export interface Echo {
  readonly operation: string | null;
  /** Last digits of the card, sometimes behind a mask. */
  readonly lastDigits: string | null;
  readonly brands: readonly string[];
  /** First name, last name, or both in one text. */
  readonly names: readonly string[];
  readonly email: string | null;
  /** The amount that was paid first, then the requested one. */
  readonly amounts: readonly string[];
}

/** The facts of an answer besides its outcome, as they came. */
export interface Facts extends Pick<AnswerFacts, keyof typeof nothingTold> {
  readonly code: string | null;
  readonly text: string | null;
  readonly authStatus: string | null;
  readonly serverTime: string | null;
  readonly echo: Echo;
}

/** The readers of a family. They are pure, accept any JSON value with numbers as text, and never throw. */
export interface AnswerFamily {
  readonly name: Family;
  /** A refusal is judged by the operation that it answers. */
  readonly outcome: (answer: unknown, operation: Operation) => Verdict;
  readonly facts: (answer: unknown, operation: Operation) => Facts;
  /** Paths of the members that decide or refer. An answer with two different values of one contradicts itself. */
  readonly deciding: ReadonlySet<string>;
  /** Those among them that may be an object or array. All others are plain values. */
  readonly structures: ReadonlySet<string>;
}

const noEcho: Echo = { operation: null, lastDigits: null, brands: [], names: [], email: null, amounts: [] };

export const noFacts: Facts = {
  code: null,
  text: null,
  authStatus: null,
  serverTime: null,
  ...nothingTold,
  echo: noEcho,
};

export const unknownBecause = (cause: UnknownCause): Extract<Verdict, { outcome: 'unknown' }> => ({
  outcome: 'unknown',
  cause,
});
