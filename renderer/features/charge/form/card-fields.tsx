/** Card number, expiry and security code: formatted and checked while keyed, advanced when complete, masked when left. */
import { useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react';
import {
  brandOf,
  cardNumberIssue,
  cleanCardNumber,
  isOtherBrand,
  lengthsOf,
  parseExpiry,
} from '#shared/payments/card.ts';
import { plainDigits } from '#shared/texts/digits.ts';
import { api } from '#renderer/session/api.ts';
import { useSecondsLeft } from '#renderer/ui/texts/values.tsx';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { useText } from '#renderer/words/i18n.ts';
import {
  caretAfterDigits,
  groupedCardNumber,
  isFullExpiry,
  maskedCardNumber,
  slashedExpiry,
} from '#renderer/features/charge/reading/card-entry.ts';
import { pastedCard, type PastedCard } from '#renderer/features/charge/reading/card-paste.ts';
import { CardDataField, ChargeField } from './charge-field.tsx';
import { useFormValue, type FormState, type FormStore } from './form-store.ts';
import { cardBrand, cardDigits } from './payment-form.ts';

/** Has main wipe the kept card, because another one takes its place. */
function forgetKept(form: FormStore): void {
  if (form.state().values.keptCard !== null) void api.payments.forgetCard(undefined);
}

/** Fills the fields with a card that was pasted at once, and goes on to the first that is still missing. */
function fillCard(form: FormStore, card: PastedCard): void {
  const { expiry, securityCode } = card;
  forgetKept(form);
  form.change(
    {
      cardNumber: groupedCardNumber(card.number),
      keptCard: null,
      ...(expiry === null ? {} : { expiry }),
      ...(securityCode === null ? {} : { securityCode }),
    },
    'cardNumber',
  );
  if (expiry !== null) form.leave('expiry');
  // An expiry that was there is the other card's.
  form.advance(expiry === null ? 'expiry' : (form.next('cardNumber') ?? 'firstName'));
}

/** Returns the pasted text; an empty one for an event without it, as scripts make them. */
const textOfPaste = ({ clipboardData }: { readonly clipboardData: DataTransfer | undefined }): string =>
  clipboardData?.getData('text/plain') ?? '';

/** Returns the pasted text without the words before its first digit. */
const unlabelled = (event: ClipboardEvent<HTMLInputElement>): string =>
  plainDigits(textOfPaste(event)).replace(/^\D+/, '');

/** Takes a card, or its number with a label, from the clipboard before its text gets into the field, whose undo history would keep it. */
const pasteCard =
  (form: FormStore) =>
  (event: ClipboardEvent<HTMLInputElement>): void => {
    const card = pastedCard(textOfPaste(event));
    if (card === null) return;
    event.preventDefault();
    fillCard(form, card);
  };

const clearNumber = ({ values }: FormState): string => groupedCardNumber(values.cardNumber);
/** Only a valid number is masked, because a wrong one has to be corrected. */
const maskedNumber = (state: FormState): string => {
  const { keptCard } = state.values;
  if (keptCard !== null) return maskedCardNumber(keptCard.lastFour.padStart(16, '•'));
  const digits = cardDigits(state.values);
  return cardNumberIssue(digits) === null ? maskedCardNumber(digits) : clearNumber(state);
};

export function CardNumberField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<readonly [from: number, to: number] | null>(null);
  // Renders with the number, so that the caret is set once the number is grouped.
  useFormValue(form, ({ values }) => values.cardNumber);
  useLayoutEffect(() => {
    const [from, to] = caret.current ?? [];
    if (from !== undefined && to !== undefined) input.current?.setSelectionRange(from, to);
    caret.current = null;
  });

  const kept = useFormValue(form, ({ values }) => values.keptCard);

  const change = (keyed: string, element: HTMLInputElement): void => {
    // A text that comes key by key goes on: what a stripe reader types behind the number is neither expiry nor code.
    const atOnce = keyed.length > form.state().values.cardNumber.length + 1;
    const whole = atOnce ? pastedCard(keyed) : null;
    if (whole !== null && (whole.expiry !== null || whole.securityCode !== null)) {
      fillCard(form, whole);
      return;
    }
    forgetKept(form);
    const grouped = groupedCardNumber(keyed);
    const before = cardDigits(form.state().values);
    const digits = cleanCardNumber(keyed);
    const digitsBefore = cleanCardNumber(keyed.slice(0, element.selectionStart ?? keyed.length)).length;
    const place = caretAfterDigits(grouped, digitsBefore);
    caret.current = grouped === keyed ? null : [place, place];
    form.change({ cardNumber: grouped, keptCard: null }, 'cardNumber');
    // Report another brand and a complete number with a wrong digit at once, everything else when the field is left.
    const brand = brandOf(digits);
    const complete = brand !== null && digits.length >= Math.max(...lengthsOf[brand]);
    if (isOtherBrand(digits) || (complete && cardNumberIssue(digits) !== null)) form.leave('cardNumber');
    if (!complete || digitsBefore !== digits.length || digits === before || cardNumberIssue(digits) !== null) return;
    caret.current = null;
    form.advance('expiry');
  };
  return (
    <CardDataField
      inputRef={input}
      form={form}
      name="cardNumber"
      label={t('charge:field.cardNumber')}
      placeholder={t('charge:placeholder.cardNumber')}
      inputMode="numeric"
      look="figures"
      textOf={focused ? clearNumber : maskedNumber}
      onText={change}
      onPaste={pasteCard(form)}
      onFocus={() => {
        // The number takes the place of its mask, so the caret has no place that it was left at.
        caret.current = [0, 99];
        setFocused(true);
      }}
      onLeave={() => {
        caret.current = null;
        const keyed = form.state().values.cardNumber;
        const number = pastedCard(keyed)?.number;
        if (number !== undefined && number !== cleanCardNumber(keyed))
          form.change({ cardNumber: groupedCardNumber(number) }, 'cardNumber');
        setFocused(document.activeElement === input.current);
      }}
      leading={<Mark form={form} />}
      note={kept !== null && <KeptNote until={kept.until} />}
    />
  );
}

