/** The optional section: what few payments need, and what the merchant's templates ask for (section 2.1). */
import { NativeSelect, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { brandOf, brands, type Brand } from '#shared/payments/card.ts';
import { families, type Family } from '#shared/payments/outcome.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { ChargeField } from './charge-field.tsx';
import classes from './charge-form.module.css';
import { issueWords } from './field-words.ts';
import { cardDigits, customFieldsOf, familyOf } from './payment-form.ts';
import { fieldId, moreFieldsId, type PaymentForm } from './use-payment-form.ts';

export const moreKeys = 'F7';

export function MoreFields({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const Chevron = form.moreShown ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div className={classes.field} data-columns="24">
        <UnstyledButton
          type="button"
          className={classes.disclosure}
          aria-expanded={form.moreShown}
          aria-keyshortcuts={moreKeys}
          onClick={() => form.showMore(!form.moreShown)}
        >
          <Chevron size={16} aria-hidden="true" />
          {t(form.moreShown ? 'charge:more.hide' : 'charge:more.show')}
          <KeyHint keys={moreKeys} />
        </UnstyledButton>
      </div>
      {form.moreShown && (
        <div id={moreFieldsId} className={classes.optional}>
          <OptionalFields form={form} />
        </div>
      )}
    </>
  );
}

function OptionalFields({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const { values, change } = form;
  const derived = brandOf(cardDigits(values));
  const fingerprinted = values.operation === 'authorize' && familyOf(values, merchant) === 'json';
  const refused = form.issues.brand;
  const choice = {
    classNames: { label: classes.label, error: classes.message },
    // Enter reviews from every field; a list of choices would swallow it.
    onKeyDown: (event: KeyboardEvent<HTMLSelectElement>) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    },
  };
  return (
    <>
      <ChargeField
        form={form}
        name="address"
        columns={12}
        label={t('charge:field.address')}
        value={values.address}
        onText={(address) => change({ address })}
      />
      <ChargeField
        form={form}
        name="ipCheck"
        columns={6}
        label={t('charge:field.ipCheck')}
        placeholder={t('charge:placeholder.ipCheck')}
        inputMode="decimal"
        value={values.ipCheck}
        onText={(ipCheck) => change({ ipCheck })}
      />
      <div className={classes.field} data-columns="6">
        <NativeSelect
          {...choice}
          label={t('charge:field.lang')}
          value={values.lang}
          onChange={(event) => change({ lang: event.currentTarget.value as 'EN' | 'ES' | '' })}
          data={[
            { value: '', label: t('charge:choice.langNone') },
            { value: 'EN', label: t('charge:choice.langEN') },
            { value: 'ES', label: t('charge:choice.langES') },
          ]}
        />
      </div>
      <div className={classes.field} data-columns="8">
        <NativeSelect
          {...choice}
          label={t('charge:field.family')}
          value={values.family}
          onChange={(event) => change({ family: event.currentTarget.value as Family | '' })}
          data={[
            {
              value: '',
              label: t('charge:choice.familyDefault', {
                family: t(`common:family.${merchant.families[values.operation]}`),
              }),
            },
            ...families.map((family) => ({ value: family, label: t(`common:family.${family}`) })),
          ]}
        />
      </div>
      <div className={classes.field} data-columns="8">
        <NativeSelect
          {...choice}
          id={fieldId('brand')}
          label={t('charge:field.brand')}
          error={refused === undefined ? null : issueWords(t, 'brand', refused, String)}
          value={values.brand}
          onChange={(event) => change({ brand: event.currentTarget.value as Brand | '' })}
          data={[
            {
              value: '',
              label:
                derived === null
                  ? t('charge:choice.brandFromNumber')
                  : t('charge:choice.brandNamed', { brand: t(`common:brand.${derived}`) }),
            },
            ...brands.map((brand) => ({ value: brand, label: t(`common:brand.${brand}`) })),
          ]}
        />
      </div>
      {fingerprinted && (
        <ChargeField
          form={form}
          name="deviceSession"
          columns={8}
          label={t('charge:field.deviceSession')}
          value={values.deviceSession}
          onText={(deviceSession) => change({ deviceSession })}
        />
      )}
      {customFieldsOf(values, merchant).map((field) => (
        <ChargeField
          key={field.id}
          form={form}
          name={`custom.${field.id}`}
          columns={8}
          label={field.nameOrLabel}
          value={field.value}
          onText={(text) =>
            change({ customFields: { ...values.customFields, [field.id]: text } }, `custom.${field.id}`)
          }
        />
      ))}
    </>
  );
}
