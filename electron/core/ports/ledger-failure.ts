/** Converts `LedgerUnavailable` to a failure. Other errors are bugs and pass through. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';

export const ledgerFailure = (unavailable: LedgerUnavailable): Failure => ({
  kind: 'ledger',
  reason: unavailable.reason,
  detail: unavailable.message,
});

/** Resolves to the value of a ledger's promise, or to the `ledger` failure. */
export async function fromLedger<Value>(work: Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof LedgerUnavailable) return failed(ledgerFailure(error));
    throw error;
  }
}
