/** Orders from links and the command line that wait for somebody to take them. In memory alone: a link can be opened again. */
import { ok, type Result } from '#shared/failure.ts';
import type { ReadOrder, WaitingOrder } from '#shared/payments/entry/order.ts';
import type { Host } from '#electron/core/ports/host.ts';

/** Most orders that wait, so that a web page can't fill the memory. */
const mostWaiting = 20;

/** Time in ms in which the same order again is a second click on its link. */
const secondClick = 3_000;

export type Orders = ReturnType<typeof createOrders>;

export function createOrders({ clock, emit, makeId }: Pick<Host, 'clock' | 'emit' | 'makeId'>) {
  let waiting: readonly { readonly id: string; readonly read: ReadOrder }[] = [];
  let last = { text: '', at: 0 };
  const put = (next: typeof waiting): void => {
    waiting = next;
    emit('payments.orders', {});
  };
  const full: ReadOrder = { kind: 'refused', issues: [{ param: null, reason: 'too-many' }] };

  return {
    /** Puts an order, or what is wrong with one, behind the others. A link that was clicked twice is one order. */
    offer(read: ReadOrder) {
      const before = last;
      last = { text: JSON.stringify(read), at: clock().getTime() };
      const since = last.at - before.at;
      if (last.text === before.text && since >= 0 && since < secondClick) return;
      if (waiting.length > mostWaiting) return;
      put([...waiting, { id: makeId(), read: waiting.length < mostWaiting ? read : full }]);
    },
    /** Returns the one that has waited longest. */
    waiting(): WaitingOrder | null {
      const [first] = waiting;
      return first === undefined ? null : { ...first, more: waiting.length - 1 };
    },
    /** Takes it away: it was filled in, or is not wanted. */
    drop(id: string): Result<void> {
      if (waiting.some((one) => one.id === id)) put(waiting.filter((one) => one.id !== id));
      return ok(undefined);
    },
  };
}
