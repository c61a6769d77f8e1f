/** Services of the calls. Each group takes those that its calls need. */
import type { Dialogs } from '#electron/core/dialogs.ts';
import type { DamagedFiles } from '#electron/core/damaged-files.ts';
import type { Batches } from '#electron/core/holds/batch-captures.ts';
import type { Captures } from '#electron/core/holds/captures.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Orders } from '#electron/core/orders/orders.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { KeptDrafts } from '#electron/core/payments/kept-drafts.ts';
import type { Lookalikes } from '#electron/core/payments/lookalikes.ts';
import type { Payments } from '#electron/core/payments/payments.ts';
import type { Recharges } from '#electron/core/payments/recharges.ts';
import type { Reversals } from '#electron/core/payments/reversals.ts';
import type { UnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Audit } from '#electron/core/ports/audit.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Host } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { ProvisioningDesk } from '#electron/core/provisioning/provisioning.ts';
import type { Backups } from '#electron/core/records/backups.ts';
import type { History } from '#electron/core/records/history.ts';
import type { LookUpPayment } from '#electron/core/records/look-up.ts';
import type { Reconciliations } from '#electron/core/records/reconcile.ts';
import type { SavedViews } from '#electron/core/records/saved-views.ts';
import type { Reports } from '#electron/core/reports/reports.ts';
import type { Seals } from '#electron/core/seals.ts';
import type { Seat } from '#electron/core/seat.ts';
import type { Updates } from '#electron/core/updates/updates.ts';
import type { LongWork } from '#electron/core/work/long-work.ts';
import type { SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import type { LegalFiles } from '#electron/shell/legal-files.ts';
import type { Printer } from '#electron/shell/paper/printer.ts';
import type { ReceiptMessage } from '#electron/shell/receipts/receipt-message.ts';
import type { Words } from '#electron/shell/words.ts';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import type { Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { ConnectionReport } from '#shared/seat/connection-check.ts';

export interface Services extends Pick<Host, 'clock' | 'emit'> {
  readonly answers: Pick<UnwrittenAnswers, 'waiting' | 'setAside'>;
  readonly approvals: Approvals;
  readonly audit: Pick<Audit, 'noteSoon'>;
  readonly backups: Backups;
  readonly batches: Batches;
  /** True while a payment or its record is under way, because its ledger must stay in place. */
  readonly busy: () => boolean;
  readonly captures: Captures;
  /** Checks the connection to the service step by step. Sends no transaction. */
  readonly checkConnection: (account: MerchantAccount) => Promise<ConnectionReport>;
  /** Writes a text to the system's clipboard. */
  readonly copyText: (text: string) => Promise<void>;
  readonly damagedFiles: Pick<DamagedFiles, 'list' | 'goOnWithout'>;
  readonly dataFolder: string;
  readonly dialogs: Dialogs;
  readonly history: History;
  readonly inFlight: Pick<InFlight, 'during' | 'batch'>;
  readonly journal: { ready(): Promise<boolean> };
  readonly keptDrafts: KeptDrafts;
  readonly legalFiles: LegalFiles;
  readonly longWork: LongWork;
  readonly lookalikes: Lookalikes;
  readonly lookUp: LookUpPayment;
  readonly merchants: Merchants;
  /** Opens a message in the mail program or at WhatsApp; false without a program for it. */
  readonly openMessage: (message: ReceiptMessage) => Promise<boolean>;
  readonly openReceipt: (
    attempt: Pick<Attempt, 'environment' | 'state' | 'resolution' | 'receiptUrl' | 'currencySign'>,
  ) => Promise<Result<void>>;
  readonly operators: Operators;
  readonly orders: Pick<Orders, 'waiting' | 'drop'>;
  readonly payments: Payments;
  readonly policy: Policy;
  readonly printer: Printer;
  readonly provisioning: Pick<ProvisioningDesk, 'waiting' | 'allow' | 'dismiss'>;
  readonly recharges: Recharges;
  readonly reconciliations: Reconciliations;
  readonly reports: Reports;
  readonly reversals: Reversals;
  readonly savedViews: SavedViews;
  readonly seals: Pick<Seals, 'check'>;
  readonly seat: Seat;
  readonly selectedLedger: SelectedLedger;
  readonly session: Session;
  readonly showInFolder: (file: string) => void;
  /** Takes what the page tells about itself. */
  readonly tellPage: (facts: { readonly card?: boolean; readonly printable?: boolean }) => void;
  /** The training gateway, started if need be; null when it could not be started. */
  readonly training: () => Promise<Pick<TrainingGateway, 'status' | 'order'> | null>;
  readonly updates: Pick<Updates, 'state' | 'look' | 'restart'>;
  readonly vault: Vault;
  readonly version: string;
  readonly words: () => Words;
}
