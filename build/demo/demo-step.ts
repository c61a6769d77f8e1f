/** One step of the demo as the screen showed it, for the output. */
import type { Family, Operation, Outcome } from '#shared/payments/outcome.ts';

export interface DemoStep {
  readonly name: string;
  readonly operation: Operation;
  readonly family: Family;
  readonly outcome: Outcome;
  readonly codOper: string | null;
  readonly authToken: string | null;
  readonly receiptUrl: string | null;
  /** Screenshot, relative to the checkout. */
  readonly screenshot: string;
}
