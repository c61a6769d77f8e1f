/** Opens the receipt of an approval: a training receipt in our own window, others in the system's browser. */
import type { Receipts } from './receipts.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { receiptOf, type Attempt } from '#shared/payments/attempt.ts';

export async function openReceipt(
  receipts: Receipts,
  attempt: Pick<Attempt, 'environment' | 'state' | 'resolution' | 'receiptUrl' | 'currencySign'>,
): Promise<Result<void>> {
  const link = receiptOf(attempt);
  if (link === null) return failed({ kind: 'not-found' });
  // The training gateway may use another port than when it made the link.
  if (attempt.environment === 'training')
    return (await receipts.openTraining(link.href, attempt.currencySign))
      ? ok(undefined)
      : failed({ kind: 'not-found' });
  try {
    await receipts.openOutside(link.href);
    return ok(undefined);
  } catch (error) {
    return failed({ kind: 'cannot-connect', detail: error instanceof Error ? error.message : '' });
  }
}

/** The part of receipts that calls use. */
export const receiptParts = (receipts: Receipts) => ({
  openReceipt: (attempt: Parameters<typeof openReceipt>[1]) => openReceipt(receipts, attempt),
  openMessage: receipts.openMessage,
});
