/** Selects the fault for a request or connection: the trainer's order first, then the practice amounts. */
import type { MinorUnits } from '#shared/payments/money.ts';
import { isTlsFault, practiceAmounts, type Fault, type FaultOrder, type TlsFault } from '#shared/seat/training.ts';

const noFault: Fault = { kind: 'none' };
const nothingOrdered: FaultOrder = { fault: noFault, times: null };

class OrderedFault {
  #order: FaultOrder = nothingOrdered;

  get order(): FaultOrder {
    return this.#order;
  }

  set order(order: FaultOrder) {
    this.#order = order.fault.kind === 'none' ? nothingOrdered : order;
  }

  /** Returns the fault and counts one request that met it. */
  take(): Fault {
    const { fault, times } = this.#order;
    if (times !== null) this.#order = times > 1 ? { ...this.#order, times: times - 1 } : nothingOrdered;
    return fault;
  }
}

export class FaultSwitch {
  readonly #payments = new OrderedFault();
  readonly #records = new OrderedFault();

  /** The order that payments or connections meet. */
  get active(): FaultOrder {
    return this.#payments.order;
  }

  /** False while questions about the records meet an order. */
  get answersRecords(): boolean {
    return this.#records.order.fault.kind === 'none';
  }

  order(order: FaultOrder): void {
    if (order.of === 'records') this.#records.order = order;
    else this.#payments.order = order;
  }

  /**
   * Returns the fault of one payment request.
   * @param amount null when the request was malformed
   */
  forRequest(amount: MinorUnits | null): Fault {
    const { fault } = this.active;
    if (fault.kind === 'none' || isTlsFault(fault)) {
      return practiceAmounts.find((practice) => practice.amount === amount)?.fault ?? noFault;
    }
    return this.#payments.take();
  }

  /** Returns the fault of one question about the service's records. */
  forRecords(): Fault {
    return this.#records.take();
  }

  /** Returns the fault of one new connection. A TLS fault acts before any request, so connections are counted. */
  forConnection(): TlsFault | null {
    const { fault } = this.active;
    if (!isTlsFault(fault)) return null;
    this.#payments.take();
    return fault.kind;
  }
}
