/** One payment from the form to its outcome. Says what follows each event, and what has to be done about it. Pure. */
import { oneSecond } from '#shared/durations.ts';
import type { Result } from '#shared/failure.ts';
import type { PaymentDraft, SubmittedDraft } from '#shared/payments/attempt.ts';
import type { CardRetry, RetryDraft, SubmittedAttempt } from '#shared/payments/card-retry.ts';
import type { LookalikeAnswer } from '#shared/ledger/lookalikes.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import type { FieldName } from './form/payment-issues.ts';
import {
  appliesTo,
  guardedOf,
  type Allowance,
  type Ended,
  type GuardedPayment,
  type NextTry,
  type Override,
  type PaymentFacts,
  type Phase,
} from './payment-phase.ts';

export interface MerchantNote {
  readonly kind: 'cleared' | 'closed';
  /** Name of the former merchant. */
  readonly before: string;
}

export interface PaymentCourse {
  readonly phase: Phase;
  /** Id of the next attempt. Changes as soon as an attempt of it is answered. */
  readonly draftId: string;
  readonly override: Override | null;
  readonly allowance: Allowance | null;
  /** Why the form asks for the card again: it was cleared, or another try came too late. */
  readonly cardCleared: 'kept' | 'too-late' | null;
  /** Answer of the guard for which the operator wanted to go on without the reason. */
  readonly reasonRequest: { readonly about: LookalikeAnswer } | null;
  /** Effect of the last change of merchant on the form. */
  readonly merchantNote: MerchantNote | null;
}

export type PaymentEvent =
  /** The form is right. @param unsettled answer of the guard that still needs a reason */
  | { readonly kind: 'review'; readonly unsettled: LookalikeAnswer | null }
  | { readonly kind: 'back' | 'cancel' | 'new' | 'card over' }
  | { readonly kind: 'submit'; readonly draft: SubmittedDraft; readonly facts: PaymentFacts; readonly at: number }
  /** @param isBack the key store or the ledger, if its absence was the refusal */
  | { readonly kind: 'try again'; readonly isBack: boolean; readonly at: number }
  | { readonly kind: 'sent'; readonly draftId: string; readonly at: number }
  | { readonly kind: 'not cancelled'; readonly draftId: string }
  | {
      readonly kind: 'answered';
      readonly draftId: string;
      readonly result: Result<SubmittedAttempt>;
      /** Id for the attempt after this one. */
      readonly nextId: string;
      readonly at: number;
    }
  /** Back to the form. @param refused field that the service refused */
  | { readonly kind: 'mend'; readonly refused: { readonly field: FieldName; readonly code: string } | null }
  | {
      readonly kind: 'reason';
      readonly reason: string;
      readonly approvalId: string | null;
      /** Payment on the form; null while it is incomplete. */
      readonly guarded: GuardedPayment | null;
      readonly at: number;
    }
  | { readonly kind: 'approval'; readonly approvalId: string; readonly at: number }
  | { readonly kind: 'withdraw reason'; readonly about: LookalikeAnswer }
  /** The screen was left, or belongs to another operator or merchant. @param keyed a card was on the form */
  | { readonly kind: 'left'; readonly keyed: boolean; readonly keeps: boolean }
  | { readonly kind: 'merchant left'; readonly note: MerchantNote | null };

export type Effect =
  | { readonly kind: 'submit'; readonly operation: CardOperation; readonly draft: SubmittedDraft }
  | { readonly kind: 'submit again'; readonly retry: RetryDraft }
  | { readonly kind: 'cancel'; readonly draftId: string }
  /** Main wipes the card that it keeps. */
  | { readonly kind: 'wipe' }
  /** @param keeps leaves a card of which main has the handle */
  | { readonly kind: 'forget card'; readonly keeps: boolean }
  | { readonly kind: 'restart form' | 'focus card' }
  /** Goes on with the form: to the field that is still empty, or to the review. */
  | { readonly kind: 'go on' }
  | { readonly kind: 'refuse'; readonly field: FieldName; readonly code: string };

type EventOf<Kind extends PaymentEvent['kind']> = Extract<PaymentEvent, { kind: Kind }>;
type Step = readonly [state: PaymentCourse, ...effects: Effect[]];

const nothingGiven = {
  override: null,
  allowance: null,
  cardCleared: null,
  reasonRequest: null,
  merchantNote: null,
} as const;
const editing = { kind: 'editing' } as const;

