/** Orders from links and the command line that wait for somebody to take them. In memory alone: a link can be opened again. */
import { ok, type Result } from '#shared/failure.ts';
import type { ReadOrder, WaitingOrder } from '#shared/payments/entry/order.ts';
import type { Emit, MakeId } from '#electron/core/ports/host.ts';

/** Most orders that wait, so that a web page can't fill the memory. */
const mostWaiting = 20;

export interface Orders {
  /** Puts an order, or what is wrong with one, behind the others. */
  offer(read: ReadOrder): void;
  /** Returns the one that has waited longest. */
  waiting(): WaitingOrder | null;
  /** Takes it away: it was filled in, or is not wanted. */
  drop(id: string): Result<void>;
}

export interface OrdersParts {
  readonly emit: Emit;
  readonly makeId: MakeId;
}

export function createOrders({ emit, makeId }: OrdersParts): Orders {
  let waiting: readonly { readonly id: string; readonly read: ReadOrder }[] = [];
  const put = (next: typeof waiting): void => {
    waiting = next;
    emit('payments.orders', {});
  };
  const full: ReadOrder = { kind: 'refused', issues: [{ param: null, reason: 'too-many' }] };

  return {
    offer(read) {
      if (waiting.length > mostWaiting) return;
      put([...waiting, { id: makeId(), read: waiting.length < mostWaiting ? read : full }]);
    },
    waiting() {
      const [first] = waiting;
      return first === undefined ? null : { ...first, more: waiting.length - 1 };
    },
    drop(id) {
      if (waiting.some((one) => one.id === id)) put(waiting.filter((one) => one.id !== id));
      return ok(undefined);
    },
  };
}
