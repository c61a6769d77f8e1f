/** Cipher of the vault's entries: the system's key store or a passphrase. */

/**
 * `none`: nothing can be kept safely on this machine. `locked-now`: the key store exists and can't be opened at the moment.
 * `asking`: the system has not answered yet, most likely because it asks a person for a password.
 */
export type CipherState = 'works' | 'none' | 'locked-now' | 'asking';

export interface Cipher {
  /** Name that Settings shows: `keychain`, `dpapi`, `gnome_libsecret` …, `passphrase`. A guess on Linux. */
  readonly backend: string;
  /** Finds out what can be kept on this machine now. Never rejects. */
  state(): Promise<CipherState>;
  /** Rejects with `CipherUnusable` when the result would protect nothing. */
  encrypt(text: string): Promise<Uint8Array>;
  /**
   * Rejects with `CipherUnusable` when the key can't be had now, and otherwise for foreign or altered bytes. `stale`: the key has
   * changed, so encrypt the text again.
   */
  decrypt(bytes: Uint8Array): Promise<{ readonly text: string; readonly stale: boolean }>;
}

/** Error of a cipher that keeps no secret now. Says nothing about the bytes. */
export class CipherUnusable extends Error {
  readonly state: Exclude<CipherState, 'works'>;
  constructor(state: CipherUnusable['state'], options?: ErrorOptions) {
    super(`The key store keeps no secret now (${state})`, options);
    this.name = 'CipherUnusable';
    this.state = state;
  }
}
