/**
 * State of the Charge form, outside of React so that a key renders its own field and nothing else. Hand-written because no form
 * library guarantees that a cleared value is gone: the card number and the security code live here and nowhere else in the page.
 */
import { useSyncExternalStore } from 'react';
import type { Merchant } from '#shared/seat/merchant.ts';
import { dividedName } from '#shared/payments/entry/full-name.ts';
import { newPayment, withoutCard, type TypedKept, type PaymentValues } from './payment-form.ts';
import {
  fieldsInOrder,
  isMoreField,
  issueOf,
  issuesOf,
  type FieldName,
  type FieldIssue,
  type FieldIssues,
} from './payment-issues.ts';

export interface FormState {
  readonly values: PaymentValues;
  /** The merchant in use, whose rules apply. */
  readonly merchant: Merchant;
  /** The merchant for whom the values were typed. */
  readonly owner: Merchant;
  /** Something was keyed since the form was empty. */
  readonly begun: boolean;
  /** Issues to show now. Unchanged ones stay the same objects. */
  readonly issues: FieldIssues;
  /** Number of fields that block the review, counted from the first try on. */
  readonly toMend: number;
  readonly moreShown: boolean;
  /** Grows when the card is forgotten. Its fields remount then, because the undo history of a field keeps its text. */
  readonly cardRound: number;
  /** A full name as it was typed into the first name, while its division may still be undone. */
  readonly divided: string | null;
}

interface Shown {
  readonly left: ReadonlySet<FieldName>;
  readonly checked: boolean;
  readonly refused: FieldIssues;
}
const nothingShown: Shown = { left: new Set(), checked: false, refused: {} };

/** A key changed the state. What is not beside the caret may follow when there is time. */
type Pace = 'keyed' | 'at once';

export const fieldId = (field: FieldName): string => `charge-${field}`;
export const moreFieldsId = 'charge-more';

