/** The device session of a payment: collected while the form is keyed, sent with one authorization, never waited for too long. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Collected, CollectorScript, RunCollector } from '#electron/core/ports/collector.ts';
import type { CardPayment } from '#electron/core/ports/gateway.ts';
import { newId } from '#shared/new-id.ts';
import { oneMinute } from '#shared/durations.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { approved, cashier, draft, notSent } from '#test/fixtures/drafts.ts';
import { aMerchant, createWorld, useMerchant, type World } from '#test/fixtures/world.ts';

interface Started {
  readonly script: CollectorScript;
  readonly stop: AbortSignal;
  readonly ends: (collected: Collected) => void;
}

const session = (id: string): Collected => ({ kind: 'session', id });
const shop = (changes: Partial<Merchant> = {}): Merchant =>
  aMerchant({ collectorUrl: 'https://fraud.example.com/collect.js', ...changes });

interface Collecting {
  readonly world: World;
  readonly merchant: Merchant;
  /** The collector's runs, each ended by the test. */
  readonly started: Started[];
  readonly authorize: (changes?: Parameters<typeof draft>[0]) => ReturnType<World['payments']['authorize']>;
  /** Device sessions of the requests, in order. */
  readonly sent: () => readonly (string | undefined)[];
  readonly logged: () => readonly string[];
}

async function collecting(changes: Partial<Merchant> = {}): Promise<Collecting> {
  const started: Started[] = [];
  const runCollector: RunCollector = (script, stop) =>
    new Promise((resolve) => started.push({ script, stop, ends: resolve }));
  const world = await createWorld({ runCollector });
  const merchant = await useMerchant(world, shop(changes));
  return {
    world,
    merchant,
    started,
    authorize: (given) => world.payments.authorize(draft({ merchantId: merchant.id, ...given }), cashier),
    sent: () => world.service.requests.map(({ payment }) => (payment as CardPayment).deviceSession),
    logged: () => world.collectorNotes.map(({ result }) => result),
  };
}

/** As `collecting`, with a form whose collector has answered already. */
async function collected(answer: Collected): Promise<Collecting> {
  const all = await collecting();
  await all.world.payments.warm();
  all.started[0]?.ends(answer);
  return all;
}

/** As `collecting`, with a payment that waits for its collector. */
async function waiting() {
  const all = await collecting();
  await all.world.payments.warm();
  const payment = draft({ merchantId: all.merchant.id });
  return { ...all, payment, result: all.world.payments.authorize(payment, cashier) };
}

