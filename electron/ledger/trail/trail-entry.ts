/** An entry of the audit trail with its link, as exported and as listed. */
import type { LinkedPayment } from '#shared/ledger/trail.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';

export interface TrailEntry {
  /** UTC instant by the seat's clock. */
  readonly at: string;
  /** UTC instant of the link, by the seat's clock; null for an entry without one. */
  readonly linkedAt: string | null;
  readonly seat: string;
  readonly operatorName: string;
  /** Id of the event or payment. */
  readonly subjectId: string;
  readonly what: LedgerDeed | ({ readonly kind: 'payment' } & LinkedPayment);
  /** Null for an entry that no seat has signed. */
  readonly link: {
    readonly signer: string;
    readonly number: number;
    readonly hash: string;
    readonly signature: string;
  } | null;
}
