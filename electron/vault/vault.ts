/** Vault of merchants' secrets, the keys of this seat and the ledger's password. Decrypts a secret when it is needed. */
import { createOneAtATime } from '#electron/core/one-at-a-time.ts';
import type { SteeringStore } from '#electron/core/ports/stored-documents.ts';
import { nothingToUndo, type Undo, type Vault } from '#electron/core/ports/vault.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { VaultFailureReason } from '#shared/failure-reasons.ts';
import type { SecretPlace } from '#shared/seat/secret-place.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  boundTo,
  createEntries,
  type Entries,
  fingerprintEntry,
  formerLedgerEntry,
  ledgerEntry,
  merchantEntry,
  steeringEntry,
  trailEntry,
  vaultFailure,
  type VaultContent,
} from './entries.ts';
import type { Cipher } from './cipher.ts';
import { atPlace, createSecretsReader } from './merchant-secrets.ts';
import { createPassphraseCipher, unwrapKey, wrapKey } from './passphrase-cipher.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import { createOsCipher, type SafeStorage } from './os-cipher.ts';

/** Marks the seed of a trail whose heads are not on disk yet. */
const unused = 'unused';

/** Marks the key of fingerprints that came from a provisioning file. */
const provisioned = 'given';

const isLost = (read: Result<unknown>): boolean =>
  !read.ok && read.failure.kind === 'vault' && read.failure.reason === 'cannot-decrypt';

type InTurn = ReturnType<typeof createOneAtATime>;
type WriteBound = (
  secrets: readonly Readonly<{ name: string; text: string; place: SecretPlace }>[],
) => Promise<Result<Undo>>;

/**
 * Creates the vault without decrypting, because the system may prompt the user at the first secret.
 * @param cipher of the system's key store
 */
export function createVault(store: SteeringStore<VaultContent>, cipher: Cipher): Vault {
  const entries = createEntries(store, cipher);
  const reader = createSecretsReader(entries);
  const { everSteered, trailSeed, noteTrailBegun, saveSteering, keyIn, saveKey } = createSeatKeys(entries);
  /** Kept, because every keyed card number asks for it. It opens nothing at the service. */
  let fingerprintKey: Uint8Array | null = null;
  /** The key of the trail was read in this run. */
  let canSign = false;

  /** Runs one task at a time, because two first uses must not create two keys. */
  const inTurn = createOneAtATime();

  /** Writes secrets with their places at once. The first one comes after the steering entry, whose absence is then a loss. */
  const writeBound: WriteBound = (secrets) =>
    inTurn(async () => {
      const begun = everSteered() ? ok(undefined) : await saveSteering('{}');
      if (!begun.ok) return begun;
      const written = await entries.writeAll(
        new Map(secrets.map(({ name, text, place }) => [name, { text, place: boundTo(place) }])),
      );
      return written.ok ? ok(() => inTurn(written.value)) : written;
    });

  return {
    secretsOf: (merchantId, place) =>
      inTurn(async () => {
        const secrets = await reader.secretsOf(merchantId, place);
        // Without it nothing that money follows from could be proved, nor signed.
        const key = canSign || !secrets.ok ? secrets : await trailSeed();
        canSign ||= key.ok;
        return key.ok ? secrets : key;
      }),
    heldSecrets: (merchantId, place) => inTurn(() => reader.heldSecrets(merchantId, place)),
    async saveSecrets(all) {
      const changed: Parameters<WriteBound>[0][number][] = [];
      for (const { merchantId, secrets, place } of all) {
        const kept = await inTurn(() => reader.secretsOf(merchantId, place));
        // A provisioning file that is applied at each start changes nothing.
        if (kept.ok && isDeepStrictEqual(kept.value, secrets)) continue;
        changed.push({ name: merchantEntry(merchantId), text: JSON.stringify(secrets), place });
      }
      const saved = changed.length === 0 ? ok(nothingToUndo) : await writeBound(changed);
      return inTurn(async () => {
        if (!saved.ok) return saved;
        // The key store was lost and its keys are entered again, so the old fingerprints can't be matched any more either, and another
        // chain begins.
        const key = fingerprintKey === null ? await keyIn(fingerprintEntry) : ok(fingerprintKey);
        const made = isLost(key) ? await saveKey(fingerprintEntry, randomBytes(32)) : ok(undefined);
        if (!made.ok) return made;
        const removed = isLost(await trailSeed()) ? await entries.remove(trailEntry) : ok(undefined);
        return removed.ok ? saved : removed;
      });
    },
    removeSecrets: (merchantId) => inTurn(() => entries.remove(merchantEntry(merchantId))),
    fingerprintKey() {
      if (fingerprintKey !== null) return Promise.resolve(ok(fingerprintKey));
      return inTurn(async () => {
        if (fingerprintKey !== null) return ok(fingerprintKey);
        const key = await keyIn(fingerprintEntry);
        if (key.ok) fingerprintKey = key.value;
        return key;
      });
    },
    trailKey: () => inTurn(trailSeed),
    trailBegun: () => inTurn(noteTrailBegun),
    saveFingerprintKey: (given) =>
      inTurn(async () => {
        const key = await saveKey(fingerprintEntry, given, ` ${provisioned}`);
        if (!key.ok) return key;
        fingerprintKey = key.value;
        return ok(undefined);
      }),
    isKeyGiven: () =>
      inTurn(async () => {
        const opened = await entries.read(fingerprintEntry);
        return opened.ok ? ok(opened.value?.text.endsWith(` ${provisioned}`) === true) : opened;
      }),
    steering: () =>
      inTurn(async () => {
        const opened = await entries.read(steeringEntry);
        return opened.ok ? ok(opened.value?.text ?? null) : opened;
      }),
    saveSteering: (text) => inTurn(() => saveSteering(text)),
    everSteered,
    forgetSecrets: () => inTurn(() => forgetSecrets(entries)),
    ...ledgerPasswords(entries, inTurn, writeBound),
    ...statusAndPassphrase(entries, store, cipher, inTurn),
  };
}

