/** Maps each call to the deed that it leaves once it has succeeded. Omits calls that write their own entries. */
import { isDeepStrictEqual } from 'node:util';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Seat } from '#electron/core/seat.ts';
import type { SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import type { PaperDocument } from '#shared/paper/paper-documents.ts';
import type { BackupStatus } from '#shared/ledger/backups.ts';
import type { Merchant, MerchantSecretsChange, MerchantView } from '#shared/seat/merchant.ts';
import { parseLedgerAddress } from '#shared/seat/ledger-address.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import type { UpdateState } from '#shared/updates/updates.ts';
import type { DeedsOfCalls } from './noted-calls.ts';

export interface DeedsOfCallsParts {
  readonly merchants: Pick<Merchants, 'active' | 'list'>;
  readonly seat: Pick<Seat, 'settings'>;
  readonly selectedLedger: Pick<SelectedLedger, 'status'>;
}

export function deedsOfCalls({ merchants, seat, selectedLedger }: DeedsOfCallsParts): DeedsOfCalls {
  const inUse = ({ merchant: { name, environment } }: Pick<MerchantView, 'merchant'>): SeatDeed => ({
    kind: 'merchant-in-use',
    name,
    environment,
  });
  return {
    session: {
      practise: () => () => inUse({ merchant: merchants.active() }),
    },
    merchants: {
      save: async ({ secrets }) => {
        const before = await merchants.list();
        return ({ merchant }) =>
          merchantSaved(before.find((view) => view.merchant.id === merchant.id)?.merchant ?? null, merchant, secrets);
      },
      remove: async ({ merchantId }) => {
        const gone = (await merchants.list()).find(({ merchant }) => merchant.id === merchantId)?.merchant;
        return () =>
          gone === undefined ? null : { kind: 'merchant-removed', name: gone.name, environment: gone.environment };
      },
      activate: () => {
        const { id } = merchants.active();
        return (view) => (view.merchant.id === id ? null : inUse(view));
      },
      confirmCaptureField:
        ({ field }) =>
        ({ merchant: { name } }) => ({ kind: 'capture-field-confirmed', name, field }),
    },
    holds: {
      captureMany:
        ({ batchId }) =>
        ({ rows }) => {
          const sent = rows.filter(({ status }) => status === 'done').length;
          return sent === 0 ? null : { kind: 'batch-captured', batchId, rows: sent };
        },
      exportBatch: () => exported('batch'),
    },
    history: {
      export: () => exported('history'),
      openReceipt:
        ({ id }) =>
        () => ({ kind: 'receipt-opened', attemptId: id }),
    },
    reports: {
      export: () => exported('day-close'),
      exportJournal: () => exported('reconciliation'),
    },
    paper: {
      print:
        ({ document }) =>
        ({ printed }) =>
          printed ? printedDeed(document) : null,
      savePdf:
        ({ document }) =>
        (written) =>
          written && savedDeed(document, written),
      copy:
        ({ attemptId, as }) =>
        () => ({ kind: 'receipt-given', attemptId, how: as }),
      send:
        ({ attemptId, by }) =>
        ({ opened, to }) =>
          opened ? { kind: 'receipt-sent', attemptId, by, to } : null,
    },
    seat: {
      save: () => {
        const before = seat.settings();
        return (after) => {
          const changed = differing(before, after);
          return changed.length === 0 ? null : { kind: 'seat-changed', changed, seat: after.seat };
        };
      },
      goOnWithout: () => (kept) => ({ kind: 'damaged-set-aside', ...kept }),
      saveDiagnostics: () => (written) =>
        written && { kind: 'diagnostics-saved', parts: written.rows, file: written.path },
    },
    updates: {
      look: () => (state) => lookedForUpdate(state),
      restart:
        () =>
        ({ version }) => ({ kind: 'update-asked', version }),
    },
    vault: {
      unlock: () => () => ({ kind: 'vault-unlocked' }),
      setPassphrase: () => () => ({ kind: 'vault-passphrase' }),
    },
    ledger: {
      choose: async ({ password }) => {
        const { choice: before } = await selectedLedger.status();
        return ({ choice }) =>
          isDeepStrictEqual(before, choice) && password === null ? null : ledgerChosen(choice, password !== null);
      },
      backUp: () => (made) => made && { kind: 'backup', attempts: made.attempts, file: made.path, scheduled: false },
      planBackups: () => planned,
      chooseBackupFolder: () => (status) => status && planned(status),
      checkTrail: () => (report) => report && { kind: 'trail-verified', entries: report.links, breaks: report.breaks },
      exportTrail: () => exported('audit-trail'),
    },
  };
}

/** A program without updates did not look, and a refusal is noted by itself. */
const lookedForUpdate = (state: UpdateState): SeatDeed | null =>
  state.kind === 'off' || state.kind === 'failed'
    ? null
    : { kind: 'update-looked', found: 'version' in state ? state.version : null };

const documentNames = {
  batch: 'batch',
  holds: 'hold-list',
  'day-close': 'day-close',
  reconciliation: 'reconciliation',
} as const;

const printedDeed = (document: PaperDocument): SeatDeed =>
  document.kind === 'receipt'
    ? { kind: 'receipt-given', attemptId: document.attemptId, how: 'paper' }
    : { kind: 'printed', what: documentNames[document.kind] };

const savedDeed = (document: PaperDocument, written: { readonly path: string; readonly rows: number }): SeatDeed =>
  document.kind === 'receipt'
    ? { kind: 'receipt-given', attemptId: document.attemptId, how: 'pdf' }
    : { kind: 'exported', what: documentNames[document.kind], rows: written.rows, file: written.path };

type Exported = Extract<SeatDeed, { kind: 'exported' }>;

const exported =
  (what: Exported['what']) =>
  (written: { readonly path: string; readonly rows: number } | null): Exported | null =>
    written && { kind: 'exported', what, rows: written.rows, file: written.path };

const planned = ({ plan, folder }: BackupStatus): SeatDeed => ({
  kind: 'backups-planned',
  folder: plan.every === 'off' ? null : folder,
});

/** Returns the names of the members that differ. */
function differing<Value extends object>(before: Value, after: Value): readonly string[] {
  return Object.entries(after).flatMap(([name, value]: [string, unknown]) =>
    isDeepStrictEqual((before as Readonly<Record<string, unknown>>)[name], value) ? [] : [name],
  );
}

/** Names what was changed and keyed, never a value. A removed secret counts as changed, a keyed one as keyed. */
function merchantSaved(before: Merchant | null, after: Merchant, given: MerchantSecretsChange): SeatDeed | null {
  const removed = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));
  const secrets = Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [name]));
  const changed = before === null ? [] : [...differing(before, after), ...removed];
  if (before !== null && changed.length + secrets.length === 0) return null;
  const { name, environment, baseUrl } = after;
  return {
    kind: 'merchant-saved',
    name,
    environment,
    added: before === null,
    origin: new URL(baseUrl).origin,
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
