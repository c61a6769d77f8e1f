/** Ports that the program has once. Each part of it picks its own. */
import type { Failure } from '#shared/failure.ts';
import type { Audit } from './audit.ts';
import type { BatchLog } from './batch-log.ts';
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
