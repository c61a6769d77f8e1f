/** The question which ITBMS rates a merchant sells at, with what follows for its money. Nothing is ticked beforehand. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { parseAmount, taxWithin, withheldOf } from '#shared/payments/money.ts';
import { textLimits } from '#shared/text-limits.ts';
import { percentText } from '#shared/tax-rates.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { chosenPercents, standardPercents } from './keyed-tax-rates.ts';
import type { MerchantForm } from './use-merchant-editor.ts';
import common from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

export function TaxFields({ form }: { readonly form: MerchantForm }) {
  const { t } = useText();
  const percents = chosenPercents(form.values);
  return (
    <fieldset className={parts.group}>
      <legend>{t('settings:fields.taxRates')}</legend>
      <p className={parts.note}>{t('settings:tax.question')}</p>
      <Checkbox.Group
        aria-label={t('settings:fields.taxRates')}
        value={[...form.values.taxRates]}
        error={form.errors['taxRates']}
        errorProps={{ mt: 4 }}
        onChange={(taxRates) => form.setFieldValue('taxRates', taxRates)}
      >
        <div className={common.row}>
          {standardPercents.map((percent, index) => (
            <Checkbox
              key={percent}
              value={percent}
              label={`${percent} %`}
              aria-invalid={(index === 0 && form.errors['taxRates'] !== undefined) || undefined}
            />
          ))}
        </div>
      </Checkbox.Group>
      <div className={parts.fields}>
        <TextInput
          label={t('settings:tax.other')}
          inputMode="decimal"
          maxLength={textLimits.keyedNumber}
          {...form.getInputProps('otherTaxRates')}
        />
        {percents.length > 1 && (
          <NativeSelect
            label={t('settings:tax.usual')}
            data={[
              { value: '', label: t('charge:tax.choose') },
              ...percents.map((percent) => ({ value: percent, label: `${percent} %` })),
            ]}
            {...form.getInputProps('usualTaxRate')}
            value={percents.includes(form.values.usualTaxRate) ? form.values.usualTaxRate : ''}
          />
        )}
      </div>
      <TaxEffect percents={percents} currencySign={form.values.currencySign} />
    </fieldset>
  );
}

function TaxEffect({
  percents,
  currencySign,
}: {
  readonly percents: readonly string[];
  readonly currencySign: string;
}) {
  const { t } = useText();
  const { money } = useFormats();
  if (percents.length > 0 && percents.every((percent) => percent === '0')) {
    return <p className={parts.note}>{t('settings:tax.none')}</p>;
  }
  const rates = percents.flatMap((percent) => {
    const parsed = parseAmount(percent, true);
    return parsed.ok ? parsed.value : [];
  });
  // 7 % as the example until something is chosen.
  const rate = rates.length === 0 ? 700 : Math.max(...rates);
  // The total of 100.00 without tax.
  const total = 10_000 + rate;
  const tax = taxWithin(total, rate);
  return (
    <p className={parts.note}>
      {t('settings:tax.effect', {
        total: money(total, currencySign),
        percent: percentText(rate),
        tax: money(tax, currencySign),
        withheld: money(withheldOf(tax), currencySign),
      })}
    </p>
  );
}
