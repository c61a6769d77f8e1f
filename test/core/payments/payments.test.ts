/** Authorizations and sales: recorded before they are sent, sent once, reported truthfully (invariants 1, 2 and 5). */
import { describe, expect, onTestFinished, vi } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFailureReasons } from '#shared/failure-reasons.ts';
import {
  approved,
  backOffice,
  cashier,
  declined,
  draft,
  notSent,
  otherVisa,
  securityCode,
  unknown,
  visa,
} from '#test/fixtures/drafts.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { withReference } from '#shared/ledger/own-reference.ts';
import { newId } from '#shared/new-id.ts';
import { inTime } from '#test/fixtures/key-store.ts';
import { shakyWorld } from '#test/fixtures/ledger/failing-ledger.ts';
import { waitingIn } from '#test/fixtures/ledger/journal-in.ts';
import { createWorld, aMerchant, secrets, useMerchant } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

const stateOnDisk = (file: string, id: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare('select state from attempts where id = ?').get(id)?.['state'];
  } finally {
    database.close();
  }
};

describe('the ledger entry', () => {
  test.for(['authorize', 'sell'] as const)(
    'of %s is on disk as sending before the request is made',
    async (operation, { world }) => {
      const payment = draft();
      let seen: unknown;
      world.service.answer = () => {
        seen = stateOnDisk(world.databaseFile, payment.draftId);
        return approved();
      };
      const result = await world.payments[operation](payment, cashier);
      expect(seen).toBe('sending');
      expect(result).toMatchObject({ ok: true, value: { state: 'approved', operation, operatorName: 'Ana' } });
      expect(stateOnDisk(world.databaseFile, payment.draftId)).toBe('approved');
    },
  );

  test('that fails keeps the request from being sent, whatever the reason', async () => {
    const { faults, world } = await shakyWorld();
    faults.begin = 'before';
    for (const reason of ledgerFailureReasons) {
      faults.reason = reason;
      const result = await world.payments.sell(draft(), cashier);
      expect(result).toMatchObject({ ok: false, failure: { kind: 'ledger', reason } });
    }
    expect(world.service.requests).toEqual([]);
  });

  test('keeps the keyed fields, and only brand and last four digits of the card', async ({ world }) => {
    const payment = draft({
      address: 'Vía España 1',
      ipCheck: '190.1.2.3',
      lang: 'ES',
      customFieldValues: [{ id: '1', nameOrLabel: 'Order', value: '5521' }],
    });
    await world.payments.sell(payment, cashier);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({
      amount: 125_50,
      taxAmount: 8_21,
      card: { brand: 'VISA', lastFour: '7001' },
      firstName: 'María',
      phone: '50760201236',
      address: 'Vía España 1',
      ipCheck: '190.1.2.3',
      lang: 'ES',
      concept: 'Order 5521',
      customFieldValues: [{ id: '1', nameOrLabel: 'Order', value: '5521' }],
      seat: 'Caja 1',
      environment: 'training',
      answeredAmount: 125_50,
    });
  });
});

