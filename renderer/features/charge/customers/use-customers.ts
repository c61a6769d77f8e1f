/** Looks for earlier customers while one is typed, one question at a time and off the key's way. */
import { useEffect, useRef, useState } from 'react';
import { soughtCustomer, type EarlierCustomer } from '#shared/payments/entry/customers.ts';
import { api } from '#renderer/session/api.ts';
import type { FormStore } from '#renderer/features/charge/form/form-store.ts';

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

export interface CustomerOffer extends Offer {
  readonly look: (text: string) => void;
  readonly close: () => void;
  /** Marks the next or the previous customer, from the last to the first. */
  readonly mark: (step: 1 | -1) => void;
}

export function useCustomers(form: FormStore): CustomerOffer {
  const [offer, setOffer] = useState(nothing);
  const asked = useRef<{ readonly timer: ReturnType<typeof setTimeout> } | null>(null);

  const forget = (): void => {
    if (asked.current !== null) clearTimeout(asked.current.timer);
    asked.current = null;
  };
  const close = (): void => {
    forget();
    setOffer(nothing);
  };
  // Forgets them when the screen is locked or hidden, which ends its effects.
  useEffect(
    () => () => {
      if (asked.current !== null) clearTimeout(asked.current.timer);
      asked.current = null;
      setOffer(nothing);
    },
    [],
  );

  return {
    ...offer,
    look: (typed) => {
      forget();
      const text = typed.trim();
      if (soughtCustomer(text) === null) {
        setOffer(nothing);
        return;
      }
      const question = {
        timer: setTimeout(() => {
          void api.payments.customers({ merchantId: form.state().merchant.id, text }).then((result) => {
            // Without an answer nothing is offered. Why the record is away stands at the top of the screen.
            if (asked.current === question)
              setOffer({ ...nothing, ...(result.ok && { customers: result.value, none: result.value.length === 0 }) });
          });
        }, pause),
      };
      asked.current = question;
    },
    close,
    mark: (step) => {
      // Drops the question under way, because its answer would take the mark away.
      forget();
      setOffer(({ customers, marked }) => {
        const from = marked ?? (step === 1 ? -1 : customers.length);
        return { customers, none: false, marked: (from + step + customers.length) % customers.length };
      });
    },
  };
}
