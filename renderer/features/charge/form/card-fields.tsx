/** Card number, expiry and security code: formatted and checked while keyed, advanced when complete, masked when left. */
import { useLayoutEffect, useRef, useState } from 'react';
import {
  brandOf,
  cardNumberIssue,
  cleanCardNumber,
  isOtherBrand,
  lengthsOf,
  parseExpiry,
} from '#shared/payments/card.ts';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { caretAfterDigits, groupedCardNumber, maskedCardNumber, slashedExpiry } from './card-entry.ts';
import { ChargeField } from './charge-field.tsx';
import { cardBrand, cardDigits } from './payment-form.ts';
import classes from './charge-form.module.css';
import type { PaymentForm } from './use-payment-form.ts';

export function CardNumberField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const digits = cardDigits(form.values);
  const clear = focused || cardNumberIssue(digits) !== null;
  const change = (text: string, element: HTMLInputElement): void => {
    const grouped = groupedCardNumber(text);
    const next = cleanCardNumber(text);
    const before = cleanCardNumber(text.slice(0, element.selectionStart ?? text.length)).length;
    if (grouped !== text) caret.current = caretAfterDigits(grouped, before);
    form.change({ cardNumber: grouped }, 'cardNumber');
    // Report another brand and a complete number with a wrong digit at once, everything else when the field is left.
    const brand = brandOf(next);
    const complete = brand !== null && next.length >= Math.max(...lengthsOf[brand]);
    if (isOtherBrand(next) || (complete && cardNumberIssue(next) !== null)) form.leave('cardNumber');
    if (complete && before === next.length && next !== digits && cardNumberIssue(next) === null) form.focus('expiry');
  };
  return (
    <ChargeField
      ref={input}
      form={form}
      name="cardNumber"
      cardData
      label={t('charge:field.cardNumber')}
      placeholder={t('charge:placeholder.cardNumber')}
      inputMode="numeric"
      value={clear ? groupedCardNumber(form.values.cardNumber) : maskedCardNumber(digits)}
      onText={change}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      leftSection={<CardMark brand={cardBrand(form.values)} />}
      leftSectionWidth={54}
      leftSectionPointerEvents="none"
      classNames={{
        input: classes.figures,
        label: classes.label,
        error: classes.message,
        description: classes.message,
      }}
    />
  );
}

export function ExpiryField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  return (
    <ChargeField
      form={form}
      name="expiry"
      label={t('charge:field.expiry')}
      placeholder={t('charge:placeholder.expiry')}
      inputMode="numeric"
      value={form.values.expiry}
      onText={(text) => {
        const expiry = slashedExpiry(text, form.values.expiry);
        form.change({ expiry });
        if (/^\d{2}\/\d{2}$/.test(expiry) && parseExpiry(expiry, new Date()).ok) form.focus('securityCode');
      }}
      classNames={{
        input: classes.figures,
        label: classes.label,
        error: classes.message,
        description: classes.message,
      }}
    />
  );
}

export function SecurityCodeField({ form }: { readonly form: PaymentForm }) {
  const { t } = useText();
  const [focused, setFocused] = useState(false);
  return (
    <ChargeField
      form={form}
      name="securityCode"
      cardData
      label={t('charge:field.securityCode')}
      inputMode="numeric"
      value={form.values.securityCode}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onText={(text) => {
        const code = text.trim();
        form.change({ securityCode: code });
        if (/^\d{3}$/.test(code)) form.focus('firstName');
      }}
      data-hidden={!focused && form.issues.securityCode === undefined}
      classNames={{
        input: `${classes.figures ?? ''} ${classes.hideable ?? ''}`,
        label: classes.label,
        error: classes.message,
        description: classes.message,
      }}
    />
  );
}
