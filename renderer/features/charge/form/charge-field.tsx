/**
 * One text field of the Charge form: label, input and message, linked for assistive technology. A key renders the input and nothing
 * else, so the parts read the form by themselves.
 */
import {
  useState,
  type CSSProperties,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
} from 'react';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { paymentFields, type FormField } from '#shared/payments/payment-fields.ts';
import { plainDigits } from '#shared/texts/digits.ts';
import { roomToShorten } from '#shared/text-limits.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import classes from './charge-form.module.css';
import { issueWords } from './field-words.ts';
import { columnsOf, type PlacedField } from './form-layout.ts';
import { fieldId, useFormValue, type FormState, type FormStore } from './form-store.ts';
import { isCustom, type FieldIssue, type FieldName } from './payment-issues.ts';
import { VisuallyHidden } from '@mantine/core';

/** Gives a field its width on the grid of 24 columns. */
export const spanOf = (name: PlacedField) => ({ '--columns': columnsOf(name) }) as CSSProperties;

/** Longest text that a field takes, in characters: more than its limit, so that a text which is too long is said and not cut. */
function longestKeyed(name: FieldName): number {
  const { max }: { readonly max: number | null } =
    name in paymentFields ? paymentFields[name as FormField] : { max: null };
  return (max ?? (isCustom(name) ? fieldLimits.customFieldText : fieldLimits.cardNumber)) + roomToShorten;
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'role'
  | 'aria-autocomplete'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-activedescendant'
  | 'placeholder'
  | 'inputMode'
  | 'onFocus'
  | 'onPaste'
  | 'onKeyDown'
  | 'onCopy'
  | 'onCut'
  | 'onDragStart'
  | 'onContextMenu'
>;

interface KeyedInputProps extends InputProps {
  readonly form: FormStore;
  readonly name: FieldName;
  readonly textOf: (state: FormState) => string;
  readonly onText: (text: string, input: HTMLInputElement) => void;
  /** The field is left, by Enter too. */
  readonly onLeave?: (() => void) | undefined;
  /** True where a blank is no character of the value, so that digits of other scripts become 0 to 9. */
  readonly digits?: boolean;
  readonly need?: 'required' | 'optional' | 'computed';
  /** Look of the text: the amount, other figures, or plain. */
  readonly look?: 'hero' | 'figures' | 'text';
  /** The text is hidden behind dots while the field is not focused. */
  readonly hideable?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

function KeyedInput({
  form,
  name,
  textOf,
  onText,
  onLeave,
  digits = false,
  need = 'required',
  look = 'text',
  hideable = false,
  inputRef,
  onFocus,
  onKeyDown,
  ...rest
}: KeyedInputProps) {
  const text = useFormValue(form, textOf);
  const isWrong = useFormValue(form, (state) => state.issues[name] !== undefined);
  const [focused, setFocused] = useState(false);
  const take = (keyed: string, input: HTMLInputElement): void => onText(digits ? plainDigits(keyed) : keyed, input);
  return (
    <input
      {...rest}
      ref={inputRef}
      id={fieldId(name)}
      className={classes.input}
      data-look={look}
      data-hidden={hideable && !focused && !isWrong}
      value={text}
      maxLength={longestKeyed(name)}
      required={need === 'required'}
      aria-invalid={isWrong || undefined}
      aria-describedby={`${fieldId(name)}-words`}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const { isComposing } = event.nativeEvent as InputEvent;
        // An input method still writes. Its digits are read when it has finished.
        if (isComposing) onText(event.currentTarget.value, event.currentTarget);
        else take(event.currentTarget.value, event.currentTarget);
      }}
      onCompositionEnd={(event) => take(event.currentTarget.value, event.currentTarget)}
      onFocus={(event) => {
        form.entered(name);
        if (hideable) setFocused(true);
        onFocus?.(event);
      }}
      onBlur={() => {
        if (hideable) setFocused(false);
        form.leave(name);
        onLeave?.();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const { key, ctrlKey, metaKey, altKey, nativeEvent, currentTarget } = event;
        if (event.defaultPrevented || key !== 'Enter' || ctrlKey || metaKey || altKey || nativeEvent.isComposing)
          return;
        event.preventDefault();
        if (event.repeat) return;
        onLeave?.();
        if (form.enter(name)) currentTarget.form?.requestSubmit();
      }}
    />
  );
}

function FieldMessage({
  form,
  name,
  note,
  mend,
}: {
  readonly form: FormStore;
  readonly name: FieldName;
  readonly note: ReactNode;
  readonly mend: ReactNode;
}) {
  const issue = useFormValue(form, (state) => state.issues[name]);
  return (
    <>
      <p id={`${fieldId(name)}-words`} className={classes.message} data-wrong={issue !== undefined}>
        {issue === undefined ? note : <IssueWords name={name} issue={issue} />}
      </p>
      {mend}
    </>
  );
}

function IssueWords({ name, issue }: { readonly name: FieldName; readonly issue: FieldIssue }) {
  const { t } = useText();
  const { money } = useFormats();
  const { currencySign } = useSession().merchant.merchant;
  return issueWords(t, name, issue, (amount) => money(amount, currencySign));
}

export interface ChargeFieldProps extends KeyedInputProps {
  readonly label: string;
  readonly leading?: ReactNode;
  /** Shown below the field when it has no issue. */
  readonly note?: ReactNode;
  readonly mend?: ReactNode;
  readonly popup?: ReactNode;
}

export function ChargeField({ label, leading, note, mend, popup, ...input }: ChargeFieldProps) {
  const { t } = useText();
  const { form, name, need = 'required' } = input;
  return (
    <div className={classes.field} data-field={name} style={spanOf(isCustom(name) ? 'customFieldValues' : name)}>
      <label className={classes.label} htmlFor={fieldId(name)}>
        {label}
        {need === 'optional' && <span className={classes.optional}> {t('charge:optional')}</span>}
      </label>
      <div className={classes.box} data-leading={leading !== undefined}>
        {leading !== undefined && <span className={classes.leading}>{leading}</span>}
        <KeyedInput {...input} />
        {popup}
      </div>
      <FieldMessage form={form} name={name} note={note} mend={mend} />
    </div>
  );
}

/** A field with card data: the text can't be copied, cut or dragged out, and is not printed. */
export function CardDataField(props: ChargeFieldProps) {
  const noCopy = useNoCopy();
  return <ChargeField {...props} {...noCopy.handlers} mend={noCopy.hint} digits />;
}

type Stop = (event: SyntheticEvent) => void;

/** Keeps the text of a field out of the clipboard and of other windows. Pasting and dropping into it still work. */
function useNoCopy() {
  const { t } = useText();
  const [stopped, setStopped] = useState(0);
  const stop: Stop = (event) => {
    event.preventDefault();
    setStopped((before) => before + 1);
  };
  return {
    handlers: { onCopy: stop, onCut: stop, onDragStart: stop, onContextMenu: stop },
    /** Tells a screen reader why nothing was copied. Belongs beside the field. */
    hint: (
      <VisuallyHidden role="status">
        {/* A new element each time, so that it is said each time. */}
        {stopped > 0 && <span key={stopped}>{t('charge:notCopied')}</span>}
      </VisuallyHidden>
    ),
  };
}
