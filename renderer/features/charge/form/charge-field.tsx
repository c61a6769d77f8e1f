/** One text field of the Charge form: label, input and message, linked for assistive technology. */
import { TextInput, type TextInputProps } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { paymentFields, type FormField } from '#shared/payments/payment-fields.ts';
import { roomToShorten } from '#shared/text-limits.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useNoCopy } from '#renderer/ui/no-copy.tsx';
import { useSession } from '#renderer/session/session.tsx';
import classes from './charge-form.module.css';
import { issueWords } from './field-words.ts';
import { columnsOf, type PlacedField } from './form-layout.ts';
import { isCustom, type FieldName } from './payment-issues.ts';
import { fieldId, type PaymentForm } from './use-payment-form.ts';

/** Gives a field its width on the grid of 24 columns. */
export const spanOf = (name: PlacedField) => ({ '--columns': columnsOf(name) }) as CSSProperties;

/** Longest text that a field takes, in characters: more than its limit, so that a text which is too long is said and not cut. */
function longestKeyed(name: FieldName): number {
  const { max }: { readonly max: number | null } =
    name in paymentFields ? paymentFields[name as FormField] : { max: null };
  return (max ?? (isCustom(name) ? fieldLimits.customFieldText : fieldLimits.cardNumber)) + roomToShorten;
}

export interface ChargeFieldProps extends Omit<TextInputProps, 'form' | 'value' | 'onChange' | 'error' | 'label'> {
  readonly form: PaymentForm;
  readonly name: FieldName;
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string, input: HTMLInputElement) => void;
  readonly optional?: boolean;
  /** Shown below the field when it has no issue. */
  readonly note?: ReactNode;
  /** Action beside the message that corrects the field. */
  readonly mend?: ReactNode;
  /** Card data: the text can't be copied, cut or dragged out, and is not printed. */
  readonly cardData?: boolean;
}

export function ChargeField({
  form,
  name,
  label,
  value,
  onText,
  optional = false,
  note,
  mend,
  cardData = false,
  onBlur,
  ...rest
}: ChargeFieldProps) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign } = useSession().merchant.merchant;
  const issue = form.issues[name];
  const noCopy = useNoCopy();
  return (
    <div className={classes.field} style={spanOf(isCustom(name) ? 'customFieldValues' : name)}>
      <TextInput
        id={fieldId(name)}
        label={
          <>
            {label}
            {optional && <span className={classes.optional}> {t('charge:optional')}</span>}
          </>
        }
        maxLength={longestKeyed(name)}
        value={value}
        onChange={(event) => onText(event.currentTarget.value, event.currentTarget)}
        onBlur={(event) => {
          form.leave(name);
          onBlur?.(event);
        }}
        error={issue === undefined ? null : issueWords(t, name, issue, (amount) => money(amount, currencySign))}
        description={issue === undefined ? note : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        spellCheck={false}
        classNames={{ label: classes.label, error: classes.message, description: classes.message }}
        {...(cardData ? noCopy.handlers : {})}
        {...rest}
      />
      {cardData && noCopy.hint}
      {issue !== undefined && mend}
    </div>
  );
}
