/** The use cases wired as the program wires them, over the real ledger and the real vault; the network and the key store are the test's. */
import { createApprovals, type Approvals } from '#electron/core/approvals.ts';
import { createBatches, type Batches } from '#electron/core/batch.ts';
import { createCaptures, type Captures } from '#electron/core/captures.ts';
import { createHistory, type History } from '#electron/core/history.ts';
import { newId } from '#electron/core/new-id.ts';
import { createOperators, type Operators } from '#electron/core/operators.ts';
import { hashPasscode } from '#electron/core/passcodes.ts';
import { createPayments, type Payments } from '#electron/core/payments.ts';
import type { Gateway, Ledger, StoredProfiles, Vault } from '#electron/core/ports.ts';
import { createProfiles, type Profiles } from '#electron/core/profiles.ts';
import { createRecorder, type Recorder } from '#electron/core/recorder.ts';
import { storedOperatorsSchema } from '#electron/core/stored-operators.ts';
import type { TrainingOrigin } from '#electron/core/training-profile.ts';
import type { UnwrittenAnswers } from '#electron/core/unwritten-answers.ts';
import { openSqliteLedger } from '#electron/ledger/open-sqlite.ts';
import { answersIn } from '../../support/answers-in.ts';
import { openDocument } from '#electron/vault/document-store.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import { vaultContentSchema } from '#electron/vault/vault-content.ts';
import { createVault } from '#electron/vault/vault.ts';
import type { EventName, EventOf } from '#shared/contract.ts';
import { ok } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/ledger-events.ts';
import { profileSchema, type Profile, type ProfileSecrets } from '#shared/profile.ts';
import Conf from 'conf';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { createService, type Service } from './service.ts';

export interface World {
  readonly folder: string;
  readonly databaseFile: string;
  readonly service: Service;
  readonly keyStore: KeyStore;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly profiles: Profiles;
  readonly answers: UnwrittenAnswers;
  readonly recorder: Recorder;
  readonly operators: Operators;
  readonly approvals: Approvals;
  /** What was noted about operators. */
  readonly deeds: readonly { readonly operatorName: string; readonly deed: LedgerDeed }[];
  readonly payments: Payments;
  readonly captures: Captures;
  readonly batches: Batches;
  readonly history: History;
  readonly events: readonly { readonly name: EventName; readonly payload: unknown }[];
  readonly bugs: readonly unknown[];
  /** The program's clock: milliseconds by which it is ahead. */
  readonly time: { ahead: number };
}

export interface WorldOptions {
  /** Puts something between the use cases and the real ledger. */
  readonly ledger?: (real: Ledger) => Ledger;
  /** The ledger of another seat: two seats at once, as on PostgreSQL; SQLite's two connections would wait for each other in one thread. */
  readonly sharedLedger?: Ledger;
  readonly gateway?: Gateway;
  readonly training?: TrainingOrigin;
  readonly folder?: string;
  readonly seat?: string;
}

export const trainingOrigin: TrainingOrigin = {
  origin: 'https://localhost:1',
  ca: 'PEM',
  cclw: 'CCLW0123456789',
  apiKey: 'PART1|PART2',
};

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'caja-core-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The least that a hash may cost: some dozen ms. */
const cheapest = { ln: 15, r: 8, p: 1 };

const openConf = (options: ConstructorParameters<typeof Conf>[0] & { name: string }) =>
  new Conf({ ...options, configName: options.name, projectName: 'caja', projectVersion: '1.0.0' });

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const folder = options.folder ?? temporaryFolder();
  const databaseFile = join(folder, 'ledger.sqlite');
  const bugs: unknown[] = [];
  const deeds: { operatorName: string; deed: LedgerDeed }[] = [];
  const events: { name: EventName; payload: unknown }[] = [];
  const time = { ahead: 0 };
  const clock = () => new Date(Date.now() + time.ahead);
  const reportBug = (error: unknown) => void bugs.push(error);
  const emit = <Name extends EventName>(name: Name, payload: EventOf<Name>) => void events.push({ name, payload });
  const seatName = options.seat ?? 'Caja 1';
  const seat = () => seatName;

  async function openLedger(): Promise<Ledger> {
    const real = await openSqliteLedger({ file: databaseFile, seat: seatName, now: clock, makeId: newId, reportBug });
    onTestFinished(() => real.close());
    return options.ledger?.(real) ?? real;
  }
  const ledger = options.sharedLedger ?? (await openLedger());
  const document = { open: openConf, folder, now: clock };
  const keyStore = createKeyStore();
  const vault = createVault({
    store: openDocument({ ...document, name: 'vault', schema: vaultContentSchema }),
    cipher: createOsCipher(keyStore, 'linux'),
  });
  const storedProfiles: z.ZodType<StoredProfiles> = z.strictObject({
    profiles: z.array(profileSchema).readonly(),
    activeId: z.string(),
  });
  const profiles = createProfiles({
    store: openDocument({ ...document, name: 'profiles', schema: storedProfiles }),
    vault,
    training: options.training ?? trainingOrigin,
    emit,
  });
  const service = createService();
  const gateway = options.gateway ?? service.gateway;
  const answers = answersIn(join(folder, 'answers'), reportBug);
  const recorder = createRecorder({ ledger, answers, clock, reportBug });
  onTestFinished(() => recorder.close());
  const operators = createOperators({
    store: openDocument({ ...document, name: 'operators', schema: storedOperatorsSchema, damaged: 'stays' }),
    note: (operatorName, deed) => {
      deeds.push({ operatorName, deed });
      return Promise.resolve(ok(undefined));
    },
    clock,
    makeId: newId,
    reportBug,
    hash: (passcode) => hashPasscode(passcode, cheapest),
  });
  const approvals = createApprovals({ operators, clock, makeId: newId });
  const payments = createPayments({
    gateway,
    recorder,
    vault,
    merchants: profiles,
    approvals,
    seat,
    clock,
    emit,
    reportBug,
  });
  const captures = createCaptures({
    gateway,
    ledger,
    recorder,
    merchants: profiles,
    seat,
    clock,
    newId,
    reportBug,
  });
  return {
    folder,
    databaseFile,
    service,
    keyStore,
    ledger,
    vault,
    profiles,
    answers,
    recorder,
    operators,
    approvals,
    deeds,
    payments,
    captures,
    batches: createBatches({ captures, ledger, seat, emit, reportBug }),
    history: createHistory({ ledger, clock }),
    events,
    bugs,
    time,
  };
}

export const secrets: ProfileSecrets = { cclw: 'ABCDEF0123', apiKey: 'KEY1|KEY2', clientCertificate: null };

export const merchantProfile = (changes: Partial<z.input<typeof profileSchema>> = {}): Profile =>
  profileSchema.parse({
    id: 'shop',
    name: 'Shop',
    environment: 'test',
    baseUrl: 'https://sandbox.example.com',
    ...changes,
  });

/** Saves a profile with secrets and makes it the active one. */
export async function useProfile(
  world: World,
  profile: Profile,
  given: Partial<ProfileSecrets> = secrets,
): Promise<Profile> {
  const saved = await world.profiles.save({ profile, secrets: given });
  if (!saved.ok) throw new Error(saved.failure.kind);
  const activated = await world.profiles.activate(profile.id);
  if (!activated.ok) throw new Error(activated.failure.kind);
  return activated.value.profile;
}
