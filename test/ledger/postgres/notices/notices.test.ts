/** Notices between seats on a real server. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LedgerChange } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { attemptsChannel } from '#electron/ledger/postgres/notices/notice-sender.ts';
import { connectBeside, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { approved, guard, newAttempt, value } from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';

let store: SharedStore;
let ledger: StoredLedger;
let beside: pg.Client;
let notices: string[];

// Notices wait for this clock, and no heartbeat comes between, however long a statement takes.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  store = await storeOfTest('PostgreSQL');
  ledger = await store.open();
  beside = await connectBeside(store);
  notices = [];
  beside.on('notification', ({ channel, payload }) => notices.push(`${channel}: ${payload}`));
  await beside.query(`listen ${attemptsChannel}`);
});
afterEach(async () => {
  vi.useRealTimers();
  await beside.end();
});

const now = () => new Date().toISOString();

it('a payment notifies nobody before its commit is done, and every seat once afterwards', async () => {
  const attempt = newAttempt();
  value(await ledger.begin(attempt, guard()));
  await ledger.finish(attempt.id, approved(), now());
  // The server delivers what was notified by then with the answer to the next statement.
  await beside.query('select 1');
  expect(notices).toEqual([]);
  await vi.waitFor(() => expect(notices).toEqual([expect.stringContaining(attempt.id)]), soon);
});

it('the last payment of a seat is notified when the seat closes', async () => {
  const till = await store.open('Till');
  const attempt = newAttempt();
  value(await till.begin(attempt, guard()));
  await till.close();
  await vi.waitFor(() => expect(notices).toEqual([expect.stringContaining(attempt.id)]), soon);
});

it('a seat hears what another one changed, and not what it changed itself', async () => {
  const changes: LedgerChange[] = [];
  ledger.onChange((change) => changes.push(change));
  const attempt = newAttempt();
  value(await ledger.begin(attempt, guard()));
  await vi.waitFor(() => expect(notices).toHaveLength(1), soon);
  await beside.query('select pg_notify($1, $2)', [attemptsChannel, JSON.stringify([[attempt.id]])]);
  await vi.waitFor(() => expect(changes).toHaveLength(2), soon);
  expect(changes).toEqual([
    expect.objectContaining({ attemptIds: [attempt.id], by: 'this-seat' }),
    { attemptIds: [attempt.id], by: 'another' },
  ]);
});
