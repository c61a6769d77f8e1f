/** Damaged rows: each page still comes, the row is marked, no figure has it, and nothing is done with it. */
import { readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHistory } from '#electron/core/records/history.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyFilterSchema, historyPageSchema, type HistoryPage } from '#shared/ledger/history.ts';
import { holdsPageSchema } from '#shared/ledger/holds.ts';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { figuresOf, onlyCurrency } from '#test/fixtures/ledger/figures-of.ts';
import { figureOf } from '#shared/reports/figures.ts';
import { enginesOfSameSql, storeOfTest, type EmbeddedStore } from '#test/fixtures/ledger/engines.ts';
import { purgeOld } from '#test/fixtures/ledger/exported.ts';
import { withoutHeartbeats } from '#test/fixtures/ledger/without-heartbeats.ts';
import { newId } from '#shared/new-id.ts';
import { approved, newAttempt, query, record, waitingHolds, noMerchants } from '#test/fixtures/examples.ts';
import { times } from '#test/support/thorough.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';

// One would write back a payment whose id is changed.
withoutHeartbeats();

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const day = { from: at(0), until: at(59) };
const chargedOn = async (ledger: StoredLedger) => figureOf(onlyCurrency(await figuresOf(ledger, day)).sums, 'charged');

/** Five sales and a hold, answered and indexed. */
async function fill(ledger: StoredLedger): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let minute = 1; minute <= 6; minute++) {
    const operation = minute === 3 ? 'authorize' : 'sell';
    const amount = 1_000 * minute;
    const attempt = newAttempt({ operation, amount, startedAt: at(minute) });
    ids.push(await record(ledger, attempt, approved({ answeredAmount: amount })));
  }
  await ledger.search(query({ text: 'maria' }));
  return ids;
}

/** Reads everything that a screen shows, as the bridge parses it. */
async function pages(ledger: StoredLedger): Promise<HistoryPage> {
  const page = historyPageSchema.parse(await ledger.search(query({})));
  historyPageSchema.parse(await ledger.search(query({ text: 'maria' })));
  holdsPageSchema.parse(await ledger.holds(waitingHolds({ show: 'all' }), at(50)));
  await figuresOf(ledger, day);
  historyPageSchema.shape.attempts.parse(await ledger.unknowns());
  for await (const { id } of ledger.all(historyFilterSchema.parse({}))) {
    const details = await ledger.show(id);
    if (details !== null) shownAttemptSchema.parse(details);
  }
  return page;
}

const damagedIn = ({ attempts }: HistoryPage) => attempts.filter(({ unknownCause }) => unknownCause === 'damaged');

/** Values that Caja never writes, which both engines accept in these columns. */
const unreadable: readonly (readonly [string, string | number])[] = [
  ['custom_fields', '[{"id":'],
  ['custom_fields', '{"a":1}'],
  ['custom_fields', '[null]'],
  ['risk', '{'],
  ['risk', '"none"'],
  ['differences', '[1]'],
  ['contradiction', '{}'],
  ['started_at', 'yesterday'],
  ['started_at', '2026-13-45T99:00:00.000Z'],
  ['answered_at', ''],
  ['answered_amount', -5],
  ['tax_amount', -1],
  ['id', 'no id'],
  ['receipt_url', 'javascript:alert(1)'],
  ['last_four', 'abcd'],
];

describe.each(enginesOfSameSql)('a row with an unreadable value on %s', (engine) => {
  let ledger: StoredLedger;
  let ids: readonly string[];
  beforeEach(async () => {
    ledger = await (await storeOfTest(engine)).open();
    ids = await fill(ledger);
  });

  it('is marked on every page, beside the others', async () => {
    for (const [column, wrong] of unreadable) {
      const { engine: on } = ledger;
      const before = await on.db.selectFrom('attempts').selectAll().orderBy('position').execute();
      const [, row] = before;
      await sql`update attempts set ${sql.ref(column)} = ${wrong}, indexed = 0, checksum = null
        where position = ${row?.position}`.execute(on.db);
      const page = await pages(ledger);
      expect(page.attempts, column).toHaveLength(ids.length);
      expect(damagedIn(page), `${column} ${wrong}`).toMatchObject([{ operation: 'unlisted', startedAt: at(2) }]);
      await sql`update attempts set ${sql.ref(column)} = ${row?.[column as 'id'] ?? null}
        where position = ${row?.position}`.execute(on.db);
    }
    expect(damagedIn(await pages(ledger))).toEqual([]);
    expect(ledger.damaged()).toBeGreaterThan(0);
  });

  it('can’t be resolved, captured or purged', async () => {
    const held = ids[2] ?? '';
    await ledger.engine.db.updateTable('attempts').set({ risk: '{', checksum: null }).where('id', '=', held).execute();
    const history = createHistory(ledger, noMerchants, () => new Date());
    const resolution = { outcome: 'declined', reference: '', note: 'Looked up', knows: null } as const;
    expect(await history.resolve({ id: held, resolution }, { name: 'Sol', role: 'supervisor' })).toMatchObject({
      failure: { kind: 'ledger', reason: 'corrupt' },
    });
    expect(await ledger.hold(held)).toMatchObject({ state: 'altered' });
    await ledger.engine.db.updateTable('holds').set({ state: 'captured' }).where('id', '=', held).execute();
    await purgeOld(ledger, '2026-06-01T00:00:00.000Z');
    expect((await ledger.search(query({}))).attempts.map(({ id }) => id)).toEqual([held]);
  });
});

