/** The embedded engine: one SQLite connection, its trouble told, and the changes of other processes noticed. */
import type { LedgerFailureReason } from '#shared/failure.ts';
import { LedgerUnavailable } from '#electron/core/ports.ts';
import type { Kysely } from 'kysely';
import type { DatabaseSync } from 'node:sqlite';
import type { Engine, Work } from '#electron/ledger/engine.ts';
import { createIndexing } from '#electron/ledger/search/indexing.ts';
import { createListeners } from '#electron/ledger/listeners.ts';
import { inOneTransaction } from './sqlite-dialect.ts';
import { createSqliteSearch, indexPortionInSqlite } from './sqlite-search.ts';
import { sqliteFailureReason } from './sqlite-failure-reason.ts';
import type { Tables } from '#electron/ledger/tables.ts';
import { createWordShares } from '#electron/ledger/search/token-shares.ts';

/** Milliseconds between two looks at what other processes wrote (a pragma of microseconds). */
const lookForChanges = 250;

export interface SqliteParts {
  readonly database: DatabaseSync;
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  readonly reportBug: (error: unknown) => void;
}

export function createSqliteEngine({ database, db, now, reportBug }: SqliteParts): Engine {
  const changes = createListeners<readonly string[] | null>(reportBug);
  const availability = createListeners<LedgerFailureReason | null>(reportBug);
  let reason: LedgerFailureReason | null = null;

  function noteReason(next: LedgerFailureReason | null): void {
    if (reason === next) return;
    reason = next;
    availability.tell(next);
  }

  async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      const value = await work();
      // A read says nothing about a disk that is full.
      if (reason === 'locked') noteReason(null);
      return value;
    } catch (error) {
      const known = sqliteFailureReason(error);
      if (known instanceof LedgerUnavailable) noteReason(known.reason);
      throw known;
    }
  }

  const write = <Value>(work: (trx: Work) => Promise<Value>): Promise<Value> =>
    guarded(async () => {
      const value = await db.transaction().execute(work);
      noteReason(null);
      return value;
    });

  const shares = createWordShares();
  const inPause = async () => {
    await shares.learn(db);
    return indexPortionInSqlite(db);
  };
  const indexing = createIndexing(() => guarded(inPause), reportBug);
  // What a process that was ended has left over, and all of it after a new schema.
  indexing.soon();

  const versionStatement = database.prepare('pragma data_version');
  const dataVersion = () => versionStatement.get()?.['data_version'];
  let seen = dataVersion();
  const looking = setInterval(() => {
    try {
      const version = dataVersion();
      if (version === seen) return;
      seen = version;
      changes.tell(null);
    } catch (error) {
      const known = sqliteFailureReason(error);
      if (known instanceof LedgerUnavailable) noteReason(known.reason);
      else reportBug(error);
    }
  }, lookForChanges);
  looking.unref();

  return {
    kind: 'sqlite',
    db,
    write,
    read: (work) => guarded(() => work(db)),
    transact: (statements) =>
      guarded(async () => {
        const { rows } = await db.executeQuery(inOneTransaction(statements));
        noteReason(null);
        return rows;
      }),
    // Write transactions take the one lock of the file when they begin.
    serialized: () => [],
    search: createSqliteSearch(shares),
    clock: () => Promise.resolve(now().getTime()),
    changed(attemptIds) {
      indexing.soon();
      changes.tell(attemptIds);
    },
    onChange: changes.add,
    onAvailability: availability.add,
    async close() {
      clearInterval(looking);
      await indexing.stop();
      await db.destroy();
    },
  };
}
