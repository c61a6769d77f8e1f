/**
 * Values as stored in the ledger, and what they say of a hold. A newer version of the program may have written unknown ones of an
 * enumeration. Such a row is shown with a cautious substitute from below, so that its page stays visible, and can't be acted on.
 */
import { holdStates, type RecordedHoldState, type HoldState } from '#shared/payments/hold-state.ts';
import { brandSchema, type Brand } from '#shared/payments/card.ts';
import { operations, type RecordedOperation, type OperationFacts } from '#shared/payments/operations.ts';
import {
  attemptStates,
  families,
  notSentCauses,
  unknownCauses,
  type AttemptState,
  type Family,
  type NotSentCause,
  type UnknownCause,
} from '#shared/payments/outcome.ts';
import { environmentSchema, type Environment } from '#shared/environment.ts';
import { resolutionSchema, type Resolution } from '#shared/payments/attempt.ts';
import { langs } from '#shared/payments/field-kinds.ts';
import type { AttemptsTable, ListedRow } from './attempt-columns.ts';
import { oneDay } from '#shared/durations.ts';

/** Returns a set of plain texts, because the column types list only the values of this version. */
const setOf = (values: readonly string[]): ReadonlySet<string> => new Set(values);

/** Returns what reads a value: one that this version does not know becomes the other. */
function reads<Value extends string | null>(values: readonly string[], other: Value): (value: Value) => Value {
  const known = setOf(values);
  return (value) => (value === null || known.has(value) ? value : other);
}

const [knownOperations, knownFamilies, knownEnvironments] = [
  setOf(operations),
  setOf(families),
  setOf(environmentSchema.options),
];
const knownOutcomes = setOf(resolutionSchema.shape.outcome.options);
const knownWays = setOf(resolutionSchema.shape.how.options);

/** Value of each column as the program may show it. */
export const recorded = {
  /** Unknown families and environments also make the operation unknown, because this version can't act on them. */
  operation: (row: Pick<AttemptsTable, 'operation' | 'family' | 'environment'>): RecordedOperation =>
    knownOperations.has(row.operation) && knownFamilies.has(row.family) && knownEnvironments.has(row.environment)
      ? row.operation
      : 'unlisted',
  family: reads<Family>(families, 'json'),
  /** Production stands for an unknown environment, because that is where money is real. */
  environment: reads<Environment>(environmentSchema.options, 'production'),
  /** An unknown outcome may have moved money, or may not. */
  state: reads<AttemptState>(attemptStates, 'unknown'),
  brand: reads<Brand | null>(brandSchema.options, null),
  notSentCause: reads<NotSentCause | null>(notSentCauses, 'other'),
  unknownCause: reads<UnknownCause | null>(unknownCauses, 'not-understood'),
  lang: reads<AttemptsTable['lang']>(langs, null),
  holdState: reads<RecordedHoldState>(holdStates, 'unlisted'),
  /** True for a resolution of a known kind. Without one the attempt keeps its former state. */
  isResolution: (outcome: Resolution['outcome'], how: Resolution['how']): boolean =>
    knownOutcomes.has(outcome) && knownWays.has(how),
} as const;

/**
 * Returns the state of the hold after an operation on it. When the service refuses because the authorization was already
 * captured (622), reversed (623) or voided (661; field notes), nothing can settle the hold any more. It leaves the queue,
 * and the refused attempt shows the reason.
 */
export function holdAfter(
  row: Pick<ListedRow, 'standing' | 'family' | 'service_code'>,
  settles: NonNullable<OperationFacts['settles']>,
): HoldState {
  switch (row.standing) {
    case 'sending':
    case 'approved':
    case 'unknown':
      return settles[row.standing];
    case 'rejected':
      if (row.family !== 'json') return 'open';
      if (row.service_code === '622') return 'captured';
      return row.service_code === '623' || row.service_code === '661' ? 'voided' : 'open';
    case 'declined':
    case 'not-sent':
      return 'open';
  }
}

interface Held {
  readonly started_at: string;
  readonly hold_days: number | null;
}

/** Returns the UTC instant at which the hold of an authorization ends; empty for one that began at no instant. */
export function holdEnd({ started_at, hold_days }: Held): string {
  const end = new Date(Date.parse(started_at) + (hold_days ?? 0) * oneDay);
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}
