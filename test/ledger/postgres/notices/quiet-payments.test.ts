/** The transaction of a payment notifies nobody, because NOTIFY would hold a lock of the whole database until the commit. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attemptsChannel } from '#electron/ledger/postgres/notices/notice-sender.ts';
import { connectBeside, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { approved, guard, newAttempt, value } from '#test/fixtures/examples.ts';

let store: SharedStore;
let listener: pg.Client;
beforeEach(async () => {
  store = await storeOfTest('PostgreSQL');
  listener = await connectBeside(store);
});
afterEach(() => listener.end());

it('a transaction that writes payments notifies nobody, whichever way it is sent', async () => {
  const ledger = await store.open();
  let told = 0;
  listener.on('notification', () => told++);
  await listener.query(`listen ${attemptsChannel}`);
  // Without a word to the sender of notices, as it happens before that.
  ledger.engine.changed = () => undefined;
  for (const attempt of [newAttempt(), newAttempt({ overrideReason: 'A second order' })]) {
    value(await ledger.begin(attempt, guard()));
    await ledger.finish(attempt.id, approved(), new Date().toISOString());
  }
  // Notices precede the answer to a later statement.
  await listener.query('select 1');
  expect(told).toBe(0);
});
