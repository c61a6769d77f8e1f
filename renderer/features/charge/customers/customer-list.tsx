/** The offered customers below a field: name, ways to reach them, and the day of their last payment. */
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type EarlierCustomer, soughtCustomer } from '#shared/payments/entry/customers.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import classes from './customers.module.css';
import { api } from '#renderer/session/api.ts';
import type { FormStore } from '#renderer/features/charge/form/form-store.ts';

/** Key that charges the card of the marked customer again. */
export const againKeys = 'Shift+Enter';

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

export function CustomerList({
  id,
  customers,
  marked,
  label,
  from,
  onTake,
}: {
  readonly id: string;
  readonly customers: readonly EarlierCustomer[];
  readonly marked: number | null;
  readonly label: string;
  /** Edge of the field from which the list grows. */
  readonly from: 'start' | 'end';
  readonly onTake: (customer: EarlierCustomer) => void;
}) {
  const { t } = useText();
  const { day } = useFormats();
  const isAgain = marked !== null && customers[marked]?.againId != null;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a low window the list begins where the form ends, and its keys may take a second line.
    if (customers.length > 0) popup.current?.scrollIntoView({ block: 'nearest' });
    if (marked !== null) document.getElementById(optionId(id, marked))?.scrollIntoView({ block: 'nearest' });
  }, [id, marked, customers.length]);
  return (
    <>
      <VisuallyHidden role="status">
        {customers.length > 0 && t('charge:customers.found', { count: customers.length })}
      </VisuallyHidden>
      {customers.length > 0 && (
        // The field keeps the focus, so that a key goes on with the text.
        <div
          ref={popup}
          role="presentation"
          className={classes.popup}
          data-from={from}
          onMouseDown={(event) => event.preventDefault()}
        >
          <div id={id} role="listbox" aria-label={t('charge:customers.list', { field: label })}>
            {customers.map((customer, index) => (
              <div
                key={`${customer.email} ${customer.phone} ${customer.lastAt}`}
                id={optionId(id, index)}
                role="option"
                aria-selected={index === marked}
                aria-describedby={isAgain && index === marked ? `${id}-again` : undefined}
                aria-keyshortcuts={customer.againId === null ? undefined : againKeys}
                className={classes.customer}
                tabIndex={-1}
                onMouseDown={({ button }) => {
                  if (button === 0) onTake(customer);
                }}
              >
                <span className={classes.name}>
                  {customer.firstName} {customer.lastName}
                </span>
                <span className={classes.last}>{t('charge:customers.last', { day: day(customer.lastAt) })}</span>
                <span className={classes.reach}>
                  {phoneText(customer.phone)} · {customer.email}
                </span>
              </div>
            ))}
          </div>
          <p className={classes.keys} aria-hidden="true">
            <span>
              <KeyHint keys="↓" /> <KeyHint keys="Enter" /> {t('charge:customers.take')}
            </span>
            {isAgain && (
              <span id={`${id}-again`}>
                <KeyHint keys={againKeys} /> {t('charge:customers.again')}
              </span>
            )}
            <span>
              <KeyHint keys="Escape" /> {t('charge:customers.close')}
            </span>
          </p>
        </div>
      )}
    </>
  );
}

/** Pause after the last key before the record is asked, in ms. */
const pause = 150;

/** The customers that a field offers; `marked` is the one that Enter takes. */
interface Offer {
  readonly customers: readonly EarlierCustomer[];
  readonly marked: number | null;
  /** True when nobody was found. */
  readonly none: boolean;
}
const nothing: Offer = { customers: [], marked: null, none: false };

export type CustomerOffer = ReturnType<typeof useCustomers>;

/** Question for the customers of the typed text, with what keys want of its answer: until then, those of a former text are seen. */
interface Question {
  timer: ReturnType<typeof setTimeout>;
  steps: number;
  onMarked: ((customer: EarlierCustomer) => void) | null;
}

/** Place of the mark after some steps, from the last customer to the first. Steps from none begin outside of the list. */
const placeAfter = (marked: number | null, steps: number, count: number): number | null =>
  steps === 0 || count === 0 ? marked : ((((marked ?? (steps > 0 ? -1 : 0)) + steps) % count) + count) % count;

/** Looks for earlier customers while one is typed, one question at a time and off the key's way. */
export function useCustomers(form: FormStore) {
  const [offer, setOffer] = useState(nothing);
  const asked = useRef<Question | null>(null);

  const forget = (): void => {
    if (asked.current !== null) clearTimeout(asked.current.timer);
    asked.current = null;
  };
  const close = (): void => {
    forget();
    setOffer(nothing);
  };
  // Forgets them when the screen is locked or hidden, which ends its effects.
  const end = useEffectEvent(close);
  useEffect(() => () => end(), []);

  const ask = async (question: Question, text: string): Promise<void> => {
    const result = await api.payments.customers({ merchantId: form.state().merchant.id, text });
    if (asked.current !== question) return;
    asked.current = null;
    // Without an answer nothing is offered. Why the record is away stands at the top of the screen.
    const customers = result.ok ? result.value : [];
    const marked = placeAfter(null, question.steps, customers.length);
    setOffer({ customers, marked, none: result.ok && customers.length === 0 });
    const chosen = marked === null ? undefined : customers[marked];
    if (chosen !== undefined) question.onMarked?.(chosen);
  };

  return {
    ...offer,
    look: (typed: string): void => {
      forget();
      const text = typed.trim();
      if (soughtCustomer(text) === null) {
        setOffer(nothing);
        return;
      }
      const question: Question = {
        timer: setTimeout(() => void ask(question, text), pause),
        steps: 0,
        onMarked: null,
      };
      asked.current = question;
    },
    close,
    /** Marks the next or the previous customer, from the last to the first. */
    mark: (step: 1 | -1): void => {
      if (asked.current !== null) {
        asked.current.steps += step;
        return;
      }
      setOffer(({ customers, marked }) => ({
        customers,
        none: false,
        marked: placeAfter(marked, step, customers.length),
      }));
    },
    /** @returns false, and does nothing, while none is marked and none will be */
    act: (onMarked: (customer: EarlierCustomer) => void): boolean => {
      const question = asked.current;
      if (question !== null && question.steps !== 0) {
        question.onMarked = onMarked;
        return true;
      }
      const chosen = offer.marked === null ? undefined : offer.customers[offer.marked];
      if (question !== null || chosen === undefined) return false;
      onMarked(chosen);
      return true;
    },
  };
}
