/** Calls that need a supervisor's passcode, or a supervisor: which of them, for which change, for whom. */
import { expect, test } from 'vitest';
import { createCalls } from '#electron/calls/calls.ts';
import type { Services } from '#electron/calls/services.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { failed, ok } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import { noLimits } from '#shared/seat/operators.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Guarded } from '#shared/audit/step-up.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';

const shop = merchantOf('production', { id: 'shop' });
const tested = merchantOf('test', { id: 'tested' });
const ending = { set: true, ending: '89AB' };

const sol = newId();
const noOperators = { operators: [], idleMinutes: 5, limits: noLimits };

/** Seats that the ledger waits for. */
let awaited = ['Bar'];

/** A seat whose approvals refuse everything, and note what they were asked. */
function seatOf(role: Actor['role'] = 'supervisor') {
  const asked: Guarded[] = [];
  const done: string[] = [];
  const note =
    <Value>(what: string, value: Value) =>
    () => {
      done.push(what);
      return ok(value);
    };
  const allow: Approvals['allow'] = (guarded) => {
    asked.push(guarded);
    return failed({ kind: 'step-up-needed', ...guarded, own: true });
  };
  const calls = createCalls({
    session: { actor: () => ({ name: 'Ana', role }) },
    approvals: { allow },
    policy: noPolicy,
    merchants: {
      list: () =>
        Promise.resolve([
          { ...merchantView(shop), has: { cclw: ending, apiKey: ending, clientCertificate: ending } },
          merchantView(tested),
        ]),
      active: () => shop,
      saveKeyed: note('saved', merchantView(shop)),
      activate: note('activated', merchantView(shop)),
    },
    seat: { settings: () => aSeat({ seat: 'Till 1' }), save: note('named', aSeat({ seat: 'Till 1' })) },
    selectedLedger: {
      choose: note('chosen', { choice: { engine: 'sqlite' } }),
      status: () =>
        Promise.resolve({ choice: { engine: 'sqlite' }, otherServer: { missing: 1, writtenBack: 2, awaited } }),
      acceptServer: () => Promise.resolve(note('accepted', {})()),
    },
    operators: {
      byId: (id: string) => ({ role: id === sol ? 'supervisor' : 'cashier' }),
      add: note('added', noOperators),
      change: note('changed', noOperators),
      resetPasscode: note('reset', noOperators),
      setLimits: note('limited', noOperators),
    },
    vault: { setPassphrase: note('protected', {}) },
    audit: { noteSoon: () => undefined },
    busy: () => false,
  } as unknown as Services);
  return { calls, asked, done };
}

const pem = '-----BEGIN CERTIFICATE-----';
test.each<[string, Partial<Merchant>, object]>([
  ['another origin', { baseUrl: 'https://elsewhere.example.com/path' }, {}],
  ['another authority', { extraCa: pem }, {}],
  ['another proxy', { proxy: { kind: 'url', url: 'http://proxy.example.com' } }, {}],
  ['another web code', {}, { cclw: 'ABC' }],
  ['no API key any more', {}, { apiKey: null }],
])('a known merchant with %s is saved with a passcode only', async (_what, change, secrets) => {
  const { calls, asked, done } = seatOf();
  const saved = await calls.merchants.save({ merchant: { ...shop, ...change }, secrets });
  expect(saved).toMatchObject({ ok: false, failure: { kind: 'step-up-needed', act: 'secrets' } });
  expect([asked.length, done]).toEqual([1, []]);
  expect(JSON.stringify(asked)).not.toMatch(/ABC|elsewhere|BEGIN/);
});

test('an approval of one change is for no other place, and for no other secret', async () => {
  const { calls, asked } = seatOf();
  const changes: readonly [Partial<Merchant>, object][] = [
    [{ baseUrl: 'https://one.example.com' }, {}],
    [{ baseUrl: 'https://two.example.com' }, {}],
    [{ baseUrl: 'https://one.example.com' }, { cclw: 'ABC' }],
    [{ baseUrl: 'https://one.example.com' }, { apiKey: 'ABC' }],
  ];
  for (const [change, secrets] of changes) await calls.merchants.save({ merchant: { ...shop, ...change }, secrets });
  expect(new Set(asked.map(({ subject }) => subject)).size).toBe(changes.length);
});

test('other settings of a merchant, and a new merchant, need none', async () => {
  const { calls, asked, done } = seatOf();
  await calls.merchants.save({ merchant: { ...shop, name: 'Other', baseUrl: `${shop.baseUrl}/path` }, secrets: {} });
  await calls.merchants.save({ merchant: { ...shop, id: 'fresh' }, secrets: { cclw: 'ABC', apiKey: null } });
  expect([asked, done]).toEqual([[], ['saved', 'saved']]);
});

