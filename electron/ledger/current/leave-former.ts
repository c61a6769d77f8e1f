/** Leaves a ledger for another one, which the other seats of a shared ledger have to be able to see there. */
import { fromLedger } from '#electron/core/ports/ledger-failure.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { Result } from '#shared/failure.ts';
import type { LedgerChoice, LedgerStatus } from '#shared/seat/settings.ts';

/** Says in the ledger that the seat leaves that it does. Not called for another way to the same ledger. */
type Leave = (former: StoredLedger) => Promise<void>;

export type ChooseLedger = (
  choice: LedgerChoice,
  password: string | null,
  busy: () => boolean,
  leave?: Leave,
) => Promise<Result<LedgerStatus>>;

const addressOf = (choice: LedgerChoice): string | null => (choice.engine === 'sqlite' ? null : choice.url);

/** Says goodbye and closes the ledger. One that went away meanwhile is only closed. @param former null when it was not open */
export async function leaveFormer(
  former: StoredLedger | null,
  from: LedgerChoice,
  to: LedgerChoice,
  leave?: Leave,
): Promise<void> {
  if (former === null) return;
  if (leave !== undefined && addressOf(from) !== addressOf(to)) await fromLedger(leave(former));
  await former.close();
}
