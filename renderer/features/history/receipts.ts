/** Receipts of a payment, each named for its attempt. */
import { chargedBy, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { OfferedReceipt } from '#renderer/ui/outcome/outcome-panel.tsx';
import type { Translate } from '#renderer/words/i18n.ts';

/** Returns the receipts to offer. That of the charge comes first, because it is the one that the customer needs. */
export function receiptsOf(t: Translate, shown: ShownAttempt): readonly OfferedReceipt[] {
  const charge = chargedBy(shown);
  const charging = shown.timeline.filter(({ id }) => id === charge?.id);
  const captures = operationFacts(shown.operation).settles?.approved === 'captured';
  const label = captures
    ? t('history:details.receiptOfCapture')
    : t(charge === null ? 'outcomes:receipt' : 'history:details.receiptOfHold');
  return [
    ...charging.map((attempt) => ({ attempt, label: t('history:details.receiptOfCapture') })),
    { attempt: shown, label },
  ];
}
