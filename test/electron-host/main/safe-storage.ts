/** Simulated `safeStorage`. The key is a file in the data folder; CAJA_HOST_KEYSTORE names the system's store. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strict } from '../not-implemented.ts';
import { app } from './app.ts';

type Backend = 'gnome_libsecret' | 'basic_text' | 'unavailable';

const backend = (): Backend => (process.env['CAJA_HOST_KEYSTORE'] as Backend | undefined) ?? 'gnome_libsecret';

/** Returns the data folder's key. The plain-text backend has a well-known one, as in Chromium. */
function key(): Buffer {
  if (backend() === 'basic_text') return createHash('sha256').update('peanuts').digest();
  const file = path.join(app.getPath('userData'), 'stand-in-keystore');
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

const isAsyncEncryptionAvailable = async (): Promise<boolean> => app.isReady() && backend() !== 'unavailable';

export const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable,
  getSelectedStorageBackend: (): string => (backend() === 'unavailable' ? 'unknown' : backend()),
  async encryptStringAsync(text: string): Promise<Buffer> {
    if (!(await isAsyncEncryptionAvailable())) throw new Error('Encryption is not available.');
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    return Buffer.concat([Buffer.from('v11'), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  },
  async decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    if (!(await isAsyncEncryptionAvailable())) throw new Error('Decryption is not available.');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(3, 15));
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
