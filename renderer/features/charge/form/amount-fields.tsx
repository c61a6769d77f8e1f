/** The amount and the tax within it, with an offered reading for text with separators. */
import { Button } from '@mantine/core';
import { decimalText, parseAmount } from '#shared/payments/money.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { ChargeField } from './charge-field.tsx';
import classes from './charge-form.module.css';
import { offeredReading } from './field-words.ts';
import { amountOf, taxText } from './payment-form.ts';
import type { PaymentForm } from './use-payment-form.ts';

/** Accepts the reading that is offered for an amount typed with separators. */
export const readingKeys = 'F6';

export function AmountField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const { money } = useFormats();
  const { merchant, operator } = useSession();
  const { currencySign, warnBelow } = merchant.merchant;
  const amount = amountOf(form.values);
  const limit = operator?.paymentLimit ?? null;
  return (
    <ChargeField
      form={form}
      name="amount"
      label={t('fields:amount.label')}
      placeholder={t('charge:placeholder.amount')}
      inputMode="decimal"
      value={form.values.amount}
      onText={(text) => form.change({ amount: text })}
      onBlur={() => {
        // Write out the two decimals of `120` and `120.5`, which have one meaning only. Nothing else is rewritten.
        const parsed = parseAmount(form.values.amount);
        if (parsed.ok && form.values.amount !== decimalText(parsed.value)) {
          form.change({ amount: decimalText(parsed.value) });
        }
      }}
      leftSection={<span className={classes.sign}>{currencySign}</span>}
      leftSectionWidth={56}
      leftSectionPointerEvents="none"
      note={
        amount !== null && limit !== null && amount > limit ? (
          <span className={classes.warning}>{t('charge:limit.above', { limit: money(limit, currencySign) })}</span>
        ) : amount !== null && amount < warnBelow ? (
          <span className={classes.warning}>
            {t('charge:warning.belowMinimum', { minimum: money(warnBelow, currencySign) })}
          </span>
        ) : null
      }
      mend={<UseReading form={form} field="amount" text={form.values.amount} />}
      classNames={{
        input: classes.heroInput,
        label: classes.label,
        error: classes.message,
        description: classes.message,
      }}
    />
  );
}

export function TaxField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const text = taxText(form.values, merchant);
  return (
    <ChargeField
      form={form}
      name="taxAmount"
      inputMode="decimal"
      label={t('fields:taxAmount.label', { rate: merchant.taxRate / 100 })}
      value={text}
      onText={(taxAmount) => form.change({ taxAmount })}
      onBlur={() => {
        // An emptied tax is computed from the amount again.
        if (form.values.taxAmount?.trim() === '') form.change({ taxAmount: null });
        const parsed = parseAmount(form.values.taxAmount ?? '', true);
        if (parsed.ok) form.change({ taxAmount: decimalText(parsed.value) });
      }}
      mend={<UseReading form={form} field="taxAmount" text={text} />}
      classNames={{
        input: classes.figures,
        label: classes.label,
        error: classes.message,
        description: classes.message,
      }}
    />
  );
}

/** Offers a reading of an ambiguous amount. Only a person accepts it, because the program never guesses an amount. */
function UseReading({
  form,
  field,
  text,
}: {
  readonly form: PaymentForm;
  readonly field: 'amount' | 'taxAmount';
  readonly text: string;
}) {
  const { t } = useText();
  const { currencySign } = useSession().merchant.merchant;
  const { money } = useFormats();
  const reading = offeredReading(text, field === 'taxAmount');
  if (reading === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.reading ?? ''}
      data-place={field === 'amount' ? 'inside' : 'below'}
      rightSection={field === 'amount' && <KeyHint keys={readingKeys} />}
      onClick={() => {
        form.change({ [field]: decimalText(reading) });
        form.focus(field === 'amount' ? 'cardNumber' : 'concept');
      }}
    >
      {t('charge:issue.useReading', { reading: money(reading, currencySign) })}
    </Button>
  );
}
