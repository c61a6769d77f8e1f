/** Reads that the screens repeat after an event of the main process, and reads that they do not. */
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient, refetchAfter, refetchSession, startLiveData } from '#renderer/frame/live-data.tsx';
import { createRefresh, type Refresh } from '#renderer/frame/refresh.ts';
import type { EventMessage, EventName } from '#shared/contract/contract.ts';

/** Every read of the screens, as if all of them were shown. */
const reads = [
  ['session', 'current'],
  ['seat', 'settings'],
  ['seat', 'program'],
  ['seat', 'damagedFiles'],
  ['merchants', 'active'],
  ['merchants', 'list'],
  ['operators', 'list'],
  ['ledger', 'status'],
  ['ledger', 'backups'],
  ['ledger', 'events'],
  ['vault', 'status'],
  ['answers', 'waiting'],
  ['history', 'search'],
  ['history', 'reach'],
  ['history', 'unknowns'],
  ['holds', 'list'],
  ['training', 'status'],
] as const;
const everything = reads.map((read) => read.join('.'));
const andSession = ['session.current'];

let client: QueryClient;
let refresh: Refresh;
let asked: string[];
let operator: { readonly name: string } | null;

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(async () => {
  client = makeQueryClient();
  refresh = createRefresh(client);
  onTestFinished(() => client.clear());
  asked = [];
  operator = { name: 'Ana' };
  for (const [group, name] of reads) {
    const observer = new QueryObserver(client, {
      queryKey: [group, name, undefined],
      queryFn: () => {
        asked.push(`${group}.${name}`);
        return Promise.resolve(group === 'session' ? { operator } : {});
      },
    });
    onTestFinished(observer.subscribe(() => undefined));
  }
  await settled();
  expect(asked.toSorted()).toEqual(everything.toSorted());
  asked = [];
});

describe('an event of main', () => {
  it.each<[Exclude<EventName, 'session.changed'>, readonly string[]]>([
    ['seat.changed', ['seat.settings', 'merchants.active', 'merchants.list']],
    ['merchants.changed', ['seat.damagedFiles', 'merchants.active', 'merchants.list', 'history.reach']],
    ['operators.changed', ['operators.list', 'ledger.events', 'seat.damagedFiles']],
    ['ledger.changed', ['seat.damagedFiles', 'ledger.status', 'ledger.events']],
    ['ledger.backupsChanged', ['ledger.backups']],
    ['vault.changed', ['seat.damagedFiles', 'merchants.active', 'merchants.list', 'vault.status']],
    ['answers.changed', ['answers.waiting']],
    [
      'history.changed',
      ['history.search', 'history.reach', 'history.unknowns', 'holds.list', 'ledger.events', 'training.status'],
    ],
    ['payments.sent', []],
    ['holds.batch', []],
    ['work.progress', []],
    ['menu.command', []],
  ])('%s refetches only what it names', async (name, expected) => {
    refetchAfter(client, refresh, { name, payload: { attemptIds: null } });
    await settled();
    // A read that has just been answered rests first.
    await expect.poll(() => asked.toSorted()).toEqual(expected.toSorted());
  });

  it('session.changed refetches only the session', async () => {
    await refetchSession(client, { anew: false });
    await settled();
    expect(asked).toEqual(andSession);
  });

  it('session.changed refetches everything once an operator is back, the session first', async () => {
    await refetchSession(client, { anew: true });
    await settled();
    expect(asked[0]).toBe('session.current');
    expect(asked.toSorted()).toEqual(everything.toSorted());
  });

  it('session.changed refetches only the reads that a locked seat may make', async () => {
    operator = null;
    await refetchSession(client, { anew: false });
    await settled();
    expect(asked).toEqual([...andSession, 'seat.settings', 'merchants.active']);
  });
});

it('an event between the first answer and the first picture makes the picture’s read ask again', async () => {
  const listeners: ((message: EventMessage) => void)[] = [];
  vi.stubGlobal('window', { caja: { on: (listener: (message: EventMessage) => void) => listeners.push(listener) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const live = startLiveData();
  onTestFinished(() => live.clear());
  let answers = 0;
  const read = { queryKey: ['ledger', 'status', undefined], queryFn: () => Promise.resolve(++answers) };
  await live.prefetchQuery(read);
  for (const tell of listeners) tell({ name: 'ledger.changed', payload: {} });
  onTestFinished(new QueryObserver(live, read).subscribe(() => undefined));
  await expect.poll(() => live.getQueryData(read.queryKey)).toBe(2);
});