describe('a draft', () => {
  test.each([
    ['approved', approved()],
    ['declined', declined],
    ['not sent', notSent],
    ['unknown', unknown],
  ])('returns its attempt and sends nothing when it is submitted again after it was %s', async (_name, answer) => {
    const world = await createWorld();
    world.service.answer = () => answer;
    const payment = draft();
    const first = await world.payments.sell(payment, cashier);
    world.service.answer = () => approved();
    const again = await world.payments.sell(payment, cashier);
    const { retry: _retry, ...attempt } = first.ok ? first.value : { state: first.failure.kind };
    expect(again).toEqual({ ok: true, value: attempt });
    expect(first).toMatchObject({ ok: true, value: { state: answer.outcome } });
    expect(world.service.requests).toHaveLength(1);
  });

  const { card, ...keyed } = draft();
  /** Two test numbers of Adyen. */
  const ofSameEnd = ['2222410740360010', '2223520443560010'] as const;
  test.each<[string, Partial<PaymentDraft>, string?]>([
    ['another amount', { amount: 99_00, taxAmount: 0 }],
    ['another card', { card: { ...card, number: otherVisa } }],
    ['another card of the same last four digits', { card: { ...card, number: ofSameEnd[1] } }, ofSameEnd[0]],
    ['another buyer', { firstName: 'Ana' }],
    ['another order', { customFieldValues: [{ id: '1', nameOrLabel: 'Order', value: '5522' }] }],
  ])(
    'can’t carry a payment with %s, because the first result would be taken for the new one',
    async (_what, changes, number = card.number) => {
      const world = await createWorld();
      const payment = { ...keyed, card: { ...card, number }, draftId: newId() };
      const first = world.payments.sell(payment, cashier);
      const others = () =>
        Promise.all([
          world.payments.sell({ ...payment, ...changes }, cashier),
          world.payments.authorize(payment, cashier),
        ]);
      const used = { ok: false, failure: { kind: 'invalid', issues: [{ path: 'draftId', code: 'used' }] } };
      expect(await others(), 'under way').toEqual([used, used]);
      expect(await world.payments.sell(payment, cashier)).toEqual(await first);
      expect(await others(), 'on the record').toEqual([used, used]);
      expect(world.service.requests).toHaveLength(1);
    },
  );
});

describe('a request', () => {
  test('carries the keyed fields and nothing that belongs to the program', async ({ world }) => {
    const payment = draft({ deviceSession: 'session-1', address: 'Vía España 1' });
    await world.payments.authorize(payment, cashier);
    const { draftId: _id, merchantId: _merchant, ...keyed } = payment;
    expect(world.service.requests).toMatchObject([{ operation: 'authorize', family: 'json' }]);
    expect(world.service.requests[0]?.payment).toEqual(withReference(keyed, payment.draftId));
    expect(world.service.requests[0]?.account.secrets.apiKey).toBe('PART1|PART2');
  });

  test('uses the family of the merchant, or the one that the operator chose', async ({ world }) => {
    await useMerchant(world, aMerchant({ families: { authorize: 'form', sell: 'json' } }));
    const shop = { merchantId: 'shop' };
    await world.payments.authorize(draft({ ...shop, amount: 1_00, taxAmount: 0 }), cashier);
    await world.payments.sell(draft({ ...shop, amount: 2_00, taxAmount: 0 }), cashier);
    await world.payments.sell(draft({ ...shop, amount: 3_00, taxAmount: 0, family: 'form' }), cashier);
    expect(world.service.requests.map((request) => request.family)).toEqual(['form', 'json', 'form']);
  });

  test('is unknown when the program itself fails, and the bug is logged', async ({ world }) => {
    world.service.answer = () => {
      throw new TypeError('not a function');
    };
    const result = await world.payments.sell(draft(), cashier);
    expect(result).toMatchObject({ ok: true, value: { state: 'unknown', unknownCause: 'crash' } });
    expect(world.bugs).toEqual([new TypeError('not a function')]);
  });

  test('notifies the windows once that its first byte may have left', async ({ world }) => {
    const payment = draft();
    await world.payments.sell(payment, cashier);
    expect(world.events.filter((event) => event.name === 'payments.sent')).toEqual([
      { name: 'payments.sent', payload: { draftId: payment.draftId } },
    ]);
  });
});

