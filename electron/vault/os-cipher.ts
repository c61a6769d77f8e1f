/** The operating system's key store through `safeStorage`, judged by its ciphertext and never by its name. */
import { errorText } from '#shared/error-text.ts';
import { CipherUnusable, type Cipher } from './cipher.ts';

/** The asynchronous calls of Electron's `safeStorage`; the others are deprecated. */
export interface SafeStorage {
  /** True for every system once the program is ready, whatever the key store. */
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(bytes: Buffer): Promise<{ readonly shouldReEncrypt: boolean; readonly result: string }>;
  /** Linux only. A guess from the desktop's name. */
  getSelectedStorageBackend?(): string;
}

/**
 * Tag of ciphertext under the password that stands in Chromium's source, which is used on Linux when no key store can be opened.
 * On macOS the same tag is the keychain's.
 */
const publicKeyTag = 'v10';

/** Electron's words for a keychain that is locked, or whose prompt was denied. */
const lockedWords = /temporarily unavailable/i;

/** Longest wait for the system in ms. A call that takes longer waits for a person, perhaps behind the window. */
export const patience = 2_000;

/** @param onAsking called when the system begins to ask, and when it has its answer */
export function createOsCipher(
  safeStorage: SafeStorage,
  platform: NodeJS.Platform,
  onAsking: (asks: boolean) => void = () => {},
): Cipher {
  const inTime = createPatience(onAsking);

  const protectsNothing = (bytes: Uint8Array): boolean =>
    platform === 'linux' && Buffer.from(bytes.subarray(0, 3)).toString('latin1') === publicKeyTag;

  const asUnusable = (error: unknown): unknown =>
    lockedWords.test(errorText(error)) ? new CipherUnusable('locked-now', { cause: error }) : error;

  async function encrypt(text: string): Promise<Uint8Array> {
    const bytes = await inTime(() => safeStorage.encryptStringAsync(text)).catch((error: unknown) => {
      throw asUnusable(error);
    });
    if (protectsNothing(bytes)) throw new CipherUnusable('none');
    return bytes;
  }

  return {
    get backend() {
      if (platform === 'linux') return safeStorage.getSelectedStorageBackend?.() ?? 'unknown';
      return platform === 'darwin' ? 'keychain' : 'dpapi';
    },
    async state() {
      try {
        if (!(await inTime(() => safeStorage.isAsyncEncryptionAvailable()))) return 'none';
        // Elsewhere the system itself is the key store, and a probe could make it ask the user for nothing.
        if (platform === 'linux') await encrypt('probe');
        return 'works';
      } catch (error) {
        return error instanceof CipherUnusable ? error.state : 'none';
      }
    },
    encrypt,
    async decrypt(bytes) {
      // Caja stores none, and whoever may write the file can make one.
      if (protectsNothing(bytes)) throw new Error('The entry is under the public key');
      const { result, shouldReEncrypt } = await inTime(() => safeStorage.decryptStringAsync(Buffer.from(bytes))).catch(
        (error: unknown) => {
          throw asUnusable(error);
        },
      );
      return { text: result, stale: shouldReEncrypt };
    },
  };
}

/**
 * Gives each native call a time limit, because Electron queues all of them until a person has answered the system. From then on
 * calls fail at once with `CipherUnusable`, and none is started. The late result of the call is dropped.
 */
function createPatience(onAsking: (asks: boolean) => void) {
  let asks = false;
  return async function inTime<Value>(call: () => Promise<Value>): Promise<Value> {
    if (asks) throw new CipherUnusable('asking');
    const answer = call();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      asks = true;
      onAsking(true);
      reject(new CipherUnusable('asking'));
    }, patience);
    const answered = (): void => {
      clearTimeout(timer);
      if (!asks) return;
      asks = false;
      onAsking(false);
    };
    answer.then(answered, answered);
    return Promise.race([answer, late]);
  };
}