describe('a changed value in an SQLite file', () => {
  let store: EmbeddedStore;
  let ledger: StoredLedger;
  let ids: readonly string[];
  beforeEach(async () => {
    store = await storeOfTest('SQLite');
    ledger = await store.open();
    ids = await fill(ledger);
  });

  it('is noticed in every column that lists read, and is in no figure of the day', async () => {
    const { db } = ledger.engine;
    const charged = await chargedOn(ledger);
    expect(charged).toMatchObject({ count: 5, amount: 18_000 });
    const row = await db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', ids[4] ?? '')
      .executeTakeFirstOrThrow();
    const missed: string[] = [];
    // The rest are held by constraints of the database.
    const free = listedColumns.filter(
      (name) => !['position', 'checksum', 'state', 'standing', 'hold_id', 'charge_id', 'card_of'].includes(name),
    );
    for (const column of free) {
      const former = row[column];
      const changed = typeof former === 'number' ? former + 1 : column === 'last_four' ? '9999' : `${former ?? ''}x`;
      const set = (to: unknown) =>
        sql`update attempts set ${sql.ref(column)} = ${to} where position = ${row.position}`.execute(db);
      if (column === 'resolved_outcome') continue;
      await set(changed);
      if (damagedIn(historyPageSchema.parse(await ledger.search(query({})))).length !== 1) missed.push(column);
      if (column === 'amount') expect(await chargedOn(ledger)).toMatchObject({ count: 4, amount: 13_000 });
      await set(former);
    }
    expect(missed).toEqual([]);
    expect(await chargedOn(ledger)).toEqual(charged);
  });

  it('by a flipped bit anywhere leaves every page or is said to be damage, and leaves no changed payment unmarked', async () => {
    const { address } = store;
    const shown = async (opened: StoredLedger) =>
      new Map((await opened.search(query({}))).attempts.map((attempt) => [attempt.startedAt, attempt]));
    const good = await shown(ledger);
    await ledger.close();
    const bytes = await readFile(address.file);
    // Only rows hold the keyed texts as they are.
    const texts = [...bytes.toString('latin1').matchAll(/maria\.gonzalez/g)].map(({ index }) => index);
    const offset = fc
      .tuple(fc.constantFrom(...texts), fc.integer({ min: -1_500, max: 1_500 }))
      .map(([text, distance]) => Math.min(Math.max(text + distance, 4_096), bytes.length - 1));
    let noticed = 0;
    await fc.assert(
      fc.asyncProperty(offset, fc.integer({ min: 0, max: 7 }), async (place, bit) => {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(place) ^ (1 << bit), place);
        await writeFile(address.file, flipped);
        let opened: StoredLedger;
        try {
          opened = await store.open();
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerUnavailable);
          noticed += 1;
          return;
        }
        try {
          const page = await pages(opened);
          noticed += damagedIn(page).length;
          for (const attempt of page.attempts) {
            const marked = attempt.unknownCause === 'damaged' || attempt.payment?.hold === 'unlisted';
            if (!marked) expect(attempt).toEqual(good.get(attempt.startedAt));
          }
        } catch (error) {
          // The flipped bit was one of the tree's, so SQLite can't find the rows.
          if (!(error instanceof LedgerUnavailable)) throw error;
          expect(error.reason).toBe('corrupt');
          noticed += 1;
        } finally {
          await opened.close();
        }
      }),
      // Each text is tried, so that the row's own is among them: chance alone may meet only bytes that nothing reads.
      { numRuns: times(6, 40) + texts.length, examples: texts.map((text): [number, number] => [text, 0]) },
    );
    expect(noticed).toBeGreaterThan(0);
  });

  it('in the key of the last payment, so that its table never ends, is said to be damage', async () => {
    const { file } = store.address;
    const newest = ledger.engine.db.selectFrom('attempts').select(({ fn }) => fn.max('position').as('position'));
    let { position } = await newest.executeTakeFirstOrThrow();
    await ledger.close();
    // As SQLite writes it: seven bits a byte, each but the last with its highest bit.
    const key = [position % 128];
    while ((position = Math.floor(position / 128)) > 0) key.unshift(128 + (position % 128));
    const bytes = await readFile(file);
    bytes[bytes.indexOf(Buffer.from(key)) + 2] = 128;
    await writeFile(file, bytes);
    ledger = await store.open();
    await expect(figuresOf(ledger, day)).rejects.toMatchObject({ reason: 'corrupt' });
  });

  it('that is too large for a number hides no page', async () => {
    const database = new DatabaseSync(store.address.file);
    database.exec(`update attempts set http_status = 9223372036854775807 where id = '${ids[1]}'`);
    database.close();
    expect(damagedIn(await pages(ledger))).toHaveLength(1);
  });

  it('in a hold or in the id of its authorization leaves the hold in the queue, and it can’t be captured', async () => {
    const { db } = ledger.engine;
    const queue = async () =>
      holdsPageSchema.parse(await ledger.holds(waitingHolds(), at(50))).holds.map(({ state }) => state);
    expect(await queue()).toEqual(['open']);
    for (const changes of [{ amount: 1 }, { merchant_id: 'other' }, { expires_at: 'soon' }]) {
      await db.updateTable('holds').set(changes).execute();
      expect(await queue()).toEqual(['unlisted']);
      await sql`update holds set amount = 3000, merchant_id = 'shop', expires_at = ${at(59)}`.execute(db);
      expect(await queue()).toEqual(['open']);
    }
    await sql`update attempts set id = ${newId()} where id = ${ids[2]}`.execute(db);
    expect(await queue()).toEqual(['unlisted']);
  });
});
