/** Measurements of the benchmark: ledger call and bare statement alternate, so that noise affects both. */
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { newId } from '#shared/new-id.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { settlementColumns } from '#electron/ledger/attempts/payments.ts';
import { holdsPageSize } from '#shared/ledger/holds.ts';
import { setImmediate } from 'node:timers/promises';
import { approved, fingerprintOf, newAttempt, query, value, waitingHolds } from '#test/fixtures/examples.ts';
import { benchmarkShop, generatedAt, numbers } from '#build/seed/generate.ts';
import { concepts, operators } from '#build/seed/names.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { answeredRow, newRow, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';

/** Durations in ms of the same operations in the same order, by the ledger and by bare statements. */
export interface InTurn {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

/** Search texts as people type them, for existing attempts: ten kinds in turn. */
export function questions(size: number, count: number): readonly string[] {
  const next = numbers(7);
  return Array.from({ length: count }, (_, index) => {
    const { row } = generatedAt(Math.floor((index / count) * size), size, benchmarkShop);
    const kinds = [
      row.last_four ?? '',
      row.first_name.slice(0, 3),
      `${row.first_name} ${row.last_name}`,
      (row.cod_oper ?? '').slice(-6),
      row.cod_oper ?? '',
      (row.amount / 100).toFixed(2),
      row.email,
      `${(concepts[next(concepts.length)] ?? '').slice(0, 4)} ${row.last_name.slice(0, 4)}`,
      `${operators[next(operators.length)] ?? ''} ${row.first_name}`,
      row.phone.slice(-5),
    ];
    const text = kinds[index % kinds.length] ?? '';
    // The screens refuse a search for what looks like a card number, and advise to look for the last digits.
    return seeksCardNumber(text) ? text.slice(-8) : text;
  });
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
export const p95 = (times: readonly number[]): number => percentile(times, 0.95);
export const median = (times: readonly number[]): number => percentile(times, 0.5);

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs both operations in alternating order, with a pause in between for deferred work. */
async function both(turn: number, own: () => unknown, bare: () => unknown) {
  const ownFirst = turn % 2 === 0;
  const first = await timed(ownFirst ? own : bare);
  const second = await timed(ownFirst ? bare : own);
  await setImmediate();
  return ownFirst ? { own: first, bare: second } : { own: second, bare: first };
}

/** Columns of the bare statement that reads the payments of a page. */
export const paymentColumns = [
  'holds.id as hold_id',
  ...['state', 'amount', 'expires_at', 'expiry_is_estimate', 'settlement_id'].map(
    (column) => `holds.${column} as the_${column}`,
  ),
  ...settlementColumns.map((column) => `settlement.${column}`),
].join(', ');
export const paymentTables = 'holds left join attempts as settlement on settlement.id = holds.settlement_id';

/** Ids of the authorizations of a page, as the bare statement takes them. */
export const holdIdsOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] => [
  ...new Set(rows.flatMap((row) => row['hold_id'] ?? (row['operation'] === 'authorize' ? [row['id']] : []))),
];

export const appends = { warming: 300, count: 500 } as const;

/** Asks each question once to warm up and then `rounds` times. The median round of each question counts for both. */
export async function measureSearch(
  ledger: StoredLedger,
  bare: (text: string) => () => unknown,
  asked: readonly string[],
  rounds: number,
): Promise<InTurn> {
  const kept = asked.map((text) => ({ text, bare: bare(text), own: [] as number[], plain: [] as number[] }));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, question] of kept.entries()) {
      const times = await both(round + index, () => ledger.search(query({ text: question.text })), question.bare);
      if (round === 0) continue;
      question.own.push(times.own);
      question.plain.push(times.bare);
    }
  }
  return { own: kept.map(({ own }) => median(own)), bare: kept.map(({ plain }) => median(plain)) };
}

/** Measures the first page, the queue of holds, and a page of the most common word three quarters down the ledger. */
export async function measurePages(ledger: StoredLedger, rounds: number) {
  const [first, holds, deep]: [number[], number[], number[]] = [[], [], []];
  const until = new Date(Date.parse(benchmarkShop.end) - 548 * 86_400_000).toISOString();
  for (let round = 0; round < rounds; round++) {
    first.push(await timed(() => ledger.search(query())));
    holds.push(await timed(() => ledger.holds(waitingHolds({ limit: holdsPageSize }), benchmarkShop.end)));
    deep.push(await timed(() => ledger.search(query({ text: concepts[0] ?? '', until }))));
    await setImmediate();
  }
  return { first, holds, deep };
}

/** The two commits of an append: one writes the row, one fills in its answer. */
export interface BareCommits {
  readonly insert: (row: ListedRow) => unknown;
  readonly update: (row: ListedRow) => unknown;
}

/**
 * Appends sales by the ledger and by bare statements: the same columns, values of the same length, two durable commits.
 * @param warming number of appends before the counted ones
 */
export async function measureAppend(
  ledger: StoredLedger,
  bare: BareCommits,
  { warming, count }: { readonly warming: number; readonly count: number },
): Promise<InTurn> {
  const [own, plain]: [number[], number[]] = [[], []];
  const since = Date.now();
  for (let turn = 0; turn < warming + count; turn++) {
    const startedAt = new Date(since + turn).toISOString();
    const [attempt, twin] = [0, 1].map(() =>
      newAttempt({ operation: 'sell', startedAt, cardFingerprint: fingerprintOf(newId()) }),
    ) as [NewAttempt, NewAttempt];
    // Each has its own reference. The ledger would look longer at one that another payment has.
    const [answer, twinAnswer] = [approved(), approved()];
    const row = { ...newRow({ ...twin, instanceId: newId() }), position: positionAt(startedAt) + slots / 2 };
    const times = await both(
      turn,
      async () => {
        value(await ledger.begin(attempt, { since: attempt.startedAt, overridden: 'none' }));
        await ledger.finish(attempt.id, answer, startedAt);
      },
      async () => {
        await bare.insert(row);
        await bare.update(answeredRow(row, applyAnswer(writtenAttempt(row), twinAnswer, startedAt)));
      },
    );
    if (turn < warming) continue;
    own.push(times.own);
    plain.push(times.bare);
  }
  return { own, bare: plain };
}
