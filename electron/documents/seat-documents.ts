/** The documents of this seat, each in a file of its name, and their opening. */
import { storedMerchantsSchema } from '#electron/core/merchants/stored-merchants.ts';
import { storedOperatorsSchema } from '#electron/core/operators/stored-operators.ts';
import { storedBackupsSchema } from '#electron/core/records/backups.ts';
import { vaultContentSchema } from '#electron/vault/entries.ts';
import { storedViewsSchema } from '#shared/ledger/saved-views.ts';
import { storedDraftsSchema } from '#shared/payments/entry/kept-draft.ts';
import { ledgerChoiceSchema, type SeatSettings, seatSettingsSchema } from '#shared/seat/settings.ts';
import { openDocument, type DocumentPlace } from './document-store.ts';
import type { DocumentDefinition } from './versioned-document.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { z } from 'zod';

/** @param steers as in `DocumentDefinition` */
const documentOf = <Content>(
  name: string,
  schema: z.ZodType<Content>,
  steers = false,
): DocumentDefinition<Content> => ({ name, schema, steers });

/** The vault's ciphertext. */
export const vaultDocument = documentOf('vault', vaultContentSchema, true);

/** The merchants without their secrets. */
export const merchantsDocument = documentOf('merchants', storedMerchantsSchema, true);

/** The seat's name, language and appearance. @param defaults settings of a new seat, which depend on the machine */
export const seatDocument = (defaults: SeatSettings): DocumentDefinition<SeatSettings> => ({
  ...documentOf('seat', seatSettingsSchema),
  defaults,
});

export const ledgerDocument = documentOf('ledger', ledgerChoiceSchema, true);

/** Schedule and latest results of the embedded ledger's backups. */
export const backupsDocument = documentOf('backups', storedBackupsSchema);

/** The operators of this seat with hashes of their passcodes. */
export const operatorsDocument = documentOf('operators', storedOperatorsSchema);

/** The version that ran last, and the newest list of updates that it saw. */
export const programDocument = documentOf(
  'program',
  z.strictObject({
    lastVersion: z.string(),
    newestList: z.int().min(0).default(0),
    notInstalledAt: instantSchema.nullable().default(null),
  }),
);

/** Payments that were being typed, without their cards. */
export const draftsDocument = documentOf('drafts', storedDraftsSchema);

/** The views of History that operators saved. */
export const viewsDocument = documentOf('views', storedViewsSchema);

export type SeatDocuments = ReturnType<typeof openSeatDocuments>;

/** @param newSeat settings of a seat that has none yet */
export const openSeatDocuments = (place: DocumentPlace, newSeat: SeatSettings) => ({
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
