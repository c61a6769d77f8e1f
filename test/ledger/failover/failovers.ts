/** Failovers under seats that pay: the primary dies in the middle of payments and batches, and the standby takes over. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPair } from '#test/support/cluster.ts';
import { database, type DatabaseServer } from '#test/support/database-server.ts';
import { startBusySeat, type BusySeat } from './busy-seat.ts';
import { openSeat } from './open-seat.ts';
import { startRecordingService } from './recording-service.ts';
import { violations } from './violations.ts';

export interface FailoverOrder {
  readonly synchronous: boolean;
  readonly rounds: number;
  readonly seats: number;
}

export interface FailoverFigures {
  readonly rounds: number;
  /** Requests that reached the service. */
  readonly sent: number;
  /** Acts that the ledger refused, so that nothing was sent. */
  readonly refused: Readonly<Record<string, number>>;
  /** Requests whose record the new primary lacked. */
  readonly vanished: number;
  readonly violations: readonly string[];
  /** Errors that no caller caught, and bugs that were reported. */
  readonly bugs: readonly string[];
  /** Time from the end of the primary to the first approved payment of any seat, in ms. */
  readonly payingAgain: readonly number[];
}

/** Time of paying before and after each failover, in ms. Random, so that failures hit any stage of a payment or batch. */
const spell = () => 100 + Math.random() * 200;

export async function runFailovers({ synchronous, rounds, seats: count }: FailoverOrder): Promise<FailoverFigures> {
  const bugs: string[] = [];
  const reportBug = (error: unknown): void =>
    void bugs.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const folder = await mkdtemp(join(tmpdir(), 'caja-failover-'));
  const pair = await startPair({ synchronous });
  const service = startRecordingService();
  const found: string[] = [];
  const payingAgain: number[] = [];
  let vanished = 0;
  const seats: BusySeat[] = [];
  process.on('uncaughtException', reportBug);
  try {
    for (let index = 0; index < count; index++) {
      const name = `Seat ${index}`;
      seats.push(
        startBusySeat({
          name,
          ledger: await openSeat(pair.ports, folder, name, { reportBug }),
          service,
          folder: join(folder, name),
          reportBug,
        }),
      );
    }
    for (let round = 0; round < rounds; round++) {
      for (const seat of seats) seat.work();
      await pause(spell());
      if (!synchronous) {
        await pair.cutReplication();
        // Until the standby lacks a request, however few a busy machine sends in that time.
        do await pause(spell());
        while ((await missingOn(pair.standby(), service.sent)) === 0);
      }
      const sentBefore = service.sent.length;
      await pair.primary().kill();
      const killed = performance.now();
      await pair.promote();
      vanished += await missingOn(pair.primary(), service.sent.slice(0, sentBefore));
      await Promise.race(seats.map((seat) => seat.nextApproval()));
      payingAgain.push(Math.round(performance.now() - killed));
      // Nothing fails over to another one after the last round.
      if (round < rounds - 1) await pair.addStandby();
      await pause(spell());
      await Promise.all(seats.map((seat) => seat.rest()));
      for (const seat of seats) await seat.ledger.recover();
      const [any] = seats;
      if (any !== undefined)
        found.push(...(await violations(any.ledger, service.sent)).map((line) => `round ${round + 1}: ${line}`));
    }
    const refused: Record<string, number> = {};
    for (const seat of seats)
      for (const [reason, times] of seat.reasons) refused[reason] = (refused[reason] ?? 0) + times;
    const altered = refused['payment-altered'] ?? 0;
    if (altered > 0) found.push(`${altered} payments were taken for altered, and nobody has edited one`);
    return { rounds, sent: service.sent.length, refused, vanished, violations: found, bugs, payingAgain };
  } finally {
    for (const seat of seats) await seat.close();
    process.off('uncaughtException', reportBug);
    await pair.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts requests that this server has no record of. */
async function missingOn(
  server: DatabaseServer,
  sent: readonly { readonly operation: string; readonly id: string }[],
): Promise<number> {
  const rows = await server.query<{ key: string }>(
    `select operation || ' ' || coalesce(hold_id, id) as key from attempts`,
    database,
  );
  const there = new Set(rows.map((row) => row.key));
  return new Set(sent.map(({ operation, id }) => `${operation} ${id}`).filter((key) => !there.has(key))).size;
}
