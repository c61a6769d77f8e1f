/** The fields of a payment in the order in which a caller says them. */
import { Button, SegmentedControl } from '@mantine/core';
import { decimalText, parseAmount } from '#shared/payments/money.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { CardFields } from './card-fields.tsx';
import { ChargeField } from './charge-field.tsx';
import classes from './charge-form.module.css';
import { offeredReading } from './field-words.ts';
import { MoreFields } from './more-fields.tsx';
import { amountOf, taxText } from './payment-form.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { PaymentForm } from './use-payment-form.ts';

/** Accepts the reading that is offered for an amount typed with separators. */
export const readingKeys = 'F6';
/** Hold or sale. */
export const modeKeys = 'F8';

export function PaymentFields({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const { values, change } = form;
  return (
    <div className={classes.grid}>
      <ModeChoice form={form} />
      <AmountField form={form} />
      <CardFields form={form} />
      <ChargeField
        form={form}
        name="firstName"
        columns={5}
        label={t('charge:field.firstName')}
        value={values.firstName}
        onText={(firstName) => change({ firstName })}
      />
      <ChargeField
        form={form}
        name="lastName"
        columns={6}
        label={t('charge:field.lastName')}
        value={values.lastName}
        onText={(lastName) => change({ lastName })}
      />
      <ChargeField
        form={form}
        name="email"
        columns={8}
        inputMode="email"
        label={t('charge:field.email')}
        value={values.email}
        onText={(email) => change({ email })}
      />
      <ChargeField
        form={form}
        name="phone"
        columns={5}
        inputMode="tel"
        label={t('charge:field.phone')}
        value={values.phone}
        onText={(phone) => change({ phone })}
      />
      <TaxField form={form} />
      <ChargeField
        form={form}
        name="concept"
        columns={8}
        label={t('charge:field.concept')}
        value={values.concept}
        onText={(concept) => change({ concept })}
      />
      <ChargeField
        form={form}
        name="description"
        columns={11}
        label={t('charge:field.description')}
        value={values.description}
        onText={(description) => change({ description })}
      />
      <MoreFields form={form} />
    </div>
  );
}

/** First in the order of keys, though it stands at the right: the caller's words begin with the amount. */
function ModeChoice({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const option = (operation: CardOperation) => ({
    value: operation,
    label: (
      <span className={classes.option}>
        <span className={classes.optionName}>{t(`charge:mode.${operation}`)}</span>
        <span className={classes.optionMeaning}>{t(`charge:meaning.${operation}`)}</span>
      </span>
    ),
  });
  return (
    <div className={classes.mode}>
      <p className={classes.modeLabel} id="charge-mode-label">
        {t('charge:mode.label')} <KeyHint keys={modeKeys} />
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="charge-mode-label"
        aria-keyshortcuts={modeKeys}
        classNames={{ root: classes.modeControl, label: classes.modeOption }}
        value={form.values.operation}
        onChange={(operation) => form.change({ operation })}
        data={[option('sell'), option('authorize')]}
        transitionDuration={100}
      />
    </div>
  );
}

function AmountField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign, warnBelow } = useSession().merchant.merchant;
  const amount = amountOf(form.values);
  return (
    <ChargeField
      form={form}
      name="amount"
      columns={12}
      label={t('charge:field.amount')}
      placeholder={t('charge:placeholder.amount')}
      inputMode="decimal"
      value={form.values.amount}
      onText={(text) => form.change({ amount: text })}
      onBlur={() => {
        // `120` and `120.5` mean one thing only; the two decimals are written out, nothing else is touched.
        const parsed = parseAmount(form.values.amount);
        if (parsed.ok && form.values.amount !== decimalText(parsed.value)) {
          form.change({ amount: decimalText(parsed.value) });
        }
      }}
      leftSection={<span className={classes.sign}>{currencySign}</span>}
      leftSectionWidth={56}
      leftSectionPointerEvents="none"
      note={
        amount !== null && amount < warnBelow ? (
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

function TaxField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const text = taxText(form.values, merchant);
  return (
    <ChargeField
      form={form}
      name="tax"
      columns={5}
      inputMode="decimal"
      label={t('charge:field.tax', { rate: merchant.taxRate / 100 })}
      value={text}
      onText={(tax) => form.change({ tax })}
      onBlur={() => {
        // Emptied: it follows from the amount again.
        if (form.values.tax?.trim() === '') form.change({ tax: null }, 'tax');
        const parsed = parseAmount(form.values.tax ?? '', true);
        if (parsed.ok) form.change({ tax: decimalText(parsed.value) });
      }}
      mend={<UseReading form={form} field="tax" text={text} />}
      classNames={{
        input: classes.figures,
        label: classes.label,
        error: classes.message,
        description: classes.message,
      }}
    />
  );
}

/** A reading is offered and taken by a person, never by the program (an amount is not guessed). */
function UseReading({
  form,
  field,
  text,
}: {
  readonly form: PaymentForm;
  readonly field: 'amount' | 'tax';
  readonly text: string;
}) {
  const { t } = useText();
  const { currencySign } = useSession().merchant.merchant;
  const { money } = useFormats();
  const reading = offeredReading(text, field === 'tax');
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
