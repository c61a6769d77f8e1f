/** One section of the Charge form: its fields in the order of the layout, each rendered by its kind. */
import type { FieldKind } from '#shared/payments/field-kinds.ts';
import { paymentFields, type FormField, type KindOf } from '#shared/payments/payment-fields.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { AmountField, TaxField } from './amount-fields.tsx';
import { CardNumberField, ExpiryField, SecurityCodeField } from './card-fields.tsx';
import { ChargeField } from './charge-field.tsx';
import { BrandChoice, FamilyChoice, LangChoice } from './choices.tsx';
import { layout, type PlacedField, type Section } from './form-layout.ts';
import { customFieldsOf, isUsed } from './payment-form.ts';
import type { PaymentForm } from './use-payment-form.ts';

export function FormSection({ form, section }: { readonly form: PaymentForm; readonly section: Section }) {
  const placed = layout.filter((field) => field.section === section);
  return placed.map(({ name }) => <PlacedControl key={name} form={form} name={name} />);
}

function PlacedControl({ form, name }: { readonly form: PaymentForm; readonly name: PlacedField }) {
  switch (name) {
    // Remount when the card is forgotten, because the undo history of a field keeps its text.
    case 'cardNumber':
      return <CardNumberField key={form.cardRound} form={form} />;
    case 'expiry':
      return <ExpiryField key={form.cardRound} form={form} />;
    case 'securityCode':
      return <SecurityCodeField key={form.cardRound} form={form} />;
    case 'family':
      return <FamilyChoice form={form} />;
    case 'brand':
      return <BrandChoice form={form} />;
    default:
      return <KeyedField form={form} name={name} />;
  }
}

/** Fields that are keyed as one line of text. */
type TextField = {
  [Name in FormField]: KindOf<Name> extends 'amount' | 'tax' | 'lang' | 'custom-fields' ? never : Name;
}[FormField];
type TextKind = Exclude<FieldKind, 'amount' | 'tax' | 'lang' | 'custom-fields'>;

/** On-screen keyboard of a field, for touch screens. */
const inputModes: Readonly<Record<TextKind, 'email' | 'tel' | 'decimal' | undefined>> = {
  name: undefined,
  text: undefined,
  email: 'email',
  phone: 'tel',
  ipv4: 'decimal',
  'device-session': undefined,
};

function KeyedField({ form, name }: { readonly form: PaymentForm; readonly name: FormField }) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  if (!isUsed(name, form.values, merchant)) return null;
  const { kind } = paymentFields[name];
  switch (kind) {
    case 'amount':
      return <AmountField form={form} />;
    case 'tax':
      return <TaxField form={form} />;
    case 'lang':
      return <LangChoice form={form} />;
    case 'custom-fields':
      return <CustomFields form={form} />;
    case 'name':
    case 'text':
    case 'email':
    case 'phone':
    case 'ipv4':
    case 'device-session': {
      const field = name as TextField;
      return (
        <ChargeField
          form={form}
          name={field}
          label={t(`fields:${field}.label`)}
          inputMode={inputModes[kind]}
          placeholder={kind === 'ipv4' ? t('charge:placeholder.ipv4') : undefined}
          value={form.values[field]}
          onText={(text) => form.change({ [field]: text })}
        />
      );
    }
  }
}

function CustomFields({ form }: { readonly form: PaymentForm }) {
  const { merchant } = useSession().merchant;
  const { values, change } = form;
  return customFieldsOf(values, merchant).map((field) => (
    <ChargeField
      key={field.id}
      form={form}
      name={`custom.${field.id}`}
      label={field.nameOrLabel}
      value={field.value}
      onText={(text) =>
        change({ customFieldValues: { ...values.customFieldValues, [field.id]: text } }, `custom.${field.id}`)
      }
    />
  ));
}
