/** Where a soak takes place: the service, the way to it, the servers of the shared ledger, a small disk, and the seats. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { bundleProcess } from '#test/support/bundle-process.ts';
import { startPair, type Pair } from '#test/support/cluster.ts';
import { account, database } from '#test/support/database-server.ts';
import { startForwarder, type Forwarder } from '#test/support/forwarder.ts';
import type { Told } from './protocol.ts';
import type { Chance } from './random.ts';
import { SeatProcess } from './seat-process.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { toldLine, type Trace } from './trace.ts';

export interface Place {
  readonly folder: string;
  /** Folder of the bundle, which is code and contains the published test cards. */
  readonly program: string;
  /** Secrets of the service and the server, of which none may be in a file. */
  readonly secrets: readonly string[];
  readonly gateway: TrainingGateway;
  readonly cable: Forwarder;
  /** Servers of the shared ledger; null in a soak without them. */
  readonly pair: Pair | null;
  /** The disk of `tight`; null where nothing could be mounted. */
  readonly disk: SmallDisk | null;
  /** Seats whose processes go on, one of each ledger. */
  readonly steady: readonly SeatProcess[];
  /** Seats that are killed. */
  readonly mortal: readonly SeatProcess[];
  readonly all: readonly SeatProcess[];
  readonly tight: SeatProcess;
  /** What was told last of each attempt. */
  readonly told: ReadonlyMap<string, Told>;
  /** Number of refusals by their reason, which shows that the troubles were met. */
  readonly refused: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Time in ms after which a payment is among the service's records. */
export const recordsAfterMs = 300;
/** Longest pause between two acts of one of a seat's workers, in ms. */
const pause = 300;
const embedded: LedgerChoice = { engine: 'sqlite' };

/** @param shared false leaves the shared ledger and its servers out */
export async function openPlace(shared: boolean, chance: Chance, trace: Trace): Promise<Place> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caja-soak-'));
  const tightName = 'Corner shop';
  await mkdir(path.join(folder, tightName));
  const program = path.join(folder, 'program');
  const keys = {
    cclw: randomBytes(64).toString('hex').toUpperCase(),
    apiKey: `${randomBytes(16).toString('hex')}|soak`,
  };
  const [reversalsListed, synchronous] = [chance.percent(50), chance.percent(50)];
  const [script, gateway, pair, disk] = await Promise.all([
    bundleProcess(program, 'test/soak/seat/main.ts'),
    startTrainingGateway({ ...keys, keptRequests: 10_000_000, recordsAfterMs, reversalsListed }),
    shared ? startPair({ synchronous }) : null,
    mountSmallDisk(path.join(folder, tightName)),
  ]);
  trace.note(`reversals ${reversalsListed ? '' : 'not '}listed, ${synchronous ? '' : 'a'}synchronous standby`);
  const cable = await startForwarder(Number(new URL(gateway.origin).port));
  const cardKey = randomBytes(32).toString('base64');
  const told = new Map<string, Told>();
  const refused = new Map<string, number>();

  async function seat(name: string, ledger: LedgerChoice): Promise<SeatProcess> {
    const own = path.join(folder, name);
    await mkdir(own, { recursive: true });
    const order = {
      seat: name,
      folder: own,
      gateway: { ...keys, origin: `https://localhost:${cable.port}`, ca: gateway.ca },
      ledger,
      ledgerPassword: account.password,
      keyStoreKey: randomBytes(32).toString('base64'),
      cardKey,
      pause,
    };
    return new SeatProcess({
      order,
      script,
      chance: chance.fork(name),
      onTold(each) {
        trace.note(toldLine(name, each.id, `${each.state} ${each.why ?? ''}`));
        if (each.id !== '') told.set(each.id, each);
        if (each.why !== undefined) refused.set(each.why, (refused.get(each.why) ?? 0) + 1);
      },
      onBug: (text) => trace.broken({ text: `${name}: ${text}`, ids: [] }),
      note: (line) => trace.note(`${name} ${line}`),
    });
  }
  const choice: LedgerChoice | null = pair && {
    engine: 'postgres',
    url: `postgres://${account.user}@${pair.ports.map((port) => `localhost:${port}`).join(',')}/${database}`,
    ca: pair.ca,
    poolSize: 3,
  };
  const onShared = (...names: readonly string[]) => (choice === null ? [] : names.map((name) => seat(name, choice)));
  const steady = await Promise.all([seat('Kiosk', embedded), ...onShared('Front desk')]);
  const tight = await seat(tightName, embedded);
  const mortal = [tight, ...(await Promise.all(onShared('Bar', 'Back office')))];
  const all = [...steady, ...mortal];
  await Promise.all(all.map((each) => each.start()));
  // Until the first head of its trail is on the disk, the end of a seat's very first run looks like the removal of that head.
  await Promise.all(all.map((each) => each.ask('trail', null)));
  return {
    folder,
    program,
    secrets: [keys.cclw, keys.apiKey, account.password],
    gateway,
    cable,
    pair,
    disk,
    steady,
    mortal,
    all,
    tight,
    told,
    refused,
    async close() {
      await Promise.all(all.map((each) => each.kill()));
      await cable.close();
      await gateway.close();
      await pair?.stop();
      await disk?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
