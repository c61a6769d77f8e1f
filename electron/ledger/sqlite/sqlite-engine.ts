/** The embedded engine: one SQLite connection. Reports failures, and notices changes of other processes. */
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { LedgerUnavailable, type LedgerChange } from '#electron/core/ports/ledger.ts';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSync } from 'node:sqlite';
import { unlinked, type Engine, type Work } from '#electron/ledger/engine/engine.ts';
import { inTurn } from '#electron/ledger/engine/statements.ts';
import { createIndexing } from '#electron/ledger/search/search.ts';
import { createListeners } from '#electron/core/listeners.ts';
import { indexPortionInSqlite, sqliteSearch } from './sqlite-search.ts';
import { sqliteFailureReason } from './sqlite-dialect.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

/** Milliseconds between checks for changes of other processes (a pragma that takes microseconds). */
const lookForChanges = 250;

export interface SqliteParts {
  readonly database: DatabaseSync;
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  readonly reportBug: (error: unknown) => void;
}

/** Makes the error of a closed ledger. A read that is still waiting then is no bug. */
const closed = (cause: unknown) => new LedgerUnavailable('disconnected', 'The ledger is closed.', { cause });

export function createSqliteEngine({ database, db, now, reportBug }: SqliteParts): Engine {
  const changes = createListeners<LedgerChange>(reportBug);
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
      // A successful read says nothing about a full disk.
      if (reason === 'locked') noteReason(null);
      return value;
    } catch (error) {
      const known = database.isOpen ? sqliteFailureReason(error) : closed(error);
      if (database.isOpen && known instanceof LedgerUnavailable) noteReason(known.reason);
      throw known;
    }
  }

  const write = <Value>(work: (trx: Work) => Promise<Value>): Promise<Value> =>
    guarded(async () => {
      const value = await db.transaction().execute(work);
      noteReason(null);
      return value;
    });

  const read = <Value>(work: (reader: Kysely<Tables>) => Promise<Value>): Promise<Value> => guarded(() => work(db));

  const indexing = createIndexing(() => guarded(() => indexPortionInSqlite(db)), reportBug);
  // Indexes leftovers of an ended process, and everything after a new schema.
  indexing.soon();

  const versionStatement = database.prepare('pragma data_version');
  const dataVersion = () => versionStatement.get()?.['data_version'];
  let seen = dataVersion();
  const looking = setInterval(() => {
    try {
      const version = dataVersion();
      if (version === seen) return;
      seen = version;
      changes.tell({ attemptIds: null, by: 'another' });
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
    bulkWrite: write,
    probe: (statement) => write(async (trx) => (await trx.executeQuery(statement)).rows[0]),
    read,
    decide: read,
    transact: (build) => write((trx) => inTurn(trx, build(unlinked))),
    link: unlinked.link,
    // Write transactions take the file's only lock when they begin.
    serialized: () => [],
    // Its pragmas are set at the connection.
    promised: () => [],
    server: null,
    search: sqliteSearch,
    clock: () => sql.val(now().getTime()),
    changed(change) {
      indexing.soon();
      changes.tell({ ...change, by: 'this-seat' });
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
