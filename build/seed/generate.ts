/** Generates the attempts of a busy merchant over two years. The same count gives the same attempts. */
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import { unkeyedFields } from '#electron/core/payments/drafts.ts';
import { concepts, givenNames, operators, surnames } from './names.ts';
import { oneDay } from '#shared/durations.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { attemptWords, type AttemptWords } from '#electron/ledger/rows/search-tokens.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { merchantSchema, type Merchant } from '#shared/seat/merchant.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { writtenAttempt, newRow, answeredRow } from '#electron/ledger/rows/attempt-rows.ts';

export interface GeneratedAttempt {
  readonly row: ListedRow;
  readonly words: AttemptWords;
  readonly hold: { readonly state: HoldState; readonly expiresAt: string; readonly captureId: string | null } | null;
}

const twoYears = 730 * oneDay;

/** The merchant of the attempts, and the end of their two years. */
export interface Shop {
  readonly merchant: Merchant;
  /** UTC. */
  readonly end: string;
}

export const benchmarkShop: Shop = {
  merchant: merchantSchema.parse({
    id: 'shop',
    name: 'The shop',
    environment: 'test',
    baseUrl: 'https://localhost:8443',
  }),
  end: '2026-11-20T00:00:00.000Z',
};

const heldDays = 5;

/** Returns a generator of numbers below `limit` (mulberry32). The same seed gives the same numbers. */
export function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Picks a name. A few are common, most are rare. */
const pick = (names: readonly string[], next: (limit: number) => number): string =>
  names[Math.min(next(names.length), next(names.length))] ?? '';
const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');
const idAt = (index: number): string => `00000000-0000-7000-8000-${padded(index, 12)}`;

/** Three of ten attempts are authorizations. Each has its capture eleven later. */
const authorizes = (index: number): boolean => [0, 3, 6].includes(index % 10);
const captureDistance = 11;
const authorizationsBefore = (index: number): number =>
  Math.floor(index / 10) * 3 + Math.min(3, Math.ceil((index % 10) / 3));

/** Waiting holds of 100,000 attempts: those that still can be captured, and those that expired unnoticed. */
const waitingOf = (count: number) => ({
  alive: Math.max(1, Math.round((190 * count) / 100_000)),
  expired: Math.round((253 * count) / 100_000),
});

type Course = 'alive' | 'expired' | 'captured' | 'declined';

/** Returns the end of the authorization at this index. */
function courseOf(index: number, count: number): Course {
  const { alive, expired } = waitingOf(count);
  const [ordinal, all] = [authorizationsBefore(index), authorizationsBefore(count)];
  if (all - ordinal <= alive || index + captureDistance >= count) return 'alive';
  // Older than any hold lasts, evenly spread.
  const old = authorizationsBefore(Math.floor(count * (1 - (heldDays * oneDay + oneDay) / twoYears)));
  if (ordinal < old && Math.floor(((ordinal + 1) * expired) / old) > Math.floor((ordinal * expired) / old))
    return 'expired';
  return numbers(index)(10) === 0 ? 'declined' : 'captured';
}

/** Returns the waiting holds of `count` attempts, those that expired included, without generating the others. */
export const waitingHolds = (count: number, shop: Shop): readonly GeneratedAttempt[] =>
  Array.from({ length: count }, (_, index) => index)
    .filter((index) => authorizes(index) && ['alive', 'expired'].includes(courseOf(index, count)))
    .map((index) => generatedAt(index, count, shop));

/** Yields `count` attempts spread evenly over two years, oldest first. */
export function* generate(count: number, shop: Shop): Generator<GeneratedAttempt> {
  for (let index = 0; index < count; index++) yield generatedAt(index, count, shop);
}

