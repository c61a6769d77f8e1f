/**
 * Holds what our ledgers say, and what operators were told, against what the service did. Pure, so that planted faults prove that it
 * sees them.
 */
import { ownReference } from '#shared/ledger/own-reference.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { decimalText } from '#shared/payments/money.ts';
import type { TrainingLedgerEntry } from '#shared/seat/training.ts';
import type { Found, JudgedAttempt, Told, Violation } from './protocol.ts';

export interface Case {
  /** Of every ledger, at rest. */
  readonly attempts: readonly JudgedAttempt[];
  /** Requests as the service processed them, in order. */
  readonly entries: readonly TrainingLedgerEntry[];
  /** Requests that reached the service whole. */
  readonly received: number;
  /** What was told last of each attempt. */
  readonly told: ReadonlyMap<string, Told>;
}

/** States in which money may have moved. */
const mayHaveMoved = (state: JudgedAttempt['state']): boolean => state === 'approved' || state === 'unknown';
/**
 * False for a settlement that its seat found in its own file alone after a crash, while another one of the hold was recorded: it may
 * have been refused, so it holds nothing until a person has looked it up.
 */
const counts = ({ unknownCause }: JudgedAttempt): boolean => unknownCause !== 'settled-elsewhere';
const sum = (attempts: readonly JudgedAttempt[]): number => attempts.reduce((total, { amount }) => total + amount, 0);

/** Returns a function that finds the attempt of a request that the service did. */
function finder(attempts: readonly JudgedAttempt[], entries: readonly TrainingLedgerEntry[]) {
  const byReference = new Map(attempts.map((attempt) => [ownReference(attempt.id), attempt]));
  const byHold = Map.groupBy(attempts, ({ holdId }) => holdId);
  const authorized = new Map(entries.map((entry) => [entry.codOper, entry]));
  const named = (entry: TrainingLedgerEntry | undefined): JudgedAttempt | undefined =>
    byReference.get(entry?.description?.split(' ').at(-1) ?? '');
  return (entry: TrainingLedgerEntry): JudgedAttempt | undefined => {
    if (entry.operation !== 'CAPTURE' && entry.operation !== 'CAPT') return named(entry);
    // A capture is its hold's, because family B sends no description with it.
    const captures = byHold.get(named(authorized.get(entry.relatedTx))?.id ?? '') ?? [];
    const likely = captures.filter(({ operation, state }) => operation === 'capture' && mayHaveMoved(state));
    return likely.find(({ state }) => state === 'approved') ?? likely.find(counts) ?? likely[0] ?? captures[0];
  };
}

/** @returns what a person finds of each unconfirmed payment who looks it up in the service's panel */
export function foundOf(attempts: readonly JudgedAttempt[], entries: readonly TrainingLedgerEntry[]): readonly Found[] {
  const done = entries.filter(({ result }) => result === 'approved');
  const attemptOf = finder(attempts, done);
  const entryOf = new Map(done.map((entry) => [attemptOf(entry)?.id, entry]));
  return attempts.flatMap(({ id, state, operation }) => {
    if (state !== 'unknown') return [];
    const entry = entryOf.get(id);
    const reference = entry?.authToken ?? entry?.codOper ?? '';
    // A hold of family B is captured by its AUTH_TOKEN, which no record has. Where reversals have no records, a second refund of the
    // charge that is open as well leaves both unclear.
    const isHoldOfForm = operation === 'authorize' && entry?.authToken !== null;
    const isProvable = entry !== undefined && operation !== 'void' && operation !== 'refund' && !isHoldOfForm;
    return [{ id, outcome: entry === undefined ? 'declined' : 'approved', reference, isProvable }];
  });
}

/** @returns every promise that is broken; none in a sound ledger */
export function judge({ attempts, entries, received, told }: Case): readonly Violation[] {
  const found: Violation[] = [];
  const violation = (text: string, ...ids: readonly string[]): void => void found.push({ text, ids });
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const approvals = entries.filter(({ result }) => result === 'approved');
  const attemptOf = finder(attempts, approvals);

  const done = new Set<string>();
  for (const entry of approvals) {
    const attempt = attemptOf(entry);
    if (attempt === undefined) {
      violation(`the service did what no ledger has: ${JSON.stringify(entry)}`);
      continue;
    }
    const { id, state, operation, amount } = attempt;
    if (done.has(id)) violation(`done twice by the service: ${operation}`, id);
    done.add(id);
    if (!mayHaveMoved(state)) violation(`done by the service and ${state} here: ${operation}`, id);
    if (entry.amount !== decimalText(amount)) violation(`${entry.amount} there and ${decimalText(amount)} here`, id);
  }

  for (const { id, state, operation } of attempts) {
    if (state === 'sending') violation(`still sending at rest: ${operation}`, id);
    if (state === 'approved' && !done.has(id)) violation(`approved here and not done by the service: ${operation}`, id);
  }
  const sent = attempts.filter(({ state }) => state !== 'not-sent').length;
  if (received > sent) violation(`the service received ${received} requests, and the ledgers know of ${sent}`);

  for (const [holdId, settlements] of Map.groupBy(attempts, (attempt) => attempt.holdId)) {
    if (holdId === null) continue;
    const moving = settlements.filter(
      (each) => operationFacts(each.operation).settles !== null && mayHaveMoved(each.state) && counts(each),
    );
    if (moving.length > 1) violation('a hold settled more than once', holdId, ...moving.map(({ id }) => id));
  }
  for (const [chargeId, refunds] of Map.groupBy(attempts, ({ chargeId }) => chargeId)) {
    if (chargeId === null) continue;
    const charge = byId.get(chargeId);
    const moving = refunds.filter(({ state }) => mayHaveMoved(state));
    if (charge === undefined) violation('a refund of a charge that is gone', chargeId);
    else if (sum(moving) > charge.amount)
      violation('refunded more than was charged', chargeId, ...moving.map(({ id }) => id));
  }

  for (const [id, { state: said, safe, why }] of told) {
    const attempt = byId.get(id);
    const now = attempt?.state ?? 'gone';
    if (!saidRight(said, safe, now))
      violation(`told as ${said}${why === undefined ? '' : ` (${why})`}, and now ${now}`, id);
  }
  return found;
}

function saidRight(said: Told['state'], safe: boolean, now: JudgedAttempt['state'] | 'gone'): boolean {
  if (now === said || said === 'again') return true;
  // An answer that was in memory alone is lost with its process, and the screen said so.
  if (!safe && now === 'unknown') return true;
  if (said === 'refused') return now === 'gone' || now === 'not-sent';
  // A question to the service, or an answer that came late, ends the doubt.
  if (said === 'sending') return now !== 'gone';
  return said === 'unknown' && now !== 'gone' && now !== 'not-sent';
}
