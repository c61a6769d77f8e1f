/** Services of the calls. Each group takes those that its calls need. */
import type { Dialogs } from '#electron/core/dialogs.ts';
import type { DamagedFiles } from '#electron/core/damaged-files.ts';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { Orders } from '#electron/core/orders/orders.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { UnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { ProvisioningDesk } from '#electron/core/provisioning/provisioning.ts';
import type { Backups } from '#electron/core/records/backups.ts';
import type { Seals } from '#electron/core/seals.ts';
import type { Seat } from '#electron/core/seat.ts';
import type { Updates } from '#electron/core/updates/updates.ts';
import type { UseCases } from '#electron/core/use-cases.ts';
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

export interface Services
  extends Omit<UseCases, 'recorder' | 'resolveUnknowns'>, Pick<Ports, 'clock' | 'emit' | 'audit' | 'busy'> {
  readonly answers: Pick<UnwrittenAnswers, 'waiting' | 'setAside'>;
  readonly approvals: Approvals;
  readonly backups: Backups;
  /** Checks the connection to the service step by step. Sends no transaction. */
  readonly checkConnection: (account: MerchantAccount) => Promise<ConnectionReport>;
  readonly copyText: (text: string) => Promise<void>;
  readonly damagedFiles: Pick<DamagedFiles, 'list' | 'goOnWithout'>;
  readonly dataFolder: string;
  readonly dialogs: Dialogs;
  readonly inFlight: Pick<InFlight, 'during'>;
  readonly journal: { ready(): Promise<boolean> };
  readonly legalFiles: LegalFiles;
  readonly longWork: LongWork;
  /** Opens a message in the mail program or at WhatsApp; false without a program for it. */
  readonly openMessage: (message: ReceiptMessage) => Promise<boolean>;
  readonly openReceipt: (
    attempt: Pick<Attempt, 'environment' | 'state' | 'resolution' | 'receiptUrl' | 'currencySign'>,
  ) => Promise<Result<void>>;
  readonly operators: Operators;
  readonly orders: Pick<Orders, 'waiting' | 'drop'>;
  readonly policy: Policy;
  readonly printer: Printer;
  readonly provisioning: Pick<ProvisioningDesk, 'waiting' | 'allow' | 'dismiss'>;
  readonly seals: Pick<Seals, 'check'>;
  readonly seat: Seat;
  readonly selectedLedger: SelectedLedger;
  readonly session: Session;
  readonly showInFolder: (file: string) => void;
  readonly tellPage: (facts: { readonly card?: boolean; readonly printable?: boolean }) => void;
  /** The training gateway, started if need be; null when it could not be started. */
  readonly training: () => Promise<Pick<TrainingGateway, 'status' | 'order'> | null>;
  readonly updates: Pick<Updates, 'state' | 'look' | 'restart'>;
  readonly vault: Vault;
  readonly version: string;
  readonly words: () => Words;
}
