/** A receipt as plain text, for a mail. */
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { ReceiptMerchant } from './page.ts';
import type { PaperWords } from './paper-words.ts';
import { receiptContent } from './receipt-content.ts';

/**
 * @param link address of the service's own receipt; null without one
 * @param at now, UTC
 * @returns null for a payment without a receipt
 */
export function receiptText(
  words: PaperWords,
  {
    shown,
    merchant,
    link,
    at,
  }: {
    readonly shown: ShownAttempt;
    readonly merchant: ReceiptMerchant;
    readonly link: string | null;
    readonly at: string;
  },
): string | null {
  const content = receiptContent(words, shown, merchant, Date.parse(at));
  if (content === null) return null;
  const { t } = words;
  const warning = shown.environment === 'production' ? [] : [t(`paper:notAReceipt.${shown.environment}`), ''];
  const head = [
    merchant.name,
    merchant.address,
    merchant.phone,
    merchant.taxId === '' ? '' : t('paper:taxId', { taxId: merchant.taxId }),
  ];
  const parts = [
    ...warning,
    ...head.filter((line) => line !== ''),
    '',
    content.title,
    content.amountLabel === null ? content.amount : `${content.amountLabel}: ${content.amount}`,
    [content.told, ...content.notes].join(' '),
    '',
    ...content.rows.map(({ label, value }) => `${label}: ${value}`),
    ...(link === null ? [] : ['', t('paper:receipt.link', { link })]),
    ...(merchant.note === '' ? [] : ['', merchant.note]),
  ];
  return `${parts.join('\n')}\n`;
}
