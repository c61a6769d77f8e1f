/** Reads the address of the shared ledger for the connections. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { describeLedgerAddressIssue, parseLedgerAddress, type LedgerAddress } from '#shared/seat/ledger-address.ts';

/**
 * Returns user, database and hosts of an address such as `postgres://u@h1:5432,[::1]:5433/db?target_session_attrs=read-write`.
 *
 * The hosts stand in the order in which they are tried, at least one of them. A standby is always skipped, with or without
 * `target_session_attrs`. Whether a connection may do without TLS is decided for the one host that it leads to, because a
 * loopback address beside others says nothing about them. An IPv6 address has no brackets.
 *
 * Throws `LedgerUnavailable` for a malformed address, which only an edited document can have.
 */
export function ledgerAddress(url: string): LedgerAddress {
  const parsed = parseLedgerAddress(url);
  if (parsed.ok) return parsed.value;
  throw new LedgerUnavailable(
    'other',
    `The address of the shared ledger ${describeLedgerAddressIssue(parsed.failure)}.`,
  );
}
