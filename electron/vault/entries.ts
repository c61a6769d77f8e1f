/** Entries of the vault: encrypted one by one, bound to their names and places, and never discarded without a copy. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { VaultFailureReason } from '#shared/failure-reasons.ts';
import type { SteeringStore } from '#electron/core/ports/stored-documents.ts';
import type { Undo } from '#electron/core/ports/vault.ts';
import { z } from 'zod';
import { CipherUnusable, type Cipher } from './cipher.ts';
import { passphraseHeaderSchema } from './passphrase-cipher.ts';
import type { Misplaced, SecretPlace } from '#shared/seat/secret-place.ts';
import { createHash } from 'node:crypto';

/** Place inside a secret's ciphertext, which is compared with the place that asks for the secret. */
const boundPlaceSchema = z.object({
  address: z.string(),
  /** SHA-256 of the authority's text without regard to blanks, in hex; null for none. */
  authority: z.string().nullable(),
  proxy: z.string().nullable(),
});
export type BoundPlace = z.infer<typeof boundPlaceSchema>;

// All of the text counts, because what is a certificate in it is for OpenSSL to say.
const digest = (pem: string): string => createHash('sha256').update(pem.trim().split(/\s+/).join(' ')).digest('hex');

export const boundTo = ({ address, authority, proxy }: SecretPlace): BoundPlace => ({
  address,
  authority: authority === null ? null : digest(authority),
  proxy,
});

/** Returns how the place differs from the one that a secret was keyed for; null when it is that one. */
export function misplaced(keyedFor: BoundPlace | null, place: SecretPlace): Misplaced | null {
  const asked = boundTo(place);
  if (keyedFor === null) return { differs: 'address', keyedFor: null, asked: asked.address };
  const differs = (['address', 'authority', 'proxy'] as const).find((part) => keyedFor[part] !== asked[part]);
  if (differs === undefined) return null;
  return { differs, keyedFor: described(keyedFor, differs), asked: described(asked, differs) };
}

function described({ address, authority, proxy }: BoundPlace, differs: Misplaced['differs']): string {
  switch (differs) {
    case 'address':
      return address;
    case 'authority':
      return `${address} (CA ${authority?.slice(0, 8) ?? '–'})`;
    case 'proxy':
      return `${address} (proxy ${proxy ?? '–'})`;
  }
}

const vaultEntrySchema = z.strictObject({
  cipher: z.enum(['os', 'passphrase']),
  data: z.base64(),
});
type VaultEntry = z.infer<typeof vaultEntrySchema>;

/** Content of the vault's file: ciphertext only, each entry with the cipher that made it. */
export const vaultContentSchema = z.strictObject({
  /** Header of the passphrase; null while the system's key store is used. */
  passphrase: passphraseHeaderSchema.nullable(),
  entries: z.record(z.string(), vaultEntrySchema),
});
export type VaultContent = z.infer<typeof vaultContentSchema>;

interface OpenedEntry {
  readonly text: string;
  /** Place that the text was keyed for; null for one that goes nowhere. */
  readonly place: BoundPlace | null;
}

/** Names of the entries on disk. */
export const fingerprintEntry = 'fingerprint-key';
export const trailEntry = 'trail-key';
export const steeringEntry = 'steering';
export const ledgerEntry = 'ledger-password';
/** The password of the servers before: a program that ends before the others are chosen stays with its own. */
export const formerLedgerEntry = `${ledgerEntry}-former`;
/** Lists, under the passphrase, the entries that the key store did not give when the passphrase was set. */
const leftOverEntry = 'left-over';
export const merchantEntry = (merchantId: string): string => `merchant:${merchantId}`;

export type Entries = ReturnType<typeof createEntries>;

export const vaultFailure = (reason: VaultFailureReason): { readonly ok: false; readonly failure: Failure } =>
  failed({ kind: 'vault', reason });

/** True for an entry that could not be read for one of these reasons. */
const isUnreadFor = (
  opened: Result<unknown>,
  ...reasons: readonly VaultFailureReason[]
): opened is Extract<typeof opened, { ok: false }> =>
  !opened.ok && opened.failure.kind === 'vault' && reasons.includes(opened.failure.reason);

