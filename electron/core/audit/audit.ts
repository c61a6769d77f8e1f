/** Writes deeds to the audit trail of the ledger in use. */
import type { Audit } from '#electron/core/ports/audit.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { fromLedger } from '#electron/core/records/ledger-failure.ts';
import type { LedgerDeed } from '#shared/ledger/ledger-events.ts';

export interface AuditParts {
  /** Returns the ledger in use. Rejects with `LedgerUnavailable` while there is none. */
  readonly opened: () => Promise<{ note(operatorName: string, deed: LedgerDeed): Promise<void> }>;
  readonly reportBug: ReportBug;
}

export function createAudit({ opened, reportBug }: AuditParts): Audit {
  const note: Audit['note'] = (operatorName, deed) =>
    fromLedger(opened().then((ledger) => ledger.note(operatorName, deed)));
  return {
    note,
    noteSoon(operatorName, deed) {
      note(operatorName, deed).then((noted) => {
        if (!noted.ok) reportBug(new Error(`Not on the record, by ${operatorName}: ${JSON.stringify(deed)}`));
      }, reportBug);
    },
  };
}
