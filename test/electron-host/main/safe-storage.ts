/**
 * Simulated `safeStorage`, as Electron's is on Linux: available once the program is ready, its backend a guess from the desktop's
 * name, its ciphertext tagged with the key that was opened. CAJA_HOST_KEYSTORE orders what can be opened, CAJA_HOST_KEYSTORE_NAME
 * what is guessed. The key is a file in the data folder.
 *
 * `waits` is a system that asks a person: as in Electron, every call is queued from the first one on, until the test answers for them.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strict } from '../not-implemented.ts';
import { app } from './app.ts';

/**
 * `open`: a key store works (tag v11). `missing`: none, or it was not opened, so Chromium's public key is used (tag v10). `locked`:
 * it refuses for now, as a locked keychain of macOS does.
 */
type KeyStore = 'open' | 'missing' | 'locked';
const keyStores: ReadonlySet<string> = new Set<KeyStore>(['open', 'missing', 'locked']);

const publicTag = 'v10';
const ownTag = 'v11';
/** A file of this name in the data folder locks the key store of a running program. */
const lockFile = 'stand-in-keystore-locked';
/** A file of this name answers a key store that waits: `open` with its password, `missing` by closing the question. */
const answerFile = 'stand-in-keystore-answer';

const inData = (name: string): string => path.join(app.getPath('userData'), name);

/** The answer to the system's question, once it was asked. */
let answered: Promise<KeyStore> | null = null;

async function answer(): Promise<KeyStore> {
  const folder = app.getPath('userData');
  mkdirSync(folder, { recursive: true });
  const given = (): string => (existsSync(inData(answerFile)) ? readFileSync(inData(answerFile), 'utf8') : '');
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, () => given() !== '' && resolve());
  if (given() === '') await promise;
  watcher.close();
  return checked(given());
}

function checked(ordered: string): KeyStore {
  if (!keyStores.has(ordered)) throw new Error(`CAJA_HOST_KEYSTORE can't be "${ordered}"`);
  return ordered as KeyStore;
}

async function keyStore(): Promise<KeyStore> {
  if (existsSync(inData(lockFile))) return 'locked';
  const ordered = process.env['CAJA_HOST_KEYSTORE'] ?? 'open';
  return ordered === 'waits' ? (answered ??= answer()) : checked(ordered);
}

/** Returns the key of a tag. The public one stands in Chromium's source. */
function keyOf(tag: string): Buffer {
  if (tag === publicTag) return createHash('sha256').update('peanuts').digest();
  const file = inData('stand-in-keystore');
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

async function opened(call: string): Promise<KeyStore> {
  if (!app.isReady()) throw new Error(`safeStorage.${call} cannot be called before the app is ready.`);
  const store = await keyStore();
  if (store === 'locked') throw new Error(`safeStorage.${call} is temporarily unavailable. Please try again.`);
  return store;
}

export const safeStorage = strict('safeStorage', {
  async isAsyncEncryptionAvailable(): Promise<boolean> {
    if (!app.isReady()) return false;
    await keyStore();
    return true;
  },
  getSelectedStorageBackend: (): string => process.env['CAJA_HOST_KEYSTORE_NAME'] ?? 'gnome_libsecret',
  async encryptStringAsync(text: string): Promise<Buffer> {
    const tag = (await opened('encryptStringAsync')) === 'missing' ? publicTag : ownTag;
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOf(tag), nonce);
    return Buffer.concat([Buffer.from(tag), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  },
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    const store = await opened('decryptStringAsync');
    try {
      const tag = encrypted.subarray(0, 3).toString('latin1');
      if (tag !== publicTag && store === 'missing') throw new Error('no key for this tag');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(tag), encrypted.subarray(3, 15));
      decipher.setAuthTag(encrypted.subarray(-16));
      const text = Buffer.concat([decipher.update(encrypted.subarray(15, -16)), decipher.final()]);
      return { result: text.toString('utf8'), shouldReEncrypt: false };
    } catch (error) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.', {
        cause: error,
      });
    }
  },
});
