/** `views.json`: the views of History that operators saved. */
import { storedViewsSchema, type StoredViews } from '#shared/ledger/saved-views.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const viewsDocument: DocumentDefinition<StoredViews> = {
  name: 'views',
  schema: storedViewsSchema,
  steps: [],
};
