/** The ledger that this seat has chosen, as its operators see it. */
import type { OperatorsLedger, SharedOperators } from '#electron/core/operators/shared-operators.ts';
import type { Listeners } from '#electron/core/listeners.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';

/**
 * @param choice returns the present choice
 * @param opened returns the ledger in use, and rejects with `LedgerUnavailable` while there is none
 * @param heartbeats told after each heartbeat
 */
export const operatorsLedger = (
  choice: () => LedgerChoice,
  opened: () => Promise<{ readonly sharedOperators: SharedOperators | null }>,
  heartbeats: Pick<Listeners<void>, 'add'>,
): OperatorsLedger => ({
  isShared: () => choice().engine === 'postgres',
  opened: async () => (await opened()).sharedOperators,
  onHeartbeat: (listener) => void heartbeats.add(listener),
});
