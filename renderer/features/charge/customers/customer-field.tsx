/**
 * A field of the customer that offers those of earlier payments. Nothing is filled in unless one is chosen: ↓ marks, Enter or a click
 * takes, Escape closes. Without a mark Enter belongs to the form.
 */
import { useState, type KeyboardEvent } from 'react';
import type { EarlierCustomer } from '#shared/payments/entry/customers.ts';
import { recentDays } from '#shared/seat/reach.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useReach } from '#renderer/session/session.tsx';
import { matchesKeys, type Keys } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { ChargeField, type ChargeFieldProps } from '#renderer/features/charge/form/charge-field.tsx';
import { fieldId, useFormValue, type FormStore } from '#renderer/features/charge/form/form-store.ts';
import { againKeys, CustomerList, optionId, useCustomers, type CustomerOffer } from './customer-list.tsx';

type CustomerFieldName = 'firstName' | 'lastName' | 'email' | 'phone';

interface CustomerFieldProps extends ChargeFieldProps {
  readonly name: CustomerFieldName;
}

const listId = (name: CustomerFieldName): string => `${fieldId(name)}-customers`;

/** Returns the text to look for. The two names are looked for together. */
function soughtText(form: FormStore, name: CustomerFieldName, typed: string): string {
  const { firstName, lastName } = form.state().values;
  if (name === 'firstName') return /\p{L}/u.test(typed) && !typed.includes('@') ? `${typed} ${lastName}` : typed;
  return name === 'lastName' ? `${firstName} ${typed}` : typed;
}

/** Takes an offered customer, by pointer or by the keys that work while some are offered. */
function useTaking(form: FormStore, name: CustomerFieldName, offer: CustomerOffer) {
  const { openLater } = useNavigation();
  const take = ({ firstName, lastName, email, phone, address }: EarlierCustomer): void => {
    offer.close();
    form.change({ firstName, lastName, email, phone, ...(address === null ? {} : { address }) }, name);
    const following = form.next(name);
    if (following !== null) form.focus(following);
  };
  const chargeAgain = (attemptId: string): void => {
    offer.close();
    // The text was there to find the customer, and is not part of the next payment.
    form.change({ [name]: '' });
    openLater({ operation: 'recharge', attemptId });
  };
  /** Each returns false for a key that belongs to the form. */
  const keys: Readonly<Record<Keys, () => boolean>> = {
    ArrowDown: () => {
      offer.mark(1);
      return true;
    },
    ArrowUp: () => {
      offer.mark(-1);
      return true;
    },
    Escape: () => {
      offer.close();
      return true;
    },
    Enter: () => offer.act(take),
    // Nothing for others: the form must not take it for its Enter while a customer is marked.
    [againKeys]: () =>
      offer.act(({ againId }) => {
        if (againId !== null) chargeAgain(againId);
      }),
  };
  return { take, keys };
}

export function CustomerField({ name, onText, onLeave, onKeyDown, onFocus, note, ...rest }: CustomerFieldProps) {
  const { form } = rest;
  const { t } = useText();
  const offer = useCustomers(form);
  const [focused, setFocused] = useState(false);
  const hasNone = useFormValue(form, ({ values }) =>
    [values.firstName, values.lastName, values.email, values.phone].every((text) => text === ''),
  );
  const { customers, marked } = offer;
  const open = customers.length > 0;
  const reach = useReach();
  const hintOf = (): string | undefined => {
    if (name !== 'firstName') return undefined;
    if (offer.none && reach !== 'all') return t(`charge:customers.none.${reach}`, { days: recentDays });
    return hasNone ? t('charge:customers.hint') : undefined;
  };

  const { take, keys } = useTaking(form, name, offer);
  const onListKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { nativeEvent } = event;
    const pressed = nativeEvent.isComposing
      ? undefined
      : Object.keys(keys).find((one) => matchesKeys(nativeEvent, one));
    if (open && pressed !== undefined && keys[pressed]?.() === true) event.preventDefault();
    else onKeyDown?.(event);
  };

  return (
    <ChargeField
      {...rest}
      name={name}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={open}
      aria-controls={open ? listId(name) : undefined}
      aria-activedescendant={open && marked !== null ? optionId(listId(name), marked) : undefined}
      onText={(text, input) => {
        onText(text, input);
        offer.look(soughtText(form, name, text));
      }}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onLeave={() => {
        setFocused(false);
        offer.close();
        onLeave?.();
      }}
      onKeyDown={onListKey}
      note={focused ? (hintOf() ?? note) : note}
      popup={
        <CustomerList
          id={listId(name)}
          customers={customers}
          marked={marked}
          label={rest.label}
          from={name === 'lastName' || name === 'phone' ? 'end' : 'start'}
          onTake={take}
        />
      }
    />
  );
}
