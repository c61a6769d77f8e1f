/** Opens the ledger that was chosen, brought up to date: it has the answers that waited for it, and no attempt of a dead process is left `sending`. */
import { LedgerUnavailable, type Ledger } from '#electron/core/ports/ledger.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { finishRestore } from '#electron/ledger/copies/backup.ts';
import type { LedgerParts, StoredLedger } from '#electron/ledger/ledger.ts';
import { openPostgresLedger } from '#electron/ledger/postgres/open-postgres.ts';
import { openSqliteLedger } from '#electron/ledger/sqlite/open-sqlite.ts';
import { setAside } from '#electron/ledger/copies/set-aside.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';

export interface OpenLedgerParts {
  /** Of the embedded ledger, absolute. */
  readonly file: string;
  readonly vault: Pick<Vault, 'ledgerPassword'>;
  /** Asked at each opening. */
  readonly ledgerParts: () => LedgerParts;
  /** A damaged file was kept there, byte for byte, and a new ledger began. */
  readonly onSetAside: (keptFile: string) => void;
  /** Gives the ledger the answers that wait on this machine; rejects with `LedgerUnavailable`. */
  readonly deliver: (ledger: Ledger) => Promise<void>;
}

/** @param password of the shared ledger; null takes the vault's. Rejects with `LedgerUnavailable`. */
export type OpenLedger = (choice: LedgerChoice, password: string | null) => Promise<StoredLedger>;

export function createOpenLedger({ file, vault, ledgerParts, onSetAside, deliver }: OpenLedgerParts): OpenLedger {
  async function openEmbedded(parts: LedgerParts): Promise<StoredLedger> {
    await finishRestore(file);
    try {
      return await openSqliteLedger({ ...parts, file });
    } catch (error) {
      if (!(error instanceof LedgerUnavailable) || error.reason !== 'corrupt') throw error;
      const keptFile = setAside(file, parts.now());
      onSetAside(keptFile);
      const anew = await openSqliteLedger({ ...parts, file });
      // The banner lasts until the program ends; whoever looks later finds it among what was done to the record.
      await anew.note(parts.seat, { kind: 'begun-anew', keptFile });
      return anew;
    }
  }

  async function keptPassword(): Promise<string | null> {
    const kept = await vault.ledgerPassword();
    if (kept.ok) return kept.value;
    throw new LedgerUnavailable('disconnected', 'The password of the shared ledger could not be read from the vault.');
  }

  async function open(choice: LedgerChoice, password: string | null): Promise<StoredLedger> {
    const parts = ledgerParts();
    switch (choice.engine) {
      case 'sqlite':
        return openEmbedded(parts);
      case 'postgres': {
        const { url, ca, poolSize } = choice;
        return openPostgresLedger({ ...parts, url, ca, poolSize, password: password ?? (await keptPassword()) });
      }
    }
  }

  return async (choice, password) => {
    const opened = await open(choice, password);
    try {
      // First: what was answered is not for recovery to judge.
      await deliver(opened);
      await opened.recover();
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  };
}
