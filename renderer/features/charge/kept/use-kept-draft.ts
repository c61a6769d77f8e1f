/**
 * Keeps what is typed for the time after a restart, in pauses of typing, and offers at the start what was kept then. While an offer
 * is open, nothing replaces it, so that no order is lost without a word.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type OfferedDraft, keptTexts, mayBeKept, type KeptDraft } from '#shared/payments/entry/kept-draft.ts';
import { api } from '#renderer/session/api.ts';
import type { FormStore } from '#renderer/features/charge/form/form-store.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { isTyped } from '#renderer/features/charge/merchant-values.ts';
import type { Payment } from '#renderer/features/charge/use-payment.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { newPayment, taxText, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';

/** An offer that this many other payments went past is not wanted. */
const paymentsPassed = 3;

/** Pause after the last key before the draft is kept, in ms. */
const pause = 500;

export interface DraftOffer {
  readonly draft: OfferedDraft;
  readonly goOn: () => void;
  readonly discard: () => void;
}

/**
 * @param operatorName null while nobody may work
 * @returns the offer; null for none, and undefined until it is known
 */
export function useKeptDraft(
  form: PaymentForm,
  payment: Payment,
  operatorName: string | null,
): DraftOffer | null | undefined {
  const { store } = form;
  const [offer, setOffer] = useState<(OfferedDraft & { readonly merchantId: string }) | null>(null);
  /** Draft that main has, as JSON, and its merchant; null for none. */
  const kept = useRef<{ readonly merchantId: string; readonly text: string } | null>(null);
  const merchantId = form.store.state().merchant.id;
  const { kind } = payment.phase;
  const keying = kind === 'editing' || kind === 'review';

  const drop = (): void => {
    if (kept.current !== null) void api.payments.dropDraft({ merchantId: kept.current.merchantId });
    kept.current = null;
  };
  useTypingPause(store, () => {
    if (!keying || offer !== null) return;
    const { values, owner, merchant } = store.state();
    // The operator has not been asked yet what becomes of the values of the former merchant.
    if (owner.id !== merchant.id) return;
    const draft = draftToKeep(values, owner);
    const text = JSON.stringify(draft);
    if (kept.current?.merchantId === owner.id && kept.current.text === text) return;
    if (draft === null || kept.current?.merchantId !== owner.id) drop();
    if (draft === null) return;
    kept.current = { merchantId: owner.id, text };
    void api.payments.keepDraft({ merchantId: owner.id, draft });
  });

  const passed = useRef(0);
  const ended = useEffectEvent(() => {
    drop();
    if (offer === null || ++passed.current < paymentsPassed) return;
    setOffer(null);
    void api.payments.dropDraft({ merchantId });
  });
  useEffect(() => {
    if (!keying) ended();
  }, [keying]);

  const isKnown = useDraftAtStart(operatorName, merchantId, (draft) => {
    const { values, owner } = store.state();
    setOffer(draft === null || isTyped(values, owner) ? null : { ...draft, merchantId });
  });
  if (!isKnown) return undefined;
  if (offer === null || offer.merchantId !== merchantId || kind !== 'editing') return null;
  return {
    draft: offer,
    goOn: () => {
      setOffer(null);
      kept.current = { merchantId, text: JSON.stringify(offer.draft) };
      form.adopt(valuesOfDraft(offer.draft, store.state().merchant));
    },
    discard: () => {
      setOffer(null);
      void api.payments.dropDraft({ merchantId });
      form.focus('amount');
    },
  };
}

/** Runs in the pauses of typing. Beside the key's way: a timer, and nothing that renders. */
function useTypingPause(store: FormStore, run: () => void): void {
  const runNow = useEffectEvent(run);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = store.subscribe(() => {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => {
        timer = null;
        runNow();
      }, pause);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [store]);
}

/** Asks for the kept draft once for each operator and merchant, not at each look at this screen. Returns true once it is known. */
function useDraftAtStart(
  operatorName: string | null,
  merchantId: string,
  take: (draft: OfferedDraft | null) => void,
): boolean {
  const asked = useRef<string | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const takeNow = useEffectEvent(take);
  const about = operatorName === null ? null : JSON.stringify([operatorName, merchantId]);
  useEffect(() => {
    if (about === null || asked.current === about) return;
    asked.current = about;
    void api.payments.keptDraft({ merchantId }).then((result) => {
      if (asked.current !== about) return;
      takeNow(result.ok ? result.value : null);
      setAnswered(about);
    });
  }, [about, merchantId]);
  return answered === about;
}

/** Returns the draft of these values; null when there is nothing to keep. */
export function draftToKeep(values: PaymentValues, owner: Merchant): KeptDraft | null {
  if (!isTyped(values, owner)) return null;
  const empty = newPayment(owner);
  const texts = keptTexts.flatMap((name) => {
    // A chosen rate is kept as its tax, so that another one can't take its place.
    const text = name === 'taxAmount' && values.taxRate !== null ? taxText(values, owner) || null : values[name];
    return text === null || text === empty[name] || !mayBeKept(text) ? [] : [[name, text] as const];
  });
  const customFields = owner.customFields.flatMap(({ id, value: usual }) => {
    const value = values.customFieldValues[id] ?? usual;
    return value === usual || !mayBeKept(value) ? [] : [{ id, value }];
  });
  return { operation: values.operation, texts: Object.fromEntries(texts), customFields };
}

/** Returns the values of a form that goes on with the draft. */
export function valuesOfDraft({ operation, texts, customFields }: KeptDraft, merchant: Merchant): PaymentValues {
  const known = customFields.filter(({ id }) => merchant.customFields.some((field) => field.id === id));
  return {
    ...newPayment(merchant),
    ...texts,
    operation,
    customFieldValues: Object.fromEntries(known.map(({ id, value }) => [id, value])),
  };
}
