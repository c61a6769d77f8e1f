/** History's sums at a server: one round trip of some hundred bytes, and the figures that the rows themselves give. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { benchmarkShop } from '#build/seed/generate.ts';
import { loadSqlite } from '#build/seed/load-sqlite.ts';
import { unwatched } from '#electron/core/ports/course.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { indexNewInPostgres } from '#electron/ledger/postgres/search/postgres-index.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema, type HistorySums } from '#shared/ledger/history.ts';
import { newId } from '#shared/new-id.ts';
import { makeStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { statementsOf } from '#test/fixtures/ledger/plan-of.ts';
import { times } from '#test/support/thorough.ts';

const file = path.join(tmpdir(), `caja-sums-${newId()}.db`);
let embedded: StoredLedger;
let server: Store;
let shared: StoredLedger;
beforeAll(async () => {
  await (await openSqliteLedger({ file, ...seatParts() })).close();
  loadSqlite(file, times(1_000, 3_000), benchmarkShop);
  embedded = await openSqliteLedger({ file, ...seatParts() });
  server = await makeStore('PostgreSQL');
  shared = await server.open();
  await moveLedger(embedded, shared, unwatched);
  // A read does not wait for a seat that is indexing.
  await indexNewInPostgres(shared.engine.db, true);
});
afterAll(async () => {
  await embedded.close();
  await server.drop();
  rmSync(file);
});

const sorted = ({ sums, ...rest }: HistorySums) => ({
  ...rest,
  sums: sums.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
});
const end = Date.parse(benchmarkShop.end);
const day = (before: number) => new Date(end - before * 86_400_000).toISOString();

it.each([
  {},
  { text: 'maria' },
  { text: 'maria gonz' },
  { operation: 'capture' },
  { operation: 'authorize' },
  { state: 'approved', from: day(200), until: day(5) },
  { state: 'unknown' },
  { text: 'nobody at all' },
])('has the figures of the rows themselves: %j', async (asked) => {
  const filter = historyFilterSchema.parse(asked);
  for (const now of [day(0), day(3), day(400)])
    expect(sorted(await shared.sums(filter, now))).toEqual(sorted(await embedded.sums(filter, now)));
});

it('takes one round trip of some hundred bytes', async () => {
  await shared.sums(historyFilterSchema.parse({ text: 'maria' }), day(0));
  const answers = await statementsOf(shared.engine, async () => {
    for (const asked of [{}, { text: 'maria' }, { state: 'approved' }])
      await shared.sums(historyFilterSchema.parse(asked), day(0));
  });
  expect(answers).toHaveLength(3);
  for (const { rows } of answers) expect(JSON.stringify(rows).length).toBeLessThan(1_500);
});