const same = (one: FieldIssue | undefined, other: FieldIssue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export type FormStore = ReturnType<typeof createFormStore>;

export function createFormStore(first: Merchant) {
  let shown = nothingShown;
  let state: FormState = {
    values: newPayment(first),
    merchant: first,
    owner: first,
    begun: false,
    issues: {},
    toMend: 0,
    moreShown: false,
    cardRound: 0,
    divided: null,
  };
  const listeners = new Set<() => void>();
  let follower: (pace: Pace) => void = () => {};
  let current: FieldName = 'amount';
  let focusRendered: (field: FieldName) => void = () => {};

  /** Checks only fields that were left, until the first try to review. */
  const issuesToShow = (values: PaymentValues, merchant: Merchant): Pick<FormState, 'issues' | 'toMend'> => {
    const now = new Date();
    const found: FieldIssues = shown.checked
      ? issuesOf(values, merchant, now)
      : Object.fromEntries(
          [...shown.left]
            .map((name) => [name, issueOf(name, values, merchant, now)] as const)
            .filter(([, issue]) => issue !== undefined && issue.kind !== 'required'),
        );
    const all = Object.entries({ ...found, ...shown.refused }) as readonly [FieldName, FieldIssue][];
    const issues = Object.fromEntries(
      all.map(([name, issue]) => [name, same(issue, state.issues[name]) ? (state.issues[name] ?? issue) : issue]),
    );
    return { issues, toMend: shown.checked ? Object.keys(found).length : 0 };
  };
  const set = (change: Partial<FormState>, pace: Pace): void => {
    const next = { ...state, ...change };
    state = { ...next, ...issuesToShow(next.values, next.merchant) };
    for (const listener of listeners) listener();
    follower(pace);
  };

  const focus = (field: FieldName): void => {
    if (isMoreField(field)) set({ moreShown: true }, 'at once');
    focusRendered(field);
  };
  const caret = (): FieldName | null => (document.activeElement?.id === fieldId(current) ? current : null);
  const focusFirst = (): boolean => {
    const [name] = fieldsInOrder(issuesOf(state.values, state.merchant, new Date()));
    if (name !== undefined) focus(name);
    return name === undefined;
  };
  const check = (): boolean => {
    shown = { ...shown, checked: true };
    set({}, 'at once');
    return focusFirst();
  };
  const leave = (field: FieldName): void => {
    if (shown.left.has(field)) return;
    shown = { ...shown, left: new Set([...shown.left, field]) };
    set({}, 'keyed');
  };
  const advance = (field: FieldName): void => {
    const element = document.getElementById(fieldId(field));
    if (!(element instanceof HTMLInputElement) || element.matches(':disabled')) {
      focus(field);
      return;
    }
    element.focus();
    element.select();
  };
  const next = (after: FieldName): FieldName | null => {
    // The list has the field itself, even when it is right, so that its place is known.
    const issues = { ...issuesOf(state.values, state.merchant, new Date()), [after]: { kind: 'required' } as const };
    const names = fieldsInOrder(issues);
    return names[names.indexOf(after) + 1] ?? null;
  };
  const adopt = (values: PaymentValues, caret: FieldName | null = 'amount'): void => {
    shown = nothingShown;
    const { merchant: owner, cardRound } = state;
    set({ values, owner, begun: false, cardRound: cardRound + 1, divided: null }, 'at once');
    if (caret !== null) focus(caret);
  };

  return {
    state: () => state,
    /** For `useFormValue`. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sets the one who is told of every state, even while the form is hidden. */
    tell: (told: (pace: Pace) => void) => (follower = told),
    /** Sets the one who focuses a field as soon as it is rendered. */
    onFocus: (focused: (field: FieldName) => void) => (focusRendered = focused),
    use: (merchant: Merchant) => {
      if (merchant !== state.merchant) set({ merchant }, 'at once');
    },
    showMore: (moreShown: boolean) => {
      // A field that disappears loses the focus and the form its keys, so the last field before it takes the focus.
      const closing = !moreShown && document.getElementById(moreFieldsId)?.contains(document.activeElement) === true;
      set({ moreShown }, 'at once');
      if (closing) focus('phone');
    },
    change: (change: Partial<PaymentValues>, field?: FieldName) => {
      const name = field ?? (Object.keys(change)[0] as FieldName | undefined);
      if (name !== undefined) {
        const { [name]: _corrected, ...refused } = shown.refused;
        shown = { ...shown, refused, left: new Set([...shown.left].filter((other) => other !== name)) };
      }
      const divided = 'firstName' in change || 'lastName' in change ? null : state.divided;
      set({ begun: true, values: { ...state.values, ...change }, divided }, 'keyed');
    },
    /** Marks a field as left. Its issue shows from then on, unless the field is still empty. */
    leave,
    focus,
    /** Notes where the caret is. */
    entered: (field: FieldName) => (current = field),
    /** Returns the field that the caret is in; null while it is in none. */
    caret,
    /** Returns the caret to the field where it was last, and to its place there. */
    resume: () => {
      const element = document.getElementById(fieldId(current)) ?? document.getElementById(fieldId('amount'));
      element?.focus();
    },
    /** Focuses the next field at once, while keys keep coming. */
    advance,
    /** Returns the next field after this one that is empty or wrong; null when there is none. */
    next,
    /** Ends a field with Enter. Goes on to the next one that is empty or wrong; returns true when a review is due. */
    enter: (field: FieldName) => {
      leave(field);
      const now = new Date();
      const own = issueOf(field, state.values, state.merchant, now);
      if (own !== undefined && own.kind !== 'required') {
        // Correct the last typed field first, unless an earlier one is missing.
        return fieldsInOrder(issuesOf(state.values, state.merchant, now))[0] !== field;
      }
      const following = own === undefined ? next(field) : null;
      if (following === null) return true;
      if (isMoreField(following)) focus(following);
      else advance(following);
      return false;
    },
    /** Shows every issue and focuses the first one. Returns true when there is none. */
    check,
    /** Focuses the first field that is empty or wrong, without showing the others. Returns true when there is none. */
    goOn: () => {
      set({}, 'at once');
      return focusFirst();
    },
    refuse: (field: FieldName, code: string) => {
      const issue: FieldIssue = { kind: 'refused', code };
      shown = { ...shown, refused: { [field]: issue } };
      set({}, 'at once');
      focus(field);
    },
    /** Divides a full name in the first name, as long as there is no last name. */
    divideName: () => {
      const { firstName, lastName } = state.values;
      const name = lastName.trim() === '' ? dividedName(firstName) : null;
      if (name === null) return;
      const values = { ...state.values, firstName: name.first, lastName: name.last };
      set({ values, divided: firstName }, 'at once');
    },
    /** Clears number and code. @param keeps leaves a card of which main has the handle */
    forgetCard: (keeps = false) => {
      const field = caret();
      shown = { ...nothingShown, refused: shown.refused };
      const keptCard = keeps ? state.values.keptCard : null;
      set({ values: { ...withoutCard(state.values), keptCard }, cardRound: state.cardRound + 1 }, 'at once');
      // Its fields remount, and one of them had the caret.
      if (field === 'cardNumber' || field === 'expiry' || field === 'securityCode') focus('cardNumber');
    },
    /** Takes a card that main keeps. Returns false when another number was keyed since. */
    takeKept: (keptCard: TypedKept) => {
      if (state.values.cardNumber !== '') return false;
      set({ values: { ...state.values, keptCard } }, 'at once');
      return true;
    },
    restart: () => adopt(newPayment(state.merchant)),
    /** Passes the form on to the merchant in use, with these values. @param caret null leaves the focus where it is */
    adopt,
  };
}

/** Reads a part of the form. The component renders again when that part changes, and for no other key. */
export const useFormValue = <Value>(form: FormStore, read: (state: FormState) => Value): Value =>
  useSyncExternalStore(form.subscribe, () => read(form.state()));
