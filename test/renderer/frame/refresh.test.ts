/** Reads after many changes: how often main is asked, and for which reads. */
import { QueryObserver, focusManager, InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient, refetchAfter } from '#renderer/frame/live-data.tsx';
import { createRefresh, restShare, type Refresh } from '#renderer/frame/refresh.ts';
import { CallFailed } from '#renderer/session/api.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';

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

const change = (...attemptIds: readonly string[]) =>
  refetchAfter(client, refresh, { name: 'history.changed', payload: { attemptIds } });
const changeAll = () => refetchAfter(client, refresh, { name: 'history.changed', payload: { attemptIds: null } });
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A shown read whose answers take the given time in ms. The test says what it answers. */
function showRead(key: readonly [string, string], took = 10, data: unknown = {}) {
  const read = {
    asked: 0,
    answered: 0,
    answer: (): unknown => data,
    queryKey: [...key, undefined],
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
    for (let count = 0; count < 100; count++) change('a');
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
    change('another', 'third');
    await pass(1_000);
    expect(read.asked).toBe(1);
    change('another', 'sale');
    await pass(1_000);
    expect(read.asked).toBe(2);
    changeAll();
    await pass(1_000);
    expect(read.asked).toBe(3);
  });

  it('asks for the details of a hold and its captures, which change by attempts that they do not show yet', async () => {
    const read = showRead(['history', 'show'], 10, hold);
    await pass(1_000);
    change('new capture');
    await pass(1_000);
    expect(read.asked).toBe(2);
  });

  it('asks for batches that nobody has seen only while there are some', async () => {
    const read = showRead(['holds', 'unseenBatches'], 10, []);
    await pass(1_000);
    change('a');
    await pass(1_000);
    expect(read.asked).toBe(1);
    read.answer = () => [{ batchId: 'b' }];
    changeAll();
    await pass(1_000);
    change('a');
    await pass(1_000);
    expect(read.asked).toBe(3);
  });

  it('marks details that are not shown, whatever changed', async () => {
    const read = showRead(['history', 'show'], 10, sale);
    await pass(1_000);
    read.hide();
    change('another');
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
