/**
 * The state of the Charge form. Written by hand, since no form library promises that a value which was cleared is gone:
 * the card number and the security code live here and nowhere else in the page.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Merchant } from '#shared/seat/merchant.ts';
import { emptyValues, withoutCard, type PaymentValues } from './payment-form.ts';
import {
  fieldsInOrder,
  isMoreField,
  issuesOf,
  type FieldName,
  type FieldIssue,
  type FieldIssues,
} from './payment-issues.ts';

export interface PaymentForm {
  readonly values: PaymentValues;
  /** Problems that the operator should see now. */
  readonly issues: FieldIssues;
  /** How many fields hinder the review, once somebody has tried to review. */
  readonly toMend: number;
  readonly moreShown: boolean;
  readonly showMore: (shown: boolean) => void;
  readonly change: (change: Partial<PaymentValues>, field?: FieldName) => void;
  /** The field was left: from now on its problem shows, unless it is still empty. */
  readonly leave: (field: FieldName) => void;
  readonly focus: (field: FieldName) => void;
  /** Shows every problem and focuses the first; true when there is none. */
  readonly check: () => boolean;
  readonly refuse: (field: FieldName, code: string) => void;
  /** Grows when the card is forgotten: its fields are drawn anew then, since the undo history of a field keeps what was typed. */
  readonly cardRound: number;
  readonly forgetCard: () => void;
  readonly restart: () => void;
}

export const fieldId = (field: FieldName): string => `charge-${field}`;
/** What holds the optional fields while they are shown. */
export const moreFieldsId = 'charge-more';

export function usePaymentForm(merchant: Merchant): PaymentForm {
  const [values, setValues] = useState(() => emptyValues(merchant, 'sell'));
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [cardRound, setCardRound] = useState(0);
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<FieldIssues>({});
  const [moreShown, setMoreShown] = useState(false);
  // The month that expiries are held against, renewed with every key.
  const [now, setNow] = useState(() => new Date());
  const [wish, setWish] = useState<{ readonly field: FieldName } | null>(null);

  // A focus that was wished for waits until the field is drawn: the optional section may just be opening.
  const fulfilled = useRef(wish);
  useEffect(() => {
    if (wish === null || fulfilled.current === wish) return;
    fulfilled.current = wish;
    const element = document.getElementById(fieldId(wish.field));
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }, [wish]);

  const found = issuesOf(values, merchant, now);
  const shown = (field: FieldName, issue: FieldIssue): boolean =>
    checked || issue.kind === 'refused' || (left.has(field) && issue.kind !== 'required');
  const issues = Object.fromEntries(
    (Object.entries({ ...found, ...refused }) as [FieldName, FieldIssue][]).filter(([field, issue]) =>
      shown(field, issue),
    ),
  ) as FieldIssues;

  const focus = useCallback((field: FieldName) => {
    if (isMoreField(field)) setMoreShown(true);
    setWish({ field });
  }, []);
  const forgetCard = useCallback(() => {
    setValues(withoutCard);
    setCardRound((round) => round + 1);
    setLeft(new Set());
    setChecked(false);
  }, []);

  return {
    values,
    issues,
    toMend: checked ? Object.keys(found).length : 0,
    moreShown,
    showMore: (shown) => {
      // A field that goes takes the focus with it, and the keys of the form: the last field before it has them then.
      const closing = !shown && document.getElementById(moreFieldsId)?.contains(document.activeElement) === true;
      setMoreShown(shown);
      if (closing) focus('description');
    },
    change: (change, field) => {
      setNow(new Date());
      setValues((before) => ({ ...before, ...change }));
      const name = field ?? (Object.keys(change)[0] as FieldName | undefined);
      if (name === undefined) return;
      setRefused(({ [name]: _mended, ...rest }) => rest);
      setLeft((before) => new Set([...before].filter((other) => other !== name)));
    },
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    focus,
    check: () => {
      setChecked(true);
      const first = fieldsInOrder(issuesOf(values, merchant, new Date()))[0];
      if (first !== undefined) focus(first);
      return first === undefined;
    },
    refuse: (field, code) => {
      const issue: FieldIssue = { kind: 'refused', code };
      setRefused({ [field]: issue });
      focus(field);
    },
    cardRound,
    forgetCard,
    restart: () => {
      setValues(emptyValues(merchant, values.operation));
      setCardRound((round) => round + 1);
      setLeft(new Set());
      setChecked(false);
      setRefused({});
      focus('amount');
    },
  };
}