/** True for an entry that can be read once the system's key store is opened or a person has answered it. */
const isForNow = (opened: Result<unknown>): opened is Extract<typeof opened, { ok: false }> =>
  isUnreadFor(opened, 'locked-now', 'asking');

const isLeftOver = (listed: OpenedEntry | null, name: string, { data }: VaultEntry): boolean =>
  listed !== null && z.record(z.string(), z.string()).parse(JSON.parse(listed.text))[name] === data;

/** Text inside the ciphertext. The name prevents swapping one entry for another. */
const insideSchema = z.object({ name: z.string(), text: z.string(), place: boundPlaceSchema.nullable() });

/** @param osCipher of the system's key store */
export function createEntries(store: SteeringStore<VaultContent>, osCipher: Cipher) {
  const file = createVaultFile(store);
  const ciphers = createCiphers(osCipher);
  const { read, writeAll, write } = createReadAndWrite(store, file, ciphers);
  const { content } = file;

  return {
    content,
    /** Reads an entry; null when it does not exist. */
    read,
    /** Writes several entries at once. The result puts the former ciphertexts back that were not written again since. */
    async writeAll(opened: ReadonlyMap<string, OpenedEntry>): Promise<Result<Undo>> {
      const formers = new Map([...opened.keys()].map((name) => [name, content().entries[name]]));
      const result = await writeAll(opened);
      if (!result.ok) return result;
      const written = content().entries;
      return ok(() => {
        const unchanged = [...formers].filter(([name]) => content().entries[name] === written[name]);
        return Promise.resolve(unchanged.length > 0 ? file.putBack(new Map(unchanged)) : ok(undefined));
      });
    },
    write,
    remove: (name: string) => Promise.resolve(file.without(name)),
    /** Re-encrypts every readable entry and writes the header with them. */
    async rewrite(passphrase: VaultContent['passphrase'], cipher: Cipher): Promise<Result<void>> {
      const { [leftOverEntry]: _listed, ...former } = content().entries;
      const entries: Record<string, VaultEntry> = { ...former };
      const leftOver: Record<string, string> = {};
      for (const [name, { data }] of Object.entries(former)) {
        const opened = await read(name);
        if (isUnreadFor(opened, 'no-key-store')) leftOver[name] = data;
        if (isForNow(opened)) return opened;
        if (opened.ok && opened.value !== null)
          entries[name] = await ciphers.encrypt(name, opened.value, 'passphrase', cipher);
      }
      if (Object.keys(leftOver).length > 0) {
        const listed = { text: JSON.stringify(leftOver), place: null };
        entries[leftOverEntry] = await ciphers.encrypt(leftOverEntry, listed, 'passphrase', cipher);
      }
      return file.put({ ...content(), passphrase, entries });
    },
    /** Uses the cipher that the passphrase opened. */
    unlocked: ciphers.unlocked,
    isLocked: () => content().passphrase !== null && !ciphers.of('passphrase').ok,
    /** True when the key store could not be opened at its last use. */
    isLockedNow: ciphers.isLockedNow,
    unreadable: (): ReadonlySet<string> => file.unreadable,
    /** Returns the copy of the file made before unreadable entries were discarded. */
    keptFile: file.keptFile,
  };
}

