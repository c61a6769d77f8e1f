/** Seals the entries of the seat's journal with a key from the vault, so that a row which somebody else has put there is known. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '#electron/core/ports/vault.ts';

/** Columns of an entry that its seal covers. */
export type SealedFacts = readonly [ledger: string, kind: string, subject: string, at: string, body: string];

export type JournalSeal = ReturnType<typeof createJournalSeal>;

export function createJournalSeal(vault: Pick<Vault, 'trailKey'>) {
  /** Until the vault is open. What it has sealed is foreign after a crash. */
  const passing = keyFrom(randomBytes(32));
  let own: Buffer | null = null;
  return {
    /** Returns the seal of an entry: an HMAC-SHA-256, base64url. */
    seal: (facts: SealedFacts): string => sealed(own ?? passing, facts),
    /** True for an entry that this seat has written as it is. Before the vault is open, that of this run of the program alone. */
    isOurs: (facts: SealedFacts, seal: string): boolean =>
      [own, passing].some((key) => key !== null && sealed(key, facts) === seal),
    hasKey: () => own !== null,
    /** Takes the key. @returns false while the vault can't be used */
    async takeKey(): Promise<boolean> {
      const found = await vault.trailKey();
      if (!found.ok) return false;
      own = keyFrom(found.value.seed);
      return true;
    },
  };
}

const keyFrom = (secret: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'caja seat journal', 32));

const sealed = (key: Buffer, facts: SealedFacts): string =>
  createHmac('sha256', key).update(JSON.stringify(facts)).digest('base64url');
