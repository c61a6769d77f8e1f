/**
 * Simulated `safeStorage`, as Electron's is on Linux: available once the program is ready, its backend a guess from the desktop's
 * name, its ciphertext tagged with the key that was opened. CAJA_HOST_KEYSTORE orders what can be opened, CAJA_HOST_KEYSTORE_NAME
 * what is guessed. The key is a file in the data folder.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strict } from '../not-implemented.ts';
import { app } from './app.ts';

/**
 * `open`: a key store works (tag v11). `missing`: none, or it was not opened, so Chromium's public key is used (tag v10). `locked`:
 * it refuses for now, as a locked keychain of macOS does.
 */
type KeyStore = 'open' | 'missing' | 'locked';

const publicTag = 'v10';
const ownTag = 'v11';
/** A file of this name in the data folder locks the key store of a running program. */
const lockFile = 'stand-in-keystore-locked';

const inData = (name: string): string => path.join(app.getPath('userData'), name);

function keyStore(): KeyStore {
  if (existsSync(inData(lockFile))) return 'locked';
  const ordered = process.env['CAJA_HOST_KEYSTORE'] ?? 'open';
  if (ordered !== 'open' && ordered !== 'missing' && ordered !== 'locked') {
    throw new Error(`CAJA_HOST_KEYSTORE can't be "${ordered}"`);
  }
  return ordered;
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

function refuseLocked(call: string): void {
  if (!app.isReady()) throw new Error(`safeStorage.${call} cannot be called before the app is ready.`);
  if (keyStore() === 'locked') {
    throw new Error(`safeStorage.${call} is temporarily unavailable. Please try again.`);
  }
}

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(app.isReady()),
  getSelectedStorageBackend: (): string => process.env['CAJA_HOST_KEYSTORE_NAME'] ?? 'gnome_libsecret',
  async encryptStringAsync(text: string): Promise<Buffer> {
    refuseLocked('encryptStringAsync');
    const tag = keyStore() === 'missing' ? publicTag : ownTag;
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keyOf(tag), nonce);
    return Buffer.concat([Buffer.from(tag), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  },
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    refuseLocked('decryptStringAsync');
    try {
      const tag = encrypted.subarray(0, 3).toString('latin1');
      if (tag !== publicTag && keyStore() === 'missing') throw new Error('no key for this tag');
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
