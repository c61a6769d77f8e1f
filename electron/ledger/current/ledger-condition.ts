/** Condition of an opened ledger for the screens: its server's promises, a change of server, and damage. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';

type Condition = Pick<LedgerStatus, 'unkept' | 'otherServer' | 'damaged' | 'checking' | 'trail'>;

const unopened: Condition = { unkept: [], otherServer: null, damaged: 0, checking: null, trail: null };

/** @param opening null while no ledger is open */
export async function conditionOf(opening: Promise<StoredLedger> | null): Promise<Condition> {
  try {
    const opened = await opening;
    if (opened === null) return unopened;
    return {
      unkept: opened.engine.server?.unkept() ?? [],
      otherServer: opened.otherServer(),
      damaged: opened.damaged(),
      checking: opened.checking(),
      trail: opened.trail(),
    };
  } catch (error) {
    if (error instanceof LedgerUnavailable) return unopened;
    throw error;
  }
}

/** Longest wait of the first screen for the ledger, in ms. Afterwards it is shown as unavailable. */
const patience = 1_500;

/** Waits a moment for a ledger that is being opened. */
export const openingState = (opening: Promise<StoredLedger>): Promise<'open' | 'away' | 'opening'> =>
  Promise.race([
    opening.then(
      () => 'open' as const,
      () => 'away' as const,
    ),
    new Promise<'opening'>((resolve) => setTimeout(resolve, patience, 'opening').unref()),
  ]);

/** Returns the reason for which payments wait while there is this progress. */
export const waitsFor = ({ kind }: MigrationProgress) => (kind === 'writing-back' ? kind : 'updating');
