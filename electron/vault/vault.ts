/** Vault of merchants' secrets, the card fingerprint key and the ledger's password. Decrypts once, then keeps them in memory. */
import type { Vault } from '#electron/core/ports/vault.ts';
import { ok, type Result, type VaultFailureReason } from '#shared/failure.ts';
import { merchantSecretsSchema, type MerchantSecrets } from '#shared/seat/merchant.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';
import { randomBytes } from 'node:crypto';
import { createEntries, vaultFailure, type EntriesParts } from './entries.ts';
import { createPassphraseCipher, unwrapKey, wrapKey } from './passphrase-cipher.ts';

const fingerprintEntry = 'fingerprint-key';
const trailEntry = 'trail-key';
const ledgerEntry = 'ledger-password';
/** Returns the name of a merchant's entry on disk. Release 0.1.0 called a merchant a profile. */
const merchantEntry = (merchantId: string) => `profile:${merchantId}`;

/** Creates the vault without decrypting, because the system may prompt the user at the first secret. */
export function createVault(parts: EntriesParts): Vault {
  const { store, cipher } = parts;
  const entries = createEntries(parts);
  const secrets = new Map<string, MerchantSecrets | null>();
  let fingerprintKey: Uint8Array | null = null;
  let unlockedKey: Uint8Array | null = null;
  let tail: Promise<unknown> = Promise.resolve();

  /** Runs one task at a time, because two first uses must not create two keys. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  }

  async function status(): Promise<VaultStatus> {
    const withPassphrase = entries.content().passphrase !== null;
    const usable = withPassphrase || (await cipher.available());
    const keptFile = entries.keptFile() ?? (store.unread?.reason === 'damaged' ? store.unread.file : null);
    const reason = (): VaultFailureReason | null => {
      if (store.unread?.reason === 'newer') return 'newer';
      if (entries.isLocked()) return 'locked';
      if (!usable) return 'no-key-store';
      if (store.unread !== null) return 'damaged';
      return entries.unreadable().size > 0 ? 'cannot-decrypt' : null;
    };
    return { reason: reason(), backend: withPassphrase ? 'passphrase' : cipher.backend, keptFile };
  }

  async function readSecrets(merchantId: string): Promise<Result<MerchantSecrets | null>> {
    const text = await entries.read(merchantEntry(merchantId));
    if (!text.ok) return text;
    if (text.value === null) return ok(null);
    const parsed = merchantSecretsSchema.safeParse(parseJson(text.value));
    return parsed.success ? ok(parsed.data) : vaultFailure('cannot-decrypt');
  }

  async function saveKey(key: Uint8Array): Promise<Result<void>> {
    const saved = await entries.write(fingerprintEntry, Buffer.from(key).toString('base64'));
    if (saved.ok) fingerprintKey = key;
    return saved;
  }

  return {
    secretsOf(merchantId) {
      const known = secrets.get(merchantId);
      if (known !== undefined) return Promise.resolve(ok(known));
      return inTurn(async () => {
        const read = await readSecrets(merchantId);
        if (read.ok) secrets.set(merchantId, read.value);
        return read;
      });
    },
    saveSecrets: (merchantId, value) =>
      inTurn(async () => {
        const saved = await entries.write(merchantEntry(merchantId), JSON.stringify(value));
        if (!saved.ok) return saved;
        secrets.set(merchantId, value);
        // The key store was lost and its keys are entered again, so the old fingerprints can't be matched any more either.
        if (fingerprintKey === null) await entries.read(fingerprintEntry);
        if (entries.unreadable().has(fingerprintEntry)) return entries.remove(fingerprintEntry);
        return saved;
      }),
    removeSecrets: (merchantId) =>
      inTurn(async () => {
        const removed = await entries.remove(merchantEntry(merchantId));
        if (removed.ok) secrets.delete(merchantId);
        return removed;
      }),
    fingerprintKey() {
      if (fingerprintKey !== null) return Promise.resolve(ok(fingerprintKey));
      return inTurn(async () => {
        if (fingerprintKey !== null) return ok(fingerprintKey);
        const text = await entries.read(fingerprintEntry);
        if (!text.ok) return text;
        if (text.value !== null) {
          fingerprintKey = Buffer.from(text.value, 'base64');
          return ok(fingerprintKey);
        }
        const key = randomBytes(32);
        const saved = await saveKey(key);
        return saved.ok ? ok(key) : saved;
      });
    },
    trailKey: () =>
      inTurn(async () => {
        const text = await entries.read(trailEntry);
        if (!text.ok) return text;
        if (text.value !== null) {
          return ok({ seed: Uint8Array.from(Buffer.from(text.value, 'base64')), fresh: false });
        }
        const key = randomBytes(32);
        const saved = await entries.write(trailEntry, key.toString('base64'));
        return saved.ok ? ok({ seed: Uint8Array.from(key), fresh: true }) : saved;
      }),
    saveFingerprintKey: (key) => inTurn(() => saveKey(Uint8Array.from(key))),
    ledgerPassword: () => inTurn(() => entries.read(ledgerEntry)),
    saveLedgerPassword: (password) =>
      inTurn(() => (password === null ? entries.remove(ledgerEntry) : entries.write(ledgerEntry, password))),
    status: () => inTurn(status),
    unlock: (passphrase) =>
      inTurn(async () => {
        const header = entries.content().passphrase;
        if (header === null) return ok(await status());
        const key = await unwrapKey(passphrase, header);
        if (key === null) return vaultFailure('wrong-passphrase');
        entries.unlocked(createPassphraseCipher(key));
        secrets.clear();
        unlockedKey = key;
        return ok(await status());
      }),
    setPassphrase: (passphrase) =>
      inTurn(async () => {
        if (entries.isLocked()) return vaultFailure('locked');
        const { header, key } = await wrapKey(passphrase, unlockedKey ?? undefined);
        const next = createPassphraseCipher(key);
        const saved = await entries.rewrite(header, next);
        if (!saved.ok) return saved;
        entries.unlocked(next);
        unlockedKey = key;
        return ok(await status());
      }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