/** The keys of this seat, and the entry that steers, before whose first writing they are made. */
function createSeatKeys(entries: Entries) {
  const everSteered = (): boolean =>
    Object.keys(entries.content().entries).some(
      (name) => name === steeringEntry || name === ledgerEntry || name.startsWith(merchantEntry('')),
    );

  async function trailSeed(): Promise<Result<{ readonly seed: Uint8Array; readonly fresh: boolean }>> {
    const opened = await entries.read(trailEntry);
    if (!opened.ok) return opened;
    const known = opened.value?.text;
    const text = known ?? `${randomBytes(32).toString('base64')}${everSteered() ? '' : ` ${unused}`}`;
    const saved = known === undefined ? await entries.write(trailEntry, { text, place: null }) : opened;
    if (!saved.ok) return saved;
    const [seed = '', mark] = text.split(' ');
    return ok({ seed: Uint8Array.from(Buffer.from(seed, 'base64')), fresh: mark === unused });
  }

  async function noteTrailBegun(): Promise<Result<void>> {
    const key = await trailSeed();
    if (!key.ok) return key;
    const saved = key.value.fresh ? await saveKey(trailEntry, key.value.seed) : key;
    return saved.ok ? ok(undefined) : saved;
  }

  /** Writes what steers. Both keys of the seat come before the first of it, so that their absence is then a loss. */
  async function saveSteering(text: string): Promise<Result<void>> {
    for (const make of everSteered() ? [] : [trailSeed, () => keyIn(fingerprintEntry)]) {
      const made = await make();
      if (!made.ok) return made;
    }
    return entries.write(steeringEntry, { text, place: null });
  }

  /** Reads a random key of 32 bytes, created at its first use. One that was taken away is as one that can't be decrypted. */
  async function keyIn(name: string): Promise<Result<Uint8Array>> {
    const opened = await entries.read(name);
    if (!opened.ok) return opened;
    if (opened.value !== null) return ok(Uint8Array.from(Buffer.from(opened.value.text.split(' ')[0] ?? '', 'base64')));
    return everSteered() ? vaultFailure('cannot-decrypt') : saveKey(name, randomBytes(32));
  }

  async function saveKey(name: string, key: Uint8Array, mark = ''): Promise<Result<Uint8Array>> {
    const saved = await entries.write(name, { text: `${Buffer.from(key).toString('base64')}${mark}`, place: null });
    return saved.ok ? ok(Uint8Array.from(key)) : saved;
  }

  return { everSteered, trailSeed, noteTrailBegun, saveSteering, keyIn, saveKey };
}

