/**
 * State of the Charge form. Hand-written because no form library guarantees that a cleared value is gone:
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
  /** The merchant for whom the values were typed. */
  readonly owner: Merchant;
  /** Something was keyed since the form was empty. */
  readonly begun: boolean;
  /** Issues to show now. */
  readonly issues: FieldIssues;
  /** Number of fields that block the review, counted from the first try on. */
  readonly toMend: number;
  readonly moreShown: boolean;
  readonly showMore: (shown: boolean) => void;
  readonly change: (change: Partial<PaymentValues>, field?: FieldName) => void;
  /** Marks a field as left. Its issue shows from then on, unless the field is still empty. */
  readonly leave: (field: FieldName) => void;
  readonly focus: (field: FieldName) => void;
  /** Shows every issue and focuses the first one. Returns true when there is none. */
  readonly check: () => boolean;
  /** Focuses the first field that is empty or wrong, without showing the others. Returns true when there is none. */
  readonly goOn: () => boolean;
  readonly refuse: (field: FieldName, code: string) => void;
  /** Grows when the card is forgotten. Its fields remount then, because the undo history of a field keeps its text. */
  readonly cardRound: number;
  readonly forgetCard: () => void;
  readonly restart: () => void;
  /** Passes the form on to the merchant in use, with these values. */
  readonly adopt: (values: PaymentValues) => void;
}

export const fieldId = (field: FieldName): string => `charge-${field}`;
/** Id of the element with the optional fields. */
export const moreFieldsId = 'charge-more';

export function usePaymentForm(merchant: Merchant): PaymentForm {
  const [values, setValues] = useState(() => emptyValues(merchant, 'sell'));
  const [owner, setOwner] = useState(merchant);
  const [begun, setBegun] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [cardRound, setCardRound] = useState(0);
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<FieldIssues>({});
  const [moreShown, setMoreShown] = useState(false);
  // The date that expiries are checked against, renewed with every key.
  const [now, setNow] = useState(() => new Date());
  const [focusRequest, setFocusRequest] = useState<{ readonly field: FieldName } | null>(null);

  // A requested focus waits until its field is rendered, because the optional section may just be opening.
  const handledRequest = useRef(focusRequest);
  useEffect(() => {
    if (focusRequest === null || handledRequest.current === focusRequest) return;
    handledRequest.current = focusRequest;
    const element = document.getElementById(fieldId(focusRequest.field));
    element?.focus();
    if (element instanceof HTMLInputElement) element.select();
  }, [focusRequest]);

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
    setFocusRequest({ field });
  }, []);
  const forgetCard = useCallback(() => {
    setValues(withoutCard);
    setCardRound((round) => round + 1);
    setLeft(new Set());
    setChecked(false);
  }, []);

  const adopt = (adopted: PaymentValues): void => {
    setValues(adopted);
    setOwner(merchant);
    setBegun(false);
    setCardRound((round) => round + 1);
    setLeft(new Set());
    setChecked(false);
    setRefused({});
    focus('amount');
  };
  const focusFirst = (): boolean => {
    const first = fieldsInOrder(issuesOf(values, merchant, new Date()))[0];
    if (first !== undefined) focus(first);
    return first === undefined;
  };

  return {
    values,
    owner,
    begun,
    issues,
    toMend: checked ? Object.keys(found).length : 0,
    moreShown,
    showMore: (shown) => {
      // A field that disappears loses the focus and the form its keys, so the last field before it takes the focus.
      const closing = !shown && document.getElementById(moreFieldsId)?.contains(document.activeElement) === true;
      setMoreShown(shown);
      if (closing) focus('description');
    },
    change: (change, field) => {
      setNow(new Date());
      setBegun(true);
      setValues((before) => ({ ...before, ...change }));
      const name = field ?? (Object.keys(change)[0] as FieldName | undefined);
      if (name === undefined) return;
      setRefused(({ [name]: _corrected, ...rest }) => rest);
      setLeft((before) => new Set([...before].filter((other) => other !== name)));
    },
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    focus,
    check: () => {
      setChecked(true);
      return focusFirst();
    },
    goOn: focusFirst,
    refuse: (field, code) => {
      const issue: FieldIssue = { kind: 'refused', code };
      setRefused({ [field]: issue });
      focus(field);
    },
    cardRound,
    forgetCard,
    restart: () => adopt(emptyValues(merchant, values.operation)),
    adopt,
  };
}
