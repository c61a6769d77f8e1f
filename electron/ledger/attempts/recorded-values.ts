/**
 * Values of enumerations as the ledger holds them. A newer version of the program may have written one that is unknown
 * here. Such a row is shown with the careful stand-in below instead of hiding its whole page, and nothing is done with it.
 */
import { holdStates, type HoldState, type RecordedHoldState } from '#shared/ledger/hold-state.ts';
import { skipReasons, type BatchRow } from '#shared/ledger/holds.ts';
import { brandSchema, type Brand } from '#shared/payments/card.ts';
import { operations, type Operation, type RecordedOperation } from '#shared/payments/operations.ts';
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
import { environmentSchema, type Environment } from '#shared/seat/environment.ts';
import { langSchema, resolutionSchema, type Resolution } from '#shared/payments/attempt.ts';

/** Columns are typed by what this version writes, so the check reads them as plain text. */
const known = <Value extends string>(values: readonly Value[]): ReadonlySet<string> => new Set(values);

const knownOperations = known(operations);
const knownFamilies = known(families);
const knownEnvironments = known(environmentSchema.options);
const knownStates = known(attemptStates);
const knownBrands = known(brandSchema.options);
const knownNotSentCauses = known(notSentCauses);
const knownUnknownCauses = known(unknownCauses);
const knownLanguages = known(langSchema.options);
const knownHoldStates = known(holdStates);
const knownSkipReasons = known(skipReasons);
const knownOutcomes = known(resolutionSchema.shape.outcome.options);
const knownWays = known(resolutionSchema.shape.how.options);

/**
 * A family or environment that is unknown makes the operation `unlisted` too, because nobody here could say how to act on it.
 */
export const recordedOperation = (row: {
  readonly operation: Operation;
  readonly family: Family;
  readonly environment: Environment;
}): RecordedOperation =>
  knownOperations.has(row.operation) && knownFamilies.has(row.family) && knownEnvironments.has(row.environment)
    ? row.operation
    : 'unlisted';

export const recordedFamily = (family: Family): Family => (knownFamilies.has(family) ? family : 'json');

/** Production stands for an unknown environment, because that is where money is real. */
export const recordedEnvironment = (environment: Environment): Environment =>
  knownEnvironments.has(environment) ? environment : 'production';

/** An unknown outcome may have moved money, and it may not have. */
export const recordedState = (state: AttemptState): AttemptState => (knownStates.has(state) ? state : 'unknown');

export const recordedBrand = (brand: Brand | null): Brand | null =>
  brand === null || knownBrands.has(brand) ? brand : null;

export const recordedNotSentCause = (cause: NotSentCause | null): NotSentCause | null =>
  cause === null || knownNotSentCauses.has(cause) ? cause : 'other';

export const recordedUnknownCause = (cause: UnknownCause | null): UnknownCause | null =>
  cause === null || knownUnknownCauses.has(cause) ? cause : 'not-understood';

export const recordedLanguage = (lang: 'EN' | 'ES' | null): 'EN' | 'ES' | null =>
  lang === null || knownLanguages.has(lang) ? lang : null;

/** A resolution of an unknown kind leaves the attempt as it was before somebody resolved it. */
export const isKnownResolution = (outcome: Resolution['outcome'], how: Resolution['how']): boolean =>
  knownOutcomes.has(outcome) && knownWays.has(how);

export const recordedHoldState = (state: HoldState): RecordedHoldState =>
  knownHoldStates.has(state) ? state : 'unlisted';

export const recordedSkipReason = (reason: BatchRow['skipReason']): BatchRow['skipReason'] =>
  reason === null || knownSkipReasons.has(reason) ? reason : 'refused';
