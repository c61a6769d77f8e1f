/** The operating system's key store through `safeStorage`. Its plain-text backend counts as none. */
import type { Cipher } from './cipher.ts';

/** The asynchronous calls of Electron's `safeStorage`; the others are deprecated. */
export interface SafeStorage {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(bytes: Buffer): Promise<{ readonly shouldReEncrypt: boolean; readonly result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
}

export function createOsCipher(safeStorage: SafeStorage, platform: NodeJS.Platform): Cipher {
  const backend = () => {
    if (platform === 'linux') return safeStorage.getSelectedStorageBackend?.() ?? 'unknown';
    return platform === 'darwin' ? 'keychain' : 'dpapi';
  };
  return {
    get backend() {
      return backend();
    },
    async available() {
      try {
        // `basic_text` encrypts with a password that is in Chromium's source, so no secret is entrusted to it.
        const usable = await safeStorage.isAsyncEncryptionAvailable();
        return usable && backend() !== 'basic_text';
      } catch {
        return false;
      }
    },
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    async decrypt(bytes) {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
      return { text: result, stale: shouldReEncrypt };
    },
  };
}
