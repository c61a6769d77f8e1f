/** The table of the conformance matrix: for each operation and fault the client's outcome and the training gateway's entry. */
import type { Operation } from '#shared/payments/operations.ts';
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

/** Unlisted codes: one among the refusals, one beside the pending ones, and a success that contradicts itself. */
const unlisted: Readonly<Record<number, Said>> = {
  699: 'unknown unproved-refusal',
  60099: 'unknown unproved-refusal',
  200: 'unknown contradictory',
};
const ofRunning: Readonly<Record<number, Said>> = {
  60003: 'unknown pending',
  60006: 'unknown pending',
  60007: 'unknown already-processed',
};

/** Codes of which it is known that nothing was done (field notes). Written out here, so that the program's own table is checked. */
const rejectedCodes = [
  410, 500, 600, 601, 602, 603, 604, 605, 606, 607, 608, 609, 610, 611, 615, 620, 621, 622, 623, 624, 625, 626, 627,
  628, 629, 632, 651, 652, 661, 662,
];
/** Codes about the transaction that the request refers to. They prove nothing of a payment by card, which refers to none. */
const referringCodes = [620, 621, 622, 623, 625, 626, 627, 628, 632, 652, 661];
const declinedCodes = [612, 613, 614, 631, 660, 60002, 60004];

/** Returns what a client may say of a code with `success: false`: unknown, unless the code proves that nothing was done. */
function saidOf(code: number, operation: Operation): Said {
  if ((operation === 'authorize' || operation === 'sell') && referringCodes.includes(code))
    return 'unknown unproved-refusal';
  if (rejectedCodes.includes(code)) return 'rejected';
  if (declinedCodes.includes(code)) return 'declined';
  return ofRunning[code] ?? unlisted[code] ?? 'unknown unproved-refusal';
}

const allCodes = [...publishedCodes.map(({ code }) => code), ...Object.keys(unlisted).map(Number)];

/** Codes whose words in family B, where there are no codes, name an argument or a wrong merchant. Any other text proves nothing. */
const namedInText = [600, 603, 604, 605, 606, 607, 608, 609, 610, 611, 651];

const codeRows = (operation: Operation): readonly Row[] =>
  allCodes.map((code) => {
    const said = saidOf(code, operation);
    const booked = code in ofRunning ? 'approved' : 'rejected';
    const inText: Said = namedInText.includes(code) ? 'rejected' : 'unknown unproved-refusal';
    return row(
      { kind: 'header-status', code },
      { json: { said, booked, received: 1 }, form: { said: inText, booked: 'rejected', received: 1 } },
    );
  });

interface ProcessedRow {
  readonly name: string;
  readonly fault: Fault;
  /** Null where the answer is one of the known refusals. */
  readonly said: Readonly<Record<Family, Said | null>>;
}

const unlessRefused = (said: Said): Said | null => (said === 'rejected' || said === 'declined' ? null : said);

/**
 * Every code again, answered after the gateway processed the payment. Left out are the codes and texts of a known refusal: an
 * answer with one of them would be a lie of the service about its own money, which no client can see through.
 */
export const processedRows = (operation: Operation): readonly ProcessedRow[] => [
  ...allCodes.map((code) => ({
    name: `code ${String(code)}`,
    fault: { kind: 'header-status', code, processed: true } as const,
    said: {
      json: unlessRefused(saidOf(code, operation)),
      form: unlessRefused(namedInText.includes(code) ? 'rejected' : 'unknown unproved-refusal'),
    },
  })),
  ...['Timeout from acquirer', 'There was an error processing credit card', 'Error al guardar el monto'].map(
    (text) => ({
      name: text,
      fault: { kind: 'form-error', text, processed: true } as const,
      said: { json: 'unknown unproved-refusal', form: 'unknown unproved-refusal' } as const,
    }),
  ),
];

/**
 * Milliseconds. The slow chunks take 800 in all, and a body may take four times its timeout. Far less than any merchant
 * allows.
 */
export const headersTimeout = 400;
export const bodyTimeout = 25;

export const rows = (operation: Operation): readonly Row[] => [
  row({ kind: 'none' }, both(approved)),
  row({ kind: 'decline', reason: 'insufficient-funds' }, both(declined)),
  row({ kind: 'decline', reason: 'do-not-honor' }, both(declined)),
  row({ kind: 'decline', reason: 'stolen-card' }, both(declined)),
  row({ kind: 'decline', reason: 'expired-card' }, both(declined)),
  row({ kind: 'decline', reason: 'unknown-issuer' }, both(declined)),
  row({ kind: 'decline', reason: 'not-affiliated' }, both(declined)),
  row({ kind: 'decline', reason: 'card-number-error' }, both(declined)),
  ...codeRows(operation),
  row({ kind: 'form-error', text: 'credit card number lenght fail check' }, both(rejected)),
  row({ kind: 'form-error', text: 'Wrong Access Data/Company processing not authorized' }, both(rejected)),
  row({ kind: 'three-d-secure' }, both({ said: 'unknown three-d-secure', booked: 'rejected', received: 1 })),
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
  row({ kind: 'client-certificate-required' }, both(notSent('tls-certificate-missing'))),
  row({ kind: 'client-certificate-required' }, both(approved), 'with certificate'),
];
