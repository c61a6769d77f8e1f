/** Generates the attempts of a busy merchant over two years. The same count gives the same attempts. */
import { unkeyedFields } from '#electron/core/payments/drafts.ts';
import { oneDay } from '#shared/durations.ts';
import { newRow, answerColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import { positionAt } from '#electron/ledger/attempts/position.ts';
import { attemptWords, type AttemptWords } from '#electron/ledger/search/search-tokens.ts';
import type { HoldState } from '#shared/ledger/hold-state.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { merchantSchema, type Merchant } from '#shared/seat/merchant.ts';

export interface GeneratedAttempt {
  readonly row: ListedRow;
  readonly words: AttemptWords;
  readonly hold: { readonly state: HoldState; readonly expiresAt: string } | null;
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

const syllables = [
  'ma',
  'ri',
  'jo',
  'se',
  'lu',
  'an',
  'go',
  'pe',
  'ro',
  'del',
  'var',
  'men',
  'sol',
  'tin',
  'ces',
  'bra',
];
const endings = ['a', 'o', 'ez', 'el', 'is', 'ita', 'ina', 'as'];
const nameAt = (index: number): string => {
  const [first, second] = [syllables[index % 16] ?? '', syllables[Math.floor(index / 16) % 16] ?? ''];
  return first + second + (endings[Math.floor(index / 256) % 8] ?? '');
};
/** Picks a name. A few names are common, most are rare. */
const nameOf = (next: (limit: number) => number): string => nameAt(Math.min(next(1_500), next(1_500)));
export const concepts = [
  'Hotel',
  'Delivery',
  'Reservation',
  'Television',
  'Insurance',
  'Repair',
  'Course',
  'Spare parts',
];
export const operators = ['Ana', 'Benito', 'Carla', 'Diego', 'Elena', 'Fabio', 'Gilda', 'Hugo'];

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Yields `count` attempts spread evenly over two years, oldest first. */
export function* generate(count: number, shop: Shop): Generator<GeneratedAttempt> {
  for (let index = 0; index < count; index++) yield generatedAt(index, count, shop);
}

/** Returns the attempt at this index out of `count`, without generating those before it. */
export function generatedAt(index: number, count: number, { merchant, end }: Shop): GeneratedAttempt {
  const endAt = Date.parse(end);
  const next = numbers(Math.imul(index + 1, 0x9e3779b1));
  const at = endAt - twoYears + Math.floor((index / count) * twoYears);
  const startedAt = new Date(at).toISOString();
  const held = next(10) < 3;
  const [firstName, lastName] = [nameOf(next), nameOf(next)];
  const amount = 100 + next(200_000);
  const attempt: NewAttempt = {
    ...unkeyedFields,
    id: `00000000-0000-7000-8000-${padded(index, 12)}`,
    family: 'json',
    merchant,
    seat: 'Front desk',
    startedAt,
    operation: held ? 'authorize' : 'sell',
    amount,
    taxAmount: Math.floor((amount * 7) / 107),
    operatorName: operators[next(operators.length)] ?? '',
    card: { brand: next(2) === 0 ? 'VISA' : 'MASTERCARD', lastFour: padded(next(10_000), 4) },
    cardFingerprint: padded(next(1_000_000_000), 43),
    firstName,
    lastName,
    email: `${firstName}.${lastName}${next(1_000)}@example.org`,
    phone: `6${padded(next(10_000_000), 7)}`,
    lang: 'ES',
    concept: concepts[next(concepts.length)] ?? '',
    description: `Order ${next(1_000_000)}`,
    customFieldValues: [],
    holdId: null,
    batchId: null,
    overrideReason: null,
  };
  const code = `${padded(next(2 ** 31), 10)}${padded(next(2 ** 31), 10)}`;
  const approved = next(10) > 0;
  const { raw_answer: _raw, ...answer } = answerColumns(
    {
      outcome: approved ? 'approved' : 'declined',
      service: { code: '200', text: 'Success', authStatus: '00', serverTime: startedAt.slice(0, 19), httpStatus: 200 },
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
  const row: ListedRow = {
    ...newRow(attempt, 'made-up'),
    ...answer,
    standing: answer.state,
    position: positionAt(startedAt) + (index % 256),
  };
  const waits = at > endAt - heldDays * oneDay || next(100) === 0;
  const expiresAt = new Date(at + heldDays * oneDay).toISOString();
  const hold = held && approved ? { state: waits ? ('open' as const) : ('captured' as const), expiresAt } : null;
  return { row, words: attemptWords(row), hold };
}
