/** Deeds that more than one call leaves in the audit trail, or that take more than a line to tell. */
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import type { BackupStatus } from '#shared/ledger/backups.ts';
import type { PaperDocument } from '#shared/paper/paper-documents.ts';
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';
import type { Merchant, MerchantSecretsChange } from '#shared/seat/merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { UpdateState } from '#shared/updates/updates.ts';

type Written = { readonly path: string; readonly rows: number } | null;
type Exported = Extract<SeatDeed, { kind: 'exported' }>;

/** Returns a rule's `leaves` for a call that writes a file, or null when the operator closed the dialog. */
export const writtenAs =
  (what: Exported['what']) =>
  () =>
  (written: Written): Exported | null =>
    written && { kind: 'exported', what, rows: written.rows, file: written.path };

export const merchantInUse = ({ name, environment }: Merchant): SeatDeed => ({
  kind: 'merchant-in-use',
  name,
  environment,
});

/** A program without updates did not look, and a refusal is noted by itself. */
export const lookedForUpdate = (state: UpdateState): SeatDeed | null =>
  state.kind === 'off' || state.kind === 'failed'
    ? null
    : { kind: 'update-looked', found: 'version' in state ? state.version : null };

const documentNames = {
  batch: 'batch',
  holds: 'hold-list',
  'day-close': 'day-close',
  reconciliation: 'reconciliation',
} as const;

export const printed = (document: PaperDocument): SeatDeed =>
  document.kind === 'receipt'
    ? { kind: 'receipt-given', attemptId: document.attemptId, how: 'paper' }
    : { kind: 'printed', what: documentNames[document.kind] };

export const savedAsPdf = (document: PaperDocument, written: Written): SeatDeed | null =>
  document.kind === 'receipt'
    ? written && { kind: 'receipt-given', attemptId: document.attemptId, how: 'pdf' }
    : writtenAs(documentNames[document.kind])()(written);

export const backupsPlanned = ({ plan, folder }: BackupStatus): SeatDeed => ({
  kind: 'backups-planned',
  folder: plan.every === 'off' ? null : folder,
});

/** Returns the names of the members that differ. Both are read with one schema, so their members stand in one order. */
export function differing<Value extends object>(before: Value, after: Value): readonly (keyof Value)[] {
  const names = Object.keys(after) as (keyof Value)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Names what was changed and keyed, never a value. A removed secret counts as changed, a keyed one as keyed. */
export function merchantSaved(
  before: Merchant | null,
  after: Merchant,
  origin: string,
  given: MerchantSecretsChange,
): SeatDeed | null {
  const removed = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));
  const secrets = Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [name]));
  const changed = before === null ? [] : [...differing(before, after), ...removed];
  if (before !== null && changed.length + secrets.length === 0) return null;
  const { name, environment } = after;
  return {
    kind: 'merchant-saved',
    name,
    environment,
    added: before === null,
    origin,
    changed,
    secrets,
  };
}

/** @param password true when a password was keyed */
export const ledgerChosen = (choice: LedgerChoice, password: boolean): SeatDeed => ({
  kind: 'ledger-chosen',
  host: hostsOf(choice),
  password,
});

/** Returns the servers of a shared ledger, separated by commas; null for the ledger of this computer. */
function hostsOf(choice: LedgerChoice): string | null {
  if (choice.engine === 'sqlite') return null;
  const address = parseLedgerAddress(choice.url);
  return address.ok ? address.value.hosts.map(({ host, port }) => `${host}:${port}`).join(', ') : '?';
}
