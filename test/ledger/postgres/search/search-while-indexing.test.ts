/** A search while another seat is indexing: it finds and sums the same without waiting. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema, type historyQuerySchema } from '#shared/ledger/history.ts';
import type { z } from 'zod';
import { connectBeside, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { approved, guard, newAttempt, query, refused, value, waitingHolds } from '#test/fixtures/examples.ts';

let store: SharedStore;
let indexing: pg.Client;
beforeEach(async () => {
  store = await storeOfTest('PostgreSQL');
  indexing = await connectBeside(store);
  // The owner's default leaves out some of what a search finds.
  await indexing.query(`do $$ begin
    execute format('alter database %I set gin_fuzzy_search_limit = 1', current_database());
  end $$`);
});
afterEach(() => indexing.end());

/** Indexes without end, as seen by the others, until `release`. */
const take = () => indexing.query(`select pg_advisory_lock(hashtext('caja.words'))`);
const release = () => indexing.query(`select pg_advisory_unlock(hashtext('caja.words'))`);

const now = () => new Date().toISOString();
const found = async (ledger: StoredLedger, asked: z.input<typeof historyQuerySchema>) =>
  (await ledger.search(query(asked))).attempts.map(({ id }) => id);

const people = ['Zanzibar', 'Ángela', 'Ana', 'Zoe'];

const minuteAgo = Date.now() - 60_000;
const startOf = (index: number): string => new Date(minuteAgo + index * 1_000).toISOString();
const indexedFirst = 16;

/** Payments of which some are indexed, some only in an earlier state, and some not at all. */
async function fill(ledger: StoredLedger): Promise<void> {
  const sending: string[] = [];
  for (let index = 0; index < 40; index++) {
    const startedAt = startOf(index);
    const changes = { firstName: people[index % people.length] ?? '', amount: 1_000 + index, startedAt };
    const attempt = value(await ledger.begin(newAttempt(changes), guard()));
    if (index % 3 === 1) sending.push(attempt.id);
    else await ledger.finish(attempt.id, index % 2 === 0 ? refused('declined', '51') : approved(), startedAt);
    if (index + 1 !== indexedFirst) continue;
    await found(ledger, { text: 'ana' });
    await take();
    // The index has the newest two of these as they were.
    for (const id of sending.splice(-2)) await ledger.finish(id, approved(), now());
  }
}

it('a search finds the same while another seat is indexing, without waiting for it', async () => {
  const ledger = await store.open();
  await fill(ledger);
  const reference = (await ledger.search(query({ limit: 1 }))).attempts[0]?.references.codOper ?? '';
  const middle = startOf(indexedFirst);
  const asked: z.input<typeof historyQuerySchema>[] = [
    ...['z', 'zan', 'ANGE', 'ana 7001', '10.15', 'Ana 10.02', reference, reference.slice(-4), 'nobody'].map((text) => ({
      text,
    })),
    ...(['sending', 'approved', 'declined'] as const).map((state) => ({ state })),
    ...([5, 20, 500] as const).map((limit) => ({ operatorName: 'Ana', limit })),
    { text: 'zoe', state: 'approved' },
    { text: 'zanzibar', operation: 'authorize', from: middle },
    { text: 'zanzibar', environment: 'test', until: middle, limit: 3 },
    { operatorName: 'Sol' },
    { state: 'sending', until: middle, limit: 1 },
    { state: 'sending', until: middle, limit: 2 },
  ];
  const ask = async () => [
    ...(await Promise.all(asked.map((one) => found(ledger, one)))),
    (await ledger.holds(waitingHolds({ text: 'zan' }), now())).holds.map(({ id }) => id),
  ];
  const waiting = await ask();
  const more = (await ledger.search(query({ operatorName: 'Ana', limit: 20 }))).more;
  await release();
  expect(waiting).toEqual(await ask());
  expect(asked.filter((_one, index) => waiting[index]?.length === 0)).toEqual([
    { text: 'nobody' },
    { operatorName: 'Sol' },
  ]);
  expect(more).toBe(true);
});

it('sums of finds are the same while another seat is indexing, without waiting for it', async () => {
  const ledger = await store.open();
  await fill(ledger);
  const asked: z.input<typeof historyFilterSchema>[] = [
    { text: 'ana' },
    { operatorName: 'Ana' },
    { operatorName: 'Sol' },
    ...(['sending', 'approved', 'declined'] as const).map((state) => ({ state })),
    { state: 'approved', from: startOf(indexedFirst - 2) },
    { text: 'zoe', until: startOf(indexedFirst + 4) },
  ];
  const ask = () => Promise.all(asked.map((filter) => ledger.sums(historyFilterSchema.parse(filter), now())));
  const waiting = await ask();
  await release();
  expect(waiting).toEqual(await ask());
  expect(asked.filter((_filter, index) => waiting[index]?.count === 0)).toEqual([{ operatorName: 'Sol' }]);
});
