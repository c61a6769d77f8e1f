/** Reads answers of family B: three shapes of JSON (section 2.4 and the field notes), by the rules of section 7. */
import type { Operation } from '#shared/payments/operations.ts';
import { noFacts, unknownBecause, type AnswerFamily, type Facts, type Verdict } from './answer-family.ts';
import { declined, doubtAmong } from './plain-refusal.ts';
import { provingText } from './refusal-text.ts';
import { exactReference, given, looseRecord, looseText } from './tolerant.ts';
import { challengeOf, hasOnly, saysApproved, tracesTransaction } from './transaction-traces.ts';

const answerSchema = looseRecord({
  Status: looseText,
  RespCode: looseText,
  RespText: looseText,
  /** Name of RespText in the prose of section 2.4. */
  Response_Text: looseText,
  Amount: looseText,
  AUTH_TOKEN: exactReference,
  CODOPER: exactReference,
  Date: looseText,
  Time: looseText,
  CardType: looseText,
  Name: looseText,
  LastName: looseText,
  Email: looseText,
  /** Not documented in an answer. Compared when it comes. */
  txType: looseText,
  /** Replaces Status for bad input or a bad merchant code (field notes). */
  error: looseText,
});

/**
 * Returns the outcome of any JSON value as an answer of family B. `RespText` never approves or refuses: an approval may
 * say `NO MATCH`.
 * - approved: Status `Approved` and RespCode `00`, both
 * - declined: Status `Declined`, in letters of any case, and a RespCode that does not approve, or none, where the text does not
 *   tell of work or of a charge
 * - rejected: an `error` that names an argument of the request (`refusal-text.ts`), and no other member
 * - unknown: everything else, contradictions above all
 */
function formOutcome(answer: unknown, operation: Operation): Verdict {
  const fields = answerSchema.parse(answer);
  if (fields === null) return unknownBecause('not-understood');
  const { Status, RespCode, error } = fields;
  if (challengeOf(answer) !== null) return unknownBecause('three-d-secure');
  if (error !== null) {
    if (Status !== null || RespCode !== null || tracesTransaction(answer)) return unknownBecause('contradictory');
    if (provingText([error], operation) === null) return unknownBecause('unproved-refusal');
    return hasOnly(answer, errorMembers) ? { outcome: 'rejected' } : unknownBecause('contradictory');
  }
  if (Status === 'Approved') {
    if (RespCode === '00') return { outcome: 'approved' };
    return unknownBecause(RespCode === null ? 'not-understood' : 'contradictory');
  }
  if (Status?.toLowerCase() !== 'declined') return unknownBecause('not-understood');
  if (saysApproved(RespCode)) return unknownBecause('contradictory');
  return declined(doubtAmong([RespCode, fields.RespText, fields.Response_Text], 'issuer'));
}

const errorMembers: ReadonlySet<string> = new Set(['error']);

function formFacts(answer: unknown): Facts {
  const fields = answerSchema.parse(answer);
  if (fields === null) return noFacts;
  return {
    ...noFacts,
    code: fields.RespCode,
    text: fields.RespText ?? fields.Response_Text ?? fields.error,
    // `MMddyy` and `HHmmss`, kept as they came.
    serverTime: [fields.Date, fields.Time].filter((part) => part !== null).join(' ') || null,
    references: { ...noFacts.references, codOper: fields.CODOPER, authToken: fields.AUTH_TOKEN },
    challengeUrl: challengeOf(answer),
    echo: {
      ...noFacts.echo,
      operation: fields.txType,
      brands: given([fields.CardType]),
      names: given([fields.Name, fields.LastName]),
      email: fields.Email,
      amounts: given([fields.Amount]),
    },
  };
}

export const formFamily: AnswerFamily = {
  name: 'form',
  outcome: formOutcome,
  facts: formFacts,
  deciding: new Set(['Status', 'RespCode', 'AUTH_TOKEN', 'CODOPER', 'Amount', 'CardType', 'txType', 'error']),
  structures: new Set(),
};
