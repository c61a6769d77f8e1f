/** Search, pages, the holds queue and retention on both engines, with texts as people type them. */
import { holdOrders, type HoldPart, type HoldsQuery } from '#shared/ledger/holds.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { historyOrders, historyPageSchema } from '#shared/ledger/history.ts';
import { newId } from '#shared/new-id.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import { exportedOf, purgeOld } from '#test/fixtures/ledger/exported.ts';
import {
  approved,
  capture,
  hoursFrom,
  lost,
  newAttempt,
  merchant,
  query,
  record,
  refused,
  value,
  waitingHolds,
} from '#test/fixtures/examples.ts';

const at = hoursFrom('2026-11-20T17:00:00.000Z');
const references = (codOper: string) => ({ codOper, authToken: null, idtx: null, cardToken: null, relatedTx: null });
const customer = (firstName: string, lastName: string, email: string, phone: string) => ({
  firstName,
  lastName,
  email,
  phone,
});

describe.each(engines)('the history on %s', (engine) => {
  let ledger: StoredLedger;
  const ids: Record<string, string> = {};

  async function add(name: string, changes: Partial<NewAttempt>, answer = approved()): Promise<void> {
    // Its end is the payment's own reference, which nobody searches for here.
    const id = `${newId().slice(0, -10)}eeeeeeeee${Object.keys(ids).length}`;
    ids[name] = await record(ledger, newAttempt({ id, startedAt: at(0), ...changes }), answer, at(0));
  }

  withStore(engine, (made) => ({ ledger } = made), 'all');
  beforeAll(async () => {
    await add(
      'hotel',
      {
        startedAt: at(-30),
        amount: 12_000,
        ...customer('María', 'Núñez', 'maria@hotel.example', '60201236'),
        concept: 'Suite reservation',
        description: 'Ocean view',
        customFieldValues: [{ id: '1', nameOrLabel: 'Booking', value: 'BK-4471' }],
      },
      approved({ references: references('SANDBOX_4F5E6D7C8B9A0011223344'), answeredAmount: 12_000 }),
    );
    await add(
      'sale',
      {
        operation: 'sell',
        startedAt: at(-2),
        amount: 123_450,
        operatorName: 'Benito',
        card: { brand: 'MASTERCARD', lastFour: '9692' },
        ...customer('Mario', 'Pérez', 'mp@shop.example', '60009999'),
        concept: 'Television',
        description: 'Delivery on Monday',
      },
      approved({ references: references('SANDBOX_AA00BB11CC22'), answeredAmount: 123_450 }),
    );
    await add('declined', { operation: 'sell', startedAt: at(-1), amount: 99_00 }, refused('declined', '51'));
    await add('unknown', { startedAt: at(-0.5), amount: 55_00 }, lost);
    await add(
      'training',
      { merchant: { ...merchant, id: 'training', environment: 'training' }, amount: 77_00 },
      approved({ answeredAmount: 77_00 }),
    );
    await add(
      'held',
      { startedAt: at(-20), amount: 30_00 },
      approved({ references: references('HOLD0001'), answeredAmount: 30_00 }),
    );
    await add(
      'capture',
      capture(ids['held'] ?? '', { startedAt: at(-1.5), amount: 30_00 }),
      approved({ references: references('CAPT0002'), answeredAmount: 30_00 }),
    );
  });

  const nameOf = (id: string): string => Object.keys(ids).find((name) => ids[name] === id) ?? '?';
  const found = async (changes: Parameters<typeof query>[0]): Promise<string[]> =>
    historyPageSchema.parse(await ledger.search(query(changes))).attempts.map((attempt) => nameOf(attempt.id));

  it.each([
    ['a name without its accent', 'maria nunez', ['hotel']],
    ['the beginning of a name', 'mar per', ['sale']],
    ['a common beginning, newest first', 'mari', ['training', 'unknown', 'declined', 'capture', 'sale', 'hotel']],
    ['the last four digits', '9692', ['sale']],
    ['an amount with decimals', '120.00', ['hotel']],
    ['an amount without decimals', '120', ['hotel']],
    ['an amount with a thousands separator', '1,234.50', ['sale']],
    ['an amount with its currency sign', 'B/.120.00', ['hotel']],
    ['an amount as the screens write it', 'B/. 99.00', ['declined']],
    ['an e-mail', 'mp@shop.example', ['sale']],
    ['the last digits of a phone', '9999', ['sale']],
    ['a word of the concept', 'suite', ['hotel']],
    ['a word of the description', 'monday', ['sale']],
    ['a whole codOper', 'SANDBOX_4F5E6D7C8B9A0011223344', ['hotel']],
    ['the end of a codOper', '3344', ['hotel']],
    ['a long end of a codOper', '6d7c8b9a0011223344', ['hotel']],
    ['the beginning of a codOper', 'aa00bb', ['sale']],
    ['a custom field', 'bk-4471', ['hotel']],
    ['an operator', 'benito', ['sale']],
    ['words that do not occur together', 'suite monday', []],
    ['a codOper with a wrong end', '4f5e6d7c8b9a0011223345', []],
    ['signs that mean something to a search engine', `'" * ( AND : & |`, []],
  ])('finds by %s', async (_what, text, names) => {
    expect(await found({ text })).toEqual(names);
  });

  it('filters by dates, operation, outcome, environment, merchant and operator, with and without words', async () => {
    expect(await found({ from: at(-2), until: at(-1) })).toEqual(['capture', 'sale']);
    expect(await found({ operation: 'capture' })).toEqual(['capture']);
    expect(await found({ state: 'declined' })).toEqual(['declined']);
    expect(await found({ environment: 'training' })).toEqual(['training']);
    expect(await found({ merchantId: 'training' })).toEqual(['training']);
    expect(await found({ operatorName: 'Benito' })).toEqual(['sale']);
    expect(await found({ text: 'mari', operation: 'sell', from: at(-1) })).toEqual(['declined']);
    expect(await found({ text: 'mari', state: 'approved', operatorName: 'Ana', environment: 'test' })).toEqual([
      'capture',
      'hotel',
    ]);
  });

  it.each(historyOrders)(
    'shows a captured hold once, ordered by %s: as its capture, or as itself where that is not found',
    async (order) => {
      for (const both of [{}, { text: '30.00' }, { text: 'mari' }, { state: 'approved' }, { from: at(-20) }] as const) {
        expect(await found({ order, ...both })).toContain('capture');
        expect(await found({ order, ...both })).not.toContain('held');
      }
      for (const hold of [
        { text: 'hold0001' },
        { text: '30.00', operation: 'authorize' },
        { text: 'mari', from: at(-20), until: at(-10) },
      ] as const)
        expect(await found({ order, ...hold })).toEqual(['held']);
      for (const later of [{ text: 'capt0002' }, { text: '30.00', operation: 'capture' }] as const)
        expect(await found({ order, ...later })).toEqual(['capture']);
    },
  );

  it.each(['', 'mari'])(
    'pages from the last row seen without gaps or repetitions, searching for "%s"',
    async (text) => {
      const seen: string[] = [];
      let after: { startedAt: string; id: string } | null = null;
      for (;;) {
        const page = await ledger.search(query({ text, after, limit: 3 }));
        seen.push(...page.attempts.map((attempt) => nameOf(attempt.id)));
        const last = page.attempts.at(-1);
        if (!page.more || last === undefined) break;
        after = { startedAt: last.startedAt, id: last.id };
      }
      expect(seen).toEqual(['training', 'unknown', 'declined', 'capture', 'sale', 'hotel']);
      const all: string[] = [];
      for await (const attempt of ledger.all(query({ text }))) all.push(nameOf(attempt.id));
      // A line of an export is an attempt.
      expect(all).toEqual(seen.toSpliced(5, 0, 'held'));
      const { order: _order, after: _after, limit: _limit, ...filter } = query({ text });
      expect((await ledger.sums(filter, at(0))).count).toBe(seen.length);
    },
  );

  it('finds an attempt that is still in flight, and its references as soon as they are known', async () => {
    const attempt = newAttempt({ operation: 'sell', description: 'Zanzibar', startedAt: at(1) });
    ids['flight'] = attempt.id;
    value(await ledger.begin(attempt, null));
    expect(await found({ text: 'zanzibar', state: 'sending' })).toEqual(['flight']);
    await ledger.finish(attempt.id, approved({ references: references('ZZ778899') }), at(1));
    expect(await found({ text: 'zanzibar 778899' })).toEqual(['flight']);
    expect(await found({ text: 'zanzibar', state: 'sending' })).toEqual([]);
    await ledger.purge('2020-01-01T00:00:00.000Z', await exportedOf(ledger));
  });

  it('lists open holds by the time left, the shortest first, with their sums', async () => {
    const page = await ledger.holds(waitingHolds(), at(0));
    expect(page.holds.map((hold) => nameOf(hold.id))).toEqual(['hotel', 'training']);
    expect(page.totals.open).toEqual({ count: 2, amount: 19_700 });
    expect(page.totals.unconfirmed).toEqual({ count: 0, amount: 0 });
    // The five days of the hotel's hold end 90 hours after noon.
    expect((await ledger.holds(waitingHolds(), at(50))).totals.within48h).toEqual({ count: 1, amount: 12_000 });
    expect((await ledger.holds(waitingHolds(), at(70))).totals.within24h).toEqual({ count: 1, amount: 12_000 });
    // In the instant of its end it has run out, as on the screens.
    expect((await ledger.holds(waitingHolds(), at(90))).totals).toMatchObject({
      expired: { count: 1, amount: 12_000 },
      within48h: { count: 1, amount: 7_700 },
      open: { count: 1, amount: 7_700 },
    });
  });

  it('leaves an expired hold out of the queue in each order, and finds it by a search and among all', async () => {
    const listed = async (change: Partial<HoldsQuery>, hours = 90) =>
      (await ledger.holds(waitingHolds(change), at(hours))).holds.map((hold) => nameOf(hold.id));
    for (const order of holdOrders) expect(await listed({ order })).toEqual(['training']);
    expect(await listed({ text: 'hotel' })).toEqual(await listed({ text: 'hotel' }, 0));
    expect(await listed({ show: 'all' })).toContain('hotel');
  });

  it('lists the holds of each sum at risk, and none beside them', async () => {
    const partAt = async (part: HoldPart, hours: number) =>
      (await ledger.holds(waitingHolds({ part }), at(hours))).holds.map((hold) => nameOf(hold.id));
    expect(await partAt('within48h', 0)).toEqual([]);
    expect(await partAt('within48h', 50)).toEqual(['hotel']);
    expect(await partAt('within24h', 50)).toEqual([]);
    expect(await partAt('within24h', 70)).toEqual(['hotel']);
    expect(await partAt('expired', 90)).toEqual(['hotel']);
    expect(await partAt('within48h', 90)).toEqual(['training']);
    expect(await partAt('unconfirmed', 0)).toEqual([]);
  });

  it('pages and searches holds', async () => {
    const first = await ledger.holds(waitingHolds({ limit: 1 }), at(0));
    expect(first.more).toBe(true);
    const last = first.holds[0];
    if (last === undefined) throw new Error('no hold');
    const rest = await ledger.holds(
      waitingHolds({ limit: 1, after: { expiresAt: last.expiresAt, id: last.id } }),
      at(0),
    );
    expect(rest.holds.map((hold) => nameOf(hold.id))).toEqual(['training']);
    expect(rest.more).toBe(false);
    const all = await ledger.holds(waitingHolds({ show: 'all' }), at(0));
    expect(all.holds.map((hold) => nameOf(hold.id))).toEqual(['training', 'held', 'hotel']);
    // Beside the waiting ones, settled holds of one operator alone.
    const ofNobody = await ledger.holds(waitingHolds({ show: 'all' }), at(0), 'Nobody');
    expect(ofNobody.holds.map((hold) => nameOf(hold.id))).toEqual(['training', 'hotel']);
    expect(await ledger.holds(waitingHolds({ show: 'all' }), at(0), all.holds[1]?.authorization.operatorName)).toEqual(
      all,
    );
    const suite = await ledger.holds(waitingHolds({ text: 'suite' }), at(0));
    expect(suite.holds.map((hold) => nameOf(hold.id))).toEqual(['hotel']);
    expect((await ledger.holds(waitingHolds({ text: 'nothing' }), at(0))).holds).toEqual([]);
  });

  it('lists its operators', async () => {
    expect(await ledger.operators()).toEqual(['Ana', 'Benito']);
  });

  it('purges old settled attempts, never open holds, unknown attempts or younger ones', async () => {
    expect(await purgeOld(ledger, at(-1.2))).toBe(3);
    expect(await found({ until: at(-1.2) })).toEqual(['hotel']);
    expect(await found({ text: '9692' })).toEqual([]);
    expect(await purgeOld(ledger, at(100))).toBe(2);
    expect(await found({})).toEqual(['training', 'unknown', 'hotel']);
    expect(await ledger.hold(ids['held'] ?? '')).toBeNull();
  });
});
