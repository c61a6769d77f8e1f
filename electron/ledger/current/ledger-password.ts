/** The shared ledger's password: kept for the servers that it was keyed for, and given to no others. */
import { ledgerPlace, type SharedLedgerChoice } from '#electron/core/policy/secret-places.ts';
import type { NoteWithheld } from '#electron/core/merchants/withheld.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Undo, Vault } from '#electron/core/ports/vault.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Misplaced } from '#shared/seat/secret-place.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';

export interface LedgerPasswordParts {
  readonly vault: Pick<Vault, 'ledgerPassword' | 'saveLedgerPassword'>;
  readonly noteWithheld: NoteWithheld;
}

export type LedgerPassword = ReturnType<typeof createLedgerPassword>;

const nothingToUndo: Undo = () => Promise.resolve(ok(undefined));
const described = ({ keyedFor, asked }: Misplaced): string => `${keyedFor ?? '–'} → ${asked}`;

export function createLedgerPassword({ vault, noteWithheld }: LedgerPasswordParts) {
  const keep = (choice: LedgerChoice, password: string | null): Promise<Result<Undo>> =>
    password === null || choice.engine === 'sqlite'
      ? Promise.resolve(ok(nothingToUndo))
      : vault.saveLedgerPassword(password, ledgerPlace(choice));

  return {
    /** Reads the password for the chosen servers. Rejects with `LedgerUnavailable`, before any of them is asked. */
    async read(choice: SharedLedgerChoice): Promise<string | null> {
      const kept = await vault.ledgerPassword(ledgerPlace(choice));
      if (kept.ok) return kept.value;
      const { failure } = kept;
      if (failure.kind !== 'secrets-elsewhere') {
        const detail = 'The password of the shared ledger could not be read from the vault.';
        throw new LedgerUnavailable('disconnected', detail);
      }
      noteWithheld(null, failure);
      throw new LedgerUnavailable('password-elsewhere', described(failure));
    },
    /** Keeps a password that was keyed for the choice; null keeps the vault's. */
    keep,
    /** Keeps it as well, but refuses a choice without a password when the vault's was keyed for other servers. */
    async keepOrRefuse(choice: LedgerChoice, password: string | null): Promise<Result<Undo>> {
      if (password !== null || choice.engine === 'sqlite') return keep(choice, password);
      const kept = await vault.ledgerPassword(ledgerPlace(choice));
      // A vault that can't be read now is asked again when the ledger is opened.
      if (kept.ok || kept.failure.kind !== 'secrets-elsewhere') return ok(nothingToUndo);
      noteWithheld(null, kept.failure);
      return failed({ kind: 'ledger-not-chosen', reason: 'password-elsewhere', detail: described(kept.failure) });
    },
  };
}
