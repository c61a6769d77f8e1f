/** Cipher of the vault's entries: the system's key store or a passphrase. */

export interface Cipher {
  /** Name that Settings shows: `keychain`, `dpapi`, `gnome_libsecret` …, `passphrase`. */
  readonly backend: string;
  /** Resolves to true when it can keep a secret on this machine. Never rejects. */
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** Rejects for foreign or altered bytes. `stale`: the key has changed, so encrypt the text again. */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly stale: boolean }>;
}
