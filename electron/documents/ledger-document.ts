/** `ledger.json`: this seat's choice of ledger. */
import { ledgerChoiceSchema, type LedgerChoice } from '#shared/seat/settings.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const ledgerDocument: DocumentDefinition<LedgerChoice> = {
  name: 'ledger',
  schema: ledgerChoiceSchema,
  steps: [],
  steers: true,
};