/** Counts down the seconds that main keeps the card. Its role is timer, so that screen readers do not announce every tick. */
function KeptNote({ until }: { readonly until: number }) {
  const { t } = useText();
  const count = useSecondsLeft(until);
  return (
    <span role="timer" aria-live="off">
      {t('charge:keptCard', { count })}
    </span>
  );
}

function Mark({ form }: { readonly form: FormStore }) {
  return <CardMark brand={useFormValue(form, ({ values }) => cardBrand(values))} />;
}

/** Writes a complete expiry as `09/30`; null when it is not complete. */
function wholeExpiry(text: string): string | null {
  const parsed = parseExpiry(text, new Date());
  return parsed.ok ? `${parsed.month}/${parsed.year}` : null;
}

export function ExpiryField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  // A slash that was typed ends the month: `12/9` is then December with half a year. Otherwise it may be `129`.
  const slashed = useRef(false);
  return (
    <ChargeField
      form={form}
      name="expiry"
      label={t('charge:field.expiry')}
      placeholder={t('charge:placeholder.expiry')}
      inputMode="numeric"
      look="figures"
      digits
      textOf={({ values }) => values.expiry}
      onPaste={(event) => {
        const whole = wholeExpiry(unlabelled(event));
        if (whole === null) return;
        event.preventDefault();
        form.change({ expiry: whole });
        form.advance('securityCode');
      }}
      onText={(text) => {
        const before = form.state().values.expiry;
        // Keeps the security code, which follows a wrong expiry at once, out of a field that everybody reads.
        if (isFullExpiry(before) && text.startsWith(before) && /\d$/.test(text)) return;
        const grows = text.length > before.length;
        slashed.current = grows
          ? slashed.current || (before !== '' && text.endsWith('/'))
          : text.includes('/') && slashed.current;
        const expiry = slashedExpiry(text, before);
        // Three digits may still become four, so they wait until the field is left.
        const whole = /\d{4}$|\/\d{2}$|-/.test(expiry) ? wholeExpiry(expiry) : null;
        form.change({ expiry: whole ?? expiry });
        if (whole !== null && grows) form.advance('securityCode');
        if (whole === null && isFullExpiry(expiry)) form.leave('expiry');
      }}
      onLeave={() => {
        const { expiry } = form.state().values;
        const whole = wholeExpiry(slashed.current ? expiry : expiry.replace(/^(\d\d)\/(\d)$/, '$1$2'));
        if (whole !== null && whole !== expiry) form.change({ expiry: whole });
      }}
    />
  );
}

export function SecurityCodeField({ form }: { readonly form: FormStore }) {
  const { t } = useText();
  const isKept = useFormValue(form, ({ values }) => values.keptCard?.hasCode === true);
  return (
    <CardDataField
      form={form}
      name="securityCode"
      label={t('charge:field.securityCode')}
      inputMode="numeric"
      look="figures"
      hideable
      placeholder={isKept ? '•••' : undefined}
      textOf={({ values }) => values.securityCode}
      onPaste={(event) => {
        const code = unlabelled(event).trim();
        if (!/^\d{3}$/.test(code)) return;
        event.preventDefault();
        form.change({ securityCode: code });
        form.advance(form.next('securityCode') ?? 'firstName');
      }}
      onText={(text) => {
        const code = plainDigits(text).replace(/\s/g, '');
        form.change({ securityCode: code });
        if (/^\d{3}$/.test(code)) form.advance(form.next('securityCode') ?? 'firstName');
      }}
    />
  );
}
