/** A soak: seats pay while everything around them goes wrong, and after each round their ledgers are held against the service. */
import { setTimeout as pause } from 'node:timers/promises';
import { oneMinute, oneSecond } from '#shared/durations.ts';
import { filesOf, grownBy, growthIn, type Sample } from './growth.ts';
import { foundOf, judge } from './judge.ts';
import { leaksOf } from './leaks-of.ts';
import { openPlace, recordsAfterMs, type Place } from './place.ts';
import type { Found, JudgedAttempt } from './protocol.ts';
import { chanceFrom, type Chance } from './random.ts';
import { createTrace, type Trace } from './trace.ts';
import { anyTrouble, processTroubles, serverTroubles, surroundingTroubles, type Trouble } from './troubles.ts';

export interface SoakOrder {
  readonly seed: number;
  /** Time from the first payment to the last judgement. */
  readonly minutes: number;
  /** Rounds, each of which ends with a judgement. Growth is that between the first and the last. */
  readonly rounds: number;
  /** False leaves the shared ledger and its servers out. */
  readonly shared: boolean;
  readonly log: (line: string) => void;
}

export interface SoakResult {
  /** A broken promise each, with what led there. */
  readonly violations: readonly string[];
  readonly counts: Readonly<Counts>;
  readonly refused: Place['refused'];
  readonly growth: string;
}

type Counts = Record<Trouble['counts'] | 'payments' | 'unconfirmed' | 'byPerson', number>;

/** Longest pauses between two troubles of a kind, in ms. */
const pauses = { processes: 2_000, surroundings: 1_000, servers: 12_000 } as const;

/** Longest time in ms until a seat links what it has done, after the server was away. */
const linkedAfter = 15 * oneSecond;

interface Soak {
  readonly place: Place;
  readonly chance: Chance;
  readonly trace: Trace;
  readonly counts: Counts;
  readonly samples: Map<string, Sample[]>;
  readonly log: SoakOrder['log'];
}

/** @returns all figures in one line */
export function figuresLine({ counts, violations, growth, refused }: SoakResult): string {
  const { payments, kills, faults, restarts, unconfirmed, byPerson } = counts;
  return (
    `${payments} payments, ${kills} kills, ${faults} faults, ${restarts} restarts, ${unconfirmed} unknowns resolved ` +
    `(${byPerson} by a person), ${violations.length} violations; ${growth}; ` +
    `refused: ${[...refused].map(([why, times]) => `${why} ${times}`).join(', ')}`
  );
}

export async function runSoak({ seed, minutes, rounds, shared, log }: SoakOrder): Promise<SoakResult> {
  const chance = chanceFrom(seed);
  const trace = createTrace(log);
  const place = await openPlace(shared, chance.fork('place'), trace);
  const counts: Counts = { payments: 0, kills: 0, faults: 0, restarts: 0, unconfirmed: 0, byPerson: 0 };
  const soak: Soak = { place, chance, trace, counts, samples: new Map(), log };
  try {
    const begun = performance.now();
    for (let round = 1; round <= rounds && trace.violations.length === 0; round++) {
      await trouble(soak, round, begun + (round / rounds) * minutes * oneMinute);
      await settle(soak);
      log(`Round ${round} of ${rounds}: ${JSON.stringify(counts)}`);
      trace.forget();
    }
    return await end(soak);
  } finally {
    await place.close();
  }
}

/** Lets the seats pay and everything go wrong until the time, at least for a second. */
async function trouble({ place, chance, trace, counts }: Soak, round: number, time: number): Promise<void> {
  const own = chance.fork(`round ${round}`);
  const last = Math.max(time, performance.now() + oneSecond);
  async function lane(name: keyof typeof pauses, troubles: readonly Trouble[]): Promise<void> {
    const lot = own.fork(name);
    for (;;) {
      const wait = lot.whole(0, pauses[name]);
      if (performance.now() + wait > last) return;
      await pause(wait);
      const next = anyTrouble(lot, troubles);
      trace.note(`${next.name} begins`);
      const { what, times } = await next.happen({ ...place, chance: lot });
      counts[next.counts] += times;
      trace.note(what);
    }
  }
  await Promise.all(place.all.map((seat) => seat.ask('work', null)));
  await Promise.all([
    lane('processes', processTroubles),
    lane('surroundings', surroundingTroubles),
    ...(place.pair === null ? [] : [lane('servers', serverTroubles)]),
  ]);
  await pause(Math.max(0, last - performance.now()));
}

