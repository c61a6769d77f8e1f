import type { MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import type { Recorder } from './recorder.ts';

/** Services of every use case that sends a payment. */
export interface PaymentServices extends Pick<Ports, 'ledger' | 'seat' | 'clock' | 'makeId' | 'reportBug'> {
  readonly recorder: Recorder;
  readonly merchants: MerchantDirectory;
}
