/** Opens the receipt of an attempt: a training receipt in our own window, others in the system's browser. */
import type { Receipts } from './receipts.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';

export async function openReceipt(
  receipts: Receipts,
  { environment, receiptUrl }: Pick<Attempt, 'environment' | 'receiptUrl'>,
): Promise<Result<void>> {
  if (receiptUrl === null) return failed({ kind: 'not-found' });
  // The training gateway may use another port than when it made the link.
  if (environment === 'training')
    return receipts.openTraining(receiptUrl) ? ok(undefined) : failed({ kind: 'not-found' });
  try {
    await receipts.openOutside(receiptUrl);
    return ok(undefined);
  } catch (error) {
    return failed({ kind: 'cannot-connect', detail: error instanceof Error ? error.message : '' });
  }
}
