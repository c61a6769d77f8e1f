/** Reasons for which the ledger or the vault can't be used. */
import { z } from 'zod';

export const ledgerFailureReasons = [
  /** Another program holds the ledger's file. */
  'locked',
  /** The shared ledger has too much to do: a lock, a statement or a free connection of this seat took too long. */
  'busy',
  'disk-full',
  'read-only',
  'corrupt',
  'newer-version',
  /** The file with this seat's choice of ledger is damaged. */
  'choice-damaged',
  /** The embedded ledger's write-ahead log is damaged before its last commits. */
  'log-damaged',
  /** The ledger is being brought up to date for this version of the program. */
  'updating',
  /** This seat writes payments again that the shared ledger had lost. */
  'writing-back',
  'altered',
  /** The clocks of this computer and of the shared ledger's server differ so much that the duplicate guard could miss payments. */
  'clock-off',
  'disconnected',
  /** The shared ledger's server offers no TLS, or a certificate that is not trusted here. */
  'untrusted',
  /** The server asks for the password other than by SCRAM, or does not prove that it knows it. */
  'unsafe-sign-in',
  /** The vault's password was keyed for other servers, another user or another authority. */
  'password-elsewhere',
  /** Something else than PostgreSQL answers at the address. */
  'not-postgres',
  'standby',
  /** The server has no connection left for this seat, or a pooler has none. */
  'full',
  /** The primary answers, but its commits wait for a synchronous standby that is gone. */
  'waits-for-standby',
  /** A former primary: its history ends before commits that this seat has seen (split brain). */
  'old-server',
  'not-durable',
  /** The shared database has an encoding that lacks characters. An answer with one could never be written. */
  'not-utf8',
  /** The server knows no such user, password or database, or takes no seat from this computer. */
  'not-let-in',
  'other',
] as const;
export const ledgerFailureReasonSchema = z.enum(ledgerFailureReasons);
export type LedgerFailureReason = z.infer<typeof ledgerFailureReasonSchema>;

export const vaultFailureReasons = [
  'no-key-store',
  /** The system's key store can't be opened now. Nothing is lost. */
  'locked-now',
  /** The system asks somebody for the key store's password. Nothing is lost. */
  'asking',
  'cannot-decrypt',
  'locked',
  'wrong-passphrase',
  'damaged',
  'newer',
  'cannot-write',
] as const;
export const vaultFailureReasonSchema = z.enum(vaultFailureReasons);
export type VaultFailureReason = z.infer<typeof vaultFailureReasonSchema>;