async function forgetSecrets(entries: Entries): Promise<Result<void>> {
  for (const name of Object.keys(entries.content().entries)) {
    if (!name.startsWith(ledgerEntry) && !name.startsWith(merchantEntry(''))) continue;
    const removed = await entries.remove(name);
    if (!removed.ok) return removed;
  }
  return ok(undefined);
}

const ledgerPasswords = (
  entries: Entries,
  inTurn: InTurn,
  writeBound: WriteBound,
): Pick<Vault, 'ledgerPassword' | 'saveLedgerPassword'> => ({
  ledgerPassword: (place) =>
    inTurn(async () => {
      const opened = await entries.read(ledgerEntry);
      if (!opened.ok || opened.value === null) return opened.ok ? ok(null) : opened;
      const given = atPlace(opened.value.text, opened.value.place, place, null);
      if (given.ok) return given;
      const former = await entries.read(formerLedgerEntry);
      if (!former.ok || former.value === null) return given;
      const before = atPlace(former.value.text, former.value.place, place, null);
      return before.ok ? before : given;
    }),
  async saveLedgerPassword(password, place, inUse = null) {
    const kept = await inTurn(async () => {
      const before = await entries.read(ledgerEntry);
      if (!before.ok || before.value === null || inUse === null) return ok(undefined);
      const { text, place: keyedFor } = before.value;
      // After a choice that was cut off it is that of other servers, and those in use are the former ones already.
      const isInUse = atPlace(text, keyedFor, inUse, null).ok;
      return isInUse ? entries.write(formerLedgerEntry, before.value) : ok(undefined);
    });
    return kept.ok ? writeBound([{ name: ledgerEntry, text: password, place }]) : kept;
  },
});

function statusAndPassphrase(
  entries: Entries,
  store: SteeringStore<VaultContent>,
  cipher: Cipher,
  inTurn: InTurn,
): Pick<Vault, 'status' | 'unlock' | 'setPassphrase'> {
  let unlockedKey: Uint8Array | null = null;

  async function status(): Promise<VaultStatus> {
    const withPassphrase = entries.content().passphrase !== null;
    const state = withPassphrase ? 'works' : await cipher.state();
    const reason = (): VaultFailureReason | null => {
      if (store.unread !== null) return store.unread.reason;
      if (entries.isLocked()) return 'locked';
      if (state === 'none') return 'no-key-store';
      if (state === 'asking') return 'asking';
      if (state === 'locked-now' || entries.isLockedNow()) return 'locked-now';
      return entries.unreadable().size > 0 ? 'cannot-decrypt' : null;
    };
    return { reason: reason(), backend: withPassphrase ? 'passphrase' : cipher.backend, keptFile: entries.keptFile() };
  }

  return {
    status: () => inTurn(status),
    unlock: (passphrase) =>
      inTurn(async () => {
        const header = entries.content().passphrase;
        if (header === null) return ok(await status());
        const key = await unwrapKey(passphrase, header);
        if (key === null) return vaultFailure('wrong-passphrase');
        entries.unlocked(createPassphraseCipher(key));
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

/** Warns and emits when the system begins to ask for its key store's password, and when it has its answer. */
export function createSeatVault(
  store: SteeringStore<VaultContent>,
  safeStorage: SafeStorage,
  warn: (message: string) => void,
  emit: Emit,
): Vault {
  const onAsking = (asks: boolean): void => {
    warn(asks ? 'The key store has not answered: the system may be asking for its password' : 'The key store answers');
    emit('vault.changed', {});
  };
  return createVault(store, createOsCipher(safeStorage, process.platform, onAsking));
}
