/** Answers of family B (section 2.4): approved, declined, and `{"error"}` for bad input. */
import type { BankTransaction, BankRefusal } from '#electron/training/bank/transaction.ts';
import { serviceTime } from './field-checks.ts';
import { amountText } from './raw-json.ts';
import { codeInForm, declineAnswers, describeCode } from './service-words.ts';

export type FormBody = Readonly<Record<string, unknown>>;

/** The texts of family A's codes, because none of family B was ever recorded. */
export const bankRefusalTexts: Readonly<Record<BankRefusal, string>> = {
  'already-reversed': describeCode(623),
  voided: describeCode(661),
  'not-whole': codeInForm(300),
  'invalid-related': describeCode(620),
  'related-declined': describeCode(621),
  'already-captured': describeCode(622),
  'above-authorized': 'CMTN above the authorized amount',
  duplicate: codeInForm(612),
};

export function formAnswer(transaction: BankTransaction): FormBody {
  const { buyer, declined, sequence } = transaction;
  const [date, time] = serviceTime(transaction.at).split('T') as [string, string];
  const [year, month, day] = date.split('-') as [string, string, string];
  // Some deployments answer a dash in place of the cardholder (field notes).
  const withDash = sequence % 4 === 3;
  return {
    Status: declined === null ? 'Approved' : 'Declined',
    Amount: declined === null ? amountText(transaction.amount) : '0.0',
    RespText: declined === null ? approvalText(sequence) : declineAnswers[declined].text,
    RespCode: declined === null ? '00' : declineAnswers[declined].code,
    AUTH_TOKEN: transaction.authToken,
    CODOPER: transaction.codOper,
    Date: `${month}${day}${year.slice(2)}`,
    Time: time.replaceAll(':', ''),
    CardType: buyer.brand === 'MASTERCARD' ? 'MC' : 'VISA',
    Name: withDash ? '-' : buyer.firstName,
    LastName: withDash ? '-' : buyer.lastName,
    Email: withDash ? '-' : buyer.email,
  };
}

/** Returns an approval's text, sometimes of an address check (field notes), because clients must not decide by it. */
const approvalText = (sequence: number): string => (sequence % 5 === 4 ? 'NO MATCH' : 'APPROVED');

export const errorAnswer = (text: string): FormBody => ({ error: text });

/** Changes the JSON types of an answer. `RespCode` stays a text, because `00` as a number would be another code. */
export function formWithWrongTypes(body: FormBody): FormBody {
  if (!('Status' in body)) return body;
  return {
    ...body,
    Amount: Number(body['Amount']),
    Date: Number(body['Date']),
    Time: Number(body['Time']),
    Name: null,
  };
}
