/** Customers of earlier payments on both engines: found by name, e-mail or telephone, each once, within merchant, environment and operator. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createHistory } from '#electron/core/records/history.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { Search } from '#electron/ledger/engine/engine.ts';
import { customersOf } from '#electron/ledger/search/customers.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { contract } from '#shared/contract/contract.ts';
import { merchantSchema } from '#shared/seat/merchant.ts';
import type { Role } from '#shared/role.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import {
  approved,
  capture,
  lost,
  mariaNunez as maria,
  merchant,
  newAttempt,
  record,
  refused,
  reversal,
} from '#test/fixtures/examples.ts';

const day = 86_400_000;
const noon = Date.parse('2026-11-20T17:00:00.000Z');
const at = (days: number): string => new Date(noon + days * day).toISOString();

const elsewhere = merchantSchema.parse({ ...merchant, id: 'bakery', name: 'Bakery' });
const mario = {
  firstName: 'Mario',
  lastName: 'Castillero',
  email: 'mario.c@example.org',
  phone: '60209999',
  address: null,
};
const luis = { firstName: 'Luis', lastName: 'Ábrego', email: 'luis@example.org', phone: '2255147', address: null };

describe.each(engines)('customers of earlier payments on %s', (engine) => {
  let ledger: StoredLedger;

  withStore(engine, (made) => ({ ledger } = made), 'all');

  const sell = (changes: Partial<NewAttempt>, answer = approved()) =>
    record(ledger, newAttempt({ operation: 'sell', ...changes }), answer);

  beforeAll(async () => {
    await sell({ ...maria, startedAt: at(-30), operatorName: 'Ana' });
    await sell({ ...maria, address: null, email: 'MARIA@hotel.example', startedAt: at(-2), operatorName: 'Benito' });
    await sell({ ...mario, startedAt: at(-9), operatorName: 'Benito' }, refused('declined', '51'));
    const held = await sell({ ...luis, startedAt: at(-5), operation: 'authorize', operatorName: 'Ana' }, approved());
    await record(ledger, capture(held, { ...luis, startedAt: at(-4), operatorName: 'Celia' }), lost);
    await sell({ ...luis, lastName: 'Bakery', startedAt: at(-1), merchant: elsewhere });
    await sell({
      ...mario,
      lastName: 'Live',
      startedAt: at(-1),
      merchant: { ...merchant, environment: 'production' },
    });
    // Words of a payment that are not its customer's.
    await sell({
      ...mario,
      startedAt: at(-8),
      operatorName: 'María',
      concept: 'María',
      description: 'Núñez 60201236',
    });
  });

  /** @param instant of the question */
  const seen = (ownPaymentsOnly = false, instant = at(0), allowChargeAgain = false) =>
    createHistory(
      ledger,
      {
        active: () => ({ ...merchant, allowChargeAgain }),
        all: () => [{ ...merchant, ownPaymentsOnly }],
      },
      () => new Date(instant),
    );
  const find = async (text: string, role: Role = 'back-office', name = 'Olga', customers = seen()) => {
    const found = await customers.customers({ merchantId: merchant.id, text }, { name, role });
    if (!found.ok) throw new Error(found.failure.kind);
    return found.value;
  };
  const names = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).map(({ firstName, lastName }) => `${firstName} ${lastName}`);

  it('are found once with their newest details, the last known address and the day of their last payment', async () => {
    const { address: _none, ...rest } = maria;
    expect(await find('nunez maria')).toEqual([
      { ...rest, email: 'MARIA@hotel.example', address: 'Calle 50', lastAt: at(-2), againId: null },
    ]);
    expect(contract.payments.customers.output.safeParse(await find('ma')).success).toBe(true);
  });

  it.each([
    ['the beginning of a name', 'mar', ['María Núñez', 'Mario Castillero']],
    ['words of a name in any order', 'castillero mario', ['Mario Castillero']],
    ['a name with other accents and capitals', 'ABREGO', ['Luis Ábrego']],
    ['the beginning of an e-mail address', 'mario.c@ex', ['Mario Castillero']],
    ['the part of an e-mail address before the @', 'mario.c', ['Mario Castillero']],
    ['a telephone number with the code of the country', '+507 6020-1236', ['María Núñez']],
    ['the same number without that code', '6020-1236', ['María Núñez']],
    ['its beginning while it is typed', '6020', ['María Núñez', 'Mario Castillero']],
    ['a number kept without the code that is said with it', '50760209999', ['Mario Castillero']],
    ['the last digits of a number', '5147', ['Luis Ábrego']],
    ['a name with a word that is nobody’s', 'maria castillero', []],
    ['the domain of an e-mail address alone', 'hotel', []],
    ['a concept', 'suite', []],
    ['a single letter', 'm', []],
    ['three digits', '602', []],
    ['a card number', '4059 3101 8175 7001', []],
  ])('are found by %s', async (_what, text, found) => {
    expect(await names(text)).toEqual(found);
  });

  it('are those of the merchant in use and its environment', async () => {
    expect(await names('luis')).toEqual(['Luis Ábrego']);
    const other = await seen().customers({ merchantId: 'bakery', text: 'luis' }, { name: 'Olga', role: 'supervisor' });
    expect(other).toEqual({ ok: true, value: [] });
  });

  it('are, for a cashier, those of everybody in the last 30 days', async () => {
    expect(await names('mar', 'cashier', 'Nobody')).toEqual(['María Núñez', 'Mario Castillero']);
    expect(await names('maria', 'cashier', 'Nobody', seen(false, at(28)))).toEqual(['María Núñez']);
    expect(await names('maria', 'cashier', 'Nobody', seen(false, at(28.01)))).toEqual([]);
    expect(await names('maria', 'back-office', 'Olga', seen(false, at(365)))).toEqual(['María Núñez']);
  });

  it('are, for a cashier whom a merchant limits, those of their own payments', async () => {
    expect(await names('mar', 'cashier', 'Ana', seen(true))).toEqual(['María Núñez']);
    expect((await find('mar', 'cashier', 'Ana', seen(true)))[0]?.lastAt).toBe(at(-30));
    expect(await names('mar', 'cashier', 'Nobody', seen(true))).toEqual([]);
  });

  it('come with the newest payment whose card can be charged again, as far as the operator sees it', async () => {
    const card = { cardFingerprint: 'card-of-rita' };
    const rita = (days: number, changes: Partial<NewAttempt>, answer = approved()): Promise<string> =>
      sell({ ...maria, firstName: 'Rita', startedAt: at(days), ...changes }, answer);
    const again = async (allowed = true, instant = at(0)) =>
      (await find('rita', 'cashier', 'Ana', seen(false, instant, allowed)))[0]?.againId;
    await rita(-30, { family: 'form' });
    await rita(-29, {}, refused('declined', '51'));
    await rita(-28, {}, lost);
    expect(await again()).toBeNull();
    const sale = await rita(-10, { operation: 'sell' });
    const hold = await rita(-9, { operation: 'authorize' });
    await record(ledger, reversal({ holdId: hold }, { ...maria, firstName: 'Rita', startedAt: at(-8) }));
    expect(await again()).toBe(sale);
    const first = await rita(-29, card);
    const second = await rita(-7, { operation: 'recharge', cardOf: first, ...card });
    await rita(-6, { operation: 'sell' }, refused('declined', '51'));
    expect(await again()).toBe(second);
    // The first payment of the card is too old for a cashier then, who is led there by one that is not.
    expect(await again(true, at(3))).toBe(second);
    expect(await again(false)).toBeNull();
    await ledger.forgetCard(second, 'Olga');
    expect(await again()).toBe(sale);
  });

  it('are read from a bounded number of rows, however many payments match', async () => {
    for (let index = 0; index < 7; index++) {
      await sell({ ...mario, firstName: `Zoe${index}`, phone: `6999000${index}`, startedAt: at(index) });
    }
    expect(await names('zoe')).toHaveLength(6);
    expect((await names('zoe'))[0]).toBe('Zoe6 Castillero');
    const row = await ledger.engine.db.selectFrom('attempts').selectAll().executeTakeFirstOrThrow();
    const limits: number[] = [];
    const search: Search = {
      ...ledger.engine.search,
      page(_db, { limit }) {
        limits.push(limit);
        return Promise.resolve(Array.from({ length: limit }, (_, index) => ({ ...row, position: 1_000 - index })));
      },
    };
    const sought = { by: 'name', text: 'nobody' } as const;
    const scope = {
      sought,
      environment: 'test',
      merchantId: merchant.id,
      operatorName: null,
      since: null,
      withCards: false,
    } as const;
    expect(await customersOf({ ...ledger.engine, search }, scope)).toEqual([]);
    expect(limits).toEqual([60, 60, 60, 60]);
  });
});
