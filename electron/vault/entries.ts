/** Entries of the vault: encrypted one by one, bound to their names, and never discarded without a copy. */
import { failed, ok, type Failure, type Result, type VaultFailureReason } from '#shared/failure.ts';
import { newerFile, type KeptDocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { Cipher } from './cipher.ts';
import { emptyVault, type VaultContent, type VaultEntry } from './vault-content.ts';

export interface Entries {
  content(): VaultContent;
  /** Reads the text of an entry; null when it does not exist. */
  read(name: string): Promise<Result<string | null>>;
  write(name: string, text: string): Promise<Result<void>>;
  remove(name: string): Promise<Result<void>>;
  /** Re-encrypts every readable entry and writes the header with them. */
  rewrite(passphrase: VaultContent['passphrase'], cipher: Cipher): Promise<Result<void>>;
  /** Uses the cipher that the passphrase opened. */
  unlocked(cipher: Cipher): void;
  isLocked(): boolean;
  /** Returns the entries that could not be decrypted so far. */
  unreadable(): ReadonlySet<string>;
  /** Returns the copy of the file made before unreadable entries were discarded. */
  keptFile(): string | null;
}

export const vaultFailure = (reason: VaultFailureReason): { readonly ok: false; readonly failure: Failure } =>
  failed({ kind: 'vault', reason });

export interface EntriesParts {
  readonly store: KeptDocumentStore<VaultContent>;
  /** Cipher of the system's key store. */
  readonly cipher: Cipher;
}

export function createEntries({ store, cipher: osCipher }: EntriesParts): Entries {
  let content = store.read() ?? emptyVault;
  const isNewer = newerFile(store) !== null;
  let passphraseCipher: Cipher | null = null;
  let keptFile: string | null = null;
  const unreadable = new Set<string>();

  async function cipherOf(kind: VaultEntry['cipher']): Promise<Result<Cipher>> {
    if (kind === 'passphrase') return passphraseCipher === null ? vaultFailure('locked') : ok(passphraseCipher);
    return (await osCipher.available()) ? ok(osCipher) : vaultFailure('no-key-store');
  }

  function put(next: VaultContent): Result<void> {
    if (isNewer) return vaultFailure('newer');
    const givenUp = [...unreadable].some((name) => next.entries[name]?.data !== content.entries[name]?.data);
    if (givenUp) {
      // The first copy holds every entry that could not be decrypted since the start.
      keptFile ??= store.keepCopy();
      if (keptFile === null) return vaultFailure('cannot-write');
    }
    try {
      store.write(next);
    } catch {
      return vaultFailure('cannot-write');
    }
    for (const name of unreadable) {
      if (next.entries[name]?.data !== content.entries[name]?.data) unreadable.delete(name);
    }
    content = next;
    return ok(undefined);
  }

  async function encrypt(name: string, text: string, kind: VaultEntry['cipher'], cipher: Cipher): Promise<VaultEntry> {
    // The encrypted name prevents swapping one entry for another.
    const bytes = await cipher.encrypt(JSON.stringify({ name, text }));
    return { cipher: kind, data: Buffer.from(bytes).toString('base64') };
  }

  async function write(name: string, text: string): Promise<Result<void>> {
    if (isNewer) return vaultFailure('newer');
    const kind = content.passphrase === null ? 'os' : 'passphrase';
    const cipher = await cipherOf(kind);
    if (!cipher.ok) return cipher;
    try {
      const entry = await encrypt(name, text, kind, cipher.value);
      return put({ ...content, entries: { ...content.entries, [name]: entry } });
    } catch {
      return vaultFailure('cannot-write');
    }
  }

  async function read(name: string): Promise<Result<string | null>> {
    // The entries of a newer file are unknown. Returning null would let new keys replace existing ones.
    if (isNewer) return vaultFailure('newer');
    const entry = content.entries[name];
    if (entry === undefined) return ok(null);
    const cipher = await cipherOf(entry.cipher);
    if (!cipher.ok) return cipher;
    try {
      const { text: inside, stale } = await cipher.value.decrypt(Buffer.from(entry.data, 'base64'));
      const opened = JSON.parse(inside) as { readonly name?: unknown; readonly text?: unknown };
      if (opened.name !== name || typeof opened.text !== 'string') throw new Error('The entry belongs to another name');
      unreadable.delete(name);
      if (stale) await write(name, opened.text);
      return ok(opened.text);
    } catch {
      unreadable.add(name);
      return vaultFailure('cannot-decrypt');
    }
  }

  return {
    content: () => content,
    read,
    write,
    remove: (name) => {
      if (!isNewer && content.entries[name] === undefined) return Promise.resolve(ok(undefined));
      const { [name]: _removed, ...entries } = content.entries;
      return Promise.resolve(put({ ...content, entries }));
    },
    async rewrite(passphrase, cipher) {
      const entries: Record<string, VaultEntry> = { ...content.entries };
      for (const name of Object.keys(entries)) {
        const text = await read(name);
        if (text.ok && text.value !== null) entries[name] = await encrypt(name, text.value, 'passphrase', cipher);
      }
      return put({ ...content, passphrase, entries });
    },
    unlocked(cipher) {
      passphraseCipher = cipher;
    },
    isLocked: () => content.passphrase !== null && passphraseCipher === null,
    unreadable: () => unreadable,
    keptFile: () => keptFile,
  };
}
