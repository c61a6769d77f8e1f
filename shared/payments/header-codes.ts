/**
 * THE table of `headerStatus` codes of family A (field notes): what each proves about the money, who refused, and what helps.
 * A code that is not here, and a code here whose words don't exclude a charge, leave the outcome unknown.
 */
import { operationFacts, type RecordedOperation } from './operations.ts';
import type { RefusableField } from './refusable-field.ts';

/**
 * Party that refused: the bank, the network on the way to it, the service's fraud and repetition rules, the merchant's
 * limits, or the service itself, which did not accept the request.
 */
export type RefusedBy = 'bank' | 'network' | 'rules' | 'limits' | 'service';

/** What helps after a refusal. Each has its own sentence. */
export type Advice =
  /** Correct the field, then send again. */
  | 'correct'
  /** A supervisor checks the merchant's settings or its contract. */
  | 'check merchant'
  /** An earlier payment may have gone through: look it up first. */
  | 'look up'
  | 'another card'
  /** The cardholder calls the bank. */
  | 'ask bank'
  /** The way to the bank is disturbed for the moment. */
  | 'try later'
  | 'ask supervisor'
  /** The transaction that the request refers to allows it no more. */
  | 'new payment';

export interface CodeFacts {
  /** `unknown` when the code does not prove that nothing was done. */
  readonly outcome: 'declined' | 'rejected' | 'unknown';
  readonly by: RefusedBy;
  readonly advice: Advice;
  /** Field of the Charge form to correct; null when no keyed field is at fault. */
  readonly field: RefusableField | null;
  /** Speaks of the transaction that the request refers to, so it proves nothing of a request that refers to none. */
  readonly refers: boolean;
}

// Classes of codes. Each row below is one of them, so that the reason for an outcome stands once.

/** Without a valid merchant the service does not take the request at all. */
const account: CodeFacts = {
  outcome: 'rejected',
  by: 'service',
  advice: 'check merchant',
  field: null,
  refers: false,
};
/** The service checks the arguments of a request before it asks a bank. */
const argument = (field: RefusableField | null): CodeFacts => ({
  ...account,
  advice: field === null ? 'ask supervisor' : 'correct',
  field,
});
/** The transaction that the request refers to did not allow it, so this request did nothing. */
const relation = (advice: Advice): CodeFacts => ({ ...account, advice, refers: true });
/** The merchant’s limits refuse the payment before a bank is asked. */
const limit: CodeFacts = { ...account, outcome: 'declined', by: 'limits' };
/** The service’s rules refuse the payment before a bank is asked. */
const rules = (advice: Advice): CodeFacts => ({ ...account, outcome: 'declined', by: 'rules', advice });
/** The code says that the payment ended without being carried out. */
const denied: CodeFacts = { ...account, outcome: 'declined', advice: 'another card' };
/** The words do not say that nothing was done: the bank may have approved before the fault, or the service still works on the request. */
const open: CodeFacts = { ...account, outcome: 'unknown', advice: 'look up' };

/** Codes that are published without words that are known. */
const unexplainedCodes = [
  '100',
  '400',
  '401',
  '406',
  '407',
  '420',
  '428',
  '430',
  '510',
  '520',
  '530',
  '540',
  '551',
  '560',
  '616',
  '617',
  '618',
  '619',
  '630',
  '633',
  '634',
  '640',
  '653',
  '654',
  '663',
  '664',
  '665',
  '666',
] as const;

const explainedCodes = {
  '300': open,
  '310': open,
  '410': account,
  '500': account,
  '550': open,
  '600': account,
  '601': account,
  '602': argument(null),
  // The amount is held against the merchant’s limits before a bank is asked.
  '603': { ...argument('amount'), by: 'limits' },
  '604': { ...argument('amount'), by: 'limits' },
  '605': argument('cardNumber'),
  '606': argument('securityCode'),
  // The card type, which is read from the number.
  '607': argument('cardNumber'),
  '608': argument('email'),
  '609': argument('firstName'),
  '610': argument('lastName'),
  '611': argument('phone'),
  '612': rules('look up'),
  '613': limit,
  '614': limit,
  '615': account,
  '620': relation('new payment'),
  '621': relation('new payment'),
  '622': relation('look up'),
  '623': relation('new payment'),
  // The type of transaction is checked before a bank is asked.
  '624': account,
  '625': relation('ask supervisor'),
  '626': relation('ask supervisor'),
  '627': relation('ask supervisor'),
  '628': relation('ask supervisor'),
  '629': { ...argument('cardNumber'), advice: 'another card' },
  '631': rules('ask supervisor'),
  '632': relation('new payment'),
  '650': open,
  '651': argument('expiry'),
  '652': relation('ask supervisor'),
  '660': rules('ask supervisor'),
  '661': relation('new payment'),
  '662': account,
  '900': open,
  '910': open,
  '920': open,
  '60002': denied,
  '60003': open,
  '60004': { ...denied, advice: 'ask supervisor' },
  '60005': open,
  '60006': open,
  '60007': open,
} as const satisfies Readonly<Record<string, CodeFacts>>;

type ExplainedCode = keyof typeof explainedCodes;
export type HeaderCode = ExplainedCode | (typeof unexplainedCodes)[number];

/** `success: true` with code 200 is decided by `data.status` (section 7), so 200 is no row of this table. */
export const headerCodes: Readonly<Record<HeaderCode, CodeFacts>> = {
  ...(Object.fromEntries(unexplainedCodes.map((code) => [code, open])) as Record<HeaderCode, CodeFacts>),
  ...explainedCodes,
};
const isHeaderCode = (code: string): code is HeaderCode => Object.hasOwn(headerCodes, code);

/** Returns a code that has a row, as its key; null for any other. */
export const knownHeaderCode = (code: string | null): HeaderCode | null =>
  code !== null && isHeaderCode(code) ? code : null;

/** Returns what a code proves of a request for this operation. */
export function provedBy(code: HeaderCode, operation: RecordedOperation): CodeFacts['outcome'] {
  const { outcome, refers } = headerCodes[code];
  return refers && operationFacts(operation).refersTo === 'nothing' ? 'unknown' : outcome;
}

/** True when the words of a code are known, not only its number. */
export const hasKnownWords = (code: HeaderCode): code is ExplainedCode => Object.hasOwn(explainedCodes, code);

/** Returns the key of a code's words in the locales. */
export const keyOfCode = (code: HeaderCode) =>
  hasKnownWords(code) ? (`service:code.${code}` as const) : 'service:code.unexplained';
