/** Words of an export that show the program's own names. */
import type { ExportWords } from '#electron/export/columns.ts';
import { accountOf } from '#shared/ledger/account.ts';

export const ownWords: ExportWords = {
  heading: (column) => `<${column}>`,
  state: (state) => state,
  payment: ({ payment }) => payment?.hold ?? '',
  amountDoubt: (attempt) => accountOf(attempt, false).amountDoubt?.kind ?? null,
  operation: (operation) => operation,
  environment: (environment) => environment,
};
