/** Ports of the audit trail for deeds that have no transaction of their own. */
import type { Result } from '#shared/failure.ts';
import type { KeptDeed, LedgerDeed } from '#shared/audit/ledger-events.ts';

export interface Audit {
  /** Appends a deed that must not happen unrecorded. Fails as `ledger` when it can't be written now. */
  note(operatorName: string, deed: LedgerDeed): Promise<Result<void>>;
  /** Records a deed that has happened: now or, while the ledger is away, as soon as it is back. Never throws. */
  noteSoon(operatorName: string, deed: LedgerDeed): void;
}

/** Store of deeds on this computer until the ledger has them. */
export interface DeedSpool {
  /** Writes a deed durably. One with the same id is replaced. Rejects when the disk can't be written. */
  keep(deed: KeptDeed): Promise<void>;
  /** Returns the deeds in the order of their ids. Leaves others in place. `isWhole`: not before the vault can tell who has kept them. */
  all(): Promise<{ readonly deeds: readonly KeptDeed[]; readonly isWhole: boolean }>;
  forget(id: string): Promise<void>;
}
