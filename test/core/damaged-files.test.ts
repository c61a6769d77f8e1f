/** Files that steer payments, damaged or changed outside the program: nothing is sent until a supervisor decides. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createDamagedFiles, type DamagedFiles } from '#electron/core/damaged-files.ts';
import { createKeptChoice } from '#electron/ledger/current/kept-choice.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { watchDatabase } from '#electron/ledger/sqlite/damaged-database.ts';
import { watchLog } from '#electron/ledger/sqlite/damaged-log.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { cashier, draft } from '#test/fixtures/drafts.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { provisioningDesk } from '#test/fixtures/provisioning/provisioning-desk.ts';
import { givenShop, givenSol } from '#test/fixtures/provisioning/given-shop.ts';
import { aMerchant, createWorld, temporaryFolder, useMerchant, type World } from '#test/fixtures/world.ts';
import { now } from '#test/vault/support.ts';

vi.mock(import('#electron/core/scrypt.ts'), () => import('#test/fixtures/quick-scrypt.ts'));

const files = { merchants: 'profiles.json', vault: 'vault.json', ledger: 'ledger.json' } as const;
const shared: LedgerChoice = {
  engine: 'postgres',
  url: 'postgres://caja@ledger.example.com/caja',
  ca: null,
  poolSize: 2,
};

interface Seat {
  readonly world: World;
  readonly damaged: DamagedFiles;
  readonly events: readonly string[];
  readonly choose: (choice: LedgerChoice) => Promise<unknown>;
  /** Sells over the merchant in use. */
  readonly pay: () => Promise<unknown>;
}

const keyStore = createKeyStore();
const live = (change: { readonly duplicateWindowHours?: number } = {}) => aMerchant({ name: 'Live', ...change });
const parts = { now, onFound: vi.fn(), reportBug: vi.fn() };
let amount = 0;

async function start(folder: string): Promise<Seat> {
  const world = await createWorld({ folder, keyStore, ledgerRefusal: () => damaged.refusal() });
  const events: string[] = [];
  const damaged = createDamagedFiles({
    documents: {
      ...world.documents,
      log: watchLog(join(folder, 'ledger.db'), now),
      database: watchDatabase(join(folder, 'ledger.db'), parts),
    },
    seals: world.seals,
    openLedger: () => void events.push('opened'),
    emit: (name) => void events.push(name),
  });
  // The program does so when it starts.
  await world.seals.check();
  const choice = createKeptChoice({
    store: world.documents.ledger,
    seals: world.seals,
    policy: noPolicy,
    warn: () => 0,
  });
  return {
    world,
    damaged,
    events,
    choose: (next) =>
      choice.keep(
        next,
        () => false,
        () => undefined,
      ),
    async pay() {
      const { id: merchantId } = world.merchants.active();
      const sold = await world.payments.sell(draft({ merchantId, amount: (amount += 100) }), cashier);
      return sold.ok ? sold.value.state : sold.failure;
    },
  };
}

/** Folder of a seat with a live merchant and a shared ledger. */
async function seatFolder(): Promise<string> {
  const seat = await start(temporaryFolder());
  await useMerchant(seat.world, live());
  expect(await seat.choose(shared)).toMatchObject({ ok: true });
  expect([await seat.pay(), seat.damaged.list()]).toEqual(['approved', []]);
  return seat.world.folder;
}

type Json = Record<string, unknown>;
const jsonOf = (folder: string, name: string): Json => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json;

function edit(folder: string, name: string, change: (content: Json) => Json): void {
  writeFileSync(join(folder, name), JSON.stringify(change(jsonOf(folder, name))));
}

const merchantWith = (change: Json) => (content: Json) => ({
  ...content,
  profiles: (content['profiles'] as Json[]).map((merchant) => ({ ...merchant, ...change })),
});
const withoutEntries =
  (...names: readonly string[]) =>
  (content: Json) => ({
    ...content,
    entries: Object.fromEntries(Object.entries(content['entries'] as Json).filter(([name]) => !names.includes(name))),
  });

