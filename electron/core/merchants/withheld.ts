/** Puts on the audit trail that a secret was withheld: once per place that asked, not at each try. */
import type { Audit } from '#electron/core/ports/audit.ts';
import type { Misplaced } from '#shared/seat/secret-place.ts';

/** @param merchant name of the merchant; null for the ledger's password */
export type NoteWithheld = (merchant: string | null, misplaced: Misplaced) => void;

export function createNoteWithheld(noteSoon: Audit['noteSoon'], actorName: () => string): NoteWithheld {
  const noted = new Set<string>();
  return (merchant, { keyedFor, asked }) => {
    const key = JSON.stringify([merchant, keyedFor, asked]);
    if (noted.has(key)) return;
    noted.add(key);
    noteSoon(actorName(), { kind: 'secret-withheld', merchant, keyedFor: keyedFor ?? '–', asked });
  };
}
