/** The engine on PostgreSQL. While the server is away, every call is refused at once and nothing is queued. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { sql, type CompiledQuery } from 'kysely';
import pg from 'pg';
import { ledgerNow, unlinked, type Database, type Engine } from '#electron/ledger/engine/engine.ts';
import { createNotices } from '#electron/ledger/postgres/notices/notices.ts';
import { createIndexing } from '#electron/ledger/search/search.ts';
import { type Lender, sendTogether } from '#electron/ledger/postgres/statements/pipeline.ts';
import { sharedAway, type LinkUse, type PostgresLink } from '#electron/ledger/postgres/connection/link.ts';
import { indexPortionInPostgres } from '#electron/ledger/postgres/search/postgres-index.ts';
import { postgresSearch } from '#electron/ledger/postgres/search/postgres-search.ts';
import { postgresFailureReason, promoted, wentBack } from '#electron/ledger/postgres/connection/failure-reason.ts';
import {
  refuseUnkept,
  unkeptIn,
  acceptServer,
  isOtherServer,
  timelineBehind,
  timelineIn,
} from '#electron/ledger/postgres/connection/server-facts.ts';
import { appliedInSql, createSchemaWatch, type AppliedList } from '#electron/ledger/postgres/shared-schema.ts';
import { commitPatience, isStandbyAwaited } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { serverPromises, type ServerPromise } from '#shared/seat/settings.ts';
import { queriesOn } from '#electron/ledger/postgres/statements/kysely-pool.ts';

export interface PostgresEngineParts {
  /** Promises without which no production payment is recorded. The tests' server has its fsync off. */
  readonly required?: readonly ServerPromise[];
  readonly reportBug: (error: unknown) => void;
}

interface Promises {
  readonly unkept: readonly ServerPromise[];
  readonly applied: AppliedList;
  readonly mark: string;
  readonly numbered: number | null;
  readonly timeline: string | null;
}

