/** Reconciliation: days of a merchant's ledger beside the service's own records. Never sends a payment, and never waits for a close. */
import { setImmediate } from 'node:timers/promises';
import { failed, ok, type Result } from '#shared/failure.ts';
import { oneHour, oneSecond } from '#shared/durations.ts';
import { localDay } from '#shared/local-day.ts';
import { certain, operatorTime, recordKey, type ServiceRecord } from '#shared/ledger/service-records.ts';
import { historyFilterSchema } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
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
import { type Ledger, fromLedger, LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { compareRecords } from './compare-records.ts';
import { pairUp, type Paired } from './pair-up.ts';
import { countRecords, readWhole, type RecordServices } from './read-whole.ts';
import { daysOf } from '#electron/core/reports/reports.ts';

type Reconciliations = ReturnType<typeof createReconciliations>;

/** A record's time and ours differ by the way of the request and by what the clocks are off. */
const margin = oneHour;
/** Most records of a day. A day with more is incomplete. */
export const mostOfDay = 20_000;

/** Time that is asked for at once: a day, the first and the last one with their margins. */
interface Window {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

export function createReconciliations(parts: RecordServices & Pick<Ports, 'clock' | 'makeId' | 'reportBug'>) {
  const { gateway, ledger, merchants, clock, makeId, reportBug } = parts;
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
    const { idtxs, unread } = await idtxOfHolds({ ledger, reportBug }, attempts);
    const paired = pairUp(attempts, read.records, idtxs);
    const reversed = await reversedBy({ gateway, ledger, reportBug }, account, paired);
    // A month of a busy shop takes a fifth of a second each for pairing and comparing; payments get their turn in between.
    await setImmediate();
    const now = clock();
    const { incomplete } = read;
    const compared = compareRecords({
      paired,
      reversed: reversed.found,
      unread: new Set([...unread, ...reversed.unread]),
      days,
      incomplete,
      now,
    });
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

/** Reads what one line needs. A bug or a damaged row ends no comparison, so the line says that it could not be read. */
async function orUnread<Value>(
  read: () => Promise<Value>,
  reportBug: (error: unknown) => void,
): Promise<Value | 'unread'> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LedgerUnavailable && error.reason !== 'corrupt') throw error;
    reportBug(error);
    return 'unread';
  }
}

/** Reads an attempt that another one refers to. Null when the ledger has none. */
async function earlierAttempt(
  { ledger, reportBug }: Pick<Ports, 'ledger' | 'reportBug'>,
  id: string,
): Promise<Attempt | null | 'unread'> {
  const earlier = await orUnread(() => ledger.attempt(id), reportBug);
  return earlier !== 'unread' && earlier?.unknownCause === 'damaged' ? 'unread' : earlier;
}

/** Reads the authorizations of settlements without an answer, by which their records are known. */
async function idtxOfHolds(parts: Pick<Ports, 'ledger' | 'reportBug'>, attempts: readonly ListedAttempt[]) {
  const idtxs = new Map<string, string>();
  const unread = new Set<string>();
  for (const attempt of attempts) {
    const { id, holdId } = attempt;
    if (holdId === null || effectiveState(attempt) !== 'unknown') continue;
    const hold = await earlierAttempt(parts, holdId);
    if (hold === 'unread') unread.add(id);
    else if (hold !== null && hold.references.idtx !== null) idtxs.set(holdId, hold.references.idtx);
  }
  return { idtxs, unread };
}

/** Finds the records of what reversals without a record reverse, in these days or by a question of their own. */
async function reversedBy(
  { gateway, ...parts }: Pick<Ports, 'ledger' | 'reportBug'> & Pick<RecordServices, 'gateway'>,
  account: MerchantAccount,
  { pairs }: Paired,
) {
  const known = new Map(pairs.map(({ attempt, record }) => [attempt.id, record]));
  const found = new Map<string, ServiceRecord>();
  const unread = new Set<string>();
  for (const { attempt, record } of pairs) {
    const id = attempt.chargeId ?? attempt.holdId;
    const isOpen = record === null && ['approved', 'unknown'].includes(effectiveState(attempt));
    if (!isOpen || id === null || operationFacts(attempt.operation).draft !== 'reversal') continue;
    const reversed = known.get(id) ?? (await askFor(id));
    if (reversed === 'unread') unread.add(attempt.id);
    else if (reversed !== null) found.set(attempt.id, reversed);
  }
  return { found, unread };

  async function askFor(id: string): Promise<ServiceRecord | null | 'unread'> {
    const earlier = await earlierAttempt(parts, id);
    if (earlier === 'unread') return earlier;
    const codOper = earlier?.references.codOper ?? null;
    if (earlier === null || codOper === null) return null;
    const answer = await orUnread(() => gateway.records.ask(account, { by: 'codOper', codOper }), parts.reportBug);
    if (answer === 'unread' || answer.kind !== 'records') return 'unread';
    const { json } = operationFacts(earlier.operation).types;
    return answer.records.find(({ type }) => type === json) ?? null;
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
