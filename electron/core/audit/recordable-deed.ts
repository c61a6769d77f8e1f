/** Makes a deed fit for the audit trail: of a known shape, and without a card number in any of its texts. */
import { redactText } from '#electron/core/redact.ts';
import { ledgerDeedSchema, type LedgerDeed } from '#shared/audit/ledger-events.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';

const cardRemoved = '[card number removed]';

/** Texts without a card number stay as they are, so that names of files and ids can be found again. */
export function withoutCardNumber(text: string): string {
  if (!holdsCardNumber(text)) return text;
  const redacted = redactText(text);
  return holdsCardNumber(redacted) ? cardRemoved : redacted;
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return withoutCardNumber(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]: [string, unknown]) => [name, redacted(member)]));
}

/**
 * Removes card numbers from the deed's texts: it has happened, and has to be recorded all the same.
 * @throws ZodError for a deed of an unknown shape, which is a bug
 */
export const recordableDeed = (deed: LedgerDeed): LedgerDeed => ledgerDeedSchema.parse(redacted(deed));
