/** Condition of an opened ledger for the screens: its server's promises, a change of server, and damage. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/ledger.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';

type Condition = Pick<LedgerStatus, 'unkept' | 'otherServer' | 'damaged'>;

const unopened: Condition = { unkept: [], otherServer: null, damaged: 0 };

/** @param opening null while no ledger is open */
export async function conditionOf(opening: Promise<StoredLedger> | null): Promise<Condition> {
  try {
    const opened = await opening;
    if (opened === null) return unopened;
    const { server } = opened.engine;
    return {
      unkept: server?.unkept() ?? [],
      otherServer: server?.isOther() === true ? { missing: await opened.missing() } : null,
      damaged: opened.damaged(),
    };
  } catch (error) {
    if (error instanceof LedgerUnavailable) return unopened;
    throw error;
  }
}
