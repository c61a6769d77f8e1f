/** Reads after many changes: how often main is asked, and for which reads. */
import { QueryObserver, focusManager, InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient, refetchAfter } from '#renderer/frame/live-data.tsx';
import { createRefresh, restShare, type Refresh } from '#renderer/frame/refresh.ts';
import { CallFailed } from '#renderer/session/api.ts';
import type { EventOf } from '#shared/contract/contract.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { changeOf, historyFilterSchema, type ChangedAttempt } from '#shared/ledger/history.ts';
import { attempt } from '#test/fixtures/shown/attempts.ts';

let client: QueryClient;
let refresh: Refresh;
beforeEach(() => {
  vi.useFakeTimers();
  client = makeQueryClient();
  refresh = createRefresh(client, () => 0.5);
});
afterEach(() => {
  client.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

const change = (payload: EventOf<'history.changed'>) =>
  refetchAfter(client, refresh, { name: 'history.changed', payload });
const changeOfIds = (...attemptIds: readonly string[]) => change({ attemptIds });
const changeAll = () => change({ attemptIds: null });
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A shown read whose answers take the given time in ms. The test says what it answers. */
function showRead(key: readonly [string, string], took = 10, data: unknown = {}, ...input: readonly unknown[]) {
  const read = {
    asked: 0,
    answered: 0,
    answer: (): unknown => data,
    queryKey: input.length === 0 ? [...key, undefined] : [...key, ...input],
    hide: (): void => undefined,
    show: (): void => undefined,
    shown: (): unknown => undefined,
  };
  read.show = () => {
    const observer = new QueryObserver(client, {
      queryKey: read.queryKey,
      queryFn: async () => {
        read.asked++;
        await new Promise((resolve) => setTimeout(resolve, took));
        read.answered++;
        return read.answer();
      },
    });
    read.shown = () => observer.getCurrentResult();
    read.hide = observer.subscribe(() => undefined);
    onTestFinished(() => read.hide());
  };
  read.show();
  return read;
}

const fails = (reason: LedgerFailureReason) => (): never => {
  throw new CallFailed({ kind: 'ledger', reason, detail: '' });
};

describe('a shown read', () => {
  it('is asked twice for a hundred changes while it is under way: the one under way is neither restarted nor doubled', async () => {
    const read = showRead(['history', 'search'], 100);
    await pass(50);
    for (let count = 0; count < 100; count++) changeAll();
    expect(read).toMatchObject({ asked: 1, answered: 0 });
    await pass(10_000);
    expect(read).toMatchObject({ asked: 2, answered: 2 });
  });

  it('is asked for the first of several events at once, and once for all that follow', async () => {
    const read = showRead(['ledger', 'events']);
    await pass(1_000);
    for (const name of ['operators.changed', 'ledger.changed'] as const) {
      refetchAfter(client, refresh, { name, payload: {} });
      changeAll();
    }
    expect(read.asked).toBe(2);
    await pass(10_000);
    expect(read.asked).toBe(3);
  });

  it('rests in proportion to the time of its answer, so that a slow ledger is asked less often', async () => {
    const read = showRead(['reports', 'figures'], 2_000);
    for (let second = 0; second < 60; second++) {
      changeAll();
      await pass(1_000);
    }
    expect(read.asked).toBeLessThanOrEqual(1 + 60 / (2 * (1 + restShare)));
    expect(read.asked).toBeGreaterThan(3);
  });

  it('of History’s sums is asked every half minute at most, whatever the other seats do, and the list at each change', async () => {
    const [sums, list] = [showRead(['history', 'sums']), showRead(['history', 'search'])];
    for (let second = 0; second < 120; second++) {
      changeAll();
      await pass(1_000);
    }
    expect(sums.asked).toBe(120 / 30);
    expect(list.asked).toBeGreaterThan(100);
  });

  it('of the state of the seat is read at once, however long the last one took', async () => {
    const read = showRead(['ledger', 'status'], 1_500);
    await pass(1_000);
    refetchAfter(client, refresh, { name: 'ledger.changed', payload: {} });
    await pass(501);
    expect(read).toMatchObject({ asked: 2, answered: 1 });
  });

  it('is not asked while the window is hidden, and once when it is visible again', async () => {
    const read = showRead(['history', 'unknowns']);
    await pass(1_000);
    focusManager.setFocused(false);
    for (let count = 0; count < 100; count++) {
      changeAll();
      await pass(100);
    }
    expect(read.asked).toBe(1);
    focusManager.setFocused(true);
    await pass(10_000);
    expect(read.asked).toBe(2);
  });

  it('that the screen leaves is not asked, and is read again when it is shown', async () => {
    const read = showRead(['history', 'search']);
    await pass(1_000);
    read.hide();
    for (let count = 0; count < 100; count++) changeOfIds('a');
    await pass(1_000);
    expect(read.asked).toBe(1);
    read.show();
    await pass(10_000);
    expect(read.asked).toBe(2);
  });

  it('that the screen leaves during its answer is read again when it is shown', async () => {
    const read = showRead(['history', 'search'], 100);
    await pass(1_000);
    changeAll();
    await pass(50);
    changeAll();
    read.hide();
    await pass(10_000);
    expect(read.asked).toBe(2);
    read.show();
    await pass(10_000);
    expect(read.asked).toBe(3);
  });

  it('keeps its last data when the database is full, and is asked again by itself, ever more seldom', async () => {
    const read = showRead(['history', 'unknowns'], 10, ['last']);
    await pass(1_000);
    read.answer = fails('full');
    changeAll();
    await pass(1_000);
    expect(read.shown()).toMatchObject({ data: ['last'], isError: true });
    await pass(119_000);
    expect(read.asked).toBeGreaterThan(4);
    expect(read.asked).toBeLessThan(12);
    read.answer = () => ['next'];
    await pass(30_000);
    expect(read.shown()).toMatchObject({ data: ['next'], isError: false });
    const { asked } = read;
    await pass(120_000);
    expect(read.asked).toBe(asked);
  });

  it('that found the database full at first is asked again as well, and one without a ledger waits for it', async () => {
    const full = showRead(['history', 'unknowns']);
    const away = showRead(['holds', 'list']);
    full.answer = fails('full');
    away.answer = fails('disconnected');
    await pass(60_000);
    expect(full.asked).toBeGreaterThan(2);
    expect(away.asked).toBe(1);
    changeAll();
    await pass(1_000);
    expect(away.asked).toBe(2);
  });
});

describe('a change of known attempts', () => {
  const sale = { id: 'sale', payment: null };
  const hold = { id: 'hold', payment: { holdId: 'hold' } };

  it('asks for the details of a payment only when it is among them', async () => {
    const read = showRead(['history', 'show'], 10, sale);
    await pass(1_000);
    changeOfIds('another', 'third');
    await pass(1_000);
    expect(read.asked).toBe(1);
    changeOfIds('another', 'sale');
    await pass(1_000);
    expect(read.asked).toBe(2);
    changeAll();
    await pass(1_000);
    expect(read.asked).toBe(3);
  });

  it('asks for the details of a hold and its captures, which change by attempts that they do not show yet', async () => {
    const read = showRead(['history', 'show'], 10, hold);
    await pass(1_000);
    changeOfIds('new capture');
    await pass(1_000);
    expect(read.asked).toBe(2);
  });

  it('asks for batches that nobody has seen only while there are some', async () => {
    const read = showRead(['holds', 'unseenBatches'], 10, []);
    await pass(1_000);
    changeOfIds('a');
    await pass(1_000);
    expect(read.asked).toBe(1);
    read.answer = () => [{ batchId: 'b' }];
    changeAll();
    await pass(1_000);
    changeOfIds('a');
    await pass(1_000);
    expect(read.asked).toBe(3);
  });

  const filter = historyFilterSchema.parse({ operatorName: 'Ana', from: '2026-11-01T00:00:00.000Z' });
  const everybody = historyFilterSchema.parse({});
  const pages = ['pages', filter, 'newest', ''];
  const facts = changeOf(attempt({ operatorName: 'Ana', startedAt: '2026-11-29T10:00:00.000Z' })).facts ?? [];
  const day = { first: '2026-11-01', last: '2026-11-29', environment: facts[0]?.environment, merchantId: null };
  const changed = (part: Partial<ChangedAttempt>) => facts.map((each) => ({ ...each, ...part }));

  it.each<[string, readonly [string, string], readonly unknown[], readonly ChangedAttempt[] | undefined, number]>([
    ['a list of one operator', ['history', 'search'], pages, changed({ operatorName: 'Eva' }), 0],
    ['a list of later days', ['history', 'search'], pages, changed({ startedAt: '2026-10-31T23:59:59.999Z' }), 0],
    ['a list that it may be in', ['history', 'search'], pages, changed({}), 1],
    [
      'a list that it may have left',
      ['history', 'search'],
      [{ ...filter, state: 'approved' }],
      changed({ state: 'declined' }),
      1,
    ],
    [
      'a list that one of them may be in',
      ['history', 'search'],
      pages,
      [...changed({ operatorName: 'Eva' }), ...facts],
      1,
    ],
    [
      'everybody’s list',
      ['history', 'search'],
      ['pages', everybody, 'newest', ''],
      changed({ operatorName: 'Eva' }),
      1,
    ],
    ['a list, while others may show it too', ['history', 'search'], pages, undefined, 1],
    ['a list whose filter can’t be read', ['history', 'search'], ['?'], changed({ operatorName: 'Eva' }), 1],
    ['sums of one operator', ['history', 'sums'], [filter], changed({ operatorName: 'Eva' }), 0],
    ['sums that it may be in', ['history', 'sums'], [filter], changed({}), 1],
    ['unconfirmed payments, by an approval', ['history', 'unknowns'], [], changed({}), 0],
    ['unconfirmed payments, by another one', ['history', 'unknowns'], [], changed({ state: 'unknown' }), 1],
    ['holds, by a sale', ['holds', 'list'], [], changed({ operation: 'sell' }), 0],
    ['holds, by an authorization', ['holds', 'list'], [], changed({ operation: 'authorize' }), 1],
    ['a report of that day', ['reports', 'figures'], [day], changed({}), 1],
    ['a report of days before', ['reports', 'figures'], [{ ...day, last: '2026-11-28' }], changed({}), 0],
    [
      'a report of days before, by a hold',
      ['reports', 'figures'],
      [{ ...day, last: '2026-11-28' }],
      changed({ operation: 'authorize' }),
      1,
    ],
    ['a report of another merchant', ['reports', 'figures'], [{ ...day, merchantId: 'other' }], changed({}), 0],
    ['a report of the other environment', ['reports', 'figures'], [day], changed({ environment: 'production' }), 0],
    ['closes of a day', ['reports', 'closes'], [], changed({}), 1],
  ])('concerns %s', async (_name, key, input, of, asked) => {
    const read = showRead(key, 10, {}, ...input);
    await pass(30_000);
    change({ attemptIds: ['a'], ...(of === undefined ? {} : { facts: of }) });
    await pass(1_000);
    expect(read.asked).toBe(1 + asked);
    changeAll();
    await pass(60_000);
    expect(read.asked).toBe(2 + asked);
  });

  it('concerns an operator who finds own payments only, and whose filter does not say so, by those alone', async () => {
    client.setQueryData(['session', 'current', undefined], { operator: { name: 'Ana' } });
    client.setQueryData(['history', 'reach', undefined], 'own');
    const shown = [
      showRead(['history', 'search'], 10, {}, everybody),
      showRead(['history', 'sums'], 10, {}, everybody),
    ];
    for (const [operatorName, asked] of [
      ['Eva', 1],
      ['Ana', 2],
    ] as const) {
      await pass(30_000);
      change({ attemptIds: ['a'], facts: changed({ operatorName }) });
      await pass(1_000);
      expect(shown.map((read) => read.asked)).toEqual([asked, asked]);
    }
  });

  it('asks for figures that depend on the clock, once they are a minute old', async () => {
    const [sums, holds] = [showRead(['history', 'sums'], 10, {}, filter), showRead(['holds', 'list'])];
    for (const asked of [1, 2]) {
      await pass(59_000 + 1_000 * asked);
      change({ attemptIds: ['a'], facts: changed({ operatorName: 'Eva', operation: 'sell' }) });
      await pass(100);
      expect([sums.asked, holds.asked]).toEqual([asked, asked]);
    }
  });

  it('of another seat asks for sums and reports after a share of their rest, and one of this seat at once', async () => {
    const [sums, list, report] = [
      showRead(['history', 'sums'], 10, {}, filter),
      showRead(['history', 'search'], 10, {}, filter),
      showRead(['reports', 'figures'], 10, {}, day),
    ];
    await pass(60_000);
    change({ attemptIds: ['a'], facts, by: 'another' });
    await pass(14_990);
    expect([sums.asked, report.asked, list.asked]).toEqual([1, 1, 2]);
    await pass(20);
    expect([sums.asked, report.asked]).toEqual([2, 2]);
    await pass(60_000);
    change({ attemptIds: ['b'], facts, by: 'another' });
    await pass(1_000);
    change({ attemptIds: ['c'], facts, by: 'this-seat' });
    await pass(100);
    expect([sums.asked, report.asked, list.asked]).toEqual([3, 3, 4]);
    // Sums rest after any change, a report for the sake of other seats alone.
    for (let count = 0; count < 50; count++) {
      await pass(500);
      change({ attemptIds: ['d'], facts, by: 'another' });
    }
    expect([sums.asked, report.asked]).toEqual([3, 3]);
    change({ attemptIds: ['e'], facts, by: 'this-seat' });
    await pass(100);
    expect([sums.asked, report.asked]).toEqual([3, 4]);
  });

  it('marks details that are not shown, whatever changed', async () => {
    const read = showRead(['history', 'show'], 10, sale);
    await pass(1_000);
    read.hide();
    changeOfIds('another');
    read.show();
    await pass(1_000);
    expect(read.asked).toBe(2);
  });
});

it('pages are all read again after the further page that was being read, or that ended their reading', async () => {
  const asked: number[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['history', 'search', 'pages'],
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return pageParam;
    },
    initialPageParam: 0,
    getNextPageParam: (last) => last + 1,
  });
  onTestFinished(observer.subscribe(() => undefined));
  await pass(1_000);
  void observer.fetchNextPage();
  await pass(50);
  changeAll();
  await pass(1_000);
  expect(asked).toEqual([0, 1, 0, 1]);
  asked.length = 0;
  changeAll();
  await pass(50);
  void observer.fetchNextPage();
  await pass(5_000);
  expect(asked.slice(-3)).toEqual([0, 1, 2]);
});
