/** The program as the life cycle in `main.ts` drives it. */
import type { ReadOrder } from '#shared/payments/entry/order.ts';
import type { ProvisioningEnd } from './start/provisioning-end.ts';

export interface Program {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** Lets an order of a link or of the command line wait for whoever works here. */
  offerOrder(read: ReadOrder): void;
  /** Applies a provisioning file, all of it or nothing, or keeps it waiting for a supervisor. Silent: opens no dialog. */
  provision(file: string, silent: boolean): Promise<ProvisioningEnd>;
  /** True for a file that was applied since the start. */
  isProvisioned(file: string): boolean;
  /** Waits for payments under way and their records, then closes everything. */
  close(): Promise<void>;
}
