/** Whether this seat recognises the cards that the other seats of its ledger were paid with. */
import { oneMinute } from '#shared/durations.ts';
import { keyMark } from '#electron/core/payments/card-fingerprint.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { StoredLedger } from '#electron/ledger/ledger.ts';

export interface KeyCheck {
  /** Compares the seat's key with the mark of the ledger. Does nothing while the vault or the ledger can't be used. */
  look(): Promise<void>;
  /** The key of this seat came from the provisioning file: what it says holds for the shared ledger. */
  given(): Promise<void>;
  /** The shared ledger knows another key: lookalikes of the other seats go unnoticed here. */
  differs(): boolean;
  stop(): void;
}

export interface KeyCheckParts {
  readonly vault: Pick<Vault, 'fingerprintKey'>;
  readonly warn: (message: string) => void;
  readonly reportBug: ReportBug;
  /** The ledger in place; rejects while there is none. */
  readonly opened: () => Promise<StoredLedger>;
  /** Called when `differs` has changed. */
  readonly onChange: () => void;
}

/** Time between two looks, in ms: a seat may be given the common key at any time, and the vault be opened late. */
const interval = oneMinute;

export function createKeyCheck({ vault, warn, reportBug, opened, onChange }: KeyCheckParts): KeyCheck {
  let differs = false;
  let keyIsGiven = false;

  async function compare(ledger: StoredLedger): Promise<boolean> {
    const key = await vault.fingerprintKey();
    if (!key.ok) return differs;
    const embedded = ledger.engine.kind === 'sqlite';
    // Alone on its ledger, a seat with a new key has lost the former one: nothing else can be done about it.
    const match = await ledger.matchKey(keyMark(key.value), embedded || keyIsGiven);
    if (!embedded) keyIsGiven = false;
    if (match === 'replaced') {
      warn('The key of the duplicate guard is another one: cards of payments recorded before are not recognised.');
    }
    return match === 'other';
  }

  async function look(): Promise<void> {
    const before = differs;
    try {
      differs = await compare(await opened());
    } catch (error) {
      // A ledger that is away or was closed meanwhile is looked at again when it is opened.
      if (!(error instanceof LedgerUnavailable)) reportBug(error);
    }
    if (differs !== before) onChange();
  }
  const timer = setInterval(() => void look(), interval);
  timer.unref();

  return {
    look,
    async given() {
      keyIsGiven = true;
      await look();
    },
    stop: () => clearInterval(timer),
    differs: () => differs,
  };
}