/** Lets the test move the time-out of the collector, and nothing else. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a collector', () => {
  test('starts when the form opens, once, with the names of the merchant', async () => {
    const { world, started } = await collecting({ collectorGlobal: 'DF' });
    await world.payments.warm();
    await world.payments.warm();
    expect(started.map(({ script }) => script)).toEqual([
      {
        url: 'https://fraud.example.com/collect.js',
        collectorGlobal: 'DF',
        collectorMethod: 'initialize',
        collectorCallback: 'onFinish',
        collectorElement: 'kaxsdc',
      },
    ]);
  });

  test.each([
    ['without an address', { collectorUrl: null }],
    ['whose authorizations go over family B', { families: { authorize: 'form', sell: 'json' } }],
  ] as const)('never runs for a merchant %s', async (_name, changes) => {
    const { world, started, authorize, sent, logged } = await collecting(changes);
    await world.payments.warm();
    expect(await authorize()).toMatchObject({ ok: true });
    expect(started).toEqual([]);
    expect(sent()).toEqual([undefined]);
    expect(logged()).toEqual([]);
  });

  test('is stopped on lock, on leaving the page and when the merchant changes', async () => {
    const { world, merchant, started } = await collecting();
    world.payments.onOperator('Ana');
    await world.payments.warm();
    world.payments.onOperator('Ana');
    expect(started.map(({ stop }) => stop.aborted)).toEqual([false]);
    world.payments.onOperator(null);
    await world.payments.warm();
    world.payments.forgetCard();
    await world.payments.warm();
    await world.merchants.save({ merchant: { ...merchant, name: 'Renamed' }, secrets: {} });
    expect(started.map(({ stop }) => stop.aborted)).toEqual([true, true, true]);
  });

  test('runs again when its session was not used for a quarter of an hour', async () => {
    const { world, started, authorize, sent } = await collected(session('old'));
    world.time.ahead = 15 * oneMinute + 1_000;
    await world.payments.warm();
    started[1]?.ends(session('new'));
    await authorize();
    expect(sent()).toEqual(['new']);
  });
});

describe('the session id', () => {
  test('goes with one authorization, and the next form gets another', async () => {
    const { world, started, authorize, sent, logged } = await collected(session('first-1'));
    await authorize();
    await authorize({ amount: 1_00, taxAmount: 0 });
    await world.payments.warm();
    started[1]?.ends(session('second-2'));
    await authorize({ amount: 2_00, taxAmount: 0 });
    expect(sent()).toEqual(['first-1', undefined, 'second-2']);
    expect(logged()).toEqual(['sent', 'none', 'sent']);
  });

  test('goes with no sale and no payment over family B, and stays for the next authorization', async () => {
    const { world, merchant, authorize, sent } = await collected(session('kept-1'));
    await world.payments.sell(draft({ merchantId: merchant.id }), cashier);
    await authorize({ family: 'form', amount: 1_00, taxAmount: 0 });
    await authorize({ amount: 2_00, taxAmount: 0 });
    expect(sent()).toEqual([undefined, undefined, 'kept-1']);
  });

  test('gives way to one that the operator keyed', async () => {
    const { authorize, sent } = await collected(session('collected'));
    await authorize({ deviceSession: 'keyed' });
    expect(sent()).toEqual(['keyed']);
  });

  test('is neither recorded nor logged', async () => {
    const { world, authorize } = await collected(session('secret-session'));
    const result = await authorize();
    const shown = result.ok ? await world.ledger.show(result.value.id) : null;
    expect(shown).toMatchObject({ state: 'approved' });
    expect(JSON.stringify([result, shown, world.collectorNotes, world.events])).not.toContain('secret-session');
  });

  test('of a payment that was not sent goes with its next try, because the service has not seen it', async () => {
    const { world, authorize, sent } = await collected(session('same-1'));
    world.service.answer = () => notSent;
    const first = await authorize();
    world.service.answer = () => approved();
    const handle = first.ok ? (first.value.retry?.handle ?? '') : '';
    expect(await world.payments.tryAgain({ handle, draftId: newId() }, cashier)).toMatchObject({ ok: true });
    expect(sent()).toEqual(['same-1', 'same-1']);
  });
});

describe('a payment', () => {
  test('waits for a collector that runs, and nothing is recorded meanwhile', async () => {
    const { world, payment, result, started, sent } = await waiting();
    await new Promise(setImmediate);
    expect(await world.ledger.show(payment.draftId)).toBeNull();
    expect(sent()).toEqual([]);
    started[0]?.ends(session('at-last'));
    expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(sent()).toEqual(['at-last']);
  });

  test('leaves without the session at the time-out, counted from the start of the script', async () => {
    const { world, started, authorize, sent, logged } = await collecting({ collectorTimeout: 5_000 });
    holdTimers();
    await world.payments.warm();
    await vi.advanceTimersByTimeAsync(4_000);
    const result = authorize();
    await vi.advanceTimersByTimeAsync(999);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(sent()).toEqual([undefined]);
    expect(logged()).toEqual(['late']);
    expect(started[0]?.stop.aborted).toBe(true);
  });

  test('does not wait for a collector whose time-out has passed before', async () => {
    const { world, authorize, sent, logged } = await collecting({ collectorTimeout: 5_000 });
    holdTimers();
    await world.payments.warm();
    await vi.advanceTimersByTimeAsync(5_000);
    // The review warms once more, which must not start the wait anew.
    await world.payments.warm();
    await authorize();
    expect(sent()).toEqual([undefined]);
    expect(logged()).toEqual(['late']);
  });

  test.each<[string, Collected, string]>([
    ['has failed', { kind: 'none', cause: 'failed' }, 'failed'],
    ['has crashed', { kind: 'none', cause: 'crashed' }, 'crashed'],
    ['was stopped', { kind: 'none', cause: 'stopped' }, 'stopped'],
    ['gives an id with blanks', session('two words'), 'unusable'],
    ['gives an id with line breaks', session('id\r\nx: y'), 'unusable'],
    ['gives an empty id', session(''), 'unusable'],
    ['gives an id with letters beyond ASCII', session('sesión'), 'unusable'],
    ['gives an id longer than the field', session('x'.repeat(201)), 'unusable'],
  ])('leaves at once and without a session when the collector %s', async (_what, answer, said) => {
    const { authorize, sent, logged } = await collected(answer);
    holdTimers();
    expect(await authorize()).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(sent()).toEqual([undefined]);
    expect(logged()).toEqual([said]);
  });

  test('can be cancelled while it waits, and then no request is made', async () => {
    const { world, payment, result, started, sent } = await waiting();
    expect(await world.payments.cancel(payment.draftId)).toEqual({ cancelled: true });
    expect(await result).toMatchObject({ ok: true, value: { state: 'not-sent', notSentCause: 'cancelled' } });
    expect(sent()).toEqual([]);
    expect(started[0]?.stop.aborted).toBe(true);
  });

  test('that waits keeps its collector when the screen is left', async () => {
    const { world, result, started, sent } = await waiting();
    world.payments.forgetCard();
    started[0]?.ends(session('still-1'));
    await result;
    expect(sent()).toEqual(['still-1']);
  });

  test('submitted twice under one draft is sent once', async () => {
    const { world, payment, result, started, sent } = await waiting();
    const again = world.payments.authorize(payment, cashier);
    started[0]?.ends(session('once-1'));
    expect(await again).toEqual(await result);
    expect(sent()).toEqual(['once-1']);
  });
});