/** @param db reads of the screens */
export async function postgresEngine(
  db: Database,
  link: PostgresLink,
  reads: Lender,
  { required = serverPromises, reportBug }: PostgresEngineParts,
): Promise<Engine> {
  const schema = createSchemaWatch(db, link);
  const setbacks = createSetbacks();
  const guards = createGuards(db, link, schema, setbacks);
  const { guarded, beside } = guards;
  const promises = promisesOf(required).compile(db);
  const indexing = createIndexing(() => beside(() => indexPortionInPostgres(db)), reportBug);

  const refusal = refuseUnkept(required).compile(db);
  let isOther = false;

  const notices = createNotices(link, reads, reportBug);

  const engine: Engine = {
    kind: 'postgres',
    db,
    clock: () => ledgerNow,
    ...onPayments(link, guards, 'payment'),
    link: unlinked.link,
    async bulkWrite(work) {
      if (link.reason() !== null) throw away(link);
      return beside(() => db.transaction().execute(work));
    },
    async probe<Row>(statement: CompiledQuery<Row>) {
      const [read, answer] = await guarded(() =>
        // It waits for no lock.
        sendTogether(link.lend('probe'), 'write', () => [promises, statement], commitPatience.commit),
      );
      noted(read?.rows[0] as Promises | undefined, link, schema, notices, setbacks);
      link.trouble('commit', null);
      return answer?.rows[0] as Row | undefined;
    },
    read: (work) => beside(() => work(db)),
    // Until the transaction ends. Statements after it see what the former holder committed.
    serialized: (key) => [sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`.compile(db)],
    promised: (environment) => [
      schema.refusal,
      refuseEarlier(setbacks.seen(), timelineIn(link.facts().identity)).compile(db),
      ...(environment === 'production' ? [refusal] : []),
    ],
    server: {
      onConnected: (hook) => link.onConnected((facts) => hook(facts, admission)),
      unkept: () => link.facts().unkept,
      isOther: () => isOther,
      setbacks: setbacks.count,
      async accept(write, alongside) {
        const { identity } = link.facts();
        await write(async (trx) => {
          await acceptServer(trx, identity);
          await alongside(trx);
        });
        isOther = false;
      },
    },
    search: postgresSearch,
    changed(change) {
      indexing.soon();
      notices.changed(change);
    },
    onChange: notices.onChange,
    onAvailability: link.onAvailability,
    async close() {
      await indexing.stop();
      await notices.close();
      await link.close();
      await db.destroy();
    },
  };
  const onNewConnection = onPayments(link, guards, 'admission');
  const admission: Engine = { ...engine, ...onNewConnection, read: onNewConnection.decide };

  await link.onConnected(async ({ identity }) => {
    [isOther] = await Promise.all([
      onNewConnection.decide((queries) => isOtherServer(queries, identity)),
      onNewConnection.decide((queries) => schema.look(queries)),
    ]);
    setbacks.noteServer(identity);
  });
  // Indexes leftovers of an ended seat, and everything after a new schema.
  indexing.soon();
  return engine;
}

const away = (link: PostgresLink): LedgerUnavailable => sharedAway(link.reason() ?? 'disconnected');

type SchemaWatch = ReturnType<typeof createSchemaWatch>;
type Setbacks = ReturnType<typeof createSetbacks>;

/** Counts how often the server has gone back, by its own word and by the numbers of its attempts. */
function createSetbacks() {
  let count = 0;
  /** The number at the last heartbeat on this server, whose connections may break when it is put back. */
  let seen = 0;
  let seenOn = '';
  return {
    count: () => count,
    seen: () => seen,
    noteWentBack() {
      count += 1;
      seen = 0;
    },
    noteNumber(number: number) {
      if (number < seen) count += 1;
      seen = number;
    },
    noteServer(identity: string) {
      if (identity !== seenOn) seen = 0;
      seenOn = identity;
    },
  };
}

const promisesOf = (required: readonly ServerPromise[]) => sql<Promises>`
  select array(${sql.raw(unkeptIn(required))}) as unkept, ${sql.raw(appliedInSql)} as applied,
    ${ledgerMark} as mark, ${numbered} as numbered, ${timelineBehind} as timeline`;

function noted(
  row: Promises | undefined,
  link: PostgresLink,
  schema: SchemaWatch,
  notices: ReturnType<typeof createNotices>,
  setbacks: Setbacks,
): void {
  link.noteUnkept(row?.unkept ?? []);
  schema.note(row?.applied ?? null);
  notices.noteMark(row?.mark ?? '');
  setbacks.noteNumber(row?.numbered ?? 0);
  const known = timelineIn(link.facts().identity);
  // The next connection is compared before payments go on.
  if ((row?.timeline ?? known) !== known) link.suspect();
}

type Guards = ReturnType<typeof createGuards>;

/** Turns errors of the server into reasons, and tells the link what they say of the connection. */
function createGuards(db: Database, link: PostgresLink, schema: SchemaWatch, setbacks: Setbacks) {
  /** Who gives up waiting for a lock is told why its holder does not end. */
  async function withReason(error: unknown): Promise<unknown> {
    const known = postgresFailureReason(error);
    if (!(known instanceof LedgerUnavailable) || known.reason !== 'busy') return known;
    if (!(known.cause instanceof pg.DatabaseError) || !(await isStandbyAwaited(db))) return known;
    link.trouble('commit', 'waits-for-standby');
    return new LedgerUnavailable('waits-for-standby', known.message, { cause: known });
  }

  async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      const known = await schema.explained(await withReason(error), queriesOn(link.lend('probe')));
      if (!(known instanceof LedgerUnavailable)) throw known;
      if (known.reason === 'writing-back') setbacks.noteWentBack();
      // A server that lets nobody write any more has become a standby.
      if (known.reason === 'disconnected' || known.reason === 'standby') link.suspect();
      const told = link.reason();
      if (known.reason !== 'disconnected' || told === null || told === 'disconnected') throw known;
      throw new LedgerUnavailable(told, known.message, { cause: known });
    }
  }

  /** Runs work beside the payments. Its failure says nothing about theirs. */
  async function beside<Value>(work: () => Promise<Value>): Promise<Value> {
    if (link.present() === null) throw away(link);
    try {
      return await work();
    } catch (error) {
      const known = await schema.explained(postgresFailureReason(error), db);
      if (known instanceof LedgerUnavailable && known.reason === 'disconnected') link.check();
      throw known;
    }
  }

  return { guarded, beside };
}

function onPayments(
  link: PostgresLink,
  { guarded }: Guards,
  use: LinkUse,
): Pick<Engine, 'write' | 'transact' | 'decide'> {
  const lender = link.lend(use);
  const queries = queriesOn(lender);
  return {
    write: (work) => guarded(() => queries.transaction().execute(work)),
    transact: (build) =>
      guarded(async () => {
        const results = await sendTogether(lender, 'write', () => build(unlinked), commitPatience.transaction);
        return results.map(({ rowCount }) => rowCount);
      }),
    decide: (work) => guarded(() => work(queries)),
  };
}

const sequence = `pg_get_serial_sequence('attempts_unindexed', 'number')`;
const counted = (kind: string): string => `pg_stat_get_tuples_${kind}('attempts'::regclass)`;

/**
 * Number of the last insert or update of an attempt, which a trigger gives for the index of the search; null for a role that may not read
 * it. On one server it grows, unless that goes back.
 */
const numbered = sql.raw<number | null>(
  `case when has_sequence_privilege(${sequence}, 'select, usage') then pg_sequence_last_value(${sequence}::regclass) end`,
);

/**
 * Fails, and its transaction with it, on a standby that was promoted behind a pooler and on a server that has numbered less: either may
 * lack a capture of another seat. The timeline is compared too because the number of a standby may be 32 ahead.
 */
const refuseEarlier = (seen: number, timeline: string) => sql`
  select cast(${sql.lit(promoted)} || ' ' || own as integer) from (select ${timelineBehind} as own) as present where own <> ${timeline}
  union all
  select cast(${sql.lit(wentBack)} || ' ' || last as integer) from (select ${numbered} as last) as present where last < ${seen}`;

/**
 * Mark of the ledger's attempts, cheap to read: it differs after each change, at the latest once the change is committed. The server's
 * statistics, which lag a little, count what is deleted, and everything for a role that may not read the number.
 */
const ledgerMark = sql<string>`concat_ws(' ', coalesce(${numbered}, ${sql.raw(`${counted('inserted')} + ${counted('updated')}`)}),
  ${sql.raw(counted('deleted'))})`;
