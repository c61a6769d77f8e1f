/** Finds the service's record of an unconfirmed payment. Only what is certain is found: everything else needs a person. */
import { namesAttempt, type LookUp, type ServiceRecord } from '#shared/ledger/service-records.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationTable } from '#shared/payments/operations.ts';

type Proof = Pick<Extract<LookUp, { kind: 'records' }>, 'proof' | 'found'>;

/** A step that asked the cardholder: status 1 and the same amount as its sale, and no money moved (field notes). */
const isStep = ({ type }: ServiceRecord): boolean => type === '3DS';

/**
 * Returns the one record that is certainly that of the attempt: it has our reference or, for a capture, refers to the authorization,
 * and it is of the operation, processed, of the amount and of the card. A record that has our reference and doesn't agree is
 * unclear. Look-alikes without our reference prove nothing.
 * @param authorizedIdtx `idtx` of the authorization of a capture; null without one
 */
export function proofIn(attempt: Attempt, authorizedIdtx: string | null, records: readonly ServiceRecord[]): Proof {
  const own = records.filter((record) => !isStep(record) && isOwn(attempt, authorizedIdtx, record));
  if (own.length === 0) return { proof: 'none', found: null };
  const [found, ...others] = own;
  return found !== undefined && others.length === 0 && agrees(attempt, found)
    ? { proof: 'found', found }
    : { proof: 'unclear', found: null };
}

function isOwn(attempt: Attempt, authorizedIdtx: string | null, record: ServiceRecord): boolean {
  const { relatedIdtx, type } = record;
  if (namesAttempt(record, attempt.id)) return true;
  return attempt.operation === 'capture' && authorizedIdtx !== null && relatedIdtx === authorizedIdtx
    ? type === operationTable.capture.types.json
    : false;
}

function agrees({ operation, amount, card, email }: Attempt, record: ServiceRecord): boolean {
  if (operation === 'unlisted' || record.type !== operationTable[operation].types.json) return false;
  if (record.status !== 1 || record.codOper === null || record.amount !== amount) return false;
  if (record.firstAmount !== null && record.firstAmount !== amount) return false;
  if (record.lastFour !== null && record.lastFour !== card?.lastFour) return false;
  return record.email === null || email === null || record.email.toLowerCase() === email.toLowerCase();
}
