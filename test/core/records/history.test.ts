/** History by role, and the resolution of unknown attempts in the ledger. */
import { describe, expect } from 'vitest';
import type { Actor } from '#electron/core/ports/host.ts';
import { oneDay, oneMinute } from '#shared/durations.ts';
import { historyQuerySchema } from '#shared/ledger/history.ts';
import { failed } from '#shared/failure.ts';
import { backOffice, captureOf, cashier, draft, supervisor, unknown } from '#test/fixtures/drafts.ts';
import { waitingHolds } from '#test/fixtures/examples.ts';
import { shakyWorld } from '#test/fixtures/ledger/failing-ledger.ts';
import { aMerchant, createWorld, secrets, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

const query = (changes: object = {}) => historyQuerySchema.parse(changes);
const other = { name: 'Zoe', role: 'cashier' } as const;

/** A seat on which a merchant that is not in use limits cashiers. */
async function limitedWorld(): Promise<World> {
  const world = await createWorld();
  await world.merchants.save({ merchant: aMerchant({ ownPaymentsOnly: true }), secrets });
  return world;
}

async function unknownSale(world: World) {
  world.service.answer = () => unknown;
  const payment = draft();
  await world.payments.sell(payment, cashier);
  return payment;
}

describe('a cashier', () => {
  test('finds everybody’s payments of the last 30 days, and no older ones', async ({ world }) => {
    const [mine, theirs] = [draft({ amount: 1_00, taxAmount: 0 }), draft({ amount: 2_00, taxAmount: 0 })];
    await world.payments.sell(mine, cashier);
    await world.payments.sell(theirs, other);
    const found = async (actor: Actor, changes = {}) => {
      const page = await world.history.search(query(changes), actor);
      const sums = await world.history.sums(query(changes), actor);
      return [page.ok && page.value.attempts.map(({ id }) => id), sums.ok && sums.value.count];
    };
    const both = [[theirs.draftId, mine.draftId], 2];
    expect(await found(cashier)).toEqual(both);
    expect(await found(cashier, { operatorName: 'Zoe' })).toEqual([[theirs.draftId], 1]);
    expect(await found(cashier, { from: new Date(0).toISOString() })).toEqual(both);
    expect(await world.history.operators(cashier)).toEqual({ ok: true, value: ['Ana', 'Zoe'] });
    expect(await world.history.show(theirs.draftId, cashier)).toMatchObject({ ok: true });
    world.time.ahead = 30 * oneDay + oneMinute;
    expect(await found(cashier)).toEqual([[], 0]);
    expect(await found(cashier, { from: new Date(0).toISOString() })).toEqual([[], 0]);
    expect(await found(backOffice)).toEqual(both);
    // A link to an own payment still leads there.
    expect(await world.history.show(mine.draftId, cashier)).toMatchObject({ ok: true });
    expect(await world.history.show(theirs.draftId, cashier)).toMatchObject({ failure: { kind: 'not-permitted' } });
  });

  test('finds only their own payments where one merchant of the seat wants it, whatever the filter asks for', async () => {
    const world = await limitedWorld();
    await world.payments.sell(draft({ amount: 1_00, taxAmount: 0 }), cashier);
    await world.payments.sell(draft({ amount: 2_00, taxAmount: 0 }), other);
    const found = async (actor: Actor, changes = {}) => {
      const page = await world.history.search(query(changes), actor);
      return page.ok ? page.value.attempts.map((attempt) => attempt.operatorName) : page.failure.kind;
    };
    expect(await found(cashier)).toEqual(['Ana']);
    expect(await found(cashier, { operatorName: 'Zoe' })).toEqual(['Ana']);
    expect(await found(backOffice)).toEqual(['Zoe', 'Ana']);
    expect(await found(backOffice, { operatorName: 'Zoe' })).toEqual(['Zoe']);
    const exported: string[] = [];
    for await (const attempt of world.history.all(query({ operatorName: 'Zoe' }), cashier)) {
      exported.push(attempt.operatorName);
    }
    expect(exported).toEqual(['Ana']);
  });

  test('who sees only their own can open those and unknown ones', async () => {
    const world = await limitedWorld();
    const payment = draft();
    await world.payments.sell(payment, cashier);
    expect(await world.history.show(payment.draftId, cashier)).toMatchObject({ ok: true });
    expect(await world.history.show(payment.draftId, other)).toEqual({
      ok: false,
      failure: { kind: 'not-permitted', needs: 'back-office' },
    });
    expect(await world.history.show(payment.draftId, backOffice)).toMatchObject({ ok: true });
    expect(await world.history.show(draft().draftId, backOffice)).toEqual(failed({ kind: 'not-found' }));
  });

  test('who sees only their own can open every attempt of a payment that they began, and none of another’s but waiting holds', async () => {
    const world = await limitedWorld();
    const [own, strange] = [draft({ amount: 1_00, taxAmount: 0 }), draft({ amount: 2_00, taxAmount: 0 })];
    await world.payments.authorize(own, cashier);
    await world.payments.authorize(strange, other);
    const captured = async ({ draftId: id, amount }: { readonly draftId: string; readonly amount: number }) => {
      const made = await world.captures.capture(captureOf({ id, amount }), backOffice);
      return made.ok ? made.value.id : made.failure.kind;
    };
    const capture = await captured(own);
    expect(await world.history.show(capture, cashier)).toMatchObject({
      ok: true,
      value: { operation: 'capture', payment: { hold: 'captured' } },
    });
    const seen = async (actor: Actor) => {
      const listed = await world.history.holds(waitingHolds({ show: 'all' }), actor);
      const found = await world.history.holdsById([own.draftId, strange.draftId], actor);
      return [
        listed.ok && listed.value.holds.map(({ id }) => id).toSorted(),
        found.ok && found.value.map(({ id }) => id),
      ];
    };
    const both = [own.draftId, strange.draftId].toSorted();
    expect(await seen(cashier)).toEqual([both, both]);
    expect(await world.history.show(await captured(strange), cashier)).toMatchObject({
      ok: false,
      failure: { kind: 'not-permitted' },
    });
    // Once it is captured, the hold of another is nobody's who sees only their own.
    expect(await seen(cashier)).toEqual([[own.draftId], [own.draftId]]);
    expect(await seen(backOffice)).toEqual([both, both]);
  });

  test('sees every unknown attempt', async ({ world }) => {
    const payment = await unknownSale(world);
    expect(await world.history.unknowns()).toMatchObject({ ok: true, value: [{ id: payment.draftId }] });
    expect(await world.history.show(payment.draftId, other)).toMatchObject({ ok: true });
  });
});

describe('an unknown attempt', () => {
  const resolution = { outcome: 'declined', reference: '', note: 'The bank has no such charge' } as const;

  test('is resolved by a supervisor, with name, time and grounds beside the unknown outcome', async ({ world }) => {
    const payment = await unknownSale(world);
    const resolved = await world.history.resolve({ id: payment.draftId, resolution }, supervisor);
    expect(resolved).toMatchObject({
      ok: true,
      value: { state: 'unknown', resolution: { ...resolution, how: 'person', operatorName: 'Celia' } },
    });
    expect(await world.history.unknowns()).toEqual({ ok: true, value: [] });
  });

  test.for([
    ['another role', 'sell', backOffice, resolution, { kind: 'not-permitted', needs: 'supervisor' }],
    [
      'a supervisor without grounds',
      'sell',
      supervisor,
      { outcome: 'approved', reference: ' ', note: '' },
      { kind: 'invalid', issues: [{ path: 'resolution.note' }] },
    ],
    [
      'a supervisor without the reference that the capture of an authorization will carry',
      'authorize',
      supervisor,
      { outcome: 'approved', reference: '', note: 'Seen in the portal' },
      { kind: 'invalid', issues: [{ path: 'resolution.reference' }] },
    ],
  ] as const)('is not resolved by %s', async ([_whom, operation, actor, given, failure], { world }) => {
    world.service.answer = () => unknown;
    const { draftId: id } = draft();
    await world.payments[operation](draft({ draftId: id }), cashier);
    expect(await world.history.resolve({ id, resolution: given }, actor)).toMatchObject({ ok: false, failure });
    expect(await world.history.unknowns()).toMatchObject({ value: [{ id }] });
  });

  test('can be resolved once, and a known outcome never', async ({ world }) => {
    const payment = await unknownSale(world);
    await world.history.resolve({ id: payment.draftId, resolution }, supervisor);
    const again = await world.history.resolve(
      { id: payment.draftId, resolution: { ...resolution, outcome: 'approved', reference: 'X' } },
      supervisor,
    );
    expect(again).toEqual({ ok: false, failure: { kind: 'changed-meanwhile' } });
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ resolution: { outcome: 'declined' } });
  });
});

test('an unavailable ledger makes every query fail without a crash', async () => {
  const { faults, world } = await shakyWorld();
  faults.finish = 'before';
  expect(await world.history.show(draft().draftId, backOffice)).toEqual({
    ok: false,
    failure: { kind: 'ledger', reason: 'disconnected', detail: 'the store is away' },
  });
});
