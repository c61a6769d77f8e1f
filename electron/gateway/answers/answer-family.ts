/** What each family of the service says about an answer: an outcome, and the facts beside it. */
import type { UnknownCause } from '#shared/payments/outcome.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { References, RiskSummary } from '#shared/payments/attempt.ts';

export type Verdict =
  | { readonly outcome: 'approved' | 'declined' | 'rejected' }
  | { readonly outcome: 'unknown'; readonly cause: UnknownCause };

/** What an answer says beside its outcome, as it came. */
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

/** Both are pure and take any JSON value; neither ever throws. */
export interface AnswerFamily {
  readonly outcome: (answer: unknown) => Verdict;
  readonly facts: (answer: unknown) => Facts;
}

export const noReferences: References = {
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
