/** Port of the audit trail for deeds that have no transaction of their own. */
import type { Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/ledger/ledger-events.ts';

export interface Audit {
  /** Appends a deed that must not happen unrecorded. Fails as `ledger` when it can't be written now. */
  note(operatorName: string, deed: LedgerDeed): Promise<Result<void>>;
  /** Records a deed that has happened: now or, while the ledger is away, as soon as it is back. Never throws. */
  noteSoon(operatorName: string, deed: LedgerDeed): void;
}
