/** The Charge form as the screen around it reads it: follows the keys when there is time, and everything else at once. */
import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import type { Merchant } from '#shared/seat/merchant.ts';
import { createFormStore, fieldId, type FormState, type FormStore } from './form-store.ts';
import type { FieldName } from './payment-issues.ts';

export interface PaymentForm
  extends
    Pick<FormState, 'values' | 'owner' | 'begun' | 'toMend' | 'moreShown' | 'cardRound'>,
    Pick<
      FormStore,
      'change' | 'leave' | 'focus' | 'check' | 'goOn' | 'refuse' | 'forgetCard' | 'restart' | 'adopt' | 'showMore'
    > {
  /** For the fields, which read their own value. It never changes. */
  readonly store: FormStore;
}

/** Pause after a key until the screen follows, in ms: more than a frame, so that what was keyed is painted first. */
const pause = 50;

export function usePaymentForm(merchant: Merchant): PaymentForm {
  const [store] = useState(() => createFormStore(merchant));
  const [state, setState] = useState(store.state);
  const [focusRequest, setFocusRequest] = useState<{ readonly field: FieldName } | null>(null);

  // Never withdrawn, so that a form which is hidden forgets its card too.
  useLayoutEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    store.tell((pace) => {
      clearTimeout(waiting);
      if (pace === 'keyed') waiting = setTimeout(() => startTransition(() => setState(store.state())), pause);
      else setState(store.state());
    });
    store.onFocus((field) => setFocusRequest({ field }));
  }, [store]);
  useLayoutEffect(() => store.use(merchant), [store, merchant]);

  // A requested focus waits until its field is rendered, because the optional section may just be opening. It never waits
  // for a key: what is typed after the request belongs to that field.
  const handledRequest = useRef(focusRequest);
  useLayoutEffect(() => {
    if (focusRequest === null || handledRequest.current === focusRequest) return;
    handledRequest.current = focusRequest;
    const element = document.getElementById(fieldId(focusRequest.field));
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }, [focusRequest]);

  // Another merchant is a question about what was keyed up to now.
  return { ...store, store, ...(state.merchant === merchant ? state : store.state()) };
}