describe('a file that was changed outside the program stops payments at every start', () => {
  test.each<[string, 'merchants' | 'ledger', (folder: string) => void]>([
    ['the guard’s window', 'merchants', (at) => edit(at, files.merchants, merchantWith({ duplicateWindowHours: 0 }))],
    ['a time-out', 'merchants', (at) => edit(at, files.merchants, merchantWith({ headersTimeout: 100 }))],
    ['a wire field', 'merchants', (at) => edit(at, files.merchants, merchantWith({ formAuthorizationHeader: true }))],
    [
      'the collector',
      'merchants',
      (at) => edit(at, files.merchants, merchantWith({ collectorUrl: 'https://evil.example/a.js' })),
    ],
    ['the environment', 'merchants', (at) => edit(at, files.merchants, merchantWith({ environment: 'production' }))],
    [
      'the path',
      'merchants',
      (at) => edit(at, files.merchants, merchantWith({ baseUrl: 'https://sandbox.example.com/x' })),
    ],
    ['a missing file of the ledger', 'ledger', (at) => rmSync(join(at, files.ledger))],
    ['another ledger', 'ledger', (at) => writeFileSync(join(at, files.ledger), '{"engine":"sqlite"}')],
    [
      'another server',
      'ledger',
      (at) => edit(at, files.ledger, (content) => ({ ...content, url: 'postgres://caja@evil.example/caja' })),
    ],
  ])('%s', async (_what, document, change) => {
    const folder = await seatFolder();
    const before = readFileSync(join(folder, files[document]), 'utf8');
    const file = join(folder, files[document]);
    change(folder);
    const after = existsSync(file) ? readFileSync(file, 'utf8') : null;
    const found = { document, file, reason: 'changed' };
    expect((await start(folder)).damaged.list()).toEqual([found]);
    const seat = await start(folder);
    expect(await seat.pay()).toEqual({ kind: 'damaged-file', file });
    expect([seat.damaged.list(), seat.damaged.refusal()]).toEqual([[found], { kind: 'damaged-file', file }]);
    expect(seat.world.service.requests).toEqual([]);
    if (document === 'merchants') {
      const saved = await seat.world.merchants.save({ merchant: live({ duplicateWindowHours: 1 }), secrets: {} });
      expect(saved).toMatchObject({ failure: { kind: 'damaged-file' } });
    }
    const decided = await seat.damaged.goOnWithout(document);
    if (!decided.ok) throw new Error(decided.failure.kind);
    if (after !== null) expect(readFileSync(decided.value.file, 'utf8')).toBe(after);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(before));
    expect([await seat.pay(), seat.damaged.list()]).toEqual(['approved', []]);
    expect(await start(folder).then((again) => again.pay())).toBe('approved');
  });

  test('an older copy that was put back, with the one before kept beside', async () => {
    const folder = await seatFolder();
    const older = readFileSync(join(folder, files.merchants), 'utf8');
    const first = await start(folder);
    await first.world.merchants.save({ merchant: live({ duplicateWindowHours: 48 }), secrets: {} });
    writeFileSync(join(folder, files.merchants), older);
    const seat = await start(folder);
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
    await seat.damaged.goOnWithout('merchants');
    expect(seat.world.merchants.active()).toMatchObject({ duplicateWindowHours: 48 });
    expect(readdirSync(folder).filter((name) => name.startsWith('profiles.damaged'))).toHaveLength(1);
  });

  test.each<[string, (folder: string) => void]>([
    ['deleted', (at) => edit(at, files.vault, withoutEntries('steering'))],
    [
      'broken',
      (at) =>
        edit(at, files.vault, (content) => ({
          ...content,
          entries: { ...(content['entries'] as Json), steering: { cipher: 'os', data: 'AAAA' } },
        })),
    ],
  ])('whose record in the vault was %s is taken as it is by a supervisor alone', async (_how, change) => {
    const folder = await seatFolder();
    change(folder);
    const seat = await start(folder);
    const unsealed = { reason: 'unsealed' };
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
    expect(seat.damaged.list()).toMatchObject([unsealed, unsealed]);
    for (const document of ['merchants', 'ledger'] as const) await seat.damaged.goOnWithout(document);
    expect([await seat.pay(), seat.damaged.list()]).toEqual(['approved', []]);
    // It may have held a key for provisioning files, so the seat is no new one.
    rmSync(join(folder, 'operators.json'), { force: true });
    const desk = provisioningDesk((await start(folder)).world);
    const outcome = await desk.apply({ version: 1, merchants: [givenShop], operators: [givenSol] });
    expect(outcome).toEqual([expect.stringContaining('has to be signed by the key')]);
  });

  test('a vault that is locked waits, and tells it once it is open', async () => {
    const folder = await seatFolder();
    await (await start(folder)).world.vault.setPassphrase('nine lives of a cat');
    edit(folder, files.merchants, merchantWith({ duplicateWindowHours: 0 }));
    const seat = await start(folder);
    expect([await seat.pay(), seat.damaged.list()]).toEqual([{ kind: 'vault', reason: 'locked' }, []]);
    expect(await seat.choose({ engine: 'sqlite' })).toMatchObject({ failure: { kind: 'vault', reason: 'locked' } });
    await seat.world.vault.unlock('nine lives of a cat');
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
  });
});

test('nothing is found after changes by a supervisor and by provisioning, or after a crash in the middle of one', async () => {
  const seat = await start(temporaryFolder());
  const desk = provisioningDesk(seat.world);
  const content = { version: 1, merchants: [givenShop], operators: [givenSol], activate: givenShop.name };
  for (let turn = 0; turn < 2; turn++) await desk.apply(content);
  await useMerchant(seat.world, live());
  await seat.choose(shared);
  await seat.choose({ engine: 'sqlite' });
  const write = vi.spyOn(seat.world.documents.merchants, 'write').mockImplementationOnce(() => {
    throw new Error('killed');
  });
  await seat.world.merchants.activate('training');
  write.mockRestore();
  const again = await start(seat.world.folder);
  expect([await again.pay(), again.damaged.list()]).toEqual(['approved', []]);
  await again.world.merchants.remove('shop');
  const last = await start(seat.world.folder);
  expect([await last.world.seals.check(), last.damaged.list()]).toEqual([null, []]);
});

test.each(['merchants', 'vault', 'ledger'] as const)(
  'a damaged file of the %s stops payments at every start until it is set aside',
  async (document) => {
    const folder = temporaryFolder();
    const file = join(folder, files[document]);
    writeFileSync(file, '{"half":');
    expect((await start(folder)).damaged.refusal()).toEqual({ kind: 'damaged-file', file });
    const second = await start(folder);
    const found = { document, file, reason: 'damaged' };
    expect([second.damaged.refusal(), second.damaged.list()]).toEqual([{ kind: 'damaged-file', file }, [found]]);
    const gone = await second.damaged.goOnWithout(document);
    if (!gone.ok) throw new Error('refused');
    expect(gone.value.document).toBe(document);
    expect(readFileSync(gone.value.file, 'utf8')).toBe('{"half":');
    expect([existsSync(file), second.damaged.refusal(), second.damaged.list(), second.events]).toEqual([
      false,
      null,
      [],
      document === 'ledger' ? ['opened', 'ledger.changed'] : [`${document}.changed`],
    ]);
    expect(await second.damaged.goOnWithout(document)).toEqual({ ok: false, failure: { kind: 'not-found' } });
    expect((await start(folder)).damaged.refusal()).toBeNull();
  },
);
