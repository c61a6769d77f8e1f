/** Reconciliation: days of a merchant's ledger beside the service's own records. Never sends a payment, and never waits for a close. */
import { setImmediate } from 'node:timers/promises';
import { failed, ok, type Result } from '#shared/failure.ts';
import { oneHour, oneSecond } from '#shared/durations.ts';
import { localDay } from '#shared/local-day.ts';
import { certain, operatorTime, recordKey, type ServiceRecord } from '#shared/ledger/service-records.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { ReconciledSummary } from '#shared/reports/figures.ts';
import {
  lineKindNames,
  mostReconciledDays,
  type Reconciled,
  type Reconciliation,
  type ReconcileQuery,
} from '#shared/reports/reconciliation.ts';
import type { Course } from '#electron/core/ports/course.ts';
import type { DayBounds } from '#electron/core/ports/day-figures.ts';
import type { MerchantAccount, ServiceRecords, NoRecords, RecordsCount } from '#electron/core/ports/gateway.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { type Ledger, fromLedger } from '#electron/core/ports/ledger.ts';
import { compareRecords } from './compare-records.ts';
import { pairUp, type Paired } from './pair-up.ts';
import { countRecords, readWhole, type RecordServices } from './read-whole.ts';
import { daysOf } from '#electron/core/reports/reports.ts';

export type Reconciliations = ReturnType<typeof createReconciliations>;

/** A record's time and ours differ by the way of the request and by what the clocks are off. */
const margin = oneHour;
/** Most records of a day. A day with more is incomplete. */
const mostOfDay = 20_000;

