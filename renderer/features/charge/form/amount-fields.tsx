/** The amount, with an offered reading for text with separators. */
import { Button } from '@mantine/core';
import { decimalText, parseAmount } from '#shared/payments/money.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { ChargeField } from './charge-field.tsx';
import classes from './charge-form.module.css';
import { offeredReading } from './field-words.ts';
import { useFormValue, type FormState, type FormStore } from './form-store.ts';
import { amountOf } from './payment-form.ts';

/** Accepts the reading that is offered for an amount typed with separators. */
export const readingKeys = 'F6';

/** Takes the offered reading of the amount and goes on. */
export function takeReading(form: FormStore): void {
  const reading = offeredReading(form.state().values.amount);
  if (reading === null) return;
  form.change({ amount: decimalText(reading) });
  form.focus(form.next('amount') ?? 'concept');
}

export function AmountField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const { currencySign } = useSession().merchant.merchant;
  return (
    <ChargeField
      form={form}
      name="amount"
      label={t('fields:amount.label')}
      placeholder={t('charge:placeholder.amount')}
      inputMode="decimal"
      look="hero"
      digits
      textOf={({ values }) => values.amount}
      onText={(text) => form.change({ amount: text })}
      onKeyDown={(event) => {
        // The reading stands below the text, so Enter accepts what is seen.
        const reading = event.key === 'Enter' ? offeredReading(form.state().values.amount) : null;
        if (reading !== null) form.change({ amount: decimalText(reading) });
      }}
      onLeave={() => {
        // Write out the two decimals of `120` and `120.5`, which have one meaning only. Nothing else is rewritten.
        const { amount } = form.state().values;
        const parsed = parseAmount(amount);
        if (parsed.ok && amount !== decimalText(parsed.value)) form.change({ amount: decimalText(parsed.value) });
      }}
      leading={<span className={classes.sign}>{currencySign}</span>}
      note={<AmountNote form={form} />}
      mend={<UseReading form={form} field="amount" textOf={({ values }) => values.amount} />}
    />
  );
}

/** Says when the amount is above the operator's limit, or so small that the service may refuse it. */
function AmountNote({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const { money } = useFormats();
  const { merchant, operator } = useSession();
  const { currencySign, warnBelow } = merchant.merchant;
  const limit = operator?.paymentLimit ?? null;
  // Reads which of the two holds, so that a key that changes neither renders nothing.
  const warning = useFormValue(form, ({ values }) => {
    const amount = amountOf(values);
    if (amount !== null && limit !== null && amount > limit) return 'above';
    return amount !== null && amount < warnBelow ? 'below' : null;
  });
  if (warning === null) return null;
  return (
    <span className={classes.warning}>
      {warning === 'above'
        ? t('charge:limit.above', { limit: money(limit ?? 0, currencySign) })
        : t('charge:warning.belowMinimum', { minimum: money(warnBelow, currencySign) })}
    </span>
  );
}

/** Offers a reading of an ambiguous amount. Only a person accepts it, because the program never guesses an amount. */
export function UseReading({
  form,
  field,
  textOf,
}: {
  readonly form: FormStore;
  readonly field: 'amount' | 'taxAmount';
  readonly textOf: (state: FormState) => string;
}) {
  const { t } = useText();
  const { currencySign } = useSession().merchant.merchant;
  const { money } = useFormats();
  const reading = useFormValue(form, (state) => offeredReading(textOf(state), field === 'taxAmount'));
  const isLeft = useFormValue(form, ({ issues }) => issues[field] !== undefined);
  if (reading === null) return null;
  const use = (): void => {
    form.change({ [field]: decimalText(reading) });
    form.focus(field === 'amount' ? (form.next('amount') ?? 'concept') : 'taxAmount');
  };
  return (
    <Button
      size="compact-sm"
      my={4}
      tabIndex={isLeft ? 0 : -1}
      rightSection={field === 'amount' && <KeyHint keys={isLeft ? readingKeys : 'Enter'} />}
      onClick={use}
    >
      {t('charge:issue.useReading', { reading: money(reading, currencySign) })}
    </Button>
  );
}
