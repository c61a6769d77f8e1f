/** Receipts of a payment, each named for its attempt. */
import { chargedBy, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { ReceiptLink } from '#renderer/ui/outcome/outcome-panel.tsx';
import type { Translate } from '#renderer/words/i18n.ts';

/** Returns the receipts to offer. That of the charge comes first, because it is the one that the customer needs. */
export function receiptsOf(t: Translate, shown: ShownAttempt): readonly ReceiptLink[] {
  const charge = chargedBy(shown);
  const ofCharge =
    charge?.hasReceipt === true ? [{ attemptId: charge.id, label: t('history:details.receiptOfCapture') }] : [];
  if (shown.receiptUrl === null) return ofCharge;
  const settles = operationFacts(shown.operation).settles !== null;
  const label = settles
    ? t('history:details.receiptOfCapture')
    : t(charge === null ? 'outcomes:receipt' : 'history:details.receiptOfHold');
  return [...ofCharge, { attemptId: shown.id, label }];
}
