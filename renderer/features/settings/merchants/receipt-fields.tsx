/** Fields of the merchant's heading on receipts: address, telephone, tax number and a note at the foot. */
import { Textarea, TextInput } from '@mantine/core';
import { receiptLines } from '#shared/seat/receipt-heading.ts';
import { textLimits } from '#shared/text-limits.ts';
import { useText } from '#renderer/words/i18n.ts';
import type { MerchantForm } from './use-merchant-editor.ts';
import parts from '#renderer/ui/parts.module.css';

const lines = { autosize: true, minRows: 3, maxRows: receiptLines } as const;

export function ReceiptFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:groups.receipt')}</legend>
      <p className={parts.note}>{t('settings:groups.receiptText')}</p>
      <div className={parts.fields}>
        <TextInput
          label={t('settings:fields.taxId')}
          spellCheck={false}
          maxLength={textLimits.taxId}
          {...form.getInputProps('taxId')}
        />
        <TextInput
          label={t('settings:fields.receiptPhone')}
          maxLength={textLimits.receiptPhone}
          {...form.getInputProps('receiptPhone')}
        />
        <Textarea
          {...lines}
          label={t('settings:fields.receiptAddress')}
          maxLength={textLimits.receiptAddress}
          {...form.getInputProps('receiptAddress')}
        />
        <Textarea
          {...lines}
          label={t('settings:fields.receiptNote')}
          description={t('settings:fields.receiptNoteHint')}
          maxLength={textLimits.receiptNote}
          {...form.getInputProps('receiptNote')}
        />
      </div>
    </fieldset>
  );
}
