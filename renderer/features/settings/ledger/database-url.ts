/** Checks the address of a shared ledger, which names a user, a host and a database but never a password. */
import { ledgerUrlSchema } from '#shared/seat/settings.ts';

export const databaseUrlIssue = (text: string): boolean => !ledgerUrlSchema.safeParse(text.trim()).success;
