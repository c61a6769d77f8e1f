/** Opens the receipt of an attempt: training's own in a window of ours, the others in the system's browser. */
import type { Receipts } from './receipts.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';

export async function openReceipt(
  receipts: Receipts,
  { environment, receiptUrl }: Pick<Attempt, 'environment' | 'receiptUrl'>,
): Promise<Result<void>> {
  if (receiptUrl === null) return failed({ kind: 'not-found' });
  // The training gateway may listen elsewhere than when it gave the link.
  if (environment === 'training')
    return receipts.openTraining(receiptUrl) ? ok(undefined) : failed({ kind: 'not-found' });
  try {
    await receipts.openOutside(receiptUrl);
    return ok(undefined);
  } catch (error) {
    return failed({ kind: 'cannot-connect', detail: error instanceof Error ? error.message : '' });
  }
}
