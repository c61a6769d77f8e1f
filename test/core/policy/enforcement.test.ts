/** Tries each rule of a policy at every call that could break it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsLedger, allowsMerchant, ledgerRefusal, ruledIdleMinutes } from '#electron/core/policy/enforcement.ts';
import { noPolicy, unusablePolicy, type Policy } from '#electron/core/policy/policy.ts';
import { createSeat } from '#electron/core/seat.ts';
import { failed } from '#shared/failure.ts';
import type { PolicyRule } from '#shared/policy/policy-rules.ts';
import type { LedgerChoice, SeatSettings } from '#shared/seat/settings.ts';
import { backOffice, captureOf, cashier, draft } from '#test/fixtures/drafts.ts';
import { givenRule as rule } from '#test/fixtures/provisioning/given-shop.ts';
import { openSeatOf, staffedSeat } from '#test/fixtures/seat-of.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant, createWorld, secrets, useMerchant } from '#test/fixtures/world.ts';

const refused = (rule: PolicyRule) => failed({ kind: 'set-by-policy', rule });
const unusable = unusablePolicy('/etc/caja/policy.json', 'It is not a file');
const shop = aMerchant();
const postgres = (url: string, ca: string | null = null) =>
  ({ engine: 'postgres', url, ca, poolSize: 2 }) as const satisfies LedgerChoice;
const shared = postgres('postgres://caja@db-1:5432,db-2/caja', 'PEM\nONE');

describe('the language', () => {
  function seatWith(policy: Partial<Policy>) {
    let kept: SeatSettings = aSeat({ language: 'en' });
    return createSeat({ unread: null, read: () => kept, write: (next) => void (kept = next) }, kept, () => undefined, {
      ...noPolicy,
      ...policy,
    });
  }

  it('of the policy counts, and other settings are saved beside it', () => {
    const seat = seatWith({ language: 'es' });
    expect(seat.settings().language).toBe('es');
    expect(seat.save(aSeat({ language: 'en' }))).toEqual(refused('language'));
    expect(seat.save(aSeat({ language: 'es', theme: 'dark' }))).toMatchObject({ ok: true, value: { theme: 'dark' } });
  });

  it('stays as it is while the policy can’t be used', () => {
    const seat = seatWith(unusable);
    expect(seat.save(aSeat({ language: 'es' }))).toEqual(refused('unusable'));
    expect(seat.save(aSeat({ language: 'en', theme: 'dark' }))).toMatchObject({ ok: true });
    expect(seatWith({}).save(aSeat({ language: 'es' }))).toMatchObject({ ok: true });
  });
});

describe('the idle lock', () => {
  it('comes after the minutes of the policy, whatever the seat has kept', async () => {
    const folder = temporaryFolder();
    const free = await staffedSeat(folder);
    expect(await free.operators.setIdleMinutes(15, 'Sol')).toMatchObject({ ok: true });
    const seat = openSeatOf(folder, { policy: { idleMinutes: 2 } });
    expect(seat.operators.view().idleMinutes).toBe(2);
    expect(await seat.operators.setIdleMinutes(15, 'Sol')).toEqual(refused('idle-lock'));
    await seat.session.signIn('Sol', 'grano-de-arroz');
    seat.world.now += 119_000;
    expect(seat.session.access().kind).toBe('working');
    seat.world.now += 2_000;
    seat.session.look();
    expect(seat.session.access().kind).toBe('locked');
    expect(seat.deeds).toEqual([]);
  });

  it('comes no later than is usual while the policy can’t be used', async () => {
    expect([1, 4, 5, 15].map((kept) => ruledIdleMinutes(kept, unusable))).toEqual([1, 4, 5, 5]);
    const { operators } = openSeatOf(temporaryFolder(), { policy: unusable });
    expect(await operators.setIdleMinutes(1, 'Sol')).toEqual(refused('unusable'));
  });
});

describe('the ledger', () => {
  it('is the same by the place that the connection reads, in any order of its servers', () => {
    const policy = { ledger: { engine: 'postgres', url: 'postgres://caja@DB-2,db-1/caja', ca: 'PEMONE' } } as const;
    expect(allowsLedger(policy, shared)).toBe(true);
    for (const other of [
      { engine: 'sqlite' } as const,
      postgres('postgres://caja@db-1/caja', 'PEMONE'),
      postgres('postgres://other@db-1,db-2/caja', 'PEMONE'),
      postgres('postgres://caja@db-1,db-2/other', 'PEMONE'),
      postgres('postgres://caja@db-1,db-2:5433/caja', 'PEMONE'),
      postgres('postgres://caja@db-1,db-2/caja', 'PEMTWO'),
      postgres('postgres://caja@db-1,db-2/caja'),
    ]) {
      expect(allowsLedger(policy, other)).toBe(false);
      expect(ledgerRefusal({ ...policy, issue: null }, shared, other)).toBe('ledger');
      expect(ledgerRefusal(unusable, shared, other)).toBe('unusable');
      expect(ledgerRefusal(noPolicy, shared, other)).toBeNull();
    }
  });

  it('may get another number of connections', () => {
    for (const policy of [unusable, { ...noPolicy, ledger: { engine: 'postgres', url: shared.url, ca: 'PEM ONE' } }]) {
      expect(ledgerRefusal(policy as Policy, shared, { ...shared, poolSize: 9 })).toBeNull();
    }
  });

  it('that the policy forbids gets no payment, no capture and no batch, and nothing is sent', async () => {
    let forbidden = false;
    const world = await createWorld({
      ledgerRefusal: () => (forbidden ? { kind: 'set-by-policy', rule: 'ledger-in-use' } : null),
    });
    const held = draft();
    expect(await world.payments.authorize(held, cashier)).toMatchObject({ ok: true });
    const before = world.service.requests.length;
    forbidden = true;
    const hold = { id: held.draftId, amount: held.amount };
    expect(await world.payments.sell(draft(), cashier)).toEqual(refused('ledger-in-use'));
    expect(await world.payments.authorize(draft(), cashier)).toEqual(refused('ledger-in-use'));
    expect(await world.captures.capture(captureOf(hold), backOffice)).toEqual(refused('ledger-in-use'));
    const batch = { batchId: '01928374-5566-7788-99aa-bbccddeeff00', captures: [captureOf(hold)] };
    expect(await world.batches.captureMany(batch, backOffice)).toEqual(refused('ledger-in-use'));
    expect(world.service.requests).toHaveLength(before);
    expect(await world.batches.unseen()).toEqual({ ok: true, value: [] });
    expect(world.recorder.waiting()).toBe(0);
    // Earlier holds stay in sight and open.
    expect(await world.ledger.hold(held.draftId)).toMatchObject({ state: 'open' });
  });
});

describe('merchants', () => {
  it('are allowed by name, environment and the place of their secrets, all of them', () => {
    const policy = { merchants: [rule] };
    const allowed = [
      {},
      { name: ' SHOP ' },
      { baseUrl: 'https://SANDBOX.example.com:443/' },
      { taxRates: [1000] },
      { recordsUrl: shop.baseUrl },
    ];
    const others = [
      { name: 'Shop 2' },
      { recordsUrl: 'https://records.example.com' },
      { environment: 'production' },
      { baseUrl: 'https://elsewhere.example.com' },
      { baseUrl: 'https://sandbox.example.com/other' },
      { extraCa: 'PEM' },
      { proxy: { kind: 'none' } },
      { proxy: { kind: 'url', url: 'http://proxy.example.com:3128' } },
    ] as const;
    for (const change of allowed) expect(allowsMerchant(policy, { ...shop, ...change })).toBe(true);
    const records = { ...shop, recordsUrl: 'https://records.example.com/' };
    expect(allowsMerchant({ merchants: [{ ...rule, recordsUrl: 'https://records.example.com' }] }, records)).toBe(true);
    for (const change of others) expect(allowsMerchant(policy, { ...shop, ...change })).toBe(false);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9.-]{1,20}$/), (text) => {
        const baseUrl = `${shop.baseUrl}.${text}`;
        if (!URL.canParse(baseUrl)) return;
        expect(allowsMerchant(policy, { ...shop, baseUrl })).toBe(false);
        expect(allowsMerchant({ merchants: null }, { ...shop, baseUrl })).toBe(true);
      }),
    );
  });

  it('that the list lacks are neither saved nor chosen', async () => {
    const world = await createWorld({ policy: { merchants: [rule] } });
    const moved = { ...shop, baseUrl: 'https://elsewhere.example.com' };
    expect(await world.merchants.saveKeyed({ merchant: moved, secrets })).toEqual(refused('merchant-not-allowed'));
    await useMerchant(world, shop);
    expect(await world.merchants.save({ merchant: moved, secrets })).toEqual(refused('merchant-not-allowed'));
    expect(world.merchants.active().baseUrl).toBe(shop.baseUrl);
  });

  it('that were set up before the policy send nothing, and training goes on', async () => {
    const folder = temporaryFolder();
    await useMerchant(await createWorld({ folder }), shop);
    const world = await createWorld({ folder, policy: { merchants: [{ ...rule, name: 'Another' }] } });
    expect(await world.merchants.activeView()).toMatchObject({ merchant: { id: 'shop' }, allowed: false });
    expect(await world.payments.sell(draft({ merchantId: 'shop' }), cashier)).toEqual(refused('merchant-not-allowed'));
    expect(world.service.requests).toEqual([]);
    expect(await world.merchants.activate('training')).toMatchObject({ ok: true, value: { allowed: true } });
    expect(await world.merchants.activate('shop')).toEqual(refused('merchant-not-allowed'));
    expect(await world.payments.sell(draft(), cashier)).toMatchObject({ ok: true });
  });
});
