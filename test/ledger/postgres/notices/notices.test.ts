/** Notices between seats on a real server, among them a seat of an older version, whose trigger notifies within its commit. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LedgerChange } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { attemptsChannel } from '#electron/ledger/postgres/notices/notice-payload.ts';
import { connectBeside, makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { approved, guard, newAttempt, value } from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';

let store: Store;
let ledger: StoredLedger;
/** Connection of a seat of an older version: it listens to one channel and sets nothing. */
let older: pg.Client;
let notices: string[];

beforeEach(async () => {
  store = await makeStore('PostgreSQL');
  ledger = await store.open();
  older = await connectBeside(store);
  notices = [];
  older.on('notification', ({ channel, payload }) => notices.push(`${channel}: ${payload}`));
  await older.query(`listen ${attemptsChannel}`);
});
afterEach(async () => {
  await older.end();
  await store.drop();
});

const now = () => new Date().toISOString();

it('a payment notifies nobody before its commit is done, and every seat once afterwards, in the older format', async () => {
  const attempt = newAttempt();
  value(await ledger.begin(attempt, guard()));
  await ledger.finish(attempt.id, approved(), now());
  // The server delivers what was notified by then with the answer to the next statement.
  await older.query('select 1');
  expect(notices).toEqual([]);
  await vi.waitFor(() => expect(notices).toEqual([`${attemptsChannel}: ${attempt.id}`]), soon);
});

it('the last payment of a seat is notified when the seat closes', async () => {
  const till = await store.open('Till');
  const attempt = newAttempt();
  value(await till.begin(attempt, guard()));
  await till.close();
  await vi.waitFor(() => expect(notices).toEqual([`${attemptsChannel}: ${attempt.id}`]), soon);
});

it('a seat hears what an older one changed, and not what it changed itself', async () => {
  const changes: LedgerChange[] = [];
  ledger.onChange((change) => changes.push(change));
  const attempt = newAttempt();
  value(await ledger.begin(attempt, guard()));
  await vi.waitFor(() => expect(notices).toHaveLength(1), soon);
  await older.query(`update attempts set description = 'another' where id = $1`, [attempt.id]);
  await vi.waitFor(() => expect(changes).toHaveLength(2), soon);
  expect(changes).toEqual([
    { attemptIds: [attempt.id], by: 'this-seat' },
    { attemptIds: [attempt.id], by: 'another' },
  ]);
});
