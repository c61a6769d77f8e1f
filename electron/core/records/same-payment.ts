/** Finds the service's record of an unconfirmed payment. Only what is certain is found: everything else needs a person. */
import { namesAttempt, recordKindOf, type LookUp, type ServiceRecord } from '#shared/ledger/service-records.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationFacts, operationTable } from '#shared/payments/operations.ts';

type Proof = Pick<Extract<LookUp, { kind: 'records' }>, 'proof' | 'found'>;

/**
 * Returns the one record that is certainly that of the attempt: it has our reference or, for what settles a hold, refers to the authorization,
 * and it is of the operation, processed, of the amount and of the card. A record that has our reference and doesn't agree is
 * unclear. Look-alikes without our reference prove nothing.
 * @param authorizedIdtx `idtx` of the authorization whose hold is settled; null without one
 */
export function proofIn(attempt: Attempt, authorizedIdtx: string | null, records: readonly ServiceRecord[]): Proof {
  const own = records.filter((record) => recordKindOf(record) !== 'step' && isOwn(attempt, authorizedIdtx, record));
  if (own.length === 0) return { proof: 'none', found: null };
  const [found, ...others] = own;
  return found !== undefined && others.length === 0 && agrees(attempt, found)
    ? { proof: 'found', found }
    : { proof: 'unclear', found: null };
}

function isOwn(attempt: Attempt, authorizedIdtx: string | null, record: ServiceRecord): boolean {
  const { relatedIdtx, type } = record;
  if (namesAttempt(record, attempt.id)) return true;
  const { settles, types } = operationFacts(attempt.operation);
  return settles !== null && authorizedIdtx !== null && relatedIdtx === authorizedIdtx && type === types.json;
}

/** True for a processed record of the attempt's operation, amount, card and customer. */
export function agrees({ operation, amount, card, email }: Attempt, record: ServiceRecord): boolean {
  if (operation === 'unlisted' || record.type !== operationTable[operation].types.json) return false;
  if (record.status !== 1 || record.codOper === null || record.amount !== amount) return false;
  if (record.firstAmount !== null && record.firstAmount !== amount) return false;
  if (record.lastFour !== null && record.lastFour !== card?.lastFour) return false;
  return record.email === null || email === null || record.email.toLowerCase() === email.toLowerCase();
}
