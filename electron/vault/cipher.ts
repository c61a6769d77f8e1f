/** What encrypts the vault's entries: the system's key store, or a passphrase. */

export interface Cipher {
  /** Its name as Settings shows it: `keychain`, `dpapi`, `gnome_libsecret` …, `passphrase`. */
  readonly backend: string;
  /** Whether it can keep a secret on this machine. Never rejects. */
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects when the bytes are not its own or were changed. `stale`: should be encrypted anew, its key has changed. */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly stale: boolean }>;
}
