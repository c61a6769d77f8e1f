/** What a receipt says of a payment: its latest state, where that is certain. */
import { latestState, type ToldAttempt } from '#shared/ledger/listed-attempt.ts';

const receiptStages = ['charged', 'captured', 'held', 'expired', 'voided', 'refunded'] as const;
export type ReceiptStage = (typeof receiptStages)[number];

/**
 * Returns null where there is nothing to give a receipt of: a refusal, or a payment whose outcome is not certain.
 * @param past whether the time of its hold has run out, from `timeIsUp`
 */
export function receiptStageOf(attempt: ToldAttempt, past: boolean): ReceiptStage | null {
  // A refunded charge keeps the receipt of its charge, and each refund has its own.
  const state = latestState({ ...attempt, refunds: null }, past);
  return receiptStages.find((stage) => stage === state) ?? null;
}
