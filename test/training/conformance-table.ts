/** The table of the conformance matrix: for each fault the client's outcome and the training gateway's entry. */
import type { Family, NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';
import type { Fault, TrainingLedgerEntry } from '#shared/seat/training.ts';

type Said = 'approved' | 'declined' | 'rejected' | `unknown ${UnknownCause}` | `not-sent ${NotSentCause}`;

export interface Expectation {
  readonly said: Said;
  /** Entry of the gateway; null where it processed nothing and understood nothing. */
  readonly booked: TrainingLedgerEntry['result'] | null;
  /** Requests that arrived whole. */
  readonly received: 0 | 1;
}

export interface Row {
  readonly name: string;
  readonly fault: Fault;
  /** Configuration of the client; `usual` by default. */
  readonly client: 'usual' | 'impatient for the head' | 'impatient for the body' | 'with certificate';
  readonly expected: Readonly<Record<Family, Expectation>>;
}

const both = (expectation: Expectation): Row['expected'] => ({ json: expectation, form: expectation });

const approved: Expectation = { said: 'approved', booked: 'approved', received: 1 };
const declined: Expectation = { said: 'declined', booked: 'declined', received: 1 };
const rejected: Expectation = { said: 'rejected', booked: 'rejected', received: 1 };
/** Processed, and the client can't know it. */
const lost = (cause: UnknownCause): Expectation => ({ said: `unknown ${cause}`, booked: 'approved', received: 1 });
/** Not processed, and the client can't know that either. */
const nothing = (cause: UnknownCause): Expectation => ({ said: `unknown ${cause}`, booked: null, received: 1 });
const notSent = (cause: NotSentCause): Expectation => ({ said: `not-sent ${cause}`, booked: null, received: 0 });

const row = (fault: Fault, expected: Row['expected'], client: Row['client'] = 'usual'): Row => ({
  name: nameOf(fault) + (client === 'usual' ? '' : `, client ${client}`),
  fault,
  client,
  expected,
});

function nameOf(fault: Fault): string {
  switch (fault.kind) {
    case 'decline':
      return `decline ${fault.reason}`;
    case 'header-status':
      return `header-status ${String(fault.code)}`;
    case 'form-error':
      return `form-error ${fault.text}`;
    case 'delay':
      return `delay of ${String(fault.milliseconds)} ms`;
    default:
      return fault.kind;
  }
}

/**
 * Every published code and its outcome: refusals of the risk rules are declines, pending codes are unknown,
 * the rest reject the request. Family B has no codes. There each is an `{"error"}`, the refusal of a request that was
 * not processed.
 */
const codes: Readonly<Record<number, Said>> = {
  300: 'rejected',
  410: 'rejected',
  500: 'rejected',
  600: 'rejected',
  601: 'rejected',
  602: 'rejected',
  603: 'rejected',
  604: 'rejected',
  605: 'rejected',
  606: 'rejected',
  607: 'rejected',
  608: 'rejected',
  609: 'rejected',
  610: 'rejected',
  611: 'rejected',
  612: 'declined',
  613: 'declined',
  614: 'declined',
  615: 'rejected',
  620: 'rejected',
  621: 'rejected',
  622: 'rejected',
  623: 'rejected',
  624: 'rejected',
  626: 'rejected',
  629: 'rejected',
  631: 'declined',
  651: 'rejected',
  652: 'rejected',
  660: 'declined',
  661: 'rejected',
  662: 'rejected',
  // Published, and never recorded from a payment.
  100: 'unknown not-understood',
  310: 'rejected',
  400: 'rejected',
  401: 'rejected',
  406: 'rejected',
  407: 'rejected',
  420: 'rejected',
  428: 'rejected',
  430: 'rejected',
  510: 'rejected',
  520: 'rejected',
  530: 'rejected',
  540: 'rejected',
  550: 'rejected',
  551: 'rejected',
  560: 'rejected',
  616: 'rejected',
  617: 'rejected',
  618: 'rejected',
  619: 'rejected',
  625: 'rejected',
  627: 'rejected',
  628: 'rejected',
  630: 'rejected',
  632: 'rejected',
  633: 'rejected',
  634: 'rejected',
  640: 'rejected',
  650: 'rejected',
  653: 'rejected',
  654: 'rejected',
  663: 'rejected',
  664: 'rejected',
  665: 'rejected',
  666: 'rejected',
  900: 'rejected',
  910: 'rejected',
  920: 'rejected',
  60002: 'declined',
  60003: 'unknown pending',
  60004: 'declined',
  60005: 'rejected',
  60006: 'unknown pending',
  60007: 'unknown pending',
  // Unlisted codes: one among the refusals, one beside the pending ones, and a success that contradicts itself.
  699: 'rejected',
  60099: 'unknown not-understood',
  200: 'unknown not-understood',
};
const codesOfProcessed = [60003, 60006, 60007];

const codeRows = Object.entries(codes).map(([text, said]) => {
  const code = Number(text);
  const booked = codesOfProcessed.includes(code) ? 'approved' : 'rejected';
  return row({ kind: 'header-status', code }, { json: { said, booked, received: 1 }, form: rejected });
});

/**
 * Milliseconds. The slow chunks take 800 in all, and a body may take four times its timeout. Far less than any merchant
 * allows.
 */
export const headersTimeout = 400;
export const bodyTimeout = 25;

export const rows: readonly Row[] = [
  row({ kind: 'none' }, both(approved)),
  row({ kind: 'decline', reason: 'insufficient-funds' }, both(declined)),
  row({ kind: 'decline', reason: 'do-not-honor' }, both(declined)),
  row({ kind: 'decline', reason: 'stolen-card' }, both(declined)),
  row({ kind: 'decline', reason: 'expired-card' }, both(declined)),
  row({ kind: 'decline', reason: 'unknown-issuer' }, both(declined)),
  row({ kind: 'decline', reason: 'not-affiliated' }, both(declined)),
  row({ kind: 'decline', reason: 'card-number-error' }, both(declined)),
  ...codeRows,
  row({ kind: 'form-error', text: 'credit card number lenght fail check' }, both(rejected)),
  row({ kind: 'form-error', text: 'Wrong Access Data/Company processing not authorized' }, both(rejected)),
  row({ kind: 'three-d-secure' }, both({ said: 'unknown not-understood', booked: 'rejected', received: 1 })),
  row({ kind: 'delay', milliseconds: 50 }, both(approved)),
  row({ kind: 'delay', milliseconds: 10 * headersTimeout }, both(lost('no-answer')), 'impatient for the head'),
  row({ kind: 'lost-answer' }, both(lost('connection-lost'))),
  row({ kind: 'half-answer' }, both(lost('truncated'))),
  row({ kind: 'http-500' }, both(lost('http-status'))),
  row({ kind: 'empty-body' }, both(lost('not-understood'))),
  row({ kind: 'bom' }, both(approved)),
  row({ kind: 'text-plain' }, both(approved)),
  row({ kind: 'wrong-types' }, both(approved)),
  row({ kind: 'gzip' }, both(approved)),
  row({ kind: 'slow-chunks' }, both(approved)),
  row({ kind: 'slow-chunks' }, both(lost('truncated')), 'impatient for the body'),
  row({ kind: 'oversized' }, both(lost('too-large'))),
  row({ kind: 'closed-before' }, both(nothing('connection-lost'))),
  row({ kind: 'http-502' }, both(nothing('http-status'))),
  row({ kind: 'redirect' }, both(nothing('redirect'))),
  row({ kind: 'tls-1.2' }, both(notSent('tls-version'))),
  row({ kind: 'expired-certificate' }, both(notSent('tls-expired'))),
  row({ kind: 'wrong-host' }, both(notSent('tls-host'))),
  row({ kind: 'unknown-ca' }, both(notSent('tls-untrusted'))),
  row({ kind: 'client-certificate-required' }, both(notSent('tls-client-certificate'))),
  row({ kind: 'client-certificate-required' }, both(approved), 'with certificate'),
];
