/** One section of the Charge form: its fields in the order of the layout, each rendered by its kind. */
import { useState, useRef } from 'react';
import { paymentFields, type FormField, type FormKind, type KindOf } from '#shared/payments/payment-fields.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { TaxField, TaxRateChoice } from '#renderer/features/charge/tax/tax-fields.tsx';
import { CustomerField } from '#renderer/features/charge/customers/customer-field.tsx';
import { AmountField } from './amount-fields.tsx';
import { CardNumberField, ExpiryField, SecurityCodeField } from './card-fields.tsx';
import { ChargeField, type ChargeFieldProps } from './charge-field.tsx';
import { layout, type PlacedField, type Section } from './form-layout.ts';
import { useFormValue, type FormStore } from './form-store.ts';
import { descriptionText } from './payment-form.ts';

interface SectionProps {
  readonly form: FormStore;
  /** The card's fields remount when it grows, because the undo history of a field keeps its text. */
  readonly cardRound: number;
}

export function FormSection({ form, cardRound, section }: SectionProps & { readonly section: Section }) {
  const placed = layout.filter((field) => field.section === section);
  return placed.map(({ name }) => <PlacedControl key={name} form={form} cardRound={cardRound} name={name} />);
}

function PlacedControl({ form, cardRound, name }: SectionProps & { readonly name: PlacedField }) {
  switch (name) {
    case 'cardNumber':
      return <CardNumberField key={cardRound} form={form} />;
    case 'expiry':
      return <ExpiryField key={cardRound} form={form} />;
    case 'securityCode':
      return <SecurityCodeField key={cardRound} form={form} />;
    case 'taxRate':
      return <TaxRateChoice form={form} />;
    case 'firstName':
      return <FirstNameField form={form} />;
    case 'lastName':
      return <LastNameField form={form} />;
    case 'description':
      return <DescriptionField form={form} />;
    default:
      return <KeyedField form={form} name={name} />;
  }
}

type TextField = {
  [Name in FormField]: KindOf<Name> extends 'amount' | 'tax' | 'custom-fields' ? never : Name;
}[FormField];
type TextKind = Exclude<FormKind, 'amount' | 'tax' | 'custom-fields'>;

/** On-screen keyboard of a field, for touch screens. */
const inputModes: Readonly<Record<TextKind, 'email' | 'tel' | 'decimal' | undefined>> = {
  name: undefined,
  text: undefined,
  email: 'email',
  phone: 'tel',
};

function KeyedField({ form, name }: { readonly form: FormStore; readonly name: FormField }) {
  const { t } = useText();
  const { kind, required } = paymentFields[name];
  switch (kind) {
    case 'amount':
      return <AmountField form={form} />;
    case 'tax':
      return <TaxField form={form} />;
    case 'custom-fields':
      return <CustomFields form={form} />;
    case 'name':
    case 'text':
    case 'email':
    case 'phone': {
      const field = name as TextField;
      const props: ChargeFieldProps = {
        form,
        name: field,
        need: required ? 'required' : 'optional',
        label: t(`fields:${field}.label`),
        inputMode: inputModes[kind],
        digits: kind === 'phone',
        textOf: ({ values }) => values[field],
        onText: (text) => form.change({ [field]: text }),
      };
      return field === 'email' || field === 'phone' ? (
        <CustomerField {...props} name={field} />
      ) : (
        <ChargeField {...props} />
      );
    }
  }
}

/** Shows the concept until something else is keyed. An emptied description is the concept again once it is left. */
function DescriptionField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const [emptied, setEmptied] = useState(false);
  const borrowed = useFormValue(form, ({ values }) => values.description.trim() === '' && values.concept !== '');
  return (
    <ChargeField
      form={form}
      name="description"
      need="computed"
      label={t('fields:description.label')}
      textOf={({ values }) => (emptied && values.description === '' ? '' : descriptionText(values))}
      note={borrowed && t('charge:likeConcept')}
      onText={(description) => {
        setEmptied(description === '');
        form.change({ description });
      }}
      onLeave={() => setEmptied(false)}
    />
  );
}

function CustomFields({ form }: { readonly form: FormStore }) {
  const { merchant } = useSession().merchant;
  return merchant.customFields.map(({ id, nameOrLabel, value }) => (
    <ChargeField
      key={id}
      form={form}
      name={`custom.${id}`}
      need="optional"
      label={nameOrLabel}
      textOf={({ values }) => values.customFieldValues[id] ?? value}
      onText={(text) => {
        const { customFieldValues } = form.state().values;
        form.change({ customFieldValues: { ...customFieldValues, [id]: text } }, `custom.${id}`);
      }}
    />
  ));
}

/** First and last name. A full name that is typed into the first is divided when the field is left. */
function FirstNameField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  return (
    <CustomerField
      form={form}
      name="firstName"
      label={t('fields:firstName.label')}
      textOf={({ values }) => values.firstName}
      onText={(firstName) => form.change({ firstName })}
      onLeave={form.divideName}
    />
  );
}

function LastNameField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  // True when the last key met the whole text, which it then replaces.
  const replaces = useRef(false);
  const divided = useFormValue(form, (state) => state.divided !== null);
  return (
    <CustomerField
      form={form}
      name="lastName"
      label={t('fields:lastName.label')}
      textOf={({ values }) => values.lastName}
      note={divided && <span role="status">{t('charge:dividedName')}</span>}
      onFocus={(event) => {
        if (form.state().divided !== null) event.currentTarget.select();
      }}
      onKeyDown={({ currentTarget: { selectionStart, selectionEnd, value } }) => {
        replaces.current = selectionStart === 0 && selectionEnd === value.length;
      }}
      onText={(lastName) => {
        const { divided: typed } = form.state();
        // A last name typed now means that both words before were first names.
        if (typed !== null && replaces.current) form.change({ firstName: typed, lastName }, 'lastName');
        else form.change({ lastName });
      }}
    />
  );
}
