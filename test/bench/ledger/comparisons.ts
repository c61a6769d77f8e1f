/** Reads and writes of a ledger against bare statements on the same tables. */
import type { CompiledQuery } from 'kysely';
import { applyAnswer } from '#electron/core/payments/answered-attempt.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { createLookUp } from '#electron/core/records/look-up.ts';
import { createReports } from '#electron/core/reports/reports.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { answeredRow, newRow, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { settlementColumns } from '#electron/ledger/attempts/payments.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneDay } from '#shared/durations.ts';
import { ok } from '#shared/failure.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { holdsPageSize } from '#shared/ledger/holds.ts';
import { ownReference } from '#shared/ledger/own-reference.ts';
import { newId } from '#shared/new-id.ts';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { benchmarkShop, generatedAt, numbers } from '#build/seed/generate.ts';
import { concepts, operators } from '#build/seed/names.ts';
import { alternate, both, median, type InTurn, type Rounds } from '#test/bench/measure.ts';
import { approved, fingerprintOf, newAttempt, query, value, waitingHolds } from '#test/fixtures/examples.ts';
import { secrets } from '#test/fixtures/world.ts';
import { aRecord } from '#test/fixtures/service-records.ts';

/** Search texts as people type them, for existing attempts: ten kinds in turn. */
function questions(size: number, count: number): readonly string[] {
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

/** Asks each question once to warm up and then `rounds` times. The median round of each question counts for both. */
async function measureSearch(
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

/** Instant at which the ledger is read: the end of the generated payments. */
const now = benchmarkShop.end;

/** Reads of the screens, with what the use case does beside them. */
function readsOf(ledger: StoredLedger, size: number): Readonly<Record<ReadName, () => Promise<unknown>>> {
  const deepUntil = new Date(Date.parse(now) - 548 * oneDay).toISOString();
  const clock = () => new Date(now);
  const reports = createReports({
    ledger,
    merchants: { list: () => Promise.resolve([]) },
    clock,
    makeId: newId,
    reconciled: () => null,
    seat: () => 'Bench',
  });
  const dayBefore = (days: number): string => new Date(Date.parse(now) - days * oneDay).toISOString().slice(0, 10);
  const { row } = generatedAt(size - 12, size, benchmarkShop);
  const record = aRecord({
    codOper: row.cod_oper,
    amount: row.amount,
    email: row.email,
    customTexts: [ownReference(row.id)],
  });
  const answer = { kind: 'records', records: [record, aRecord(), aRecord({ codOper: 'LK-2' })] } as const;
  const lookUp = createLookUp({
    gateway: {
      records: { ask: () => Promise.resolve(answer), count: () => Promise.resolve({ kind: 'count', count: 3 }) },
    },
    ledger,
    merchants: { of: () => Promise.resolve(ok({ merchant: benchmarkShop.merchant, secrets })) },
    seat: () => 'Bench',
    clock,
  });
  return {
    page: () => ledger.search(query()),
    holds: () => ledger.holds(waitingHolds({ limit: holdsPageSize }), now),
    deep: () => ledger.search(query({ text: concepts[0] ?? '', until: deepUntil })),
    sums: () => ledger.sums(historyFilterSchema.parse({ text: 'maria' }), now),
    report: async () =>
      value(await reports.figures({ environment: 'test', merchantId: null, first: dayBefore(30), last: dayBefore(1) })),
    match: async () => value(await lookUp(row.id)),
  };
}

export const readNames = ['page', 'holds', 'deep', 'sums', 'report', 'match'] as const;
type ReadName = (typeof readNames)[number];

/** Runs the work and returns the statements that reached the database. */
async function statementsOf(ledger: StoredLedger, work: () => Promise<unknown>): Promise<readonly CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const executor = ledger.engine.db.getExecutor();
  const original = executor.executeQuery.bind(executor);
  executor.executeQuery = (compiled, ...rest) => {
    statements.push(compiled);
    return original(compiled, ...rest);
  };
  await work();
  executor.executeQuery = original;
  if (statements.length === 0) throw new Error('A read of the benchmark has asked the database nothing.');
  return statements;
}

/**
 * Measures each read in turn with the statements that it made, prepared beforehand and read as plain rows.
 * @param replay prepares statements, which the returned function runs
 */
async function measureReads(
  ledger: StoredLedger,
  size: number,
  replay: (statements: readonly CompiledQuery[]) => () => unknown,
  rounds: Rounds,
): Promise<Readonly<Record<ReadName, InTurn>>> {
  const reads = readsOf(ledger, size);
  const measured: Partial<Record<ReadName, InTurn>> = {};
  for (const name of readNames) {
    const bare = replay(await statementsOf(ledger, reads[name]));
    measured[name] = await alternate(rounds, () => ({ own: reads[name], bare }));
  }
  return measured as Record<ReadName, InTurn>;
}

/** The two commits of an append: one writes the row, one fills in its answer. */
export interface BareCommits {
  readonly insert: (row: ListedRow) => unknown;
  readonly update: (row: ListedRow) => unknown;
}

/** Appends sales by the ledger and by bare statements: the same columns, values of the same length, two durable commits. */
function measureAppend(ledger: StoredLedger, bare: BareCommits, rounds: Rounds): Promise<InTurn> {
  const since = Date.now();
  return alternate(rounds, (turn) => {
    const startedAt = new Date(since + turn).toISOString();
    const [attempt, twin] = [0, 1].map(() =>
      newAttempt({ operation: 'sell', startedAt, cardFingerprint: fingerprintOf(newId()) }),
    ) as [NewAttempt, NewAttempt];
    // Each has its own reference. The ledger would look longer at one that another payment has.
    const [answer, twinAnswer] = [approved(), approved()];
    const row = { ...newRow({ ...twin, instanceId: newId() }), position: positionAt(startedAt) + slots / 2 };
    return {
      own: async () => {
        value(await ledger.begin(attempt, { since: attempt.startedAt, overridden: 'none' }));
        await ledger.finish(attempt.id, answer, startedAt);
      },
      bare: async () => {
        await bare.insert(row);
        await bare.update(answeredRow(row, applyAnswer(writtenAttempt(row), twinAnswer, startedAt)));
      },
    };
  });
}

/** All comparisons of a ledger. Durations in ms. */
export interface LedgerTimes extends Readonly<Record<ReadName, InTurn>> {
  readonly search: InTurn;
  readonly append: InTurn;
}

export interface BareStatements extends BareCommits {
  readonly search: (text: string) => () => unknown;
  readonly replay: (statements: readonly CompiledQuery[]) => () => unknown;
}

export interface LedgerRounds {
  /** Questions of the search, and how often each is asked. */
  readonly questions: number;
  readonly rounds: number;
  readonly reads: Rounds;
  readonly appends: Rounds;
}

export async function measureLedgerTimes(
  ledger: StoredLedger,
  size: number,
  bare: BareStatements,
  { questions: count, rounds, reads, appends }: LedgerRounds,
): Promise<LedgerTimes> {
  const search = await measureSearch(ledger, bare.search, questions(size, count), rounds);
  const read = await measureReads(ledger, size, bare.replay, reads);
  return { search, ...read, append: await measureAppend(ledger, bare, appends) };
}
