/** Files that steer payments, damaged or changed outside the program: nothing is sent until a supervisor decides. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDamagedFiles, type DamagedFiles } from '#electron/core/damaged-files.ts';
import { stampsAsked } from '#electron/core/seals.ts';
import { newId } from '#shared/new-id.ts';
import { createKeptChoice } from '#electron/ledger/current/kept-choice.ts';
import { noPolicy } from '#electron/core/policy/policy.ts';
import { watchDatabase, watchLog } from '#electron/ledger/sqlite/damaged-database.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { cashier, draft } from '#test/fixtures/drafts.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { provisioningDesk } from '#test/fixtures/provisioning/provisioning-desk.ts';
import { givenShop, givenSol } from '#test/fixtures/provisioning/given-shop.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant, createWorld, useMerchant, type World, type WorldOptions } from '#test/fixtures/world.ts';
import { now } from '#test/vault/support.ts';

const files = { merchants: 'merchants.json', vault: 'vault.json', ledger: 'ledger.json' } as const;
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

async function start(folder: string, options: Pick<WorldOptions, 'atEnd'> = {}): Promise<Seat> {
  const world = await createWorld({ ...options, folder, keyStore, ledgerRefusal: () => damaged.refusal() });
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

/** Makes the folder of a seat once, and copies it for each test. */
function folders(make: (seat: Seat) => Promise<unknown>): () => string {
  let made = '';
  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), 'caja-seat-'));
    const ends: (() => unknown)[] = [];
    const seat = await start(made, { atEnd: (end) => void ends.push(end) });
    await make(seat);
    for (const end of ends.toReversed()) await end();
    await seat.world.journal.close();
  });
  afterAll(() => rmSync(made, { recursive: true }));
  return () => {
    const folder = temporaryFolder();
    cpSync(made, folder, { recursive: true });
    return folder;
  };
}

/** Folder of a seat with a live merchant and a shared ledger. */
const seatFolder = folders(async (seat) => {
  await useMerchant(seat.world, live());
  expect(await seat.choose(shared)).toMatchObject({ ok: true });
  expect([await seat.pay(), seat.damaged.list()]).toEqual(['approved', []]);
});

/** What a payment says of a merchant whose keys have to be keyed anew. */
const noKeys = { kind: 'merchant-incomplete', missing: ['cclw'] };

type Json = Record<string, unknown>;
const jsonOf = (folder: string, name: string): Json => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json;

function edit(folder: string, name: string, change: (content: Json) => Json): void {
  writeFileSync(join(folder, name), JSON.stringify(change(jsonOf(folder, name))));
}

const merchantWith = (change: Json) => (content: Json) => ({
  ...content,
  merchants: (content['merchants'] as Json[]).map((merchant) => ({ ...merchant, ...change })),
});
const entriesWith = (change: (entries: Json) => Json) => (content: Json) => ({
  ...content,
  entries: change(content['entries'] as Json),
});
const withoutSteering = entriesWith((all) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'steering')),
);

