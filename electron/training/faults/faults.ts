/** Selects the fault for a request or connection: the trainer's order first, then the practice amounts. */
import type { MinorUnits } from '#shared/payments/money.ts';
import { isTlsFault, practiceAmounts, type Fault, type FaultOrder, type TlsFault } from '#shared/seat/training.ts';

const noFault: Fault = { kind: 'none' };
const nothingOrdered: FaultOrder = { fault: noFault, times: null };

export class FaultSwitch {
  #active: FaultOrder = nothingOrdered;

  get active(): FaultOrder {
    return this.#active;
  }

  order(order: FaultOrder): void {
    this.#active = order.fault.kind === 'none' ? nothingOrdered : order;
  }

  /**
   * Returns the fault of one payment request.
   * @param amount null when the request was malformed
   */
  forRequest(amount: MinorUnits | null): Fault {
    const { fault } = this.#active;
    if (fault.kind === 'none' || isTlsFault(fault)) {
      return practiceAmounts.find((practice) => practice.amount === amount)?.fault ?? noFault;
    }
    this.#countDown();
    return fault;
  }

  /** Returns the fault of one new connection. A TLS fault acts before any request, so connections are counted. */
  forConnection(): TlsFault | null {
    const { fault } = this.#active;
    if (!isTlsFault(fault)) return null;
    this.#countDown();
    return fault.kind;
  }

  #countDown(): void {
    const { fault, times } = this.#active;
    if (times === null) return;
    this.#active = times > 1 ? { fault, times: times - 1 } : nothingOrdered;
  }
}
