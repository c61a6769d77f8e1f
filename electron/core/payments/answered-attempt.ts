/** Effect of an answer on its attempt, for the screens before the ledger has written it, and for the ledger. */
import { resolutionSchema, type Attempt, type Contradiction, type References } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Family, UnknownCause } from '#shared/payments/outcome.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';

/** Returns a reference exactly as it came; null for a blank one, which identifies nothing. */
export const nonBlank = (reference: string | null): string | null => (reference?.trim() ? reference : null);

/** Returns the reference by which a later operation names a payment (sections 4.1 and 4.2); null without one. */
export const payableReference = (family: Family, { codOper, authToken }: References): string | null =>
  nonBlank(family === 'json' ? codOper : authToken);

/**
 * Returns the answer as it may be recorded. An approved authorization without its reference is unknown, because its capture
 * could name nothing: a supervisor looks the reference up. A reversal is done only with a reference (field notes).
 */
export function recordable(attempt: Pick<Attempt, 'operation' | 'family'>, answer: GatewayAnswer): GatewayAnswer {
  const { opens, draft } = operationFacts(attempt.operation);
  if (answer.outcome !== 'approved' || (opens !== 'hold' && draft !== 'reversal')) return answer;
  if (payableReference(attempt.family, answer.references) !== null) return answer;
  return { ...answer, outcome: 'unknown', cause: 'no-reference' };
}

/** Parts of an attempt by which it is told whether an answer may still come. */
type Answerable = Pick<Attempt, 'state' | 'unknownCause' | 'answeredAt'> & { readonly resolution: unknown };

/** True while an answer decides: the attempt is in flight, or recovery made it unknown meanwhile. */
export const awaitsAnswer = ({ state, unknownCause, resolution }: Omit<Answerable, 'answeredAt'>): boolean =>
  state === 'sending' || (state === 'unknown' && unknownCause === 'crash' && resolution === null);

/** True when recovery made the attempt unknown and a person resolved it before the answer came. */
export const wasResolvedFirst = ({ state, unknownCause, answeredAt, resolution }: Answerable): boolean =>
  state === 'unknown' && answeredAt === null && (resolution !== null || unknownCause === 'settled-elsewhere');

/**
 * Returns the attempt as an answer leaves it, whenever it comes. One that says the same as a person's resolution confirms it.
 * One that contradicts it, or any other final state, makes the attempt unknown until a supervisor settles it. An answer that
 * says nothing new leaves the very same attempt.
 * @param answeredAt UTC instant at which this seat knew the outcome
 */
export function applyAnswer(attempt: Attempt, received: GatewayAnswer, answeredAt: string): Attempt {
  const answer = recordable(attempt, received);
  const after = { ...attempt, ...factsOf(answer), answeredAt };
  if (awaitsAnswer(attempt)) return after;
  const former = formerOutcome(attempt);
  if (former === null || !(wasResolvedFirst(attempt) || contradictsFinal(attempt, former, answer))) return attempt;
  const said = contradicted(former, answer);
  if (said === null) return after;
  return {
    ...after,
    state: 'unknown',
    notSentCause: null,
    unknownCause: 'contradicted-resolution',
    // Only the service's approval says what was charged.
    answeredAmount: said === 'approved' ? after.answeredAmount : null,
    resolution: null,
    contradiction: { answered: said, resolution: former },
  };
}

/** The facts of an answer, as the attempt keeps them. Of a request that never left only the cause is kept. */
function factsOf(answer: GatewayAnswer) {
  const { outcome } = answer;
  if (outcome === 'not-sent') return { state: outcome, notSentCause: answer.cause, unknownCause: null };
  const unknownCause = outcome === 'unknown' ? answer.cause : null;
  const { answeredAmount, differences, references, receiptUrl, challengeUrl, statementDescriptor, service, risk } =
    answer;
  return {
    state: outcome,
    notSentCause: null,
    unknownCause,
    answeredAmount,
    differences,
    references,
    receiptUrl,
    challengeUrl,
    statementDescriptor,
    service,
    risk,
  };
}

type Former = Contradiction['resolution'];

/** The outcome that an attempt had before a later answer: a person's, or the one that this program recorded. */
function formerOutcome({ resolution, state, unknownCause, answeredAt, startedAt }: Attempt): Former | null {
  if (resolution !== null) return resolution;
  const outcome = resolutionSchema.shape.outcome.safeParse(unknownCause === 'settled-elsewhere' ? 'not-sent' : state);
  if (!outcome.success) return null;
  return {
    outcome: outcome.data,
    how: 'record',
    operatorName: '',
    at: answeredAt ?? startedAt,
    reference: '',
    note: '',
  };
}

/**
 * True for an answer to an attempt that is over, which may not be thrown away: an approval of one that counts as refused or not
 * sent, or any sign that the request left although it is recorded as not sent. The same answer may come again.
 */
function contradictsFinal(attempt: Attempt, former: Former, answer: GatewayAnswer): boolean {
  if (attempt.contradiction !== null) return false;
  if (answer.outcome === 'approved') return former.outcome !== 'approved';
  return attempt.state === 'not-sent' && attempt.resolution === null && answer.outcome !== 'not-sent';
}

const ofApprovals: ReadonlySet<UnknownCause> = new Set(['no-reference']);
/** Causes of answers by which something may have been done, whatever a person found. */
const ofDoubt: ReadonlySet<UnknownCause> = new Set([
  'already-processed',
  'contradictory',
  'other-operation',
  'other-card',
  'other-relation',
  'reference-used',
]);

/** Returns the outcome by which an answer contradicts a resolution; null when it confirms it or says nothing. */
function contradicted({ outcome, how }: Former, answer: GatewayAnswer): Contradiction['answered'] | null {
  if (answer.outcome !== 'unknown') return answer.outcome === outcome ? null : answer.outcome;
  if (outcome === 'approved') return null;
  // A record that nothing left rests on no look-up.
  if (how === 'record') return ofApprovals.has(answer.cause) ? 'approved' : 'unknown';
  if (ofApprovals.has(answer.cause)) return 'approved';
  return ofDoubt.has(answer.cause) ? 'unknown' : null;
}

const nothingSaid = { code: null, text: null, authStatus: null, serverTime: null, httpStatus: null } as const;
export const noReferences = { codOper: null, authToken: null, idtx: null, cardToken: null, relatedTx: null } as const;

/** Facts of an answer that tells nothing beside its outcome. */
export const nothingTold = {
  references: noReferences,
  receiptUrl: null,
  challengeUrl: null,
  statementDescriptor: null,
  risk: null,
} as const;

/** Answer of an attempt that was recorded too late. Nothing has left, because only an attempt recorded in time may be sent. */
export const neverLeft: GatewayAnswer = {
  outcome: 'not-sent',
  cause: 'other',
  detail: 'The record was interrupted before anything was sent.',
};

/** Sends a request, whatever breaks inside the program. */
export async function answerOf(send: () => Promise<GatewayAnswer>, reportBug: ReportBug): Promise<GatewayAnswer> {
  try {
    return await send();
  } catch (error) {
    reportBug(error);
    return brokenDown;
  }
}

/** Answer of a request that failed inside the program. The outcome is unknown, because a byte may have left. */
export const brokenDown = {
  outcome: 'unknown',
  cause: 'crash',
  service: nothingSaid,
  ...nothingTold,
  answeredAmount: null,
  differences: [],
  rawAnswer: null,
} as const satisfies GatewayAnswer;