/** The file with its ciphertexts. An entry that could not be decrypted is given up only once a copy of the file is kept. */
function createVaultFile(store: SteeringStore<VaultContent>) {
  let content: VaultContent = store.read() ?? { passphrase: null, entries: {} };
  let keptFile: string | null = null;
  const unreadable = new Set<string>();

  function put(next: VaultContent): Result<void> {
    if (store.unread !== null) return vaultFailure(store.unread.reason);
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

  function without(name: string): Result<void> {
    if (store.unread === null && content.entries[name] === undefined) return ok(undefined);
    const { [name]: _removed, ...entries } = content.entries;
    return put({ ...content, entries });
  }

  function putBack(formers: ReadonlyMap<string, VaultEntry | undefined>): Result<void> {
    const entries = Object.entries({ ...content.entries, ...Object.fromEntries(formers) });
    const kept = entries.flatMap(([name, entry]) => (entry === undefined ? [] : [[name, entry] as const]));
    return put({ ...content, entries: Object.fromEntries(kept) });
  }

  return { content: () => content, put, without, putBack, unreadable, keptFile: () => keptFile };
}

function createCiphers(osCipher: Cipher) {
  let passphraseCipher: Cipher | null = null;
  let lockedNow = false;

  const of = (kind: VaultEntry['cipher']): Result<Cipher> => {
    if (kind === 'os') return ok(osCipher);
    return passphraseCipher === null ? vaultFailure('locked') : ok(passphraseCipher);
  };

  function unusable(state: CipherUnusable['state']): ReturnType<typeof vaultFailure> {
    lockedNow = state === 'locked-now';
    return vaultFailure(state === 'none' ? 'no-key-store' : state);
  }

  async function encrypt(
    name: string,
    { text, place }: OpenedEntry,
    kind: VaultEntry['cipher'],
    cipher: Cipher,
  ): Promise<VaultEntry> {
    const inside: z.infer<typeof insideSchema> = { name, text, place };
    const bytes = await cipher.encrypt(JSON.stringify(inside));
    lockedNow = false;
    return { cipher: kind, data: Buffer.from(bytes).toString('base64') };
  }

  /** Returns why bytes that can't be decrypted are only out of reach; null for lost ones. */
  async function outOfReach(kind: VaultEntry['cipher'], error: unknown): Promise<Result<never> | null> {
    if (error instanceof CipherUnusable) return unusable(error.state);
    const state = kind === 'os' ? await osCipher.state() : 'works';
    return state === 'works' ? null : unusable(state);
  }

  return {
    of,
    unusable,
    encrypt,
    outOfReach,
    noteUse: () => void (lockedNow = false),
    unlocked: (cipher: Cipher) => void (passphraseCipher = cipher),
    isLockedNow: () => lockedNow,
  };
}

function createReadAndWrite(
  store: SteeringStore<VaultContent>,
  { content, put, unreadable }: ReturnType<typeof createVaultFile>,
  ciphers: ReturnType<typeof createCiphers>,
) {
  async function writeAll(opened: ReadonlyMap<string, OpenedEntry>): Promise<Result<void>> {
    if (store.unread !== null) return vaultFailure(store.unread.reason);
    const kind = content().passphrase === null ? 'os' : 'passphrase';
    const cipher = ciphers.of(kind);
    if (!cipher.ok) return cipher;
    const entries: Record<string, VaultEntry> = { ...content().entries };
    try {
      for (const [name, entry] of opened) entries[name] = await ciphers.encrypt(name, entry, kind, cipher.value);
    } catch (error) {
      const state = error instanceof CipherUnusable ? error.state : await cipher.value.state();
      return state === 'works' ? vaultFailure('cannot-write') : ciphers.unusable(state);
    }
    return put({ ...content(), entries });
  }

  const write = (name: string, entry: OpenedEntry): Promise<Result<void>> => writeAll(new Map([[name, entry]]));

  function lost(name: string): ReturnType<typeof vaultFailure> {
    unreadable.add(name);
    return vaultFailure('cannot-decrypt');
  }

  async function read(name: string): Promise<Result<OpenedEntry | null>> {
    // The entries of an unread file are unknown. Returning null would let new keys replace existing ones.
    if (store.unread !== null) return vaultFailure(store.unread.reason);
    const entry = content().entries[name];
    if (entry === undefined) return ok(null);
    const cipher = ciphers.of(entry.cipher);
    if (!cipher.ok) return cipher;
    // A program of the same account can have the key store encrypt what it likes.
    const moves = entry.cipher === 'os' && content().passphrase !== null;
    if (moves) {
      const listed = name === leftOverEntry ? vaultFailure('cannot-decrypt') : await read(leftOverEntry);
      if (isUnreadFor(listed, 'locked')) return listed;
      if (!listed.ok || !isLeftOver(listed.value, name, entry)) return lost(name);
    }
    try {
      const decrypted = await cipher.value.decrypt(Buffer.from(entry.data, 'base64'));
      const inside = insideSchema.parse(JSON.parse(decrypted.text));
      if (inside.name !== name) throw new Error('The entry belongs to another name');
      const { text, place } = inside;
      ciphers.noteUse();
      unreadable.delete(name);
      if (decrypted.stale || moves) await write(name, { text, place });
      return ok({ text, place });
    } catch (error) {
      const refused = await ciphers.outOfReach(entry.cipher, error);
      return refused ?? lost(name);
    }
  }

  return { read, writeAll, write };
}
