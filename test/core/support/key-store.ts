/** The system's key store as Electron's asynchronous `safeStorage` shows it, without a system: reversible, and breakable. */
import type { SafeStorage } from '#electron/vault/os-cipher.ts';

export interface KeyStore extends SafeStorage {
  backend: string;
  available: boolean;
  /** Another key than the one that encrypted before: nothing of before opens. */
  key: number;
  shouldReEncrypt: boolean;
  decryptions: number;
}

export function createKeyStore(): KeyStore {
  const keyStore: KeyStore = {
    backend: 'gnome_libsecret',
    available: true,
    key: 1,
    shouldReEncrypt: false,
    decryptions: 0,
    isAsyncEncryptionAvailable: () => Promise.resolve(keyStore.available),
    getSelectedStorageBackend: () => keyStore.backend,
    encryptStringAsync: (text) =>
      Promise.resolve(Buffer.from([keyStore.key, ...Buffer.from(text).map((byte) => byte ^ 0x5a)])),
    decryptStringAsync: (bytes) => {
      keyStore.decryptions += 1;
      if (bytes[0] !== keyStore.key) return Promise.reject(new Error('Error while decrypting the ciphertext'));
      const result = Buffer.from(bytes.subarray(1).map((byte) => byte ^ 0x5a)).toString();
      return Promise.resolve({ result, shouldReEncrypt: keyStore.shouldReEncrypt });
    },
  };
  return keyStore;
}
