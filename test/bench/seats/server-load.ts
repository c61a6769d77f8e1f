/** Load of the server during a measurement: connections, waits, commits, flushes to the disk, processor time. */
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

export interface ServerLoad {
  /** Most connections of one seat at the same time. */
  readonly connectionsOfSeat: number;
  /** Most connections of all seats at the same time. */
  readonly connections: number;
  /** Per second. */
  readonly commits: number;
  readonly flushes: number;
  /** kB of WAL a second. */
  readonly wal: number;
  /** Processor time in ms; null where it can't be read. */
  readonly processor: number | null;
  /** Share of each wait among the busy connections, most frequent first; `processor` for those that waited for nothing. */
  readonly waits: readonly (readonly [string, number])[];
}

/** Interval of the samples in ms. */
const interval = 200;

/** Samples the connections of the database until it is stopped. Each seat has a role of its own. */
export async function watchServer(client: pg.Client): Promise<{ stop(): Promise<ServerLoad> }> {
  const waits = new Map<string, number>();
  let [connectionsOfSeat, connections] = [0, 0];
  const start = { at: performance.now(), ...(await counted(client)), processor: await processorTime(client) };

  async function sample(): Promise<void> {
    const { rows } = await client.query<{ usename: string; waits: string | null }>(`
      select usename,
        case when state = 'active' or state like 'idle in%' then
          case when wait_event_type = 'Client' then 'the seat' else coalesce(wait_event_type || ' ' || wait_event, 'processor') end
        end as waits
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
    const ofSeats = Map.groupBy(rows, ({ usename }) => usename);
    connections = Math.max(connections, rows.length);
    connectionsOfSeat = Math.max(connectionsOfSeat, ...[...ofSeats.values()].map(({ length }) => length));
    for (const { waits: wait } of rows) if (wait !== null) waits.set(wait, (waits.get(wait) ?? 0) + 1);
  }
  let sampling = sample();
  const timer = setInterval(() => {
    sampling = sampling.then(sample);
  }, interval);

  return {
    async stop() {
      clearInterval(timer);
      await sampling;
      const [now, processor] = [await counted(client), await processorTime(client)];
      const seconds = (performance.now() - start.at) / 1_000;
      const all = [...waits.values()].reduce((total, count) => total + count, 0);
      return {
        connectionsOfSeat,
        connections,
        commits: (now.commits - start.commits) / seconds,
        flushes: (now.flushes - start.flushes) / seconds,
        wal: (now.wal - start.wal) / 1_000 / seconds,
        processor: processor === null || start.processor === null ? null : processor - start.processor,
        waits: [...waits].map(([wait, count]) => [wait, count / all] as const).toSorted((a, b) => b[1] - a[1]),
      };
    },
  };
}

/** Commits, flushes and bytes of WAL so far. */
async function counted(client: pg.Client) {
  const { rows } = await client.query<{ commits: string; flushes: string; wal: string }>(`
    select (select xact_commit from pg_stat_database where datname = current_database()) as commits,
      (select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal') as flushes,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`);
  const [row] = rows;
  return { commits: Number(row?.commits), flushes: Number(row?.flushes), wal: Number(row?.wal) };
}

/** Milliseconds in one tick of the figures in /proc. */
const tick = 10;

/** Processor time in ms of the server with all its processes, ended ones too. Read from /proc, so on Linux only. */
async function processorTime(client: pg.Client): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = (await statOf(String(rows[0]?.pid)))?.parent;
  if (server === undefined) return null;
  const stats = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf));
  const ticks = stats.map((stat) =>
    stat?.pid === server ? stat.own + stat.ofEnded : stat?.parent === server ? stat.own : 0,
  );
  return tick * ticks.reduce((total, one) => total + one, 0);
}

/** Reads parent and ticks of a process (proc_pid_stat(5)); null when it has ended meanwhile. */
async function statOf(pid: string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses may contain blanks.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((n) => fields[n]);
  return { pid: Number(pid), parent, own: user + system, ofEnded: endedUser + endedSystem };
}
