/** The cipher of the vault's entries: the system's key store, or a passphrase. */

export interface Cipher {
  /** Name that Settings shows: `keychain`, `dpapi`, `gnome_libsecret` …, `passphrase`. */
  readonly backend: string;
  /** Whether it can keep a secret on this machine. Never rejects. */
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects when the bytes are not its own or were changed. `stale`: its key has changed, so encrypt the text again. */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly stale: boolean }>;
}
