/** The ITBMS within the amount and its rate. Nothing is computed by a rate that no person chose (field notes). */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { decimalText, parseAmount, withheldOf } from '#shared/payments/money.ts';
import { wireField } from '#shared/payments/payment-fields.ts';
import { offeredTaxRates, percentText } from '#shared/tax-rates.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { UseReading } from '#renderer/features/charge/form/amount-fields.tsx';
import { ChargeField, spanOf } from '#renderer/features/charge/form/charge-field.tsx';
import classes from '#renderer/features/charge/form/charge-form.module.css';
import { useFormValue, type FormState, type FormStore } from '#renderer/features/charge/form/form-store.ts';
import { familyOf, nextTaxRate, taxRateOf, taxText } from '#renderer/features/charge/form/payment-form.ts';

const shownTax = ({ values, merchant }: FormState): string => taxText(values, merchant);

/** Chooses the next rate that the form offers. */
export const taxRateKeys = 'Mod+I';

/** Goes to the next rate. */
export function turnTaxRate(form: FormStore): void {
  const { values, merchant } = form.state();
  form.change(nextTaxRate(values, merchant), 'taxAmount');
}

export function TaxField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const [focused, setFocused] = useState(false);
  const rate = useFormValue(form, ({ values, merchant }) => taxRateOf(values, merchant));
  const isChosen = useFormValue(form, ({ merchant }) => merchant.taxRates !== null);
  return (
    <ChargeField
      form={form}
      name="taxAmount"
      inputMode="decimal"
      look="figures"
      need={isChosen ? 'computed' : 'required'}
      digits
      label={rate === null ? t('fields:taxAmount.heading') : t('fields:taxAmount.label', { rate: percentText(rate) })}
      textOf={shownTax}
      onText={(taxAmount) => form.change({ taxAmount })}
      onFocus={() => setFocused(true)}
      onLeave={() => {
        setFocused(false);
        const { taxAmount } = form.state().values;
        // An emptied tax is computed from the amount again.
        if (taxAmount?.trim() === '') form.change({ taxAmount: null });
        const parsed = parseAmount(taxAmount ?? '', true);
        if (parsed.ok) form.change({ taxAmount: decimalText(parsed.value) });
      }}
      note={<TaxEffect form={form} />}
      mend={!focused && <UseReading form={form} field="taxAmount" textOf={shownTax} />}
    />
  );
}

function TaxEffect({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign, environment } = useSession().merchant.merchant;
  const tax = useFormValue(form, (state) => {
    const parsed = parseAmount(shownTax(state), true);
    return parsed.ok ? parsed.value : null;
  });
  const isSent = useFormValue(form, ({ values, merchant }) => {
    return wireField('taxAmount', familyOf(values, merchant), values.operation) !== null;
  });
  if (tax === null || tax === 0) return null;
  if (!isSent) return t('charge:tax.notSent');
  const withheld = money(withheldOf(tax), currencySign);
  return t(environment === 'training' ? 'charge:tax.practice' : 'charge:tax.withheld', { withheld });
}

/** The list of rates, where there is more than one to choose from. */
export function TaxRateChoice({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const rates = useFormValue(form, ({ merchant }) => offeredTaxRates(merchant.taxRates));
  const rate = useFormValue(form, ({ values, merchant }) => taxRateOf(values, merchant));
  const isKeyed = useFormValue(form, ({ values }) => values.taxAmount !== null);
  if (rates.length < 2) return null;
  return (
    <div className={`${classes.field ?? ''} ${classes.choice ?? ''}`} style={spanOf('taxRate')}>
      <NativeSelect
        label={t('charge:field.taxRate')}
        classNames={{ label: classes.label }}
        value={rate === null ? '' : String(rate)}
        data={[
          ...(rate === null ? [{ value: '', label: t(isKeyed ? 'charge:tax.keyed' : 'charge:tax.choose') }] : []),
          ...rates.map((each) => ({ value: String(each), label: `${percentText(each)} %` })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') form.change({ taxRate: Number(value), taxAmount: null }, 'taxAmount');
        }}
        onKeyDown={(event) => {
          // Enter reviews from every field, but an open select would swallow it.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    </div>
  );
}