/** Ends every fault, lets all seats write what they know, asks the service and then a person for the rest, and judges. */
async function settle({ place, trace, counts, samples }: Soak): Promise<void> {
  const { gateway, all, steady, tight, told } = place;
  const fault = { kind: 'none' } as const;
  await gateway.order({ fault, times: null });
  await gateway.order({ fault, times: null, of: 'records' });
  await Promise.all(all.map((seat) => seat.setClock(0)));
  await Promise.all(
    all.map(async (seat) => {
      const waiting = await seat.ask('rest', null);
      if (waiting !== 0) trace.broken({ text: `${seat.name} came to rest with ${waiting} answers`, ids: [] });
    }),
  );
  trace.note('at rest');
  const altered = place.refused.get('payment-altered') ?? 0;
  if (altered > 0) trace.broken({ text: `${altered} payments were taken for altered, and nobody edited one`, ids: [] });
  /** One seat of each ledger. */
  const readers = [...steady, tight];
  const read = async (): Promise<readonly JudgedAttempt[]> =>
    (await Promise.all(readers.map((seat) => seat.ask('attempts', null)))).flatMap((attempts) => attempts ?? []);
  let latest: readonly JudgedAttempt[] = [];
  async function judged(): Promise<readonly JudgedAttempt[]> {
    latest = await read();
    const { received } = gateway.status();
    const violations = judge({ attempts: latest, entries: gateway.ledger(), received, told });
    for (const each of violations) trace.broken(each, latest);
    return latest;
  }

  let found: readonly Found[] = [];
  let left: Readonly<Record<string, string>> = {};
  // A record appears a while after its payment, and a busy machine may miss an answer.
  for (let tries = 0; tries < 3; tries++) {
    await pause(recordsAfterMs + oneSecond);
    for (const seat of readers) left = { ...left, ...(await seat.ask('look-up', null)) };
    found = foundOf(await judged(), gateway.ledger());
    if (found.every(({ isProvable }) => !isProvable)) break;
  }
  for (const { id, isProvable } of found)
    if (isProvable)
      trace.broken({ text: `the service has it, and asking for it finds ${left[id]}`, ids: [id] }, latest);
  for (const seat of readers)
    for (const refused of (await seat.ask('resolve', found)) ?? [])
      trace.broken({ text: `a person may not resolve ${refused}`, ids: [] });
  const attempts = await judged();
  counts.payments = attempts.length;
  counts.byPerson += found.length;
  counts.unconfirmed = attempts.filter(({ resolved }) => resolved).length;
  for (const seat of all) {
    let broken = await seat.ask('trail', null);
    // A seat that was cut off from the server links after a pause what it has done.
    if (broken !== null) {
      trace.note(`${seat.name} finds ${broken.text}`);
      await pause(linkedAfter);
      broken = await seat.ask('trail', null);
    }
    if (broken !== null) trace.broken({ ...broken, text: `${seat.name}: ${broken.text}` }, attempts);
  }
  for (const seat of steady) {
    const growth = await seat.ask('growth', null);
    if (growth === null) continue;
    const own = attempts.filter((attempt) => attempt.seat === seat.name).length;
    const sample = { seat: seat.name, attempts: own, ...filesOf(seat.folder), ...growth };
    samples.set(seat.name, [...(samples.get(seat.name) ?? []), sample]);
  }
}

async function end({ place, trace, counts, samples }: Soak): Promise<SoakResult> {
  await Promise.all(place.all.map((seat) => seat.quit(false)));
  const ofSeats = [...samples.values()];
  for (const text of [...ofSeats.flatMap(growthIn), ...leaksOf(place)]) trace.broken({ text, ids: [] });
  return { violations: trace.violations, counts, refused: place.refused, growth: grownBy(ofSeats) };
}
