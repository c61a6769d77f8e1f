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

/** A corrected field is neither left nor refused any more. */
function changedIn(shown: Shown, name: FieldName): Shown {
  const { [name]: _corrected, ...refused } = shown.refused;
  return { ...shown, refused, left: new Set([...shown.left].filter((other) => other !== name)) };
}

/** Returns the issues to show: those of the fields that were left, and from the first try to review on those of every field. */
function issuesToShow(shown: Shown, { values, merchant, issues }: FormState): Pick<FormState, 'issues' | 'toMend'> {
  const now = new Date();
  const found: FieldIssues = shown.checked
    ? issuesOf(values, merchant, now)
    : Object.fromEntries(
        [...shown.left]
          .map((name) => [name, issueOf(name, values, merchant, now)] as const)
          .filter(([, issue]) => issue !== undefined && issue.kind !== 'required'),
      );
  const all = Object.entries({ ...found, ...shown.refused }) as readonly [FieldName, FieldIssue][];
  return {
    issues: Object.fromEntries(
      all.map(([name, issue]) => [name, same(issue, issues[name]) ? (issues[name] ?? issue) : issue]),
    ),
    toMend: shown.checked ? Object.keys(found).length : 0,
  };
}

/** The state, and those who are told of it. */
function createFormState(first: Merchant) {
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
  return {
    state: () => state,
    shown: () => shown,
    set: (change: Partial<FormState>, pace: Pace, nowShown: Shown = shown): void => {
      shown = nowShown;
      const next = { ...state, ...change };
      state = { ...next, ...issuesToShow(shown, next) };
      for (const listener of listeners) listener();
      follower(pace);
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (told: (pace: Pace) => void) => (follower = told),
  };
}

/** The caret: the field that it is in, and the one that it goes to. */
function createCaret({ state, shown, set }: ReturnType<typeof createFormState>) {
  let current: FieldName = 'amount';
  let focusRendered: (field: FieldName) => void = () => {};
  const focus = (field: FieldName): void => {
    if (isMoreField(field)) set({ moreShown: true }, 'at once');
    focusRendered(field);
  };
  const caret = (): FieldName | null => (document.activeElement?.id === fieldId(current) ? current : null);
  const leave = (field: FieldName): void => {
    const { left } = shown();
    if (!left.has(field)) set({}, 'keyed', { ...shown(), left: new Set([...left, field]) });
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
    const issues = {
      ...issuesOf(state().values, state().merchant, new Date()),
      [after]: { kind: 'required' } as const,
    };
    const names = fieldsInOrder(issues);
    return names[names.indexOf(after) + 1] ?? null;
  };
  return {
    /** Sets the one who focuses a field as soon as it is rendered. */
    onFocus: (focused: (field: FieldName) => void) => (focusRendered = focused),
    focus,
    focusFirst: (): boolean => {
      const [name] = fieldsInOrder(issuesOf(state().values, state().merchant, new Date()));
      if (name !== undefined) focus(name);
      return name === undefined;
    },
    /** Notes where the caret is. */
    entered: (field: FieldName) => (current = field),
    /** Returns the field that the caret is in; null while it is in none. */
    caret,
    /** Returns the caret to the field where it was last, and to its place there. */
    resume: () => {
      const element = document.getElementById(fieldId(current)) ?? document.getElementById(fieldId('amount'));
      element?.focus();
    },
    /** Marks a field as left. Its issue shows from then on, unless the field is still empty. */
    leave,
    /** Focuses the next field at once, while keys keep coming. */
    advance,
    /** Returns the next field after this one that is empty or wrong; null when there is none. */
    next,
    /** Ends a field with Enter. Goes on to the next one that is empty or wrong; returns true when a review is due. */
    enter: (field: FieldName) => {
      leave(field);
      const { values, merchant } = state();
      const now = new Date();
      const own = issueOf(field, values, merchant, now);
      if (own !== undefined && own.kind !== 'required') {
        // Correct the last typed field first, unless an earlier one is missing.
        return fieldsInOrder(issuesOf(values, merchant, now))[0] !== field;
      }
      const following = own === undefined ? next(field) : null;
      if (following === null) return true;
      if (isMoreField(following)) focus(following);
      else advance(following);
      return false;
    },
  };
}

export type FormStore = ReturnType<typeof createFormStore>;

export function createFormStore(first: Merchant) {
  const held = createFormState(first);
  const { state, shown, set, subscribe, tell } = held;
  const { focusFirst, ...caret } = createCaret(held);
  const adopt = (values: PaymentValues, field: FieldName | null = 'amount'): void => {
    const { merchant: owner, cardRound } = state();
    set({ values, owner, begun: false, cardRound: cardRound + 1, divided: null }, 'at once', nothingShown);
    if (field !== null) caret.focus(field);
  };
  return {
    ...caret,
    state,
    /** For `useFormValue`. */
    subscribe,
    /** Sets the one who is told of every state, even while the form is hidden. */
    tell,
    use: (merchant: Merchant) => {
      if (merchant !== state().merchant) set({ merchant }, 'at once');
    },
    showMore: (moreShown: boolean) => {
      // A field that disappears loses the focus and the form its keys, so the last field before it takes the focus.
      const closing = !moreShown && document.getElementById(moreFieldsId)?.contains(document.activeElement) === true;
      set({ moreShown }, 'at once');
      if (closing) caret.focus('phone');
    },
    change: (change: Partial<PaymentValues>, field?: FieldName) => {
      const name = field ?? (Object.keys(change)[0] as FieldName | undefined);
      const { values, divided } = state();
      const isRenamed = 'firstName' in change || 'lastName' in change;
      const next = { begun: true, values: { ...values, ...change }, divided: isRenamed ? null : divided };
      set(next, 'keyed', name === undefined ? shown() : changedIn(shown(), name));
    },
    /** Shows every issue and focuses the first one. Returns true when there is none. */
    check: () => {
      set({}, 'at once', { ...shown(), checked: true });
      return focusFirst();
    },
    /** Focuses the first field that is empty or wrong, without showing the others. Returns true when there is none. */
    goOn: () => {
      set({}, 'at once');
      return focusFirst();
    },
    refuse: (field: FieldName, code: string) => {
      const issue: FieldIssue = { kind: 'refused', code };
      set({}, 'at once', { ...shown(), refused: { [field]: issue } });
      caret.focus(field);
    },
    /** Divides a full name in the first name, as long as there is no last name. */
    divideName: () => {
      const { firstName, lastName } = state().values;
      const name = lastName.trim() === '' ? dividedName(firstName) : null;
      if (name === null) return;
      const values = { ...state().values, firstName: name.first, lastName: name.last };
      set({ values, divided: firstName }, 'at once');
    },
    /** Clears number and code. @param keeps leaves a card of which main has the handle */
    forgetCard: (keeps = false) => {
      const field = caret.caret();
      const { values, cardRound } = state();
      const keptCard = keeps ? values.keptCard : null;
      const change = { values: { ...withoutCard(values), keptCard }, cardRound: cardRound + 1 };
      set(change, 'at once', { ...nothingShown, refused: shown().refused });
      // Its fields remount, and one of them had the caret.
      if (field === 'cardNumber' || field === 'expiry' || field === 'securityCode') caret.focus('cardNumber');
    },
    /** Takes a card that main keeps. Returns false when another number was keyed since. */
    takeKept: (keptCard: TypedKept) => {
      const { values } = state();
      if (values.cardNumber !== '') return false;
      set({ values: { ...values, keptCard } }, 'at once');
      return true;
    },
    restart: () => adopt(newPayment(state().merchant)),
    /** Passes the form on to the merchant in use, with these values. @param field null leaves the focus where it is */
    adopt,
  };
}

/** Reads a part of the form. The component renders again when that part changes, and for no other key. */
export const useFormValue = <Value>(form: FormStore, read: (state: FormState) => Value): Value =>
  useSyncExternalStore(form.subscribe, () => read(form.state()));
