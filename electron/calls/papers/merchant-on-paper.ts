/** The head of a merchant's papers, from its settings. */
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { PaperWords } from '#electron/paper/paper-words.ts';
import type { ReceiptMerchant } from '#electron/paper/page.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';

/** A merchant that was removed since keeps the name that its payments have. */
export async function merchantOnPaper(
  merchants: Pick<Merchants, 'list'>,
  of: { readonly merchantId: string; readonly merchantName: string },
  { t }: PaperWords,
): Promise<ReceiptMerchant> {
  const found = (await merchants.list()).find(({ merchant }) => merchant.id === of.merchantId)?.merchant;
  return {
    // The built-in merchant has the name of its environment, in the language of the first start.
    name: of.merchantId === trainingMerchantId ? t('paper:trainingMerchant') : of.merchantName,
    address: found?.receiptAddress ?? '',
    phone: found?.receiptPhone ?? '',
    taxId: found?.taxId ?? '',
    note: found?.receiptNote ?? '',
    taxed: found?.taxRates?.some((rate) => rate > 0) ?? false,
  };
}
