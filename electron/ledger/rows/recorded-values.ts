/**
 * Enumeration values as stored in the ledger. A newer version of the program may have written unknown ones. Such a row is
 * shown with a cautious substitute from below, so that its page stays visible, and can't be acted on.
 */
import { holdStates, type HoldState, type RecordedHoldState } from '#shared/payments/hold-state.ts';
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

const known = {
  operation: setOf(operations),
  family: setOf(families),
  environment: setOf(environmentSchema.options),
  state: setOf(attemptStates),
  brand: setOf(brandSchema.options),
  notSentCause: setOf(notSentCauses),
  unknownCause: setOf(unknownCauses),
  lang: setOf(langs),
  holdState: setOf(holdStates),
  outcome: setOf(resolutionSchema.shape.outcome.options),
  how: setOf(resolutionSchema.shape.how.options),
} as const;

type Columns = Pick<AttemptsTable, 'operation' | 'family' | 'environment'>;

/** Value of each column as the program may show it. */
export const recorded = {
  /** Unknown families and environments also make the operation unknown, because this version can't act on them. */
  operation: (row: Columns): RecordedOperation =>
    known.operation.has(row.operation) && known.family.has(row.family) && known.environment.has(row.environment)
      ? row.operation
      : 'unlisted',

  family: (family: Family): Family => (known.family.has(family) ? family : 'json'),

  /** Production stands for an unknown environment, because that is where money is real. */
  environment: (environment: Environment): Environment =>
    known.environment.has(environment) ? environment : 'production',

  /** An unknown outcome may have moved money, or may not. */
  state: (state: AttemptState): AttemptState => (known.state.has(state) ? state : 'unknown'),

  brand: (brand: Brand | null): Brand | null => (brand === null || known.brand.has(brand) ? brand : null),

  notSentCause: (cause: NotSentCause | null): NotSentCause | null =>
    cause === null || known.notSentCause.has(cause) ? cause : 'other',

  unknownCause: (cause: UnknownCause | null): UnknownCause | null =>
    cause === null || known.unknownCause.has(cause) ? cause : 'not-understood',

  lang: (lang: AttemptsTable['lang']): AttemptsTable['lang'] => (lang === null || known.lang.has(lang) ? lang : null),

  /** True for a resolution of a known kind. Without one the attempt keeps its former state. */
  isResolution: (outcome: Resolution['outcome'], how: Resolution['how']): boolean =>
    known.outcome.has(outcome) && known.how.has(how),

  holdState: (state: HoldState): RecordedHoldState => (known.holdState.has(state) ? state : 'unlisted'),
} as const;
