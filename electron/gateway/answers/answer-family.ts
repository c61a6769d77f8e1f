/** The interface of a service family's answers: an outcome, and the facts beside it. */
import type { UnknownCause } from '#shared/payments/outcome.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { References, RiskSummary } from '#shared/payments/attempt.ts';

export type Verdict =
  | { readonly outcome: 'approved' | 'declined' | 'rejected' }
  | { readonly outcome: 'unknown'; readonly cause: UnknownCause };

/** The facts of an answer besides its outcome, as they came. */
export interface Facts {
  readonly code: string | null;
  readonly text: string | null;
  readonly authStatus: string | null;
  readonly serverTime: string | null;
  readonly references: References;
  readonly answeredAmount: MinorUnits | null;
  readonly receiptUrl: string | null;
  readonly risk: RiskSummary | null;
}

/** The two readers of a family. Both are pure, accept any JSON value and never throw. */
export interface AnswerFamily {
  readonly outcome: (answer: unknown) => Verdict;
  readonly facts: (answer: unknown) => Facts;
}

const noReferences: References = {
  codOper: null,
  authToken: null,
  idtx: null,
  cardToken: null,
  relatedTx: null,
};

export const noFacts: Facts = {
  code: null,
  text: null,
  authStatus: null,
  serverTime: null,
  references: noReferences,
  answeredAmount: null,
  receiptUrl: null,
  risk: null,
};

export const unknownBecause = (cause: UnknownCause): Verdict => ({ outcome: 'unknown', cause });