describe('a file that was changed outside the program stops payments at every start', () => {
  const ofMerchants = (what: string, change: Json): [string, 'merchants', (folder: string) => void] => [
    what,
    'merchants',
    (at) => edit(at, files.merchants, merchantWith(change)),
  ];
  test.each<[string, 'merchants' | 'ledger', (folder: string) => void]>([
    ofMerchants('the guard’s window', { duplicateWindowHours: 0 }),
    ofMerchants('a time-out', { headersTimeout: 100 }),
    ofMerchants('a wire field', { formAuthorizationHeader: true }),
    ofMerchants('the collector', { collectorUrl: 'https://evil.example/a.js' }),
    ofMerchants('the environment', { environment: 'production' }),
    ofMerchants('the path', { baseUrl: 'https://sandbox.example.com/x' }),
    ['a missing file of the ledger', 'ledger', (at) => rmSync(join(at, files.ledger))],
    ['another ledger', 'ledger', (at) => writeFileSync(join(at, files.ledger), '{"engine":"sqlite"}')],
    [
      'another server',
      'ledger',
      (at) => edit(at, files.ledger, (all) => ({ ...all, url: 'postgres://caja@evil.example/caja' })),
    ],
  ])('%s', async (_what, document, change) => {
    const folder = seatFolder();
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
    const folder = seatFolder();
    const older = readFileSync(join(folder, files.merchants), 'utf8');
    const first = await start(folder);
    await first.world.merchants.save({ merchant: live({ duplicateWindowHours: 48 }), secrets: {} });
    writeFileSync(join(folder, files.merchants), older);
    const seat = await start(folder);
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
    await seat.damaged.goOnWithout('merchants');
    expect(seat.world.merchants.active()).toMatchObject({ duplicateWindowHours: 48 });
    expect(readdirSync(folder).filter((name) => name.startsWith('merchants.damaged'))).toHaveLength(1);
  });

  test('the copy before a change whose end the program did not live to see, once it was started since', async () => {
    const folder = seatFolder();
    const older = readFileSync(join(folder, files.merchants), 'utf8');
    const { world } = await start(folder);
    const save = world.vault.saveSteering;
    const killed = { ok: false, failure: { kind: 'vault', reason: 'cannot-write' } } as const;
    vi.spyOn(world.vault, 'saveSteering').mockImplementationOnce(save).mockResolvedValue(killed);
    await world.merchants.save({ merchant: live({ duplicateWindowHours: 48 }), secrets: {} });
    expect(await start(folder).then((again) => again.pay())).toBe('approved');
    writeFileSync(join(folder, files.merchants), older);
    const seat = await start(folder);
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
    await seat.damaged.goOnWithout('merchants');
    expect(seat.world.merchants.active()).toMatchObject({ duplicateWindowHours: 48 });
  });

  test.each<[string, (folder: string) => void]>([
    ['deleted', (at) => edit(at, files.vault, withoutSteering)],
    [
      'broken',
      (at) =>
        edit(
          at,
          files.vault,
          entriesWith((all) => ({ ...all, steering: { cipher: 'os', data: 'AAAA' } })),
        ),
    ],
  ])('whose record in the vault was %s is taken as it is by a supervisor alone', async (_how, change) => {
    const folder = seatFolder();
    change(folder);
    const seat = await start(folder);
    const unsealed = { reason: 'unsealed' };
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
    expect(seat.damaged.list()).toMatchObject([unsealed, unsealed]);
    for (const document of ['merchants', 'ledger'] as const) await seat.damaged.goOnWithout(document);
    // The supervisor may be somebody whom the same hand has put into the file of operators.
    expect([await seat.pay(), seat.damaged.list()]).toEqual([noKeys, []]);
    await useMerchant(seat.world, live());
    expect([await seat.pay(), (await start(folder)).damaged.list()]).toEqual(['approved', []]);
    // It may have held a key for provisioning files, so the seat is no new one.
    rmSync(join(folder, 'operators.json'), { force: true });
    const desk = provisioningDesk((await start(folder)).world);
    const outcome = await desk.apply({ version: 1, merchants: [givenShop], operators: [givenSol] });
    expect(outcome).toEqual([expect.stringContaining('has to be signed by the key')]);
  });

  test('a vault that is locked waits, and tells it once it is open', async () => {
    const folder = seatFolder();
    await (await start(folder)).world.vault.setPassphrase('nine lives of a cat');
    edit(folder, files.merchants, merchantWith({ duplicateWindowHours: 0 }));
    const seat = await start(folder);
    expect([await seat.pay(), seat.damaged.list()]).toEqual([{ kind: 'vault', reason: 'locked' }, []]);
    expect(await seat.choose({ engine: 'sqlite' })).toMatchObject({ failure: { kind: 'vault', reason: 'locked' } });
    await seat.world.vault.unlock('nine lives of a cat');
    expect(await seat.pay()).toMatchObject({ kind: 'damaged-file' });
  });
});

