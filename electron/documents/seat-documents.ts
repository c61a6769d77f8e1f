/** The documents of this seat, each opened by its definition. */
import type { LastProgram } from '#electron/core/audit/program-deeds.ts';
import type { StoredMerchants } from '#electron/core/merchants/stored-merchants.ts';
import type { StoredOperators } from '#electron/core/operators/stored-operators.ts';
import type { StoredBackups } from '#electron/core/records/stored-backups.ts';
import type { DocumentStore, KeptDocumentStore, SealedDocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { VaultContent } from '#electron/vault/vault-content.ts';
import type { StoredViews } from '#shared/ledger/saved-views.ts';
import type { StoredDrafts } from '#shared/payments/entry/kept-draft.ts';
import type { LedgerChoice, SeatSettings } from '#shared/seat/settings.ts';
import { backupsDocument } from './backups-document.ts';
import { openDocument, type DocumentPlace } from './document-store.ts';
import { draftsDocument } from './payments/drafts-document.ts';
import { ledgerDocument } from './ledger-document.ts';
import { merchantsDocument } from './merchants-document.ts';
import { operatorsDocument } from './operators-document.ts';
import { programDocument } from './program-document.ts';
import { seatDocument } from './seat-document.ts';
import { vaultDocument } from './vault-document.ts';
import { viewsDocument } from './views-document.ts';

export interface SeatDocuments {
  readonly vault: KeptDocumentStore<VaultContent>;
  readonly merchants: SealedDocumentStore<StoredMerchants>;
  readonly seat: DocumentStore<SeatSettings>;
  readonly ledger: SealedDocumentStore<LedgerChoice>;
  readonly backups: DocumentStore<StoredBackups>;
  readonly operators: KeptDocumentStore<StoredOperators> & SealedDocumentStore<StoredOperators>;
  readonly program: DocumentStore<LastProgram>;
  readonly drafts: DocumentStore<StoredDrafts>;
  readonly views: DocumentStore<StoredViews>;
}

/** @param newSeat settings of a seat that has none yet */
export const openSeatDocuments = (place: DocumentPlace, newSeat: SeatSettings): SeatDocuments => ({
  vault: openDocument(place, vaultDocument),
  merchants: openDocument(place, merchantsDocument),
  seat: openDocument(place, seatDocument(newSeat)),
  ledger: openDocument(place, ledgerDocument),
  backups: openDocument(place, backupsDocument),
  operators: openDocument(place, operatorsDocument),
  program: openDocument(place, programDocument),
  drafts: openDocument(place, draftsDocument),
  views: openDocument(place, viewsDocument),
});