describe('the merchant of a payment', () => {
  test('must still be the one that the operator saw', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const result = await world.payments.sell(draft({ merchantId: 'training' }), cashier);
    expect(result).toEqual({ ok: false, failure: { kind: 'merchant-changed' } });
    expect(world.service.requests).toEqual([]);
  });

  test('sells in family B and refuses family A when it has no keys', async ({ world }) => {
    await useMerchant(world, aMerchant(), { ...secrets, apiKey: null });
    const json = await world.payments.sell(draft({ merchantId: 'shop' }), cashier);
    expect(json).toEqual({ ok: false, failure: { kind: 'merchant-incomplete', missing: ['apiKey'] } });
    const form = await world.payments.sell(draft({ merchantId: 'shop', family: 'form' }), cashier);
    expect(form).toMatchObject({ ok: true, value: { state: 'approved', family: 'form' } });
    expect(world.service.requests).toHaveLength(1);
  });

  test('fails in time while the system asks for the key store, sends nothing, and goes on with the same card once answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const world = await createWorld();
    await useMerchant(world, aMerchant());
    const reopened = await createWorld({ folder: world.folder });
    reopened.keyStore.opened = 'waits';
    const refused = await inTime(reopened.payments.sell(draft({ merchantId: 'shop' }), cashier));
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'vault', reason: 'asking', retry: { seconds: 60 } } });
    expect(reopened.service.requests).toEqual([]);
    const retry = !refused.ok && refused.failure.kind === 'vault' ? refused.failure.retry : undefined;
    reopened.keyStore.answer('yes');
    await vi.advanceTimersByTimeAsync(0);
    const again = { handle: retry?.handle ?? '', draftId: newId() };
    expect(await reopened.payments.tryAgain(again, cashier)).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(reopened.service.requests).toHaveLength(1);
  });

  test.each(['before', 'after'] as const)(
    'sends nothing while the ledger is away, %s the record, and goes on with the same card once it is back',
    async (begin) => {
      const { faults, world } = await shakyWorld();
      faults.begin = begin;
      const refused = await world.payments.sell(draft(), cashier);
      expect(refused).toMatchObject({ ok: false, failure: { kind: 'ledger', retry: { seconds: 60 } } });
      const retry = !refused.ok && refused.failure.kind === 'ledger' ? refused.failure.retry : undefined;
      faults.begin = null;
      faults.back();
      const again = { handle: retry?.handle ?? '', draftId: newId() };
      expect(await world.payments.tryAgain(again, cashier)).toMatchObject({ ok: true, value: { state: 'approved' } });
      expect(world.service.requests).toHaveLength(1);
    },
  );

  test('sends nothing while the vault can’t be used, but training works in full', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const reopened = await createWorld({ folder: world.folder });
    reopened.keyStore.available = false;
    const refused = await reopened.payments.sell(draft({ merchantId: 'shop' }), cashier);
    expect(refused).toEqual({ ok: false, failure: { kind: 'vault', reason: 'no-key-store' } });
    await reopened.merchants.activate('training');
    const first = await reopened.payments.sell(draft(), cashier);
    expect(first).toMatchObject({ ok: true, value: { state: 'approved' } });
    const second = await reopened.payments.sell(draft(), cashier);
    expect(second).toMatchObject({ ok: false, failure: { kind: 'duplicate' } });
    expect(reopened.service.requests).toHaveLength(1);
  });
});

test('the card number and the security code appear in no file, result, event or error', async () => {
  const { faults, world } = await shakyWorld();
  const results: unknown[] = [];
  for (const answer of [approved(), declined, notSent, unknown]) {
    world.service.answer = () => answer;
    results.push(await world.payments.authorize(draft({ amount: 1000 + results.length, taxAmount: 0 }), backOffice));
  }
  world.service.answer = () => {
    throw new Error('broken');
  };
  results.push(await world.payments.sell(draft({ amount: 2000, taxAmount: 0 }), cashier));
  faults.finish = 'before';
  world.service.answer = () => approved();
  results.push(await world.payments.sell(draft({ amount: 3000, taxAmount: 0 }), cashier));
  faults.begin = 'before';
  results.push(await world.payments.sell(draft({ amount: 4000, taxAmount: 0 }), cashier));
  results.push(await world.payments.sell(draft({ merchantId: 'gone' }), cashier));
  const exposed = JSON.stringify([results, world.events, world.bugs.map(String)]);
  expect(world.service.requests).toHaveLength(6);
  expect(exposed).not.toContain(visa);
  expect(exposed).not.toContain(`"${securityCode}"`);
  const files = readdirSync(world.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(waitingIn(join(world.folder, 'journal.db'), 'answer')).toHaveLength(1);
  for (const { name, parentPath } of files) {
    const bytes = readFileSync(join(parentPath, name));
    expect(bytes.includes(visa), name).toBe(false);
    expect(bytes.includes(`"${securityCode}"`), name).toBe(false);
  }
});
