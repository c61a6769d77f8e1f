/** Checks that this seat recognises cards charged on other seats of its ledger, because they need the same key. */
import { oneMinute } from '#shared/durations.ts';
import { keyMark } from '#electron/core/payments/fingerprints.ts';
import { unlessAway } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';

export interface KeyCheckParts {
  readonly vault: Pick<Vault, 'fingerprintKey'>;
  readonly warn: (message: string) => void;
  readonly reportBug: ReportBug;
  /** Returns the current ledger. Rejects while there is none. */
  readonly opened: () => Promise<StoredLedger>;
  readonly onChange: () => void;
}

/** Interval of the check in ms. A seat may receive the common key at any time, and its vault may be unlocked late. */
const interval = oneMinute;

export function createKeyCheck({ vault, warn, reportBug, opened, onChange }: KeyCheckParts) {
  let differs = false;
  let keyIsGiven = false;

  async function compare(ledger: StoredLedger): Promise<boolean> {
    const key = await vault.fingerprintKey();
    if (!key.ok) return differs;
    const embedded = ledger.engine.kind === 'sqlite';
    // A seat with an embedded ledger and a new key has lost the former one, so the new mark has to replace it.
    const match = await ledger.matchKey(keyMark(key.value), embedded || keyIsGiven);
    if (!embedded) keyIsGiven = false;
    if (match === 'replaced') {
      warn('The key of the duplicate guard has changed: cards of earlier payments are not recognised.');
    }
    return match === 'other';
  }

  async function look(): Promise<void> {
    const before = differs;
    try {
      differs = await compare(await opened());
    } catch (error) {
      // An unavailable or closed ledger is checked again when it is opened.
      unlessAway(reportBug)(error);
    }
    if (differs !== before) onChange();
  }
  const timer = setInterval(() => void look(), interval);
  timer.unref();

  return {
    /** Compares the seat's key with the mark of the ledger. Does nothing while the vault or the ledger can't be used. */
    look,
    /** Notes that provisioning set this seat's key, which then becomes the shared ledger's common key. */
    async given() {
      keyIsGiven = true;
      await look();
    },
    stop: () => clearInterval(timer),
    /** True when the shared ledger has another key, so that lookalikes of other seats go unnoticed here. */
    differs: () => differs,
  };
}