test('a switch to a merchant that charges needs one, and to another merchant none', async () => {
  const { calls, asked, done } = seatOf('cashier');
  await calls.merchants.activate({ merchantId: 'shop' });
  await calls.merchants.activate({ merchantId: 'tested' });
  expect([asked, done]).toEqual([[{ act: 'production', subject: 'shop' }], ['activated']]);
});

test('exports and another ledger need one, each for its own subject', async () => {
  const { calls, asked, done } = seatOf();
  const filter = { text: 'order' } as Parameters<typeof calls.history.export>[0]['filter'];
  await calls.history.export({ filter, format: 'csv' });
  await calls.history.export({ filter: { ...filter, text: 'other' }, format: 'csv' });
  await calls.holds.exportBatch({ batchId: 'b-1', format: 'csv' });
  await calls.ledger.choose({ choice: { engine: 'sqlite' }, password: null });
  expect(asked.map(({ act }) => act)).toEqual(['export', 'export', 'export', 'ledger']);
  expect(new Set(asked.map(({ subject }) => subject)).size).toBe(4);
  expect(done).toEqual([]);
});

test('a restore needs one, before its file is asked for', async () => {
  const { calls, asked, done } = seatOf();
  await calls.ledger.restore({});
  expect([asked, done]).toEqual([[{ act: 'restore', subject: 'backup' }], []]);
});

test('going on with a ledger that had lost payments needs one, for the seats that it waits for then', async () => {
  const { calls, asked, done } = seatOf();
  await calls.ledger.acceptServer({});
  awaited = ['Bar', 'Till 2'];
  await calls.ledger.acceptServer({});
  expect(asked.map(({ act }) => act)).toEqual(['server', 'server']);
  expect(new Set(asked.map(({ subject }) => subject)).size).toBe(2);
  expect(done).toEqual([]);
});

test('another passphrase of the vault needs one, which tells nothing of it', async () => {
  const { calls, asked, done } = seatOf();
  await calls.vault.setPassphrase({ passphrase: 'nine lives of a cat' });
  expect([asked, done]).toEqual([[{ act: 'passphrase', subject: 'vault' }], []]);
});

test('whoever makes a supervisor, knows the passcode of one or moves a limit keys their own, as another act would ask', async () => {
  const { calls, asked, done } = seatOf();
  const passcode = 'not-so-fast';
  await calls.operators.add({ name: 'Eve', role: 'supervisor', passcode });
  await calls.operators.change({ id: newId(), role: 'supervisor', active: true });
  await calls.operators.resetPasscode({ id: sol, passcode });
  const change = { role: 'supervisor', passcode } as const;
  await calls.operators.change({ ...change, id: newId(), active: true });
  await calls.operators.change({ ...change, id: sol, active: false });
  await calls.operators.setLimits({ role: 'cashier', payment: null, day: null, reversal: null, again: null });
  expect(asked.map(({ act }) => act)).toEqual(Array<string>(6).fill('operators'));
  expect(new Set(asked.map(({ subject }) => subject)).size).toBe(6);
  expect(done).toEqual([]);
  await calls.operators.add({ name: 'Luz', role: 'back-office', passcode });
  await calls.operators.change({ id: sol, role: 'supervisor', active: false });
  await calls.operators.change({ id: newId(), role: 'cashier', active: true, passcode });
  await calls.operators.resetPasscode({ id: newId(), passcode });
  expect([asked.length, done]).toEqual([6, ['added', 'changed', 'changed', 'reset', 'reset']]);
});

test.each(['cashier', 'back-office'] as const)(
  '%s may change the look of the seat, but not its name nor who sees its cards',
  async (role) => {
    const { calls, done } = seatOf(role);
    for (const change of [{ seat: 'Till 2' }, { seat: 'Till 1', screenCapture: 'shown' }] as const) {
      const changed = await calls.seat.save(aSeat({ ...change, theme: 'dark' }));
      expect(changed).toEqual({ ok: false, failure: { kind: 'not-permitted', needs: 'supervisor' } });
    }
    expect(done).toEqual([]);
    await calls.seat.save(aSeat({ seat: 'Till 1', theme: 'dark', language: 'es', receiptPaper: 'a4' }));
    expect(done).toEqual(['named']);
  },
);

test('a supervisor may rename the seat', async () => {
  const { calls, done } = seatOf('supervisor');
  await calls.seat.save(aSeat({ seat: 'Till 2' }));
  expect(done).toEqual(['named']);
});

test.each([
  ['cashier', null],
  ['back-office', null],
  ['supervisor', '89AB'],
] as const)('the ends of a merchant’s keys are told as the %s may know them: %s', async (role, told) => {
  const listed = await seatOf(role).calls.merchants.list(undefined);
  const keys = { set: true, ending: told };
  expect(listed).toMatchObject({ value: [{ has: { cclw: keys, apiKey: keys, clientCertificate: keys } }, {}] });
});
