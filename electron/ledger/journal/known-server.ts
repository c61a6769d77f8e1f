/** Tells a ledger from another one, and a server from the one that it has replaced. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { MakeId } from '#electron/core/ports/host.ts';
import { placeOf, type Database } from '#electron/ledger/engine/engine.ts';
import { keepSetting, ledgerIdName } from '#electron/ledger/engine/ledger-settings.ts';
import type { SeatJournal } from './seat-journal.ts';

/** Returns the id of the ledger that this seat knows at an address; null for none. */
export function knownLedger(journal: SeatJournal, address: string): string | null {
  journal.flush();
  const [known] = journal.read('select id from ledgers where address = ?', address);
  return typeof known?.['id'] === 'string' ? known['id'] : null;
}

/**
 * Returns the id of the ledger, which its dumps, backups and copies of its disk have too. A ledger without one gets the id that this
 * seat knows from the address, because it was restored from a time before the id, or made anew.
 * @param address where the seat connects, without a password; the same for every embedded ledger
 * @returns `isKnown`: this journal has met the ledger before, so that it knows what this seat did there
 */
export async function ledgerId(
  db: Database,
  journal: SeatJournal,
  address: string,
  makeId: MakeId,
): Promise<{ readonly ledger: string; readonly isKnown: boolean }> {
  const known = knownLedger(journal, address);
  const id = await keepSetting(db, ledgerIdName, known ?? makeId());
  const isKnown = known === id;
  if (!isKnown) {
    journal.writeSoon(({ run }) => {
      run('delete from ledgers where address = ?', address);
      run(
        'insert into ledgers (id, address) values (?, ?) on conflict (id) do update set address = excluded.address',
        id,
        address,
      );
    });
  }
  return { ledger: id, isKnown };
}

/**
 * Refuses a server whose history ends before one that this seat has used: a former primary that came back after its standby had
 * taken over. Keeps the highest timeline of each cluster.
 * @throws LedgerUnavailable `old-server`
 */
export async function admitServer(journal: SeatJournal, identity: string): Promise<void> {
  const place = placeOf(identity);
  if (place === null) return;
  const { cluster, timeline } = place;
  const [known] = journal.read('select timeline from servers where cluster = ?', cluster);
  const highest = Number(known?.['timeline'] ?? 0);
  if (timeline < highest) {
    throw new LedgerUnavailable(
      'old-server',
      `The server is on timeline ${timeline} of its cluster; this seat has used timeline ${highest}.`,
    );
  }
  if (timeline === highest) return;
  await journal.write(({ run }) =>
    run(
      'insert into servers (cluster, timeline) values (?, ?) on conflict (cluster) do update set timeline = excluded.timeline',
      cluster,
      timeline,
    ),
  );
}
