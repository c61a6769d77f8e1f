/**
 * Compares the ledger with the service's records. Pure: every attempt and every record of the days is in exactly one line, and the
 * sums of the days are those of their lines.
 */
import { oneHour } from '#shared/durations.ts';
import { localDay } from '#shared/local-day.ts';
import {
  instantOfRecord,
  movedBy,
  recordKindOf,
  refundAlone,
  refundedElsewhere,
  takenBackOf,
  type RecordKind,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';
import { ownReference } from '#shared/ledger/own-reference.ts';
import { timeIsUp, type ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { listedPayment, type Figure } from '#shared/reports/figures.ts';
import {
  arrivesOf,
  lineKindNames,
  lineKinds,
  noArrival,
  refundedUnlisted,
  type Arrival,
  type LineKind,
  type NextStep,
  type ReconciledDay,
  type ReconciledLine,
} from '#shared/reports/reconciliation.ts';
import type { DayBounds } from '#electron/core/ports/day-figures.ts';
import type { Paired } from './pair-up.ts';
import { agrees } from './same-payment.ts';

export interface ToCompare {
  readonly paired: Paired;
  /** At least one. What lies beside them is left out. */
  readonly days: readonly DayBounds[];
  /** Records of what voids and refunds without a record of their own reverse, by the ids of these. */
  readonly reversed: ReadonlyMap<string, ServiceRecord>;
  /** Ids of attempts whose records could not be looked for. */
  readonly unread: ReadonlySet<string>;
  /** Days whose records were not proved whole. */
  readonly incomplete: ReadonlySet<string>;
  readonly now: Date;
}

export interface Compared {
  /** The differences first, each kind in the order of time. */
  readonly lines: readonly ReconciledLine[];
  readonly days: readonly ReconciledDay[];
  readonly total: Arrival;
}

type Verdict = readonly [kind: LineKind, next: NextStep | null];

export function compareRecords(all: ToCompare): Compared {
  const { paired, days, incomplete } = all;
  const relatedOf = relations(paired);
  const aloneOn = (day: string, record: ServiceRecord): ReconciledLine => {
    const [kind, next] = alone(record);
    return { kind, next, day, attempt: null, record, relatedId: relatedOf(record) };
  };
  const lines = inOrder([
    ...paired.pairs.flatMap(({ attempt, record }) => {
      const day = days.find(({ from, until }) => from <= attempt.startedAt && attempt.startedAt < until)?.day;
      if (day === undefined) return [];
      const [kind, next] = record === null ? withoutRecord(all, attempt, day) : withRecord(all, attempt, record);
      const line = { kind, next, day, attempt: shownAttempt(attempt), record, relatedId: null };
      const refund = record === null ? null : unlistedRefund(all, attempt, record);
      return refund === null ? [line] : [line, aloneOn(day, refund)];
    }),
    ...paired.alone.flatMap((record) => {
      const day = dayOf(record, days);
      return day === null ? [] : [aloneOn(day, record)];
    }),
  ]);
  const sums = days.map(({ day }) => {
    const own = lines.filter((line) => line.day === day);
    const differences = own.filter(({ kind }) => lineKinds[kind].differs).length;
    return { day, whole: !incomplete.has(day), differences, ...arrivalOf(own) };
  });
  return { lines, days: sums, total: arrivalOf(lines) };
}

const inOrder = (lines: readonly ReconciledLine[]): readonly ReconciledLine[] =>
  lines
    .map((line) => ({ line, place: lineKindNames.indexOf(line.kind), at: timeOf(line) }))
    .toSorted((one, other) => one.place - other.place || one.at - other.at)
    .map(({ line }) => line);

const timeOf = ({ attempt, record }: ReconciledLine): number =>
  attempt === null ? ((record === null ? null : instantOfRecord(record)) ?? 0) : Date.parse(attempt.startedAt);

/** A record whose time can't be read belongs to the first day, so that it is in a line. */
function dayOf(record: ServiceRecord, days: readonly DayBounds[]): string | null {
  const at = instantOfRecord(record);
  const day = at === null ? days[0]?.day : localDay(new Date(at));
  return days.find((each) => each.day === day)?.day ?? null;
}

function shownAttempt(attempt: ListedAttempt): ReconciledLine['attempt'] {
  const { brand: _brand, currencySign: _sign, ...listed } = listedPayment(attempt);
  return { ...listed, state: effectiveState(attempt) };
}

function withoutRecord(
  { paired, reversed, unread, incomplete, now }: ToCompare,
  attempt: ListedAttempt,
  day: string,
): Verdict {
  const state = effectiveState(attempt);
  // The record of what it reverses shows a reversal too. A record of its own is unproved (field notes).
  const record = reversed.get(attempt.id);
  const beyond =
    record === undefined || attempt.chargeId === null
      ? null
      : takenBackOf(record) - refundedBefore(paired, attempt) - attempt.amount;
  // A voided charge brought nothing that a refund, of a part or of the whole, could take back.
  if (record?.status === 4 && attempt.operation === 'refund' && state === 'approved')
    return ['other-state', 'there-voided'];
  const isShown = record?.status === 4 || (beyond !== null && beyond >= 0);
  if (isShown && state === 'approved') return ['matched', null];
  // As a look-up proves it: by the void of a hold, or by the amount of the refund alone.
  const isProved = attempt.operation === 'void' || (beyond === 0 && record?.openClaim === false);
  if (isShown && state === 'unknown') return ['unconfirmed', isProved ? 'resolve-found' : 'resolve-unclear'];
  const isUnread = unread.has(attempt.id) || attempt.unknownCause === 'damaged';
  if (state === 'unknown' || state === 'sending') return ['unconfirmed', isUnread ? 'unread' : 'resolve-none'];
  if (state !== 'approved') return ['no-money', null];
  if (attempt.operation === 'unlisted') return ['unseen', 'unseen'];
  if (incomplete.has(day)) return ['only-here', 'incomplete'];
  if (isUnread) return ['only-here', 'unread'];
  // Records come late.
  return ['only-here', now.getTime() - Date.parse(attempt.startedAt) < oneHour ? 'wait' : 'ask-operator'];
}

/** Adds up earlier refunds of the same charge, so that its record shows each part once. */
const refundedBefore = ({ pairs }: Paired, { chargeId, startedAt }: ListedAttempt): number =>
  pairs
    .filter(({ attempt }) => attempt.chargeId === chargeId && attempt.startedAt < startedAt)
    .reduce((sum, { attempt }) => sum + (effectiveState(attempt) === 'approved' ? attempt.amount : 0), 0);

const agreeing: Readonly<Record<Exclude<RecordKind, 'unseen' | 'step'>, readonly number[]>> = {
  hold: [1, 3, 4],
  charge: [1, 3],
  refund: [1, 3],
  void: [1, 4],
};

function withRecord({ now }: ToCompare, attempt: ListedAttempt, record: ServiceRecord): Verdict {
  const kind = recordKindOf(record);
  const state = effectiveState(attempt);
  if (kind === 'unseen' || kind === 'step' || attempt.operation === 'unlisted') return ['unseen', 'unseen'];
  if (state === 'unknown' || state === 'sending')
    return ['unconfirmed', agrees(attempt, record) ? 'resolve-found' : 'resolve-unclear'];
  const isKnown = record.status === 0 || agreeing[kind].includes(record.status ?? -1) || record.status === 4;
  if (!isKnown) return ['other-state', 'there-unclear'];
  if (state !== 'approved') return record.status === 0 ? ['no-money', null] : ['other-state', 'there-processed'];
  if (record.status === 0) return ['other-state', 'there-refused'];
  const { payment } = attempt;
  const isOver = kind === 'hold' && (isReleased(payment) || timeIsUp(payment, now.getTime()));
  if (record.status === 4 && kind !== 'void' && !isOver) return ['other-state', 'there-voided'];
  if ((record.firstAmount ?? record.amount) !== attempt.amount) return ['other-amount', 'amount'];
  return ['matched', null];
}

const isReleased = (payment: ListedAttempt['payment']): boolean =>
  payment !== null && ['voided', 'voiding', 'void-unknown'].includes(payment.hold);

function alone(record: ServiceRecord): Verdict {
  if (record.status === 0) return ['no-money', null];
  switch (recordKindOf(record)) {
    case 'step':
      return ['step', null];
    case 'unseen':
      return ['unseen', 'unseen'];
    case 'refund':
      return ['only-there', 'refunded-elsewhere'];
    case 'void':
      return ['only-there', 'voided-elsewhere'];
    case 'charge':
    case 'hold':
      return ['only-there', 'made-elsewhere'];
  }
}

/**
 * Returns a refund as its charge's record alone shows it: what that has lost beyond our refunds and those with a record of their own.
 * Its time is unknown. Null where there is none.
 */
function unlistedRefund(
  { paired }: ToCompare,
  { refunds }: ListedAttempt,
  charge: ServiceRecord,
): ServiceRecord | null {
  const back = refundedElsewhere(charge, refunds);
  if (back === 0) return null;
  const listed = paired.alone
    .filter(({ relatedIdtx }) => relatedIdtx !== null && relatedIdtx === charge.idtx)
    .reduce((sum, refund) => sum - Math.min(0, movedBy(refund)), 0);
  const amount = back - listed;
  return amount <= 0 ? null : refundAlone(charge, amount);
}

/** Returns the payment of ours that a record without one refers to, or has a reference of. */
function relations({ pairs }: Paired): (record: ServiceRecord) => string | null {
  const ids = new Map<string, string>();
  for (const { attempt, record } of pairs) {
    const { codOper, idtx } = attempt.references;
    for (const key of [ownReference(attempt.id), codOper, idtx, record?.idtx, record?.codOper])
      if (key != null && key !== '') ids.set(key, attempt.id);
  }
  return ({ relatedIdtx, codOper, customTexts, description }) =>
    [relatedIdtx, codOper, ...customTexts, description?.split(' ').at(-1) ?? null]
      .map((key) => (key === null ? undefined : ids.get(key)))
      .find((id) => id !== undefined) ?? null;
}

function arrivalOf(lines: readonly ReconciledLine[]): Arrival {
  const sum = { ...noArrival };
  for (const line of lines) {
    const { attempt, record } = line;
    const unlisted = refundedUnlisted(line);
    if (unlisted > 0) {
      sum.refunded = added(sum.refunded, unlisted);
      sum.net -= unlisted;
    }
    const charges = attempt !== null && operationFacts(attempt.operation).countsIn === 'charged';
    if (charges && attempt.state === 'approved') sum.here = added(sum.here, attempt.amount);
    const moved = record === null ? 0 : movedBy(record);
    if (record === null || moved === 0) continue;
    if (moved > 0) sum.there = added(sum.there, moved);
    else sum.refunded = added(sum.refunded, -moved);
    const arrives = arrivesOf(record);
    if (arrives === null) {
      sum.feesUnknown = added(sum.feesUnknown, moved);
      continue;
    }
    sum.net += arrives;
    sum.commission += record.commission ?? 0;
    sum.cost += record.cost ?? 0;
    sum.feeTax += record.feeTax ?? 0;
    sum.withheld += record.withheld ?? 0;
    sum[record.reserveReleased ? 'released' : 'reserve'] += record.reserve ?? 0;
  }
  return sum;
}

const added = ({ count, amount }: Figure, more: number): Figure => ({ count: count + 1, amount: amount + more });
