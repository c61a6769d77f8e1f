/** `drafts.json`: payments that were being typed, without their cards. */
import { storedDraftsSchema, type StoredDrafts } from '#shared/payments/entry/kept-draft.ts';
import type { DocumentDefinition } from '#electron/documents/versioned-document.ts';

export const draftsDocument: DocumentDefinition<StoredDrafts> = {
  name: 'drafts',
  schema: storedDraftsSchema,
  steps: [],
};
