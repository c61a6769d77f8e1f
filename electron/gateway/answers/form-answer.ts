/** Reads answers of family B: three shapes of JSON (section 2.4 and the field notes), by the rules of section 7. */
import { readDecimal } from '#shared/payments/money.ts';
import { z } from 'zod';
import { noFacts, unknownBecause, type AnswerFamily, type Facts, type Verdict } from './answer-family.ts';
import { looseRecord, looseText } from './tolerant.ts';

const answerSchema = looseRecord({
  Status: looseText,
  RespCode: looseText,
  RespText: looseText,
  /** Name of RespText in the prose of section 2.4. */
  Response_Text: looseText,
  Amount: z.unknown().default(null),
  AUTH_TOKEN: looseText,
  CODOPER: looseText,
  Date: looseText,
  Time: looseText,
  /** Replaces Status for bad input or a bad merchant code (field notes). */
  error: looseText,
});

/**
 * Returns the outcome of any JSON value as an answer of family B. `RespText` never decides: an approval may say `NO
 * MATCH`.
 * - approved: Status `Approved` and RespCode `00`, both
 * - declined: Status `Declined` and a RespCode other than `00`, or none
 * - rejected: an `error` and nothing of a transaction beside it
 * - unknown: everything else, contradictions above all
 */
function formOutcome(answer: unknown): Verdict {
  const fields = answerSchema.parse(answer);
  if (fields === null) return unknownBecause('not-understood');
  const { Status, RespCode, error } = fields;
  if (error !== null) {
    const transaction = Status ?? RespCode ?? fields.AUTH_TOKEN ?? fields.CODOPER;
    return transaction === null ? { outcome: 'rejected' } : unknownBecause('not-understood');
  }
  if (Status === 'Approved' && RespCode === '00') return { outcome: 'approved' };
  if (Status === 'Declined' && RespCode !== '00') return { outcome: 'declined' };
  return unknownBecause('not-understood');
}

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
    answeredAmount: readDecimal(fields.Amount),
  };
}

export const formFamily: AnswerFamily = { outcome: formOutcome, facts: formFacts };
