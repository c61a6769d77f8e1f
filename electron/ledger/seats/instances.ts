/** Program instances with this ledger open. Each writes a heartbeat. Attempts in flight of a dead one become unknown. */
import { createHash } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import { sql, type SqlBool } from 'kysely';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { revisionIn } from '#electron/ledger/operators/signed-state.ts';
import { abandonAttempts } from '#electron/ledger/attempts/finish.ts';
import { pending } from '#electron/ledger/rows/attempt-rows.ts';

/**
 * Interval of heartbeats, and time without one after which an instance counts as dead, in ms. A heartbeat that lies further in
 * the future was written before the clock was set back, and counts as none.
 */
export const heartbeat = { interval: 5_000, deadAfter: 20_000 } as const;

export interface Instance {
  readonly id: string;
  readonly seat: string;
  /** Instances known to be dead at the start, whatever their machine, process and heartbeat seem to say. */
  readonly ended: ReadonlySet<string>;
}

/**
 * Signs in, or renews the heartbeat.
 * @returns its time by the clock that all instances share, in ms since 1970, and the revision of the operators; null for none
 */
export function recordHeartbeat(engine: Engine, { id, seat }: Instance) {
  const { db } = engine;
  const beat_at = engine.clock();
  return engine.probe(
    db
      .insertInto('instances')
      .values({ id, seat, host: thisMachine(), pid: process.pid, beat_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at }))
      .returning(['beat_at', revisionIn(db)])
      .compile(),
  );
}

/** Signs out. Attempts in flight are left to recovery. */
export async function signOut(engine: Engine, { id }: Instance): Promise<void> {
  await engine.write((trx) => trx.deleteFrom('instances').where('id', '=', id).execute());
}

/** Turns the attempts of dead instances into unknown. */
export async function recoverAttempts(
  engine: Engine,
  { dead, isDead, sending }: Awaited<ReturnType<typeof seenInstances>>,
): Promise<readonly Attempt[]> {
  const ended = new Set(sending.map((row) => row.instance_id).filter(isDead));
  const abandoned = await abandonAttempts(engine, 'instance_id', [...ended]);
  if (dead.length > 0) await engine.write((trx) => trx.deleteFrom('instances').where('id', 'in', dead).execute());
  return abandoned;
}

/**
 * Finds dead instances, and attempts under way, both of one moment: whoever begins an attempt has signed in before. An instance is
 * dead when it is known to have ended, when its heartbeat stopped, when its process on this machine is gone, or when it never
 * signed in. What lives on other machines is not read, whatever it has under way, because each of two hundred seats looks every five
 * seconds.
 * @returns `isDead`: of an instance whose attempts are among `sending`, those of this machine's instances and of all that are dead
 */
export async function seenInstances(engine: Engine, own: Instance) {
  const here = thisMachine();
  const now = engine.clock();
  const rows = await engine.decide((db) =>
    db
      .selectFrom('instances')
      .fullJoin(
        db
          .selectFrom('attempts')
          .select(['id as attempt_id', 'started_at', 'instance_id'])
          .where(pending)
          .where('standing', '=', 'sending')
          .as('attempt'),
        'attempt.instance_id',
        'instances.id',
      )
      .select(['instances.id', 'host', 'pid', 'attempt_id', 'started_at', 'instance_id'])
      .select(({ fn }) => fn<number | null>('abs', [sql`${now} - beat_at`]).as('silent'))
      .where(({ eb, or, and }) =>
        or([
          and([
            eb('attempt_id', 'is not', null),
            or([eb('instances.id', 'is', null), eb('host', '=', here), eb('instances.id', '=', own.id)]),
          ]),
          ...(own.ended.size > 0 ? [eb('instances.id', 'in', [...own.ended])] : []),
          sql<SqlBool>`abs(${now} - beat_at) >= ${sql.lit(heartbeat.deadAfter)}`,
        ]),
      )
      .execute(),
  );
  const lives = ({ id, host, pid, silent }: (typeof rows)[number]): boolean =>
    id === own.id ||
    (id !== null &&
      !own.ended.has(id) &&
      (silent ?? heartbeat.deadAfter) < heartbeat.deadAfter &&
      !(host === here && isGone(pid ?? 0)));
  const living = new Set(rows.filter(lives).map(({ id }) => id));
  const registered = new Set(rows.flatMap(({ id }) => id ?? []));
  return {
    dead: [...registered].filter((id) => !living.has(id)),
    isDead: (id: string): boolean => id !== own.id && !living.has(id),
    sending: rows.flatMap(({ attempt_id: id, started_at, instance_id }) =>
      id === null || started_at === null || instance_id === null ? [] : [{ id, started_at, instance_id }],
    ),
  };
}

/** True when no process of this machine has this id. Signal 0 sends nothing. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

const noAddress = '00:00:00:00:00:00';

/**
 * Identifies this machine, within which process ids are unique. Host names alone are the same on cloned machines.
 * Returns the host name and a short hash of the hardware addresses. When those change, as with another adapter, an earlier
 * process seems to belong to another machine, and its heartbeat decides some seconds later.
 */
export function thisMachine(): string {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .flatMap(({ mac, internal }) => (internal || mac === noAddress ? [] : [mac]));
  const hash = createHash('sha256')
    .update([...new Set(addresses)].toSorted().join(' '))
    .digest('hex')
    .slice(0, 12);
  return `${hostname()} ${hash}`;
}
