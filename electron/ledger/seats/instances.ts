/** Program instances with this ledger open. Each writes a heartbeat. Attempts in flight of a dead one become unknown. */
import { createHash } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { revisionIn } from '#electron/ledger/operators/revision.ts';
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

/** Signs in, or renews the heartbeat. @returns the revision of the operators; null while the ledger has none */
export async function recordHeartbeat(engine: Engine, { id, seat }: Instance): Promise<string | null> {
  const beaten = await engine.probe((trx, beatAt) =>
    trx
      .insertInto('instances')
      .values({ id, seat, host: thisMachine(), pid: process.pid, beat_at: beatAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: beatAt }))
      .returning(revisionIn(trx))
      .executeTakeFirst(),
  );
  return beaten?.revision ?? null;
}

/** Signs out. Attempts in flight are left to recovery. */
export async function signOut(engine: Engine, { id }: Instance): Promise<void> {
  await engine.write((trx) => trx.deleteFrom('instances').where('id', '=', id).execute());
}

/**
 * Turns the attempts of dead instances into unknown. An instance is dead when it is known to have ended, when its heartbeat
 * stopped, when its process on this machine is gone, or when it never signed in.
 */
export async function recoverAttempts(engine: Engine, own: Instance): Promise<readonly Attempt[]> {
  const underWay = await engine.decide((db) =>
    db
      .selectFrom('attempts')
      .select('instance_id')
      .distinct()
      .where(pending)
      .where('standing', '=', 'sending')
      .where('instance_id', '!=', own.id)
      .execute(),
  );
  const dead = await deadInstances(engine, own);
  const abandoned = await abandonAttempts(
    engine,
    'instance_id',
    underWay.map((row) => row.instance_id).filter(dead.isDead),
  );
  if (dead.known.length > 0) {
    await engine.write((trx) => trx.deleteFrom('instances').where('id', 'in', dead.known).execute());
  }
  return abandoned;
}

/** Finds dead instances: registered ones that are gone, and unregistered ones. */
export async function deadInstances(
  engine: Engine,
  own: Instance,
): Promise<{ readonly known: readonly string[]; readonly isDead: (id: string) => boolean }> {
  const here = thisMachine();
  const [now, instances] = await Promise.all([
    engine.clock(),
    engine.decide((db) => db.selectFrom('instances').selectAll().execute()),
  ]);
  const lives = (row: (typeof instances)[number]): boolean =>
    row.id === own.id ||
    (!own.ended.has(row.id) &&
      Math.abs(now - row.beat_at) < heartbeat.deadAfter &&
      !(row.host === here && isGone(row.pid)));
  const living = new Set(instances.filter(lives).map((row) => row.id));
  return {
    known: instances.filter((row) => !living.has(row.id)).map((row) => row.id),
    isDead: (id) => id !== own.id && !living.has(id),
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
