/** Opens the shared ledger on PostgreSQL. While the server is away, every call is refused at once and nothing is queued. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Engine } from '#electron/ledger/engine.ts';
import { createIndexing } from '#electron/ledger/search/indexing.ts';
import { createLedger, type LedgerParts, type StoredLedger } from '#electron/ledger/ledger.ts';
import { migrate } from '#electron/ledger/migrations/migrate.ts';
import { copyToFile } from '#electron/ledger/copies/copy-to-file.ts';
import { connectionConfig, type PostgresAddress } from './postgres-connection.ts';
import { connectLink, type PostgresLink } from './postgres-link.ts';
import { indexPortionInPostgres } from './postgres-index.ts';
import { createPostgresSearch } from './postgres-search.ts';
import { sendTransaction } from './postgres-transact.ts';
import { postgresFailureReason } from './postgres-failure-reason.ts';
import { prepared } from '#electron/ledger/prepared.ts';
import { serverFacts, refuseUnkept, unkeptIn } from './server-facts.ts';
import { acceptServer, isOtherServer } from './server-mark.ts';
import { serverPromises, type ServerPromise } from '#shared/seat/settings.ts';
import { namingPool } from './statement-names.ts';
import type { Tables } from '#electron/ledger/tables.ts';
import { createWordShares } from './token-shares.ts';

export interface PostgresLedgerOptions extends LedgerParts, PostgresAddress {
  readonly poolSize: number;
  /** Promises without which no production payment is recorded. The tests' server has its fsync off. */
  readonly required?: readonly ServerPromise[];
}

/** Rejects with `LedgerUnavailable` when the server can't be used or has a newer ledger. */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<StoredLedger> {
  const { reportBug, required = serverPromises } = options;
  const config = connectionConfig(options);
  const link = await connectLink(config, required, reportBug);
  const pool = new pg.Pool({
    ...config,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    verify: (client, verified) => void verify(client).then(() => verified(), verified),
  });
  /** Looks at each new connection, because the address may lead to another server than a moment ago. */
  async function verify(client: pg.ClientBase): Promise<void> {
    const { unkept, identity } = await serverFacts(client, required);
    link.noteUnkept(unkept);
    if (identity === link.facts().identity) return;
    link.suspect();
    throw new LedgerUnavailable('disconnected', 'The address of the shared ledger leads to another server now.');
  }
  // The pool drops a broken idle connection. The link finds out whether the server is gone.
  pool.on('error', () => link.suspect());
  // The pool listens to idle clients only. One that ends while it is checked out would throw out of the event loop; its
  // transaction is told by the next statement.
  pool.on('connect', (client) => client.on('error', () => link.suspect()));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namingPool(pool) }) });
  try {
    await migrate(db as Kysely<unknown>, 'postgres');
    const engine = await postgresEngine(db, pool, link, required, reportBug);
    return await createLedger(engine, options, (file) => copyToFile(engine, file, options));
  } catch (error) {
    await link.close();
    await db.destroy();
    throw postgresFailureReason(error);
  }
}

/** Advisory lock until the transaction ends. Statements after it see what the former holder committed. */
const lock = prepared((db, param) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${param('key')}, 0))`.as('locked')),
);

async function postgresEngine(
  db: Kysely<Tables>,
  pool: pg.Pool,
  link: PostgresLink,
  required: readonly ServerPromise[],
  reportBug: (error: unknown) => void,
): Promise<Engine> {
  async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
    if (!link.up()) throw new LedgerUnavailable('disconnected', 'The shared ledger is away.');
    try {
      return await work();
    } catch (error) {
      const known = postgresFailureReason(error);
      if (known instanceof LedgerUnavailable && known.reason === 'disconnected') link.suspect();
      throw known;
    }
  }

  const identity = () => link.facts().identity;
  let isOther = await isOtherServer(db, identity());
  const stopComparing = link.onAvailability((reason) => {
    if (reason !== null) return;
    guarded(() => isOtherServer(db, identity()))
      .then((other) => {
        isOther = other;
      })
      // The next reconnection compares again.
      .catch((error: unknown) => (error instanceof LedgerUnavailable ? undefined : reportBug(error)));
  });
  const refusal = refuseUnkept(required).compile(db);

  const shares = createWordShares();
  const inPause = async () => {
    await shares.learn(db);
    return indexPortionInPostgres(db, 'in a pause');
  };
  const indexing = createIndexing(() => guarded(inPause), reportBug);
  // Indexes leftovers of an ended seat, and everything after a new schema.
  indexing.soon();

  const engine: Engine = {
    kind: 'postgres',
    db,
    write: (work) => guarded(() => db.transaction().execute(work)),
    transact: (statements) => guarded(() => sendTransaction(pool, statements)),
    read: (work) => guarded(() => work(db)),
    serialized: (key) => [lock.bind(engine, { key })],
    promised: (environment) => (environment === 'production' ? [refusal] : []),
    server: {
      unkept: () => link.facts().unkept,
      isOther: () => isOther,
      async accept(alongside) {
        const accepted = identity();
        await engine.write(async (trx) => {
          await acceptServer(trx, accepted);
          await alongside(trx);
        });
        isOther = false;
      },
    },
    search: createPostgresSearch(shares),
    clock: () =>
      guarded(async () => {
        const { rows } = await sql<{ now: number; unkept: readonly ServerPromise[] }>`
          select (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
            array(${sql.raw(unkeptIn(required))}) as unkept`.execute(db);
        link.noteUnkept(rows[0]?.unkept ?? []);
        return rows[0]?.now ?? 0;
      }),
    // A trigger notifies every seat, this one too.
    changed: indexing.soon,
    onChange: link.onChange,
    onAvailability: link.onAvailability,
    async close() {
      stopComparing();
      await indexing.stop();
      await link.close();
      await db.destroy();
    },
  };
  return engine;
}