export const newCourse = (draftId: string): PaymentCourse => ({ phase: editing, draftId, ...nothingGiven });

function givenFor(
  payment: GuardedPayment,
  { override, allowance }: PaymentCourse,
): Pick<PaymentDraft, 'override' | 'approvalId'> {
  const applies = override !== null && appliesTo(override, payment) ? override : null;
  const { reason = '', approvalId = null } = applies ?? {};
  return {
    ...(applies === null ? {} : { override: approvalId === null ? { reason } : { reason, approvalId } }),
    ...(allowance !== null && appliesTo(allowance, payment) ? { approvalId: allowance.approvalId } : {}),
  };
}

/** Tells whether the next try has what the refusal asked for. The kept card serves once, so it must not be spent before. */
function mayTryAgain(phase: Phase, given: ReturnType<typeof givenFor>, isBack: boolean): boolean {
  switch (phase.kind === 'refused' ? phase.failure.kind : null) {
    case 'duplicate':
      return given.override !== undefined;
    case 'vault':
    case 'ledger':
      return isBack;
    case 'step-up-needed':
      return given.approvalId !== undefined;
    default:
      return true;
  }
}

const isKeying = ({ kind }: Phase): boolean => kind === 'editing' || kind === 'review';
const hasEnded = (phase: Phase): phase is Extract<Phase, Ended> => phase.kind === 'done' || phase.kind === 'refused';

const retryFrom = (retry: CardRetry | undefined, now: number): NextTry | null =>
  retry === undefined ? null : { handle: retry.handle, until: now + retry.seconds * oneSecond };
const retryOf = (phase: Phase): NextTry | null => ('retry' in phase ? phase.retry : null);
const wipe = (phase: Phase): readonly Effect[] => (retryOf(phase) === null ? [] : [{ kind: 'wipe' }]);

/** Returns the phase in which the screen is found again once it was left. */
function phaseLeft(phase: Phase): Phase {
  switch (phase.kind) {
    case 'review':
      return editing;
    case 'sending':
      return { ...phase, isHeard: false };
    default:
      return 'retry' in phase && phase.retry !== null ? { ...phase, retry: null } : phase;
  }
}

/** Returns to the form for the card, whose number has to be keyed again. */
const keyAgain = (state: PaymentCourse, cardCleared: 'kept' | 'too-late'): Step => [
  { ...state, phase: editing, cardCleared },
  { kind: 'focus card' },
];

/** Takes what a refusal asked for. Without a kept card the number has to be keyed again. */
const given = (state: PaymentCourse, { retry }: Ended, at: number): Step =>
  retry !== null && at < retry.until ? [state] : keyAgain(state, 'kept');

function sending(state: PaymentCourse, draftId: string, facts: PaymentFacts, since: number): PaymentCourse {
  const phase = { kind: 'sending', draftId, facts, since, sentAt: null, isHeard: true, cancel: 'possible' } as const;
  return { ...state, phase, cardCleared: null, reasonRequest: null };
}

function answered(state: PaymentCourse, event: EventOf<'answered'>): Step {
  const { phase } = state;
  if (phase.kind !== 'sending' || phase.draftId !== event.draftId) return [state];
  const { facts } = phase;
  const { result, nextId: draftId, at } = event;
  if (result.ok) {
    const { retry, ...attempt } = result.value;
    const done = { kind: 'done', attempt, facts, notRecorded: null, retry: retryFrom(retry, at) } as const;
    return [{ ...state, phase: done, draftId, override: null, allowance: null }];
  }
  const { failure } = result;
  switch (failure.kind) {
    case 'not-recorded': {
      const { attempt } = failure;
      return [{ ...state, phase: { kind: 'done', attempt, facts, notRecorded: failure, retry: null }, draftId }];
    }
    // Main keeps the card no more.
    case 'not-found':
      return keyAgain(state, 'too-late');
    // After a bug the attempt may or may not be recorded. The same draft id keeps a second try from becoming a second attempt.
    case 'internal':
      return [{ ...state, phase: { kind: 'refused', failure, facts, retry: null } }];
    default: {
      const retry = 'retry' in failure ? retryFrom(failure.retry, at) : null;
      // The approval that was given, if any, has run out.
      const allowance = failure.kind === 'step-up-needed' ? null : state.allowance;
      return [{ ...state, phase: { kind: 'refused', failure, facts, retry }, draftId, allowance }];
    }
  }
}