describe('operators that were changed outside the program', () => {
  const file = (folder: string) => join(folder, 'operators.json');
  const operatorsOf = ({ world }: Seat) =>
    world.operators.view().operators.map(({ name, role, active }) => `${name} ${role}${active ? '' : ' left'}`);
  const kept = ['Ana cashier', 'Ex supervisor left', 'Sol supervisor'];

  let older = '';
  /** Folder of a seat with three operators, of whom one has left since the older file. */
  const staffed = folders(async (seat) => {
    const { operators } = seat.world;
    await operators.addFirst('Sol', 'sol has a passcode', 'Sol');
    await operators.add({ name: 'Ana', role: 'cashier', passcode: 'ana has a passcode' }, 'Sol');
    await operators.add({ name: 'Ex', role: 'supervisor', passcode: 'ex had a passcode' }, 'Sol');
    await useMerchant(seat.world, live());
    older = readFileSync(file(seat.world.folder), 'utf8');
    const ex = operators.view().operators.find(({ name }) => name === 'Ex');
    await operators.change({ id: ex?.id ?? '', role: 'supervisor', active: false }, 'Sol');
    expect([operatorsOf(seat), await seat.pay()]).toEqual([kept, 'approved']);
  });

  const editOperators = (change: (operators: readonly Json[]) => readonly Json[]) => (folder: string) =>
    edit(folder, 'operators.json', (content) => ({ ...content, operators: change(content['operators'] as Json[]) }));
  const each = (name: string, change: Json) =>
    editOperators((operators) => operators.map((one) => (one['name'] === name ? { ...one, ...change } : one)));

  test.each<[string, (folder: string) => void]>([
    ['another role', each('Ana', { role: 'supervisor' })],
    ['one who is back', each('Ex', { active: true })],
    ['one more', editOperators((all) => [...all, { ...all[0], id: newId(), name: 'Eve' }])],
    ['one less', editOperators((all) => all.filter(({ name }) => name !== 'Ana'))],
    ['another lock', (folder) => edit(folder, 'operators.json', (all) => ({ ...all, idleMinutes: 15 }))],
    [
      'a copy of a ledger',
      (folder) => edit(folder, 'operators.json', (all) => ({ ...all, copyOf: { ledger: 'x', revision: 'y' } })),
    ],
    ['no file', (folder) => rmSync(file(folder))],
    ['an older file', (folder) => writeFileSync(file(folder), older)],
  ])('%s: stops payments at every start, and is obeyed at none', async (_what, change) => {
    const folder = staffed();
    const before = readFileSync(file(folder), 'utf8');
    change(folder);
    const found = { document: 'operators', file: file(folder), reason: 'changed' };
    const stopped = async (): Promise<Seat> => {
      const seat = await start(folder);
      expect([seat.damaged.list(), operatorsOf(seat)]).toEqual([[found], kept]);
      expect(await seat.pay()).toEqual({ kind: 'damaged-file', file: file(folder) });
      const added = await seat.world.operators.addFirst('Eve', 'eve wants a passcode', 'Eve');
      expect(added).toMatchObject({ failure: { kind: 'not-permitted' } });
      return seat;
    };
    await stopped();
    const seat = await stopped();
    expect(await seat.damaged.goOnWithout('operators')).toMatchObject({ ok: true });
    expect(JSON.parse(readFileSync(file(folder), 'utf8'))).toEqual(JSON.parse(before));
    expect([await seat.pay(), operatorsOf(seat), seat.damaged.list()]).toEqual(['approved', kept, []]);
    expect((await start(folder)).damaged.list()).toEqual([]);
  });

  test.each<[string, (folder: string) => void]>([
    ['taken away', (folder) => rmSync(file(folder))],
    ['exchanged', editOperators((all) => all.map((one) => ({ ...one, role: 'supervisor' })))],
  ])(
    'nobody pays with the seat’s keys whose operators were %s together with the vault’s record',
    async (_how, change) => {
      const folder = staffed();
      change(folder);
      edit(folder, files.vault, withoutSteering);
      const seat = await start(folder);
      await seat.world.operators.addFirst('Eve', 'eve wants a passcode', 'Eve');
      for (const document of ['operators', 'merchants'] as const) await seat.damaged.goOnWithout(document);
      expect([seat.damaged.list(), await seat.pay()]).toEqual([[], noKeys]);
      const next = await start(folder);
      expect([next.damaged.list(), await next.pay(), next.world.service.requests]).toEqual([[], noKeys, []]);
    },
  );

  test('an earlier vault and the files of its time stop payments at every start, and give nobody the seat’s keys', async () => {
    const first = await start(temporaryFolder());
    const { folder, operators } = first.world;
    await operators.addFirst('Sol', 'sol has a passcode', 'Sol');
    await operators.add({ name: 'Ex', role: 'supervisor', passcode: 'ex had a passcode' }, 'Sol');
    await useMerchant(first.world, live());
    const names = [files.vault, files.merchants, 'operators.json'];
    const earlier = names.map((name) => readFileSync(join(folder, name)));
    const ex = operators.view().operators.find(({ name }) => name === 'Ex');
    await operators.change({ id: ex?.id ?? '', role: 'supervisor', active: false }, 'Sol');
    const trail = [...first.world.stamps];
    const startOn = async (): Promise<Seat> => {
      const seat = await start(folder);
      await seat.world.seals.meet(trail.slice(-stampsAsked));
      return seat;
    };
    const honest = await startOn();
    expect([await honest.pay(), honest.damaged.list()]).toEqual(['approved', []]);

    for (const [index, name] of names.entries()) writeFileSync(join(folder, name), earlier[index] ?? '');
    const found = { document: 'merchants', file: join(folder, files.merchants), reason: 'earlier' };
    for (let turn = 0; turn < 2; turn++) {
      const seat = await startOn();
      expect([await seat.pay(), seat.damaged.list()]).toEqual([{ kind: 'damaged-file', file: found.file }, [found]]);
      // Changes by such a supervisor reach the trail as well, and hide nothing.
      await seat.world.operators.setIdleMinutes(7 + turn, 'Ex');
      trail.push(...seat.world.stamps);
      expect(seat.world.stamps).toHaveLength(1);
    }
    const seat = await startOn();
    expect(await seat.damaged.goOnWithout('merchants')).toMatchObject({ ok: true, value: found });
    trail.push(...seat.world.stamps);
    expect([seat.damaged.list(), await seat.pay()]).toEqual([[], noKeys]);
    const next = await startOn();
    expect([next.damaged.list(), await next.pay()]).toEqual([[], noKeys]);
  });

  test('wrong tries, a crash in the middle of a change, and a passcode changed before the vault was open are no such change', async () => {
    const folder = staffed();
    const seat = await start(folder);
    expect(await seat.world.operators.check('Ana', 'wrong')).toMatchObject({ ok: false });
    const write = vi.spyOn(seat.world.documents.operators, 'write').mockImplementationOnce(() => {
      throw new Error('killed');
    });
    await seat.world.operators.setIdleMinutes(7, 'Sol');
    write.mockRestore();
    await seat.world.vault.setPassphrase('nine lives of a cat');

    const locked = await start(folder);
    const ana = locked.world.operators.view().operators.find(({ name }) => name === 'Ana');
    expect(await locked.world.operators.setPasscode(ana?.id ?? '', 'ana changed it')).toMatchObject({ ok: true });
    await locked.world.vault.unlock('nine lives of a cat');
    expect([await locked.pay(), locked.damaged.list()]).toEqual(['approved', []]);

    const next = await start(folder);
    await next.world.vault.unlock('nine lives of a cat');
    expect([await next.pay(), next.damaged.list()]).toEqual(['approved', []]);
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

const damages: Readonly<Record<string, (file: string) => void>> = {
  'cut in half': (file) => writeFileSync(file, readFileSync(file).subarray(0, statSync(file).size / 2)),
  emptied: (file) => writeFileSync(file, ''),
  'full of zeros': (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
  removed: (file) => rmSync(file),
};

test.each(Object.values(files).flatMap((name) => Object.keys(damages).map((damage) => [name, damage] as const)))(
  'nothing is sent, at two starts and after any sign-in, while %s is %s',
  async (name, damage) => {
    const folder = seatFolder();
    damages[damage]?.(join(folder, name));
    for (let turn = 0; turn < 2; turn++) {
      const seat = await start(folder);
      await seat.world.operators.addFirst('Eve', 'eve wants a passcode', 'Eve');
      const paid = await seat.pay();
      expect(paid).toMatchObject({
        kind: expect.stringMatching(/^(damaged-file|vault|merchant-incomplete)$/) as unknown,
      });
      expect([seat.world.service.requests, seat.damaged.list().length > 0]).toEqual([[], true]);
    }
  },
);

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
