/** The provisioning file: applied whole or not at all, mistakes named by path and never by value, secrets only in the vault. */
import { beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { createPrivateKey } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { merchantIdFor } from '#electron/core/merchants/stored-merchants.ts';
import { hashPasscode, nobodysHash } from '#electron/core/operators/passcodes.ts';
import type { ProvisioningServices } from '#electron/core/provisioning/provisioning-plan.ts';
import {
  makeCertificates,
  type KeyPairPem,
  type TrainingCertificates,
} from '#electron/training/server/certificates.ts';
import { failed, ok, type Failure } from '#shared/failure.ts';
import { merchantSchema } from '#shared/seat/merchant.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { provisioningDesk } from '#test/fixtures/provisioning/provisioning-desk.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { createWorld, aMerchant, secrets, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

let certificates: TrainingCertificates;
let client: KeyPairPem;
beforeAll(async () => {
  certificates = await makeCertificates(new Date());
  client = await certificates.client();
});

const shop = {
  name: 'Shop',
  cclw: ' WEBCODE-123 ',
  apiKey: 'SECRETONE|SECRETTWO',
  environment: 'test',
  baseUrl: 'https://sandbox.example.com/',
};

/** The ledger that the file assigned to this seat, or the failure of the assignment. */
const seat: { ledger: { choice: LedgerChoice; password: string | null } | null; failure: Failure | null } = {
  ledger: null,
  failure: null,
};
beforeEach(() => Object.assign(seat, { ledger: null, failure: null }));
const assignLedger: ProvisioningServices['assignLedger'] = (choice, password) => {
  if (seat.failure !== null) return Promise.resolve(failed(seat.failure));
  seat.ledger = { choice, password };
  return Promise.resolve(ok(undefined));
};

/** Applies a file with this content from the world's folder, which holds `files` as well. */
const apply = (world: World, content: unknown, files: Readonly<Record<string, string>> = {}) =>
  provisioningDesk(world, { assignLedger }).apply(content, files);
const version1 = (...merchants: readonly object[]) => ({ version: 1, merchants });
const merchantNamed = async (world: World, name: string) => {
  const view = (await world.merchants.list()).find(({ merchant }) => merchant.name === name);
  if (view === undefined) throw new Error(`no merchant ${name}`);
  return view.merchant;
};
const secretsOf = async (world: World, name: string) => {
  const merchant = await world.merchants.of((await merchantNamed(world, name)).id);
  return merchant.ok ? merchant.value.secrets : merchant.failure;
};

describe('a provisioning file', () => {
  test('creates merchants with the program’s defaults, and puts their secrets into the vault', async ({ world }) => {
    expect(await apply(world, version1(shop, { ...shop, name: 'Branch', environment: 'production' }))).toEqual({
      created: ['Shop', 'Branch'],
      updated: [],
      keyGiven: false,
    });
    expect(await merchantNamed(world, 'Shop')).toMatchObject({
      environment: 'test',
      baseUrl: 'https://sandbox.example.com',
      families: { authorize: 'json', sell: 'json' },
      taxRates: null,
      captureTokenField: 'AuthRefNum',
    });
    expect(await secretsOf(world, 'Shop')).toEqual({
      cclw: 'WEBCODE-123',
      apiKey: 'SECRETONE|SECRETTWO',
      clientCertificate: null,
    });
    expect(world.merchants.active().id).toBe('training');
    for (const name of readdirSync(world.folder).filter((file) => file !== 'provision.json')) {
      expect(readFileSync(join(world.folder, name), 'latin1'), name).not.toMatch(/SECRETONE|WEBCODE/);
    }
  });

  test('writes the vault and the merchants once, however many there are', async ({ world }) => {
    await apply(world, version1(shop));
    const writes = vi.spyOn(world.documents.vault, 'write');
    const stamped = world.stamps.length;
    const branches = Array.from({ length: 20 }, (_, index) => ({ ...shop, name: `Branch ${index}` }));
    expect(await apply(world, version1(...branches))).toMatchObject({ created: { length: 20 } });
    // The secrets, and the seal of the file before and after its writing.
    expect(writes).toHaveBeenCalledTimes(3);
    expect(world.stamps).toHaveLength(stamped + 1);
    expect(await secretsOf(world, 'Branch 19')).toMatchObject({ cclw: 'WEBCODE-123' });
  });

  const receipt = {
    defaultOperation: 'authorize',
    receiptAddress: 'Calle 50\nPanamá',
    receiptPhone: '+507 6020-1236',
    taxId: '155704849-2-2021 DV 32',
    receiptNote: 'No returns.',
  };
  const optional = {
    lang: 'EN',
    buyerIp: '203.0.113.7',
    duplicateWindowHours: 2,
    hashCase: 'upper',
    connectTimeout: 5000,
  };
  test.for<[string, object, object]>([
    ['one family', { family: 'form' }, { families: { authorize: 'form', sell: 'form' } }],
    [
      'a family for each operation',
      { family: { authorize: 'form', sell: 'json' } },
      { families: { authorize: 'form', sell: 'json' } },
    ],
    ['the optional settings of a merchant', { ...optional, ...receipt }, { ...optional, ...receipt }],
    [
      'a proxy without a password',
      { proxy: { kind: 'url', url: 'http://proxy.example.com:3128' } },
      { proxy: { kind: 'url', url: 'http://proxy.example.com:3128' } },
    ],
    ['no API key where only family B is used', { family: 'form', apiKey: undefined }, { name: 'Shop' }],
  ])('accepts %s', async ([_what, given, merchant], { world }) => {
    expect(await apply(world, version1({ ...shop, ...given }))).toMatchObject({ created: ['Shop'] });
    expect(await merchantNamed(world, 'Shop')).toMatchObject(merchant);
  });

  test('takes one ITBMS rate or several, and leaves the choice to a person where it names none', async ({ world }) => {
    const rates = async (part: object) => {
      await apply(world, version1({ ...shop, ...part }));
      return (await merchantNamed(world, 'Shop'))?.taxRates;
    };
    expect(await rates({})).toBeNull();
    const { merchant } = (await world.merchants.list()).find((view) => view.merchant.name === 'Shop') ?? {};
    if (merchant === undefined) throw new Error('no shop');
    await world.merchants.save({ merchant: { ...merchant, taxRates: [0] }, secrets: {} });
    expect(await rates({}), 'the choice of a person is kept when the file is applied again').toEqual([0]);
    expect(await rates({ taxRate: 1000 })).toEqual([1000]);
    expect(await rates({ taxRate: [700, 0, 1500] })).toEqual([700, 0, 1500]);
  });

  test('updates the merchant of the same name and keeps its id, also at each start', async ({ world }) => {
    await apply(world, version1(shop));
    const { id } = await merchantNamed(world, 'Shop');
    const changed = { ...shop, name: 'SHOP', apiKey: 'NEW|KEY', taxRate: 0 };
    expect(await apply(world, version1(changed))).toEqual({
      created: [],
      updated: ['SHOP'],
      keyGiven: false,
    });
    expect(await merchantNamed(world, 'SHOP')).toMatchObject({ id, taxRates: [0] });
    expect(await secretsOf(world, 'SHOP')).toMatchObject({ apiKey: 'NEW|KEY' });
    expect(await world.merchants.list()).toHaveLength(2);
  });

  test('lists merchants as people sort names: by their numbers, whatever capitals and accents', async ({ world }) => {
    const names = ['Branch 10', 'branch 9', 'Álamo', 'Zeta', 'aro'];
    await apply(world, version1(...names.map((name) => ({ ...shop, name }))));
    const listed = (await world.merchants.list()).map(({ merchant }) => merchant.name).slice(1);
    expect(listed).toEqual(['Álamo', 'aro', 'branch 9', 'Branch 10', 'Zeta']);
  });

  test('keeps the capture field confirmed on this seat, unless the file names another field', async ({ world }) => {
    await apply(world, version1(shop));
    const { id } = await merchantNamed(world, 'Shop');
    await world.merchants.confirmCaptureField(id, 'AuthRefNum');
    await apply(world, version1(shop));
    expect(await merchantNamed(world, 'Shop')).toMatchObject({ captureTokenFieldConfirmed: true });
    await apply(world, version1({ ...shop, captureTokenField: 'Token' }));
    expect(await merchantNamed(world, 'Shop')).toMatchObject({ captureTokenFieldConfirmed: false });
  });

  test('can activate a merchant', async ({ world }) => {
    expect(await apply(world, { ...version1(shop), activate: 'shop' })).toMatchObject({ created: ['Shop'] });
    expect(world.merchants.active().name).toBe('Shop');
  });

  test('can hold the key by which seats recognise the same card', async ({ world }) => {
    const duplicateGuardKey = Buffer.alloc(32, 3).toString('base64');
    expect(await apply(world, { ...version1(shop), duplicateGuardKey })).toMatchObject({ keyGiven: true });
    const key = await world.vault.fingerprintKey();
    expect(key.ok && [...key.value]).toEqual(Array<number>(32).fill(3));
  });
});

describe('the id of a merchant', () => {
  const idOf = async (world: World, name: string) => (await merchantNamed(world, name)).id;

  test('is the same on every seat, however its name is written there', async () => {
    const [one, other] = [await createWorld(), await createWorld()];
    await apply(one, version1({ ...shop, name: 'Ferretería Él' }));
    await apply(other, version1({ ...shop, name: ' FERRETERÍA ÉL '.normalize('NFD') }));
    const id = await idOf(one, 'Ferretería Él');
    expect((await other.merchants.list()).map(({ merchant }) => merchant.id)).toEqual(['training', id]);
    expect(merchantSchema.shape.id.safeParse(id).success).toBe(true);
    expect(id).not.toBe(merchantIdFor({ name: 'Ferretería Él', environment: 'production' }));
    expect(id).not.toBe(merchantIdFor({ name: 'Ferretería El', environment: 'test' }));
  });

  test('is taken as an id whatever the name: no hash looks like a card number', () => {
    const ids = Array.from({ length: 5000 }, (_, n) => merchantIdFor({ name: `Caja ${n}`, environment: 'production' }));
    expect(ids.filter((id) => !merchantSchema.shape.id.safeParse(id).success)).toEqual([]);
    expect(new Set(ids).size).toBe(5000);
  });

  test('is the same for a merchant keyed in Settings', async () => {
    const [one, other] = [await createWorld(), await createWorld()];
    await apply(one, version1(shop));
    await other.merchants.saveKeyed({ merchant: aMerchant({ id: 'made-on-the-screen', name: 'shop' }), secrets });
    expect(await idOf(other, 'shop')).toBe(await idOf(one, 'Shop'));
    expect(await apply(other, version1(shop))).toMatchObject({ created: [], updated: ['Shop'] });
  });

  test('stays when the merchant is renamed in Settings, and a new merchant of the former name gets another id', async () => {
    const { merchants } = await createWorld();
    const first = await merchants.saveKeyed({ merchant: aMerchant({ id: 'draft-1' }), secrets });
    if (!first.ok) throw new Error(first.failure.kind);
    const { merchant } = first.value;
    const renamed = await merchants.saveKeyed({ merchant: { ...merchant, name: 'Store' }, secrets: {} });
    expect(renamed).toMatchObject({ ok: true, value: { merchant: { id: merchant.id, name: 'Store' } } });
    const second = await merchants.saveKeyed({ merchant: aMerchant({ id: 'draft-2' }), secrets });
    expect(second).toMatchObject({ ok: true, value: { merchant: { id: 'draft-2', name: 'Shop' } } });
    expect(await merchants.list()).toHaveLength(3);
  });

  test('can be given in the file together with a new name', async ({ world }) => {
    await apply(world, version1({ ...shop, id: 'shop-1' }));
    const renamed = await apply(world, version1({ ...shop, id: 'shop-1', name: 'Store' }));
    expect(renamed).toMatchObject({ created: [], updated: ['Store'] });
    expect((await world.merchants.list()).map(({ merchant }) => [merchant.id, merchant.name])).toEqual([
      ['training', 'Training'],
      ['shop-1', 'Store'],
    ]);
  });

  test('can’t differ from that of other seats, because the file is refused with instructions', async ({ world }) => {
    await world.merchants.save({ merchant: aMerchant({ id: 'of-old', name: 'SHOP' }), secrets });
    const [line] = (await apply(world, version1(shop))) as readonly string[];
    expect(line).toMatch(
      /^merchants\[0\]\.name: is the name of another merchant of this seat, whose id is "of-old" and not "test-/,
    );
    expect(await apply(world, version1({ ...shop, id: 'of-old' }))).toMatchObject({ updated: ['Shop'] });
  });

  test('is a new one when the merchant goes live, which replaces the test merchant', async ({ world }) => {
    await apply(world, { ...version1(shop), activate: 'Shop' });
    const before = await idOf(world, 'Shop');
    const live = { ...shop, environment: 'production', apiKey: 'LIVE|KEY' };
    expect(await apply(world, version1(live))).toMatchObject({ created: [], updated: ['Shop'] });
    expect(await idOf(world, 'Shop')).toBe(merchantIdFor({ name: 'Shop', environment: 'production' }));
    expect(world.merchants.active()).toMatchObject({ name: 'Shop', environment: 'production' });
    expect(await world.vault.secretsOf(before, { address: '', authority: null, proxy: null })).toEqual(ok(null));
    expect(await secretsOf(world, 'Shop')).toMatchObject({ apiKey: 'LIVE|KEY' });
  });

  test.for([
    ['before', true],
    ['after', false],
  ] as const)(
    'goes live beside its test one, listed %s it, which stays with its keys under another name',
    async ([, isFirst], { world }) => {
      await apply(world, version1(shop));
      const [former] = (await world.merchants.list()).filter(({ builtIn }) => !builtIn);
      const both = [
        { ...shop, environment: 'production' },
        { ...shop, id: former?.merchant.id, name: 'Trial' },
      ];
      await apply(world, version1(...(isFirst ? both : both.toReversed())));
      expect(await secretsOf(world, 'Shop')).toMatchObject({ cclw: 'WEBCODE-123' });
      expect(await secretsOf(world, 'Trial')).toMatchObject({ cclw: 'WEBCODE-123' });
    },
  );

  test('goes live in use also where the first try broke off between the two', async ({ world }) => {
    await apply(world, { ...version1(shop), activate: 'Shop' });
    const live = version1({ ...shop, environment: 'production' });
    vi.spyOn(world.merchants, 'saveAll').mockResolvedValueOnce(failed({ kind: 'file', detail: 'ENOSPC' }));
    expect(await apply(world, live)).toEqual(['merchants: it could not be written: ENOSPC']);
    await apply(world, live);
    expect(world.merchants.active()).toMatchObject({ name: 'Shop', environment: 'production' });
  });
});

describe('the shared ledger of a provisioning file', () => {
  const url = 'postgres://caja@ledger.example.com:5432/caja';
  const ledger = { engine: 'postgres', url, password: 'SECRETPASSWORD', caFile: 'ca.pem' };
  const duplicateGuardKey = Buffer.alloc(32, 3).toString('base64');
  const withLedger = (given: object) => ({ ...version1(shop), duplicateGuardKey, ledger: given });
  const files = () => ({ 'ca.pem': certificates.authority });

  test('is assigned to the seat with its certificate authority and its password', async ({ world }) => {
    expect(await apply(world, withLedger(ledger), files())).toMatchObject({ created: ['Shop'] });
    const choice = { engine: 'postgres', url, ca: certificates.authority, poolSize: 2 };
    expect(seat.ledger).toEqual({ choice, password: 'SECRETPASSWORD' });
  });

  test('keeps the password in the vault where the file has none', async ({ world }) => {
    await apply(world, withLedger({ engine: 'postgres', url, poolSize: 9 }));
    expect(seat.ledger).toEqual({ choice: { engine: 'postgres', url, ca: null, poolSize: 9 }, password: null });
  });

  test('can’t be changed while a payment is in progress, and neither can a merchant', async ({ world }) => {
    seat.failure = { kind: 'busy' };
    expect(await apply(world, withLedger(ledger), files())).toEqual([
      'ledger: a payment or a change of the payment database is under way',
    ]);
    expect(await world.merchants.list()).toHaveLength(1);
    const key = await world.vault.fingerprintKey();
    expect(key).not.toEqual(ok(new Uint8Array(Buffer.alloc(32, 3))));
  });
});

describe('files named by a provisioning file', () => {
  test('are read from its folder: authorities and a client certificate with its key', async ({ world }) => {
    const { authority } = certificates;
    const entry = { ...shop, caFile: 'ca.pem', clientCertificateFile: 'client.pem', clientKeyFile: 'client.key' };
    const files = { 'ca.pem': authority, 'client.pem': client.certificate, 'client.key': client.key };
    expect(await apply(world, version1(entry), files)).toMatchObject({ created: ['Shop'] });
    expect(await merchantNamed(world, 'Shop')).toMatchObject({ extraCa: authority });
    expect(await secretsOf(world, 'Shop')).toMatchObject({
      clientCertificate: { kind: 'pem', certificate: client.certificate, key: client.key },
    });
    expect(readFileSync(join(world.folder, 'merchants.json'), 'utf8')).not.toContain('PRIVATE');
  });

  test('may include one PKCS#12 file with its passphrase', async ({ world }) => {
    const entry = { ...shop, clientCertificateFile: 'client.p12', clientCertificatePassphrase: 'open' };
    await apply(world, version1(entry), { 'client.p12': '\x30\x10binary' });
    expect(await secretsOf(world, 'Shop')).toMatchObject({
      clientCertificate: { kind: 'pkcs12', file: Buffer.from('\x30\x10binary').toString('base64'), passphrase: 'open' },
    });
  });

  test('may include a key protected by a passphrase', async ({ world }) => {
    const key = createPrivateKey(client.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' })
      .toString();
    const entry = { ...shop, clientCertificateFile: 'c.pem', clientKeyFile: 'k.pem' };
    const files = { 'c.pem': client.certificate, 'k.pem': key };
    expect(await apply(world, version1(entry), files)).toEqual([
      'merchants[0].clientKeyFile: holds no private key in PEM that opens without a passphrase',
    ]);
    expect(await apply(world, version1({ ...entry, clientCertificatePassphrase: 'shut' }), files)).toEqual([
      'merchants[0].clientKeyFile: does not open with clientCertificatePassphrase',
    ]);
    const applied = await apply(world, version1({ ...entry, clientCertificatePassphrase: 'open' }), files);
    expect(applied).toMatchObject({ created: ['Shop'] });
  });
});

describe('a mistake in a provisioning file', () => {
  test('in one merchant leaves everything unchanged', async ({ world }) => {
    await apply(world, version1({ ...shop, taxRate: 700 }));
    const lines = await apply(world, version1({ ...shop, taxRate: 0 }, { ...shop, name: 'Two', caFile: 'gone.pem' }));
    expect(lines).toHaveLength(1);
    expect(await merchantNamed(world, 'Shop')).toMatchObject({ taxRates: [700] });
    expect(await world.merchants.list()).toHaveLength(2);
  });

  const url = 'postgres://caja@ledger.example.com:5432/caja';
  const duplicateGuardKey = Buffer.alloc(32, 3).toString('base64');
  const ledger = (change: object) => ({
    ...version1(shop),
    duplicateGuardKey,
    ledger: { engine: 'postgres', url, password: 'SECRETPASSWORD', caFile: 'ca.pem', ...change },
  });
  const ofShop = (path: string, line: RegExp | string, change: object): readonly [unknown, RegExp | string] => [
    version1({ ...shop, ...change }),
    typeof line === 'string'
      ? `merchants[0].${path}: ${line}`
      : new RegExp(`^merchants\\[0\\]\\.${path}: ${line.source}`),
  ];
  const any = /.*/;
  const mistakes: readonly (readonly [unknown, RegExp | string])[] = [
    [{ version: 2, merchants: [] }, /^version: /],
    ofShop('baseUrl', 'must be https://…', { baseUrl: 'http://sandbox.example.com' }),
    ofShop('baseUrl', 'must end before /rest', { baseUrl: 'https://a.example/rest/processTx' }),
    ofShop('baseUrl', 'must end before /rest', { baseUrl: 'https://a.example/REST/' }),
    // The transport refuses these at each payment.
    ofShop('baseUrl', 'must have no user, query or fragment', { baseUrl: 'https://user:pass@a.example' }),
    ofShop('baseUrl', 'must have no user, query or fragment', { baseUrl: 'https://a.example/x?y=1' }),
    ...[7, 7.5, 99, [700, 7], '7'].map((taxRate) => ofShop('taxRate', /.*700 is 7 %/, { taxRate })),
    ofShop('taxRate', any, { taxRate: [] }),
    [version1(shop, { ...shop, name: 'Two', environment: 'training' }), /^merchants\[1\]\.environment: /],
    ofShop('cclw', any, { cclw: undefined }),
    ofShop('family', 'must be "json", "form" or {"authorize": …, "sell": …}', { family: { authorize: 'json' } }),
    ofShop('apiKey', 'must be printable ASCII without blanks', { apiKey: 'a b' }),
    ofShop('captureTokenField', /may have letters/, { captureTokenField: '9x' }),
    ofShop('collectorUrl', 'must have no user', { collectorUrl: 'https://user@c.example' }),
    ofShop('recordsUrl', 'must have no user, query or fragment', { recordsUrl: 'https://r.example?x' }),
    ofShop('receiptNote', 'may have at most 6 lines', { receiptNote: '1\n2\n3\n4\n5\n6\n7' }),
    [version1({ ...shop, colour: 'red' }), /^merchants\[0\]: .*colour/],
    [version1(shop, { ...shop, name: 'shop' }), 'merchants[1].name: is the name of another merchant in this file'],
    ofShop('id', /may have letters/, { id: 'a b' }),
    ofShop('id', 'is the id of the built-in training merchant', { id: 'training' }),
    ofShop('name', 'is the name of the built-in training merchant', { name: 'training' }),
    [
      version1({ ...shop, id: 'one' }, { ...shop, name: 'Two', id: 'one' }),
      'merchants[1].id: is the id of another merchant in this file',
    ],
    [{ ...version1(shop), activate: 'Other' }, 'activate: is not the name of a merchant in this file'],
    // These texts are recorded or printed with payments.
    ...['name', 'defaultConcept', 'receiptAddress', 'receiptNote', 'taxId'].map((name) =>
      ofShop(name, 'must not hold a card number', { [name]: 'Card 4059 3101 8175 7001' }),
    ),
    // A password of a proxy would be stored in plain text.
    ofShop('proxy.url', 'must have no user and no password', {
      proxy: { kind: 'url', url: 'http://till:SECRETONE@proxy.example.com:3128' },
    }),
    ofShop('apiKey', 'is required by the family "json"', { apiKey: undefined }),
    ofShop('apiKey', 'is required by formAuthorizationHeader', {
      apiKey: undefined,
      family: 'form',
      formAuthorizationHeader: true,
    }),
    [
      { ...ledger({}), duplicateGuardKey: undefined },
      `duplicateGuardKey: is required by "ledger": seats recognise each other's payments by it`,
    ],
    ...['c2hvcnQ=', 'output of: openssl rand -base64 32'].map(
      (key) =>
        [{ ...version1(shop), duplicateGuardKey: key }, 'duplicateGuardKey: must be 32 bytes in base64'] as const,
    ),
    [[], /^\(file\): /],
    [version1(...Array.from({ length: 201 }, () => shop)), 'merchants: may have at most 200 merchants'],
    [ledger({ url: 'postgres://caja:SECRETPASSWORD@db/caja' }), 'ledger.url: must not contain the password'],
    [ledger({ caFile: 'gone.pem' }), "ledger.caFile: can't be read: FOLDER/gone.pem (ENOENT)"],
    [ledger({ poolSize: 51 }), 'ledger.poolSize: Too big: expected number to be <=50'],
    [ledger({ engine: 'sqlite' }), 'ledger.engine: Invalid input: expected "postgres"'],
    [ledger({ ssl: false }), 'ledger: Unrecognized key: "ssl"'],
    ofShop('caFile', "can't be read: FOLDER/gone.pem (ENOENT)", { caFile: 'gone.pem' }),
    ofShop('caFile', 'holds no certificate in PEM', { caFile: 'words.txt' }),
    ofShop('caFile', 'holds a damaged certificate', { caFile: 'broken.pem' }),
    ofShop('clientKeyFile', 'needs clientCertificateFile', { clientKeyFile: 'client.key' }),
    ofShop('clientKeyFile', 'is required by a PEM certificate', { clientCertificateFile: 'client.pem' }),
    ofShop('clientCertificateFile', 'is neither PEM nor PKCS#12', { clientCertificateFile: 'words.txt' }),
    ofShop('clientKeyFile', 'is not the key of the certificate', {
      clientCertificateFile: 'client.pem',
      clientKeyFile: 'server.key',
    }),
  ];
  test('is named by its path, and nothing is applied', async ({ world }) => {
    const { server, authority } = certificates;
    const files = {
      'ca.pem': authority,
      'words.txt': 'hello',
      'broken.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      'client.pem': client.certificate,
      'client.key': client.key,
      'server.key': server.key,
    };
    for (const [content, line] of mistakes) {
      const lines = await apply(world, content, files);
      const expected = typeof line === 'string' ? line.replace('FOLDER', world.folder) : expect.stringMatching(line);
      expect(lines, JSON.stringify(content)).toEqual([expected]);
      expect(seat.ledger).toBeNull();
      expect(await world.merchants.list()).toHaveLength(1);
    }
  });

  test('is told together with all others that can be told of a readable file', async ({ world }) => {
    const form = { ...shop, apiKey: undefined, caFile: 'gone.pem', clientCertificateFile: 'gone.pem' };
    const second = { ...shop, id: 'one' };
    const content = { ...version1(form, second, { ...second, caFile: 'gone.pem' }), activate: 'Other', idleMinutes: 5 };
    const lines = await apply(world, {
      ...content,
      ledger: { engine: 'postgres', url: 'postgres://caja@db.example.com/caja' },
    });
    expect(lines).toEqual([
      expect.stringMatching(/^merchants\[1\]\.name: is the name of another merchant in this file$/),
      expect.stringMatching(/^merchants\[2\]\.name: is the name of another merchant in this file$/),
      expect.stringMatching(/^activate: /),
      expect.stringMatching(/^idleMinutes: needs "operators"$/),
      expect.stringMatching(/^duplicateGuardKey: is required by "ledger"/),
      expect.stringMatching(/^merchants\[0\]\.apiKey: is required by the family "json"$/),
      expect.stringMatching(/^merchants\[0\]\.caFile: /),
      expect.stringMatching(/^merchants\[0\]\.client/),
      expect.stringMatching(/^merchants\[2\]\.caFile: /),
    ]);
  });

  test('is reported without quoting a secret, even where the file is not JSON', async ({ world }) => {
    const wrong = [
      '{"version":1,"merchants":[{"apiKey":"SECRETONE|SECRETTWO" oops}]}',
      '{"version":1,\n"merchants":[{"cclw":SECRETONE}]}',
      'SECRETONE',
      '{"version":1,"merchants":[{"apiKey":"SECRETONE',
      JSON.stringify(version1({ ...shop, apiKey: 'SECRETONE WITH BLANK' })),
      JSON.stringify(version1({ ...shop, cclw: ['SECRETONE'] })),
      JSON.stringify(version1({ ...shop, lang: 'SECRETONE' })),
      JSON.stringify({ ...version1(shop), duplicateGuardKey: 'SECRETONE' }),
    ];
    for (const content of wrong) {
      const lines = await apply(world, content);
      expect(lines, content).toEqual([expect.any(String)]);
      expect(JSON.stringify(lines)).not.toContain('SECRETONE');
    }
    expect(await apply(world, wrong[0])).toEqual(['(file): is not valid JSON (line 1, column 59)']);
  });

  test.for([
    ['another encoding', Buffer.from(JSON.stringify(version1({ ...shop, name: 'Ferretería' })), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(version1(shop))}`, 'utf16le')],
  ] as const)('in %s is reported', async ([, bytes], { world }) => {
    const { desk, write } = provisioningDesk(world);
    const file = write('');
    writeFileSync(file, bytes);
    expect(await desk.provision(file)).toMatchObject({
      why: 'invalid',
      issues: [{ path: '(file)', message: 'is not UTF-8 text' }],
    });
    expect(await world.merchants.list()).toHaveLength(1);
  });

  test('is a name that one object has twice, and not the same name in another', async ({ world }) => {
    const text = JSON.stringify(version1({ ...shop, defaultConcept: '{"name":"\\' }, { ...shop, name: 'Two' }));
    const twice = text.replace('"environment"', '"base\\u0055rl": "https://other.example.com", "environment"');
    expect(await apply(world, twice)).toEqual(['(file): has "baseUrl" twice in one object']);
    expect(await apply(world, text)).toMatchObject({ created: ['Shop', 'Two'] });
  });

  test('is reported when the vault can’t store the secrets', async ({ world }) => {
    world.keyStore.opened = 'missing';
    expect(await apply(world, version1(shop))).toEqual(['merchants: the secrets could not be stored (no-key-store)']);
  });

  test('in the name of the file is reported', async ({ world }) => {
    const file = join(world.folder, 'nothing.json');
    expect(await provisioningDesk(world).desk.provision(file)).toEqual({
      kind: 'refused',
      why: 'unreadable',
      issues: [{ path: '(file)', message: `can't be read: ${file} (ENOENT)` }],
    });
  });
});

describe('operators of a provisioning file', () => {
  const sol = { name: 'Sol', role: 'supervisor', passcode: 'grano-de-arroz', mustChangePasscode: false } as const;
  const ana = { name: 'Ana', role: 'cashier', passcode: 'tornillo-largo-7' } as const;
  const crowd = (count: number) =>
    Array.from({ length: count }, (_each, number) => ({
      name: `Cashier ${number}`,
      role: 'cashier',
      passcodeHash: nobodysHash,
    }));
  const file = (...operators: readonly object[]) => ({ version: 1, merchants: [], operators });
  /** Applies a file that Sol allows at the seat. */
  const vouched = async (world: World, content: object): Promise<void> => {
    const { desk, apply: hand } = provisioningDesk(world);
    expect(await hand(content)).toBe('waits');
    expect(await desk.allow(sol.name, sol.passcode, null)).toEqual(ok(null));
  };

  test('are created with hashes, have to choose their own passcode, and are in the audit trail', async ({ world }) => {
    expect(await apply(world, { ...file(sol, ana), idleMinutes: 5 })).toMatchObject({
      operators: { added: ['Sol', 'Ana'], changed: [] },
    });
    expect(world.operators.view()).toMatchObject({
      idleMinutes: 5,
      operators: [
        { name: 'Ana', role: 'cashier', active: true, mustChange: true },
        { name: 'Sol', role: 'supervisor', active: true, mustChange: false },
      ],
    });
    expect(await world.operators.check('Ana', ana.passcode)).toMatchObject({ ok: true });
    const kept = readFileSync(join(world.folder, 'operators.json'), 'utf8');
    expect(kept).not.toContain(sol.passcode);
    expect(world.deeds).toEqual([
      { operatorName: 'it-admin', deed: { kind: 'operators-provisioned', added: ['Sol', 'Ana'], changed: [] } },
    ]);
  });

  test('are refused with the whole file while a newer program owns the operators', async () => {
    const folder = temporaryFolder();
    const bytes = '{"version":2,"people":"of a later time"}';
    writeFileSync(join(folder, 'operators.json'), bytes);
    const world = await createWorld({ folder });
    const key = Buffer.alloc(32, 3).toString('base64');
    expect(await apply(world, { ...file(sol), duplicateGuardKey: key })).toEqual([
      `operators: ${join(folder, 'operators.json')} was made by a newer version of Caja and is left as it is`,
    ]);
    expect(readFileSync(join(folder, 'operators.json'), 'utf8')).toBe(bytes);
    expect(existsSync(join(folder, 'vault.json'))).toBe(false);
  });

  test('keep a changed passcode over the same file again, and lose it to another file', async ({ world }) => {
    await apply(world, file(sol, ana));
    const id = world.operators.view().operators.find(({ name }) => name === 'Ana')?.id ?? '';
    await world.operators.setPasscode(id, 'her-own-one');
    const noted = world.deeds.length;
    expect(await apply(world, file(sol, ana))).toMatchObject({ operators: { added: [], changed: [] } });
    expect(world.deeds).toHaveLength(noted);
    expect(await world.operators.check('Ana', 'her-own-one')).toMatchObject({ value: { mustChange: false } });
    await vouched(world, file(sol, { ...ana, passcode: 'forgotten-one-1', role: 'back-office' }));
    expect(await world.operators.check('Ana', 'her-own-one')).toMatchObject({ ok: false });
    expect(await world.operators.check('Ana', 'forgotten-one-1')).toMatchObject({
      value: { id, role: 'back-office', mustChange: true },
    });
  });

  test('accept a stored hash, and operators of the seat that are not in the file stay', async ({ world }) => {
    await apply(world, file(sol));
    const passcodeHash = await hashPasscode('tornillo-7', { blocks: 2 ** 15, blockSize: 8, lanes: 1 });
    await vouched(world, file({ name: 'Ana', role: 'cashier', passcodeHash }));
    expect(world.operators.names()).toEqual(['Ana', 'Sol']);
    expect(await world.operators.check('Ana', 'tornillo-7')).toMatchObject({ ok: true });
  });

  test('of a whole company come in one file', async ({ world }) => {
    await apply(world, file(sol, ...crowd(999)));
    expect(world.operators.names()).toHaveLength(1_000);
  });

  test.for<[string, object, string]>([
    ['no supervisor', file(ana), 'operators: must leave this seat with an active supervisor'],
    [
      'only an inactive supervisor',
      file({ ...sol, active: false }),
      'operators: must leave this seat with an active supervisor',
    ],
    [
      'one name twice',
      file(sol, { ...ana, name: 'SOL' }),
      'operators[1].name: is the name of another operator in this file',
    ],
    [
      'no passcode',
      file({ name: 'Sol', role: 'supervisor' }),
      'operators[0]: needs one of "passcode" and "passcodeHash"',
    ],
    ['no operator', file(), 'operators: Too small: expected array to have >=1 items'],
    ['too many operators', file(...crowd(1_001)), 'operators: may have at most 1000 operators'],
    ['minutes without operators', { version: 1, merchants: [], idleMinutes: 5 }, 'idleMinutes: needs "operators"'],
  ])('that name %s are refused, and nothing is changed', async ([_title, content, line], { world }) => {
    expect(await apply(world, content)).toEqual([line]);
    expect(world.operators.state()).toBe('none');
  });

  test('are refused without quoting passcodes that are short, easy or malformed hashes', async ({ world }) => {
    const lines = await apply(
      world,
      file(
        { ...sol, passcode: 'abc12' },
        { ...ana, passcode: '23456789' },
        { name: 'Luz', role: 'boss', passcodeHash: 'martillo-9' },
      ),
    );
    expect(lines).toEqual([
      expect.stringMatching(/^operators\[0\]\.passcode: must have 12 characters, or 8 that are all digits/),
      expect.stringMatching(/^operators\[1\]\.passcode: must not be one character again/),
      expect.stringMatching(/^operators\[2\]\.role: /),
      expect.stringMatching(/^operators\[2\]\.passcodeHash: must be \$scrypt\$/),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/abc12|23456789|martillo/);
  });
});
