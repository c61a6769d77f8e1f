/** The table of the conformance matrix: for each fault the client's outcome and the training gateway's entry. */
import { publishedCodes } from '#shared/seat/training-codes.ts';
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

const unproved: Expectation = { said: 'unknown unproved-refusal', booked: 'rejected', received: 1 };

/** Codes of which it is known that the request was refused before anything was done (field notes). */
const refusals = [
  410, 500, 600, 601, 602, 603, 604, 605, 606, 607, 608, 609, 610, 611, 615, 620, 621, 622, 623, 624, 625, 626, 627,
  628, 629, 632, 651, 652, 661, 662,
];
/** Refusals by the risk rules and the merchant's limits. */
const declines = [612, 613, 614, 631, 660, 60002, 60004];
/** The service is working on it, or has done it. */
const underWay: Readonly<Record<number, Said>> = {
  60003: 'unknown pending',
  60006: 'unknown pending',
  60007: 'unknown already-processed',
};

function saidOf(code: number): Said {
  if (refusals.includes(code)) return 'rejected';
  return declines.includes(code) ? 'declined' : (underWay[code] ?? 'unknown unproved-refusal');
}

/** Every published code, unlisted ones, and a success that contradicts itself. Family B has no codes: each is an `{"error"}` there. */
const codes = [...publishedCodes.map(({ code }) => code), 504, 699, 5000, 60099, 200];

const codeRows = codes.map((code) => {
  const said = saidOf(code);
  const booked = code in underWay ? 'approved' : 'rejected';
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
  row({ kind: 'form-error', text: 'credit card number lenght fail check' }, { json: unproved, form: rejected }),
  row(
    { kind: 'form-error', text: 'Wrong Access Data/Company processing not authorized' },
    { json: unproved, form: rejected },
  ),
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