/** Returns the attempt at this index out of `count`, without generating those before it. */
export function generatedAt(index: number, count: number, shop: Shop): GeneratedAttempt {
  const held = authorizes(index) ? courseOf(index, count) : null;
  const first = index - captureDistance;
  const captures = first >= 0 && authorizes(first) && courseOf(first, count) === 'captured';
  const attempt = attemptAt(index, count, shop);
  const made: NewAttempt = captures
    ? {
        ...attemptAt(first, count, shop),
        id: attempt.id,
        startedAt: attempt.startedAt,
        operation: 'capture',
        holdId: idAt(first),
      }
    : attempt;
  const next = numbers(index + count);
  const isApproved = captures || (held === null ? next(10) > 0 : held !== 'declined');
  const row = answered(made, index, isApproved);
  if (held === null || !isApproved) return { row, words: attemptWords(row), hold: null };
  const expiresAt = new Date(Date.parse(made.startedAt) + heldDays * oneDay).toISOString();
  const captureId = held === 'captured' ? idAt(index + captureDistance) : null;
  return {
    row,
    words: attemptWords(row),
    hold: { state: captureId === null ? 'open' : 'captured', expiresAt, captureId },
  };
}

/** Returns a sale, or the authorization at this index. */
function attemptAt(index: number, count: number, { merchant, end }: Shop): NewAttempt {
  const next = numbers(Math.imul(index + 1, 0x9e3779b1));
  const startedAt = new Date(Date.parse(end) - twoYears + Math.floor((index / count) * twoYears)).toISOString();
  const firstName = pick(givenNames, next);
  const lastName = `${pick(surnames, next)} ${pick(surnames, next)}`;
  const amount = 100 + next(200_000);
  const mailbox = withoutAccents(`${firstName}.${lastName}`).toLowerCase().replaceAll(' ', '');
  return {
    ...unkeyedFields,
    id: idAt(index),
    family: 'json',
    merchant,
    seat: 'Front desk',
    startedAt,
    operation: authorizes(index) ? 'authorize' : 'sell',
    chargeId: null,
    cardOf: null,
    amount,
    taxAmount: Math.floor((amount * 7) / 107),
    operatorName: operators[next(operators.length)] ?? '',
    card: { brand: next(2) === 0 ? 'VISA' : 'MASTERCARD', lastFour: padded(next(10_000), 4) },
    cardFingerprint: padded(next(1_000_000_000), 43),
    firstName,
    lastName,
    email: `${mailbox}${next(1_000)}@example.org`,
    phone: `6${padded(next(10_000_000), 7)}`,
    lang: 'ES',
    concept: concepts[next(concepts.length)] ?? '',
    description: `Order ${next(1_000_000)}`,
    customFieldValues: [],
    holdId: null,
    batchId: null,
    overrideReason: null,
  };
}

function answered(attempt: NewAttempt, index: number, isApproved: boolean): ListedRow {
  const { startedAt, amount } = attempt;
  const next = numbers(Math.imul(index + 1, 0x85ebca6b));
  const code = `${padded(next(2 ** 31), 10)}${padded(next(2 ** 31), 10)}`;
  const position = positionAt(startedAt) + (index % 256);
  const row = { ...newRow({ ...attempt, instanceId: 'made-up' }), position };
  const answer = applyAnswer(
    writtenAttempt(row),
    {
      outcome: isApproved ? 'approved' : 'declined',
      service: {
        code: '200',
        text: isApproved ? 'Success' : 'Insufficient funds',
        authStatus: isApproved ? '00' : '51',
        serverTime: startedAt.slice(0, 19),
        httpStatus: 200,
      },
      references: {
        codOper: `SANDBOX_${code}`,
        authToken: null,
        idtx: String(next(2 ** 31)),
        cardToken: null,
        relatedTx: null,
      },
      answeredAmount: amount,
      differences: [],
      receiptUrl: `https://localhost/receipt/${code}`,
      challengeUrl: null,
      statementDescriptor: null,
      risk: null,
      rawAnswer: null,
    },
    startedAt,
  );
  return answeredRow(row, answer);
}
