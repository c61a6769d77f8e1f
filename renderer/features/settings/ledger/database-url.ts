/** The address of a shared record: it names a user, a host and a database, and never a password. */
import { ledgerUrlSchema } from '#shared/seat/settings.ts';

export const databaseUrlIssue = (text: string): boolean => !ledgerUrlSchema.safeParse(text.trim()).success;
