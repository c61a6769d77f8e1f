/**
 * Enumeration values as stored in the ledger. A newer version of the program may have written unknown ones. Such a row is
 * shown with a cautious substitute from below, so that its page stays visible, and can't be acted on.
 */
import { holdStates, type RecordedHoldState } from '#shared/payments/hold-state.ts';
import { brandSchema, type Brand } from '#shared/payments/card.ts';
import { operations, type RecordedOperation } from '#shared/payments/operations.ts';
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
import type { AttemptsTable } from './attempt-columns.ts';

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

type Columns = Pick<AttemptsTable, 'operation' | 'family' | 'environment'>;

/** Value of each column as the program may show it. */
export const recorded = {
  /** Unknown families and environments also make the operation unknown, because this version can't act on them. */
  operation: (row: Columns): RecordedOperation =>
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
