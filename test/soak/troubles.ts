/** What goes wrong in a soak: each trouble lets all be well again before it ends, so that any of them may follow another. */
import { setTimeout as pause } from 'node:timers/promises';
import { failureCodes } from '#electron/training/families/service-words.ts';
import { oneDay, oneHour, oneMinute } from '#shared/durations.ts';
import { plainFaults, declineReasons, type Fault } from '#shared/seat/training.ts';
import type { Place } from './place.ts';
import type { Chance } from './random.ts';
import type { Pair } from '#test/support/cluster.ts';

interface Stage extends Pick<Place, 'gateway' | 'cable' | 'mortal' | 'all' | 'tight' | 'disk' | 'pair'> {
  readonly chance: Chance;
}

interface Happened {
  readonly what: string;
  /** How often, for the figures. */
  readonly times: number;
}

export interface Trouble {
  readonly name: string;
  /** What the figures count it as. */
  readonly counts: 'kills' | 'faults' | 'restarts';
  /** How often it comes, against the others of its list. */
  readonly weight: number;
  readonly happen: (stage: Stage) => Promise<Happened>;
}

/** Faults that say what they mean. A service that refuses in proven words and charges all the same is no fault but a lie. */
function anyFault(chance: Chance): Fault {
  return chance.pick<() => Fault>([
    () => ({ kind: chance.pick(plainFaults) }),
    () => ({ kind: 'lost-answer' }),
    () => ({ kind: 'decline', reason: chance.pick(declineReasons) }),
    () => ({ kind: 'header-status', code: chance.pick(failureCodes) }),
    () => ({ kind: 'header-status', code: 550, processed: true }),
    () => ({ kind: 'form-error', text: 'There was an error', processed: chance.percent(50) }),
    () => ({ kind: 'three-d-secure', processed: chance.percent(50) }),
    () => ({ kind: 'delay', milliseconds: chance.whole(50, 1_500) }),
  ])();
}

const once = (what: string): Happened => ({ what, times: 1 });
const spell = (chance: Chance): Promise<void> => pause(chance.whole(200, 2_500));

/** Troubles of the seats' processes. */
export const processTroubles: readonly Trouble[] = [
  {
    name: 'kill',
    counts: 'kills',
    weight: 6,
    async happen({ chance, mortal }) {
      const killed = mortal.filter(() => chance.percent(60));
      await Promise.all(killed.map((seat) => seat.kill()));
      if (chance.percent(30)) await spell(chance);
      await Promise.all(killed.map((seat) => seat.start()));
      return { what: `killed ${killed.map(({ name }) => name).join(', ')}`, times: killed.length };
    },
  },
  {
    name: 'quit',
    counts: 'restarts',
    weight: 1,
    async happen({ chance, mortal }) {
      const seat = chance.pick(mortal);
      await seat.quit(true);
      await seat.start();
      return once(`quit ${seat.name}`);
    },
  },
  {
    name: 'sleep',
    counts: 'faults',
    weight: 1,
    async happen({ chance, mortal }) {
      const seat = chance.pick(mortal);
      seat.signal('SIGSTOP');
      await spell(chance);
      seat.signal('SIGCONT');
      return once(`slept ${seat.name}`);
    },
  },
];

/** Troubles of the service, the way to it, and the seats' computers. */
export const surroundingTroubles: readonly Trouble[] = [
  {
    name: 'clock',
    counts: 'faults',
    weight: 2,
    async happen({ chance, all }) {
      const seat = chance.pick(all);
      const jump = chance.pick([oneMinute, oneHour, oneDay, 6 * oneDay]) * chance.pick([-1, 1]);
      const ahead = chance.percent(30) ? 0 : seat.ahead + chance.whole(0, jump < 0 ? 1 : 3) * jump;
      await seat.setClock(ahead);
      return once(`clock of ${seat.name} is ${ahead} ms ahead`);
    },
  },
  {
    name: 'answers',
    counts: 'faults',
    weight: 10,
    async happen({ chance, gateway }) {
      const fault = anyFault(chance);
      const times = chance.whole(1, 6);
      await gateway.order({ fault, times });
      if (chance.percent(30)) await pause(chance.whole(50, 500));
      return once(`ordered ${JSON.stringify(fault)}, ${times} times`);
    },
  },
  {
    name: 'records',
    counts: 'faults',
    weight: 1,
    async happen({ chance, gateway }) {
      const code = chance.pick([500, 530, 300]);
      await gateway.order({ fault: { kind: 'header-status', code }, times: chance.whole(1, 20), of: 'records' });
      return once(`the records answer ${code}`);
    },
  },
  {
    name: 'cable',
    counts: 'faults',
    weight: 3,
    happen({ cable }) {
      cable.cut();
      return Promise.resolve(once('cut all connections to the service'));
    },
  },
  {
    name: 'disk',
    counts: 'faults',
    weight: 2,
    async happen({ chance, tight, disk }) {
      await (disk === null ? tight.ask('disk', true) : disk.fill());
      await spell(chance);
      if (chance.percent(30)) {
        await tight.kill();
        await tight.start();
      }
      await (disk === null ? tight.ask('disk', false) : disk.free());
      return once(`full disk of ${tight.name}, ${disk === null ? 'played' : 'mounted'}`);
    },
  },
];

/** A trouble of both servers that begins and ends. */
const lasting =
  (begin: (pair: Pair) => unknown, end: (pair: Pair) => unknown, what: string): Trouble['happen'] =>
  async ({ chance, pair }) => {
    if (pair !== null) await begin(pair);
    await spell(chance);
    if (pair !== null) await end(pair);
    return once(what);
  };

/** Troubles of the shared ledger's servers, which come beside those of the seats. */
export const serverTroubles: readonly Trouble[] = [
  {
    name: 'crash of the server',
    counts: 'restarts',
    weight: 2,
    async happen({ chance, pair }) {
      await pair?.primary().kill();
      if (chance.percent(50)) await spell(chance);
      await pair?.primary().start();
      return once('the server crashed and is back');
    },
  },
  {
    name: 'restart of the server',
    counts: 'restarts',
    weight: 1,
    async happen({ pair }) {
      await pair?.primary().stop();
      await pair?.primary().start();
      return once('the server was restarted');
    },
  },
  {
    name: 'failover',
    counts: 'restarts',
    weight: 2,
    async happen({ chance, pair }) {
      await pair?.primary().kill();
      await pair?.promote();
      await spell(chance);
      await pair?.addStandby();
      return once('the standby took over');
    },
  },
  {
    name: 'hung server',
    counts: 'faults',
    weight: 1,
    happen: lasting(
      (pair) => pair.primary().freeze(),
      (pair) => pair.primary().thaw(),
      'the server hung',
    ),
  },
  {
    name: 'lost standby',
    counts: 'faults',
    weight: 1,
    happen: lasting(
      (pair) => pair.cutReplication(),
      (pair) => pair.mendReplication(),
      'the standby was cut off',
    ),
  },
];

/** Picks one by its weight. */
export function anyTrouble(chance: Chance, troubles: readonly Trouble[]): Trouble {
  return chance.pick(troubles.flatMap((trouble) => Array.from({ length: trouble.weight }, () => trouble)));
}