function submitted(state: PaymentCourse, { draft: keyed, facts, at }: EventOf<'submit'>): Step {
  if (state.phase.kind !== 'review' || keyed.draftId !== state.draftId) return [state];
  const draft = { ...keyed, ...givenFor(guardedOf(facts), state) };
  return [
    sending(state, draft.draftId, facts, at),
    { kind: 'submit', operation: facts.operation, draft },
    { kind: 'forget card', keeps: false },
  ];
}

function triedAgain(state: PaymentCourse, { isBack, at }: EventOf<'try again'>): Step {
  const { phase, draftId } = state;
  const retry = retryOf(phase);
  if (!hasEnded(phase) || retry === null || at >= retry.until) return [state];
  const has = givenFor(guardedOf(phase.facts), state);
  if (!mayTryAgain(phase, has, isBack)) return [state];
  return [
    sending(state, draftId, phase.facts, at),
    { kind: 'submit again', retry: { handle: retry.handle, draftId, ...has } },
  ];
}

function reasonGiven(state: PaymentCourse, { reason, approvalId, guarded, at }: EventOf<'reason'>): Step {
  const { phase } = state;
  const payment = phase.kind === 'refused' ? guardedOf(phase.facts) : isKeying(phase) ? guarded : null;
  if (payment === null) return [state];
  const next = { ...state, override: { reason, approvalId, ...payment } };
  return phase.kind === 'refused' ? given(next, phase, at) : [next, { kind: 'go on' }];
}

function screenLeft(state: PaymentCourse, { keyed, keeps }: EventOf<'left'>): Step {
  const { phase } = state;
  const cardCleared = keyed ? 'kept' : state.cardCleared;
  const wiped = phase.kind === 'sending' ? ([{ kind: 'wipe' }] as const) : wipe(phase);
  return [{ ...state, phase: phaseLeft(phase), cardCleared }, { kind: 'forget card', keeps }, ...wiped];
}

export function step(state: PaymentCourse, event: PaymentEvent): Step {
  const { phase } = state;
  switch (event.kind) {
    case 'review':
      if (!isKeying(phase)) return [state];
      if (event.unsettled === null) return [{ ...state, phase: { kind: 'review' } }];
      return [{ ...state, phase: editing, reasonRequest: { about: event.unsettled } }];
    case 'back':
      return phase.kind === 'review' ? [{ ...state, phase: editing }] : [state];
    case 'submit':
      return submitted(state, event);
    case 'try again':
      return triedAgain(state, event);
    case 'sent': {
      if (phase.kind !== 'sending' || phase.draftId !== event.draftId) return [state];
      const cancel = phase.cancel === 'asked' ? 'too-late' : phase.cancel;
      return [{ ...state, phase: { ...phase, sentAt: event.at, cancel } }];
    }
    case 'cancel':
      if (phase.kind !== 'sending' || phase.sentAt !== null || phase.cancel !== 'possible') return [state];
      return [
        { ...state, phase: { ...phase, cancel: 'asked' } },
        { kind: 'cancel', draftId: phase.draftId },
      ];
    case 'not cancelled':
      if (phase.kind !== 'sending' || phase.draftId !== event.draftId) return [state];
      return [{ ...state, phase: { ...phase, cancel: 'too-late' } }];
    case 'answered':
      return answered(state, event);
    case 'mend':
      if (!hasEnded(phase)) return [state];
      return [
        { ...state, phase: editing, cardCleared: 'kept' },
        ...wipe(phase),
        event.refused === null ? { kind: 'focus card' } : { kind: 'refuse', ...event.refused },
      ];
    case 'reason':
      return reasonGiven(state, event);
    case 'approval': {
      if (phase.kind !== 'refused') return [state];
      const allowance = { approvalId: event.approvalId, ...guardedOf(phase.facts) };
      return given({ ...state, allowance }, phase, event.at);
    }
    case 'withdraw reason':
      return [{ ...state, override: null, reasonRequest: { about: event.about } }];
    case 'left':
      return screenLeft(state, event);
    case 'merchant left': {
      const next = { ...state, ...nothingGiven, merchantNote: event.note };
      return [phase.kind === 'sending' ? next : { ...next, phase: editing }];
    }
    case 'card over':
      if (!isKeying(phase)) return [state];
      return [
        { ...state, phase: editing, cardCleared: 'too-late' },
        { kind: 'forget card', keeps: false },
      ];
    case 'new':
      if (phase.kind === 'sending') return [state];
      return [newCourse(state.draftId), ...wipe(phase), { kind: 'restart form' }];
  }
}
