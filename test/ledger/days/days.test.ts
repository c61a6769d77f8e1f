/** The figures of days and their closes on both engines. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DayCell, NewDayClose } from '#electron/core/ports/day-figures.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { carryTrail } from '#electron/ledger/copies/backup.ts';
import { ledgerFacts } from '#electron/ledger/copies/figures.ts';
import { moveLedger } from '#electron/ledger/copies/move.ts';
import { hasCloses } from '#electron/ledger/days/day-closes.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { checkHolds } from '#electron/ledger/trail/check/check-holds-and-closes.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import { changesBetween, isRemoved } from '#shared/reports/day-close.ts';
import type { Figures } from '#shared/reports/figures.ts';
import {
  approved,
  capture,
  hoursFrom,
  lost,
  merchant,
  newAttempt,
  record,
  refused,
  resolution,
  value,
} from '#test/fixtures/examples.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { engines, storeOfTest, withStore, type Store } from '#test/fixtures/ledger/engines.ts';
import { figuresOf, onlyCurrency } from '#test/fixtures/ledger/figures-of.ts';
import { statementsOf } from '#test/fixtures/ledger/plan-of.ts';
import { turnsDuring } from '#test/support/turns-during.ts';

const at = hoursFrom('2026-11-20T12:00:00.000Z');
const friday = { from: at(-12), until: at(12) };
const thursday = { from: at(-36), until: at(-12) };
const day = { day: '2026-11-20', environment: 'test', merchantId: 'shop' } as const;
const closeOf = (figures: Figures, operatorName: string, closedAt = figures.asOf): NewDayClose => ({
  ...day,
  ...friday,
  id: newId(),
  merchantName: merchant.name,
  closedAt,
  operatorName,
  seat: 'Front desk',
  figures,
});

describe.each(engines)('days on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  let open: string;
  let unknown: string;

  withStore(engine, (made) => ({ store, ledger } = made), 'all');

  const add = (changes: Partial<NewAttempt>, answer = approved()) =>
    record(ledger, newAttempt({ startedAt: at(0), ...changes }), answer);
  const answered = (amount: number) => approved({ answeredAmount: amount });

  beforeAll(async () => {
    open = await add({ startedAt: at(-30), amount: 120_00 }, answered(120_00));
    const held = await add({ startedAt: at(-4), amount: 30_00 }, answered(30_00));
    await add({ startedAt: at(-3.5), amount: 45_00 }, answered(45_00));
    await add(
      {
        operation: 'sell',
        startedAt: at(-2),
        amount: 1_234_50,
        operatorName: 'Benito',
        card: { brand: 'MASTERCARD', lastFour: '9692' },
      },
      answered(1_234_50),
    );
    await add({ operation: 'sell', startedAt: at(-1), amount: 99_00 }, refused('declined', '51'));
    unknown = await add({ startedAt: at(-0.5), amount: 55_00 }, lost);
    await add(capture(held, { startedAt: at(-1.5), amount: 30_00 }), answered(30_00));
    // Another environment, whose money is in no sum of this one.
    await add({ merchant: { ...merchant, id: 'training', environment: 'training' }, amount: 77_00 }, answered(77_00));
  });

  it('are summed with captures apart from sales, by operator, brand, outcome and hour', async () => {
    const day = onlyCurrency(await figuresOf(ledger, friday));
    expect(day).toMatchObject({
      sign: 'B/.',
      attempts: { count: 6 },
      sums: [
        { key: 'held', count: 2, amount: 75_00 },
        { key: 'charged', count: 2, amount: 1_264_50 },
      ].toSorted((one, other) => (one.key < other.key ? -1 : 1)),
      byOperation: [
        { key: 'authorize', count: 2, amount: 75_00 },
        { key: 'sell', count: 1, amount: 1_234_50 },
        { key: 'capture', count: 1, amount: 30_00 },
      ],
      byOperator: [
        { key: 'Ana', count: 1, amount: 30_00 },
        { key: 'Benito', count: 1, amount: 1_234_50 },
      ],
      byBrand: [
        { key: 'MASTERCARD', count: 1, amount: 1_234_50 },
        { key: 'VISA', count: 1, amount: 30_00 },
      ],
      byPart: [
        { part: '10', operation: 'sell', count: 1, amount: 1_234_50 },
        { part: '10', operation: 'capture', count: 1, amount: 30_00 },
      ],
    });
    expect(day.byState.map(({ key, count, amount }) => [key, count, amount])).toEqual([
      ['charged', 1, 1_234_50],
      ['captured', 1, 30_00],
      ['held', 2, 75_00],
      ['declined', 1, 99_00],
      ['unknown', 1, 55_00],
    ]);
  });

  it('tell which of their holds are still open, which have expired, and which wait from any day', async () => {
    const soon = onlyCurrency(await figuresOf(ledger, friday));
    expect(soon.opened).toEqual({ open: { count: 1, amount: 45_00 }, expired: { count: 0, amount: 0 } });
    expect(soon.waiting).toEqual({ open: { count: 2, amount: 165_00 }, expired: { count: 0, amount: 0 } });
    const late = await figuresOf(ledger, thursday, { now: at(24 * 30) });
    expect(onlyCurrency(late).opened).toEqual({ open: { count: 0, amount: 0 }, expired: { count: 1, amount: 120_00 } });
    expect(onlyCurrency(late).waiting.expired).toEqual({ count: 2, amount: 165_00 });
    expect(late.openHolds.map(({ id, amount, customer }) => [id, amount, customer])[0]).toEqual([
      open,
      120_00,
      'María González',
    ]);
  });

  it('count a hold whose capture is unconfirmed as the queue does: not among those that are open', async () => {
    const day = { from: at(-200), until: at(-180) };
    const taken = () => add({ startedAt: at(-190), amount: 20_00 }, answered(20_00));
    await add(capture(await taken(), { startedAt: at(-185), amount: 20_00 }), lost);
    const other = await taken();
    expect(onlyCurrency(await figuresOf(ledger, day)).opened.open).toEqual({ count: 1, amount: 20_00 });
    await add(capture(other, { startedAt: at(-184), amount: 20_00 }), answered(20_00));
  });

  it('are counted as each of them alone, many in few statements of a server', async () => {
    const days = Array.from({ length: 28 }, (_, index) => {
      const from = at(24 * (index - 20) - 12);
      return { day: from.slice(0, 10), from, until: at(24 * (index - 20) + 12) };
    });
    const query = { environment: 'test', merchantId: null, now: at(12) } as const;
    const counts = (cells: readonly DayCell[]) =>
      [...Map.groupBy(cells, ({ day, state, operatorName }) => `${day} ${state} ${operatorName}`)]
        .map(([key, own]) => `${key} ${own.reduce((sum, { count }) => sum + count, 0)}`)
        .toSorted();
    const alone = await Promise.all(days.map((day) => ledger.dayCells({ ...query, days: [day] })));
    let cells: readonly DayCell[] = [];
    const sent = await statementsOf(ledger.engine, async () => (cells = await ledger.dayCells({ ...query, days })));
    expect(counts(cells)).toEqual(counts(alone.flat()));
    expect(counts(cells).length).toBeGreaterThan(3);
    if (engine === 'PostgreSQL') expect(sent).toHaveLength(2);
  });

  it('list the payments without an answer, with who, when and how much', async () => {
    expect((await figuresOf(ledger, friday)).unconfirmed).toMatchObject([
      { id: unknown, startedAt: at(-0.5), operatorName: 'Ana', amount: 55_00, lastFour: '7001' },
    ]);
    expect((await figuresOf(ledger, thursday)).unconfirmed).toEqual([]);
  });

  it('sum the ITBMS of charged money alone, and half of what was told to the service as withheld', async () => {
    const day = { from: at(-120), until: at(-96) };
    const taxed = (amount: number, taxAmount: number, changes: Partial<NewAttempt>, answer = answered(amount)) =>
      add({ startedAt: at(-100), amount, taxAmount, ...changes }, answer);
    await taxed(107_00, 7_00, { operation: 'sell' });
    // An odd cent is withheld of each payment, not of their sum.
    await taxed(1_00, 7, { operation: 'sell' });
    await taxed(1_00, 7, { operation: 'sell' });
    // Family B sends no tax, so that nothing is withheld.
    await taxed(110_00, 10_00, { operation: 'sell', family: 'form' });
    // Not charged: an open hold, a decline, a lost answer.
    await taxed(50_00, 3_27, {});
    await taxed(50_00, 3_27, { operation: 'sell' }, refused('declined', '51'));
    await taxed(50_00, 3_27, { operation: 'sell' }, lost);
    // A capture has the tax of its authorization, of another day, in full although it is smaller.
    const held = await taxed(214_00, 14_00, { startedAt: at(-130) });
    await add(capture(held, { startedAt: at(-99), amount: 107_00 }), answered(107_00));
    const figures = onlyCurrency(await figuresOf(ledger, day));
    expect(figures.tax).toEqual({ amount: 7_00 + 7 + 7 + 10_00 + 14_00, withheld: 3_50 + 4 + 4 + 7_00 });
    const both = await figuresOf(ledger, { from: at(-144), until: at(-96) });
    expect(onlyCurrency(both).tax).toEqual(figures.tax);
  });

  it('keep each currency by itself, and each merchant', async () => {
    const hotel = { ...merchant, id: 'hotel', environment: 'production', currencySign: 'USD' } as const;
    await add({ merchant: hotel, startedAt: at(-50) });
    const production = { environment: 'production' } as const;
    // Opened on another day, but still open, so its sum is in the figures.
    expect((await figuresOf(ledger, friday, production)).currencies.map(({ sign }) => sign)).toEqual(['USD']);
    await add({ merchant: { ...merchant, environment: 'production' }, operation: 'sell', startedAt: at(-1) });
    expect((await figuresOf(ledger, friday, production)).currencies.map(({ sign }) => sign)).toEqual(['B/.', 'USD']);
    const shop = await figuresOf(ledger, friday, { ...production, merchantId: 'shop' });
    expect(shop.currencies.map(({ sign }) => sign)).toEqual(['B/.']);
  });

  describe('closed', () => {
    it('tell who closed them and with which figures, the latest first, with a deed each', async () => {
      const figures = await figuresOf(ledger, friday, { merchantId: 'shop', now: at(6) });
      const [rosa, beto] = [closeOf(figures, 'Rosa'), closeOf(figures, 'Beto', at(7))];
      await ledger.closeDay(rosa);
      await ledger.closeDay(beto);
      const closes = await ledger.dayCloses(day);
      expect(closes.map(({ operatorName }) => operatorName)).toEqual(['Beto', 'Rosa']);
      expect(closes[1]?.figures).toEqual(figures);
      expect(await ledger.dayCloses({ ...day, merchantId: null })).toHaveLength(2);
      expect(await ledger.dayCloses({ ...day, day: '2026-11-19' })).toEqual([]);
      const { events } = await ledger.events({ after: null, limit: 10, kinds: ['day-closed'] });
      expect(events.map(({ operatorName, deed }) => [operatorName, deed])).toEqual([
        ['Beto', expect.objectContaining({ closeId: beto.id, day: day.day, merchant: merchant.name })],
        ['Rosa', expect.objectContaining({ closeId: rosa.id })],
      ]);
    });

    it('by two seats at once are closed twice', async () => {
      const other = await store.open('Back office');
      const figures = await figuresOf(ledger, friday, { merchantId: 'shop', now: at(8) });
      await Promise.all([ledger.closeDay(closeOf(figures, 'Rosa')), other.closeDay(closeOf(figures, 'Beto'))]);
      const latest = (await ledger.dayCloses(day)).filter(({ closedAt }) => closedAt === at(8));
      expect(latest.map(({ operatorName }) => operatorName).toSorted()).toEqual(['Beto', 'Rosa']);
    });

    it('can’t be changed or taken back, not even in the database', async () => {
      const { db } = ledger.engine;
      await expect(db.updateTable('day_closes').set({ figures: '{}' }).execute()).rejects.toThrow('only be added to');
      await expect(db.deleteFrom('day_closes').execute()).rejects.toThrow('only be added to');
    });

    it('show a resolution and a later payment as what has changed since', async () => {
      const then = await figuresOf(ledger, friday, { merchantId: 'shop', now: at(8) });
      value(await ledger.resolve(unknown, resolution('approved', { at: at(9), reference: 'SANDBOX_77' })));
      const late = await add({ operation: 'sell', startedAt: at(9.5), amount: 10_00 }, answered(10_00));
      const now = await figuresOf(ledger, friday, { merchantId: 'shop', now: at(10) });
      expect(changesBetween(then, now).map(({ what, before: was, after: is }) => [what, was.count, is.count])).toEqual([
        ['state.charged', 1, 2],
        ['state.held', 2, 3],
        ['state.unknown', 1, 0],
        ['opened.open', 1, 2],
      ]);
      const changed = await ledger.changedSince(day, { day: day.day, ...friday }, at(8));
      expect(changed.map(({ id, what, operatorName, at: when }) => [id, what, operatorName, when])).toEqual([
        [unknown, 'resolved', 'Sol', at(9)],
        [late, 'made', 'Ana', at(9.5)],
      ]);
      expect(changesBetween(now, now)).toEqual([]);
      expect(isRemoved(then, now)).toBe(false);
      expect(isRemoved(now, then)).toBe(true);
    });
  });
});

it.each([
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
] as const)('a move from %s to %s carries the closes of days, and notices one that is missing', async (from, to) => {
  const [former, next] = [await (await storeOfTest(from)).open(), await (await storeOfTest(to)).open()];
  await former.closeDay(closeOf(await figuresOf(former, friday), 'Rosa'));
  expect(await hasCloses(former.engine.db, next.engine.db)).toBe(false);
  expect(await moveLedger(former, next)).toMatchObject({ verified: true });
  expect(await next.dayCloses(day)).toEqual(await former.dayCloses(day));
  // Again, as after a move that was broken off.
  expect(await moveLedger(former, next)).toMatchObject({ verified: true });
  expect(await next.dayCloses(day)).toHaveLength(1);
});

it('an SQLite ledger that takes another’s place keeps the closes of the former one', async () => {
  const [former, next] = [await storeOfTest('SQLite'), await storeOfTest('SQLite')];
  const [kept, ledger] = [await former.open(), await next.open()];
  await kept.closeDay(closeOf(await figuresOf(kept, friday), 'Rosa'));
  await kept.close();
  await carryTrail(former.address.file, ledger.engine, (error) => {
    throw error;
  });
  expect((await ledger.dayCloses(day)).map(({ operatorName }) => operatorName)).toEqual(['Rosa']);
});

describe('a busy day of the embedded ledger', () => {
  const copies = 21_000;
  const query = {
    days: [{ day: '2026-11-20', ...friday }],
    environment: 'test' as const,
    merchantId: null,
    now: at(12),
  };
  let store: Store;
  let ledger: StoredLedger;
  withStore('SQLite', (made) => ({ store, ledger } = made), 'all');

  beforeAll(async () => {
    await record(ledger, newAttempt({ operation: 'sell', startedAt: at(0) }));
    const others = listedColumns
      .filter((name) => name !== 'position' && name !== 'id' && name !== 'checksum')
      .join(', ');
    await onDatabase(store.address, (db) =>
      sql`insert into attempts (position, id, indexed, ${sql.raw(others)})
        with recursive many (n) as (select 1 union all select n + 1 from many where n < ${copies})
        select position + n, printf('01930000-0000-7000-8000-%012d', n), 2, ${sql.raw(others)} from attempts, many`.execute(
        db,
      ),
    );
  });

  it.each<[name: string, least: number, read: () => Promise<number>]>([
    ['is summed', 20, async () => (await ledger.dayCells(query)).reduce((sum, { count }) => sum + count, 0)],
    ['is listed', 4, async () => copies + 1 + (await ledger.dayLists(query)).unconfirmed.length],
    [
      'is counted for diagnostics',
      2,
      async () =>
        (await ledgerFacts(ledger, store.address.engine === 'SQLite' ? store.address.file : '')).attempts.reduce(
          (sum, { count }) => sum + count,
          0,
        ),
    ],
    [
      'is searched for holds that are missing',
      3,
      async () => {
        let found = copies + 1;
        await checkHolds({ engine: ledger.engine, findings: { found: () => void found++ }, pause: 0 });
        return found;
      },
    ],
    [
      'is summed with all that waits',
      4,
      async () => {
        await onDatabase(store.address, (db) =>
          sql`insert into holds (id, state, amount, expires_at, expiry_is_estimate, environment, merchant_id)
            select id, 'open', amount, printf('2026-11-25T12:00:%06.3fZ', (position % 59000) / 1000.0), 0, environment, merchant_id
            from attempts`.execute(db),
        );
        const { waiting } = await ledger.dayLists({ ...query, days: [] });
        return waiting.reduce((sum, each) => sum + each.count, 0);
      },
    ],
  ])('%s in parts, between which payments get their turn', async (_name, least, read) => {
    let result = 0;
    const turns = await turnsDuring(async () => (result = await read()));
    expect(result).toBe(copies + 1);
    expect(turns).toBeGreaterThanOrEqual(least);
  });
});
