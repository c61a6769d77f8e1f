/** Ports that the program has once. Each part of it picks its own. */
import type { KeptBatch, SkipReason } from '#shared/ledger/holds.ts';
import type { Failure } from '#shared/failure.ts';
import type { Audit } from './audit.ts';
import type { Host } from './host.ts';
import type { Ledger } from './ledger.ts';

export interface Ports extends Host {
  readonly ledger: Ledger;
  readonly batchLog: BatchLog;
  readonly audit: Pick<Audit, 'noteSoon'>;
  /** Why no payment may begin at this seat now; null when it may. */
  readonly ledgerRefusal: () => Failure | null;
  /** True while a payment or its record is under way. */
  readonly busy: () => boolean;
  /** The system's account, in whose name the program acts by itself. */
  readonly account: string;
  /** Returns the name of whoever works at the seat. */
  readonly actorName: () => string;
}

/**
 * Port for the batches of this seat whose results nobody has closed, so that a crash loses none of their rows. Every method rejects with
 * `LedgerUnavailable` when this seat's disk can't do it durably.
 */
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
