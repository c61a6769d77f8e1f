/** One step of the demo as shown on the screen and printed. */
import type { Family, Outcome } from '#shared/payments/outcome.ts';
import type { Operation } from '#shared/payments/operations.ts';

export interface DemoStep {
  readonly name: string;
  readonly operation: Operation;
  readonly family: Family;
  readonly outcome: Outcome;
  readonly codOper: string | null;
  readonly authToken: string | null;
  readonly receiptUrl: string | null;
  /** Path of the screenshot, relative to the checkout. */
  readonly screenshot: string;
}
