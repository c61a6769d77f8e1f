/** Port for the batches of this seat whose results nobody has closed, so that a crash loses none of their rows. */
import type { KeptBatch, SkipReason } from '#shared/ledger/holds.ts';

/** Every method rejects with `LedgerUnavailable` when this seat's disk can't do it durably. */
export interface BatchLog {
  /** Keeps a batch before its first row is sent. */
  begin(batch: KeptBatch): Promise<void>;
  /** Notes a row that was left out, a moment later. One that a crash loses counts as interrupted. */
  leftOut(batchId: string, holdId: string, skipReason: SkipReason): void;
  /** Returns the kept batches, oldest first. None before the vault can tell who has kept them. */
  all(): Promise<readonly KeptBatch[]>;
  /** Does nothing for an unknown batch. */
  forget(batchId: string): Promise<void>;
}
