/** Orders that wait: in turn, in bounds, and once for a link that was clicked twice. */
import { describe, expect, it, vi } from 'vitest';
import { createOrders } from '#electron/core/orders/orders.ts';
import { newId } from '#shared/new-id.ts';
import type { ReadOrder } from '#shared/payments/entry/order.ts';
import { value } from '#test/fixtures/examples.ts';

const orderOf = (amount: string): ReadOrder => ({ kind: 'order', order: { amount } });

function desk() {
  let now = 1_000_000;
  const emit = vi.fn();
  const orders = createOrders({ clock: () => new Date(now), emit, makeId: newId });
  const offerAfter = (ms: number, read: ReadOrder): void => {
    now += ms;
    orders.offer(read);
  };
  const take = (): ReadOrder | null => {
    const first = orders.waiting();
    if (first !== null) value(orders.drop(first.id));
    return first?.read ?? null;
  };
  return { orders, emit, offerAfter, take };
}

describe('orders', () => {
  it('wait in the order of their links, and each change is told', () => {
    const { orders, emit, offerAfter, take } = desk();
    offerAfter(0, orderOf('1.00'));
    offerAfter(0, orderOf('2.00'));
    expect(orders.waiting()).toMatchObject({ read: orderOf('1.00'), more: 1 });
    expect([take(), take(), take()]).toEqual([orderOf('1.00'), orderOf('2.00'), null]);
    expect(emit).toHaveBeenCalledTimes(4);
    value(orders.drop(newId()));
    expect(emit).toHaveBeenCalledTimes(4);
  });

  it('come once from a link that was clicked twice, also after the first was taken', () => {
    const { offerAfter, take } = desk();
    offerAfter(0, orderOf('1.00'));
    offerAfter(400, orderOf('1.00'));
    expect(take()).toEqual(orderOf('1.00'));
    offerAfter(400, orderOf('1.00'));
    expect(take()).toBeNull();
  });

  it('come again from the same link later, after another one, and after the clock was set back', () => {
    const { offerAfter, take } = desk();
    offerAfter(0, orderOf('1.00'));
    offerAfter(3_000, orderOf('1.00'));
    offerAfter(0, orderOf('2.00'));
    offerAfter(0, orderOf('1.00'));
    offerAfter(-10_000, orderOf('1.00'));
    expect([take(), take(), take(), take(), take(), take()].map((read) => read?.kind)).toEqual([
      ...Array.from({ length: 5 }, () => 'order'),
      undefined,
    ]);
  });

  it('are at most 20, and a last one says that there were more', () => {
    const { orders, offerAfter, take } = desk();
    for (let index = 1; index <= 30; index++) offerAfter(0, orderOf(`${index}.00`));
    expect(orders.waiting()?.more).toBe(20);
    for (let index = 1; index <= 20; index++) expect(take()).toEqual(orderOf(`${index}.00`));
    expect(take()).toEqual({ kind: 'refused', issues: [{ param: null, reason: 'too-many' }] });
    expect(take()).toBeNull();
  });
});
