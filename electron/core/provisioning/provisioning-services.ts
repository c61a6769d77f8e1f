import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { OperatorsReport } from '#electron/core/operators/provisioned-operators.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { Seals } from '#electron/core/seals.ts';
import type { Result } from '#shared/failure.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { ReadFile } from './provisioned-files.ts';

export interface ProvisioningReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** The merchant that the file made active; null when it names none. */
  readonly activated: string | null;
  /** True when the file has the key by which the seats of a shared ledger recognise each other's cards. */
  readonly keyGiven: boolean;
  /** Absent when the file has no operators. */
  readonly operators?: OperatorsReport;
}

/** Services that read a provisioning file, compare it with the seat, and apply it. */
export interface ProvisioningServices extends Pick<Ports, 'clock' | 'emit' | 'audit' | 'account'> {
  readonly merchants: Pick<Merchants, 'list' | 'save' | 'activate' | 'of' | 'active'>;
  readonly operators: Pick<Operators, 'provision' | 'unread' | 'view' | 'byId' | 'state'>;
  readonly approvals: Pick<Approvals, 'supervisor'>;
  readonly vault: Pick<Vault, 'saveFingerprintKey' | 'fingerprintKey' | 'ledgerPassword' | 'status'>;
  readonly seals: Pick<Seals, 'trust' | 'keepTrust'>;
  readonly policy: Policy;
  readonly readFile: ReadFile;
  readonly ledgerChoice: () => Promise<LedgerChoice>;
  /**
   * Makes this the seat's ledger even if it does not answer now. A seat that kept its own ledger until then would leave
   * payments where no other seat sees them. A password of null keeps the vault's.
   */
  readonly assignLedger: (choice: LedgerChoice, password: string | null) => Promise<Result<void>>;
  readonly onApplied: (file: string, report: ProvisioningReport) => Promise<void>;
}