/** Time that is asked for at once: a day, the first and the last one with their margins. */
interface Window {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

export function createReconciliations(parts: RecordServices & Pick<Ports, 'clock' | 'makeId'>) {
  const { gateway, ledger, merchants, clock, makeId } = parts;
  const summaries = new Map<string, ReconciledSummary>();
  let latest: Reconciled | null = null;

  async function compare(
    account: MerchantAccount,
    query: ReconcileQuery,
    days: readonly DayBounds[],
    course: Course,
  ): Promise<Reconciled | NoRecords> {
    const windows = windowsOf(days);
    const read = await readRecords(gateway.records, account, windows, course);
    if (read.kind !== 'records') return read;
    const attempts = await readAttempts(ledger, query, rangeOf(days), course);
    const paired = pairUp(attempts, read.records, await idtxOfHolds(ledger, attempts));
    const reversed = await reversedBy({ gateway, ledger }, account, paired);
    // A month of a busy shop takes a fifth of a second each for pairing and comparing; payments get their turn in between.
    await setImmediate();
    const now = clock();
    const { incomplete } = read;
    const compared = compareRecords({ paired, reversed, days, incomplete, now });
    const { lines } = compared;
    return {
      kind: 'reconciled',
      id: makeId(),
      query,
      merchantName: account.merchant.name,
      currencySign: account.merchant.currencySign,
      at: now.toISOString(),
      ...compared,
      counts: lineKindNames.map((kind) => ({ kind, count: lines.filter((line) => line.kind === kind).length })),
      claims: lines.filter(({ record }) => record?.openClaim === true).length,
      more: 0,
    };
  }

  return {
    /** Compares the days. Fails as the ledger or the vault does; the service's failures are answers. */
    async reconcile(query: ReconcileQuery, course: Course): Promise<Result<Reconciliation>> {
      const days = daysOf(query, localDay(clock()), mostReconciledDays);
      if (!days.ok) return days;
      const account = await merchants.of(query.merchantId);
      if (!account.ok) return account;
      if (account.value.merchant.environment !== query.environment) return failed({ kind: 'not-found' });
      const compared = await fromLedger(compare(account.value, query, days.value, course));
      if (!compared.ok || compared.value.kind !== 'reconciled') return compared;
      latest = compared.value;
      summaries.set(keyOf(query), summaryOf(latest));
      return ok(latest);
    },
    /** Returns the latest comparison with all its lines, for files and papers; null for another one. */
    find: (id: string): Reconciled | null => (latest?.id === id ? latest : null),
    /** Returns what the last comparison of exactly these days said since the program began; null without one. */
    summary: (
      query: Omit<ReconcileQuery, 'merchantId'> & { readonly merchantId: string | null },
    ): ReconciledSummary | null => summaries.get(keyOf(query)) ?? null,
  };
}

/** Counts every window first, so that the progress has a whole. */
async function readRecords(
  records: ServiceRecords,
  account: MerchantAccount,
  windows: readonly Window[],
  course: Course,
) {
  const questions = windows.map(({ from, to }) => ({ by: 'time', from, to }) as const);
  const reading = { records, account, most: mostOfDay };
  const counts: RecordsCount[] = [];
  course.begin('ask', null);
  for (const question of questions) {
    const count = await countRecords({ ...reading, question });
    if (count.kind !== 'count') return count;
    counts.push(count);
    course.progress(0);
  }
  const total = counts.reduce((sum, count) => sum + ('count' in count ? (count.count ?? 0) : 0), 0);
  course.expect(total);
  const all = new Map<string, ServiceRecord>();
  const incomplete = new Set<string>();
  for (const [index, question] of questions.entries()) {
    const watch = (read: number): void => course.progress(Math.min(total, all.size + read));
    const read = await readWhole({ ...reading, question, watch }, counts[index]);
    if (read.kind !== 'records') return read;
    for (const record of read.records) all.set(recordKey(record), record);
    if (!read.whole) incomplete.add(windows[index]?.day ?? '');
  }
  return { kind: 'records', records: certain([...all.values()]), incomplete } as const;
}

async function readAttempts(
  ledger: Pick<Ledger, 'all'>,
  query: ReconcileQuery,
  [from, until]: readonly [number, number],
  course: Course,
) {
  course.begin('compare', null);
  const { merchantId, environment } = query;
  const [first, last] = [new Date(from).toISOString(), new Date(until).toISOString()];
  const attempts: ListedAttempt[] = [];
  for await (const attempt of ledger.all(
    historyFilterSchema.parse({ merchantId, environment, from: first, until: last }),
  )) {
    attempts.push(attempt);
    if (attempts.length % 500 === 0) course.progress(attempts.length);
  }
  return attempts;
}

/** Reads the authorizations of settlements without an answer, by which their records are known. */
async function idtxOfHolds(
  ledger: Pick<Ledger, 'attempt'>,
  attempts: readonly ListedAttempt[],
): Promise<ReadonlyMap<string, string>> {
  const open = attempts.filter((attempt) => attempt.holdId !== null && effectiveState(attempt) === 'unknown');
  const known = new Map<string, string>();
  for (const { holdId } of open) {
    const { idtx } = (holdId === null ? null : await ledger.attempt(holdId))?.references ?? { idtx: null };
    if (holdId !== null && idtx !== null) known.set(holdId, idtx);
  }
  return known;
}

/** Finds the records of what reversals without a record reverse, in these days or by a question of their own. */
async function reversedBy(
  { gateway, ledger }: Omit<RecordServices, 'merchants'>,
  account: MerchantAccount,
  { pairs }: Paired,
): Promise<ReadonlyMap<string, ServiceRecord>> {
  const known = new Map(pairs.map(({ attempt, record }) => [attempt.id, record]));
  const found = new Map<string, ServiceRecord>();
  for (const { attempt, record } of pairs) {
    const id = attempt.chargeId ?? attempt.holdId;
    const isOpen = record === null && ['approved', 'unknown'].includes(effectiveState(attempt));
    if (!isOpen || id === null || operationFacts(attempt.operation).draft !== 'reversal') continue;
    const reversed = known.get(id) ?? (await askFor(id));
    if (reversed !== null) found.set(attempt.id, reversed);
  }
  return found;

  async function askFor(id: string): Promise<ServiceRecord | null> {
    const earlier = await ledger.attempt(id);
    const codOper = earlier?.references.codOper ?? null;
    if (earlier === null || codOper === null) return null;
    const answer = await gateway.records.ask(account, { by: 'codOper', codOper });
    const { json } = operationFacts(earlier.operation).types;
    return answer.kind === 'records' ? (answer.records.find(({ type }) => type === json) ?? null) : null;
  }
}

const keyOf = ({ first, last, environment, merchantId }: Parameters<Reconciliations['summary']>[0]): string =>
  JSON.stringify([first, last, environment, merchantId]);

const summaryOf = ({ at, days, claims, total, currencySign }: Reconciled): ReconciledSummary => ({
  at,
  whole: days.every(({ whole }) => whole),
  differences: days.reduce((sum, { differences }) => sum + differences, 0),
  claims,
  net: total.net,
  currencySign,
});

/** Instants of the days with their margins, epoch milliseconds. */
const rangeOf = (days: readonly DayBounds[]): readonly [from: number, until: number] => [
  Date.parse(days[0]?.from ?? '') - margin,
  Date.parse(days.at(-1)?.until ?? '') + margin,
];

function windowsOf(days: readonly DayBounds[]): readonly Window[] {
  const [from, until] = rangeOf(days);
  return days.map((day, index) => ({
    day: day.day,
    from: operatorTime(index === 0 ? from : Date.parse(day.from)),
    // Both ends are included, to the second.
    to: operatorTime(index === days.length - 1 ? until : Date.parse(day.until) - oneSecond),
  }));
}
