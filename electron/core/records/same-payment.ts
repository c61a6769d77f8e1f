/** Finds the service's record of an unconfirmed payment. Only what is certain is found: everything else needs a person. */
import {
  namesAttempt,
  recordKindOf,
  takenBackOf,
  type LookUp,
  type ServiceRecord,
} from '#shared/ledger/service-records.ts';
import { redactText } from '#electron/core/redact.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { operationFacts, operationTable } from '#shared/payments/operations.ts';

type Proof = Pick<Extract<LookUp, { kind: 'records' }>, 'proof' | 'found'>;

/**
 * Returns the one record that is certainly that of the attempt: it has our reference or, for what settles a hold, refers to the authorization,
 * and it is of the operation, processed, of the amount and of the card. A record that has our reference and doesn't agree is
 * unclear, and so is that of a hold of family B. Look-alikes without our reference prove nothing. A reversal may have no record of its
 * own, and is found by the payment that it reverses.
 * @param timeline every attempt of the payment, oldest first
 */
export function proofIn(attempt: Attempt, timeline: readonly Attempt[], records: readonly ServiceRecord[]): Proof {
  const authorized = authorizedIdtx(attempt, timeline, records);
  const own = records.filter((record) => recordKindOf(record) !== 'step' && isOwn(attempt, authorized, record));
  const [found, ...others] = own;
  if (found === undefined) return reversedProof(attempt, timeline, records);
  return others.length === 0 && agrees(attempt, found) ? { proof: 'found', found } : unclear;
}

const none: Proof = { proof: 'none', found: null };
export const unclear: Proof = { proof: 'unclear', found: null };

function isOwn(attempt: Attempt, authorized: string | null, record: ServiceRecord): boolean {
  if (namesAttempt(record, attempt.id)) return true;
  return (
    authorized !== null &&
    record.relatedIdtx === authorized &&
    record.type === operationFacts(attempt.operation).types.json
  );
}

/** Returns the `idtx` of the authorization that an attempt settles. Its answer of family B has none, but its own record does. */
function authorizedIdtx(
  attempt: Attempt,
  timeline: readonly Attempt[],
  records: readonly ServiceRecord[],
): string | null {
  const authorized = operationFacts(attempt.operation).settles === null ? null : reversedOf(attempt, timeline);
  if (authorized === null) return null;
  return authorized.references.idtx ?? records.find((record) => isOf(authorized, record))?.idtx ?? null;
}

/** Returns the attempt that this one refers to. */
export const reversedOf = (attempt: Attempt, timeline: readonly Attempt[]): Attempt | null =>
  timeline.find(({ id }) => id === (attempt.chargeId ?? attempt.holdId)) ?? null;

/**
 * Looks at the record of what a void or a refund reverses (field notes): 4 is voided, 3 refunded whole, and a part makes the amount
 * lower by itself. Says nothing while another refund of the charge is open, or was answered with another amount.
 */
function reversedProof(attempt: Attempt, timeline: readonly Attempt[], records: readonly ServiceRecord[]): Proof {
  const reversed = reversedOf(attempt, timeline);
  if (reversed === null || operationFacts(attempt.operation).draft !== 'reversal') return none;
  const [record, ...others] = records.filter((each) => recordKindOf(each) !== 'step' && isOf(reversed, each));
  if (record === undefined) return none;
  if (others.length > 0) return unclear;
  if (attempt.operation === 'void') return record.status === 4 ? { proof: 'found', found: record } : none;
  const refunds = timeline.filter(({ id, chargeId }) => id !== attempt.id && chargeId === reversed.id);
  if (refunds.some((each) => ['unknown', 'sending'].includes(effectiveState(each)))) return unclear;
  const approved = refunds.filter((each) => effectiveState(each) === 'approved');
  // No source tells what a refund that was answered with another amount gave back.
  if (approved.some(({ amount, answeredAmount }) => answeredAmount !== null && answeredAmount !== amount))
    return unclear;
  const before = approved.reduce((sum, { amount }) => sum + amount, 0);
  // Of a disputed charge the bank may have taken the amount back.
  if (record.firstAmount !== reversed.amount || record.amount === null || record.openClaim) return unclear;
  const returned = takenBackOf(record);
  if (returned === before) return none;
  return returned === before + attempt.amount ? { proof: 'found', found: record } : unclear;
}

/** True for the record of an answered attempt: of its operation, with our reference or the service's. */
const isOf = ({ id, operation, references }: Attempt, record: ServiceRecord): boolean =>
  operation !== 'unlisted' &&
  record.type === operationTable[operation].types.json &&
  (namesAttempt(record, id) || (references.codOper !== null && record.codOper === references.codOper));

/** True for a processed record of the attempt's operation, amount, card and customer, by which it can be settled. */
export function agrees({ operation, family, amount, card, email }: Attempt, record: ServiceRecord): boolean {
  if (operation === 'unlisted' || record.type !== operationTable[operation].types.json) return false;
  // A hold of family B is captured by its AUTH_TOKEN, which no record has.
  if (family === 'form' && operationTable[operation].opens === 'hold') return false;
  if (record.status !== 1 || record.codOper === null || record.amount !== amount) return false;
  if (record.firstAmount !== null && record.firstAmount !== amount) return false;
  if (record.lastFour !== null && record.lastFour !== card?.lastFour) return false;
  // Records are read without what looks like a card number.
  return record.email === null || email === null || record.email.toLowerCase() === redactText(email).toLowerCase();
}
