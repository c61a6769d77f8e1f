/** Who vouches for a provisioning file once a seat has operators: a supervisor at the seat, or a signature. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { merchantIdFor } from '#electron/core/merchants/stored-merchants.ts';
import { ledgerPlace } from '#electron/core/policy/secret-places.ts';
import type { ProvisioningServices } from '#electron/core/provisioning/provisioning-plan.ts';
import { deriveKey } from '#electron/core/scrypt.ts';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { failed, ok } from '#shared/failure.ts';
import { value } from '#test/fixtures/examples.ts';
import { givenShop as shop, givenSol as sol } from '#test/fixtures/provisioning/given-shop.ts';
import { provisioningDesk } from '#test/fixtures/provisioning/provisioning-desk.ts';
import { signatureFiles } from '#test/fixtures/provisioning/provisioning-signature.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

const ana = { name: 'Ana', role: 'cashier', passcode: 'tornillo-largo', mustChangePasscode: false };
const thief = { name: 'Sol', role: 'supervisor', passcode: 'chosen-by-a-thief' };
const first = { version: 1, merchants: [shop], operators: [sol, ana] };
const withOperators = (...operators: readonly object[]) => ({ ...first, operators });
const withShop = (change: object) => ({ ...first, merchants: [{ ...shop, ...change }] });

const thiefs = 'https://thief.example.com';
const ofShop = (what: string, origin = 'https://sandbox.example.com') => ({
  kind: 'merchant',
  name: 'Shop',
  what,
  origin,
});
const duplicateGuardKey = Buffer.alloc(32, 7).toString('base64');

const company = generateKeyPairSync('ed25519');
const keyFile = { 'company.pem': String(company.publicKey.export({ type: 'spki', format: 'pem' })) };
const withKey = { ...first, signingKeyFile: 'company.pem' };

const signed = (content: object, files: Readonly<Record<string, string>>, key: KeyObject = company.privateKey) => ({
  ...files,
  ...signatureFiles('provision.json', { 'provision.json': JSON.stringify(content), ...files }, key),
});

async function provisioned(content: object = first, files: Readonly<Record<string, string>> = {}) {
  const world = await createWorld();
  const seat = provisioningDesk(world);
  expect(await seat.apply(content, files)).toMatchObject({ created: ['Shop'] });
  const allow = (seen?: string) => seat.desk.allow('Sol', sol.passcode, null, seen);
  return { world, allow, ...seat };
}

/** Kills the program right after its next call of this, or the one so many calls later. */
function killedAfter(of: object, name: string, calls = 1): void {
  const methods = of as Record<string, (...given: unknown[]) => Promise<unknown>>;
  const call = methods[name];
  let called = 0;
  vi.spyOn(methods, name).mockImplementation(async (...given) => {
    const done = await call?.(...given);
    if (++called === calls) throw new Error('killed');
    return done;
  });
}

const getsIn = async (world: World, { name, passcode }: typeof sol | typeof thief): Promise<boolean> =>
  (await world.operators.check(name, passcode)).ok;

test('a seat without operators takes its first file', async () => {
  const { noted } = await provisioned();
  expect(noted.map(({ deed }) => deed)).toMatchObject([{ kind: 'provisioned', how: 'first', created: ['Shop'] }]);
});

test('the same file is applied at each start, and so is one that changes neither operators, keys nor addresses', async () => {
  const { apply, noted } = await provisioned();
  vi.mocked(deriveKey).mockClear();
  expect(await apply(first)).toMatchObject({ updated: ['Shop'] });
  // Each passcode of the file is compared once, because that takes long.
  expect(deriveKey).toHaveBeenCalledTimes(first.operators.length);
  expect(await apply(withShop({ taxRate: 1000 }))).toMatchObject({ updated: ['Shop'] });
  expect(noted.slice(1).map(({ deed }) => 'how' in deed && deed.how)).toEqual(['nothing-guarded', 'nothing-guarded']);
});

test('a first file that broke off before its operators is simply applied again', async ({ world }) => {
  const save = vi.spyOn(world.merchants, 'saveAll').mockRejectedValueOnce(new Error('killed'));
  const { apply, noted } = provisioningDesk(world);
  await expect(apply(first)).rejects.toThrow('killed');
  save.mockResolvedValueOnce(failed({ kind: 'file', detail: 'ENOSPC' }));
  expect(await apply(first)).toEqual(['merchants: it could not be written: ENOSPC']);
  expect(await apply(first)).toMatchObject({ created: ['Shop'] });
  expect(noted.at(-1)?.deed).toMatchObject({ kind: 'provisioned', how: 'first' });
  expect(await getsIn(world, sol)).toBe(true);
});

test.each<[string, (world: World) => void]>([
  ['its operators and its key', ({ operators }) => killedAfter(operators, 'provision')],
  ['its beginning and its merchants', ({ seals }) => killedAfter(seals, 'keepTrust')],
  ['its key and its end', ({ seals }) => killedAfter(seals, 'keepTrust', 2)],
])('a first file with a key that broke off between %s goes on at the next start', async (_when, kill) => {
  const world = await createWorld();
  kill(world);
  await expect(provisioningDesk(world).apply(withKey, keyFile)).rejects.toThrow('killed');
  const next = await createWorld({ folder: world.folder });
  const again = provisioningDesk(next);
  const hasOperators = next.operators.state() === 'kept';
  if (hasOperators) expect(await again.apply({ ...withKey, operators: [thief] })).toBe('waits');
  expect(await again.apply(withKey)).toMatchObject({ [hasOperators ? 'updated' : 'created']: ['Shop'] });
  expect(await getsIn(next, sol)).toBe(true);
  const later = { ...withOperators(sol, { ...ana, role: 'back-office' }), serial: 1 };
  expect(await again.apply({ ...later, serial: 2 })).toBe('waits');
  expect(await again.apply(later, signed(later, {}))).toMatchObject({ operators: { changed: ['Ana'] } });
});

test('a first file that broke off before its key waits once a supervisor has changed what it gave', async ({
  world,
}) => {
  killedAfter(world.operators, 'provision');
  await expect(provisioningDesk(world).apply(withKey, keyFile)).rejects.toThrow('killed');
  const next = await createWorld({ folder: world.folder });
  const id = next.operators.view().operators.find(({ name }) => name === ana.name)?.id ?? '';
  value(await next.operators.change({ id, role: 'cashier', active: false }, 'Sol'));
  expect(await provisioningDesk(next).apply(withKey, keyFile)).toBe('waits');
  expect(await getsIn(next, { ...sol, ...ana })).toBe(false);
});

test('a ledger that the seat uses already is nothing to ask about, unless its password is another one', async ({
  world,
}) => {
  const url = 'postgres://caja@ledger.example.com/caja';
  const ledgerChoice = () => Promise.resolve({ engine: 'postgres', url, ca: null, poolSize: 2 } as const);
  const assignLedger: ProvisioningServices['assignLedger'] = async (choice, password) => {
    if (choice.engine === 'postgres') await world.vault.saveLedgerPassword(password ?? '', ledgerPlace(choice));
    return ok(undefined);
  };
  const { apply } = provisioningDesk(world, { ledgerChoice, assignLedger });
  const content = (password: string) => ({
    ...first,
    duplicateGuardKey,
    ledger: { engine: 'postgres', url, password },
  });
  expect(await apply(content('of-the-role'))).toMatchObject({ created: ['Shop'] });
  expect(await apply(content('of-the-role'))).toMatchObject({ updated: ['Shop'] });
  expect(await apply(content('of-a-thief'))).toBe('waits');
});

describe('a file at a seat with operators', () => {
  const guarded: readonly (readonly [string, object, object])[] = [
    ['another passcode', withOperators(thief, ana), { kind: 'operators', names: ['Sol'] }],
    ['another role', withOperators(sol, { ...ana, role: 'supervisor' }), { kind: 'operators', names: ['Ana'] }],
    ['one operator more', withOperators(sol, ana, { ...thief, name: 'Eve' }), { kind: 'operators', names: ['Eve'] }],
    ['another idle time', { ...first, idleMinutes: 15 }, { kind: 'idle-lock' }],
    ['another address', withShop({ baseUrl: thiefs }), ofShop('address', thiefs)],
    ['another proxy', withShop({ proxy: { kind: 'url', url: 'http://thief.example.com' } }), ofShop('address')],
    ['another key', withShop({ apiKey: 'OTHER' }), ofShop('keys')],
    ['no guard against lookalikes', withShop({ duplicateWindowHours: 0 }), ofShop('rules')],
    ['a currency whose sums of the day begin anew', withShop({ currencySign: 'US$' }), ofShop('rules')],
    ['refunds', withShop({ allowRefunds: true }), ofShop('rules')],
    ['another script of a device fingerprint', withShop({ collectorUrl: `${thiefs}/pf.js` }), ofShop('rules')],
    [
      'one merchant more',
      { ...first, merchants: [shop, { ...shop, name: 'Other', baseUrl: thiefs }] },
      { ...ofShop('new', thiefs), name: 'Other' },
    ],
    ['the merchant in another environment', withShop({ environment: 'production' }), ofShop('replaced')],
    [
      'the merchant of its own id in another environment',
      withShop({ id: merchantIdFor({ name: 'Shop', environment: 'test' }), environment: 'production' }),
      ofShop('replaced'),
    ],
    [
      'another ledger',
      { ...first, duplicateGuardKey, ledger: { engine: 'postgres', url: 'postgres://caja@thief.example.com/caja' } },
      { kind: 'ledger', host: 'thief.example.com' },
    ],
  ];
  test('with any change of what is guarded waits for a supervisor and changes nothing', async () => {
    const { world, apply, desk } = await provisioned();
    const before = await world.merchants.list();
    for (const [what, content, change] of guarded) {
      expect(await apply(content), what).toBe('waits');
      expect(desk.waiting()?.changes, what).toContainEqual(change);
      expect(await world.merchants.list(), what).toEqual(before);
      desk.dismiss();
    }
    expect(await getsIn(world, thief)).toBe(false);
    expect(await getsIn(world, sol)).toBe(true);
  });

  test('is applied with a supervisor’s passcode, and the audit trail names them', async () => {
    const { world, apply, desk, noted, allow } = await provisioned();
    await apply(withOperators(sol, { ...ana, passcode: 'another-one-of-hers' }));
    expect(await allow()).toEqual(ok(null));
    expect(desk.waiting()).toBeNull();
    expect(await getsIn(world, { ...sol, name: 'Ana', passcode: 'another-one-of-hers' })).toBe(true);
    expect(noted.at(-1)).toMatchObject({ by: 'Sol', deed: { kind: 'provisioned', how: 'passcode' } });
  });

  test.each([
    ['a cashier’s passcode', 'Ana', ana.passcode, { kind: 'not-permitted', needs: 'supervisor' }],
    ['a wrong passcode', 'Sol', 'no-such-passcode', { kind: 'wrong-passcode', left: 4 }],
    ['an unknown name', 'Eve', sol.passcode, { kind: 'wrong-passcode', left: null }],
  ])('goes on waiting after %s', async (_title, name, passcode, failure) => {
    const { world, apply, desk } = await provisioned();
    await apply(withOperators(thief, ana));
    expect(await desk.allow(name, passcode, null)).toEqual({ ok: false, failure });
    expect(desk.waiting()).not.toBeNull();
    expect(await getsIn(world, thief)).toBe(false);
    expect(world.deeds.at(-1)?.deed).toEqual({
      kind: 'step-up-refused',
      act: 'provision',
      operator: 'it-admin',
      name: name === 'Eve' ? null : name,
    });
  });

  test('is shown again when it was changed between the showing and the passcode', async () => {
    const { world, apply, write, allow } = await provisioned();
    await apply({ ...first, idleMinutes: 3 });
    write(withOperators(thief, ana));
    expect(await allow()).toMatchObject({ value: { changes: [{ kind: 'operators', names: ['Sol'] }] } });
    expect(await getsIn(world, thief)).toBe(false);
  });

  test('is not applied with the passcode that was keyed for another file, which is what the supervisor saw', async () => {
    const { world, apply, desk, allow } = await provisioned();
    await apply({ ...first, idleMinutes: 3 });
    const seen = desk.waiting()?.since;
    world.time.ahead += 1;
    await apply(withOperators(thief, ana));
    expect(await allow(seen)).toMatchObject({ value: { changes: [{ kind: 'operators', names: ['Sol'] }] } });
    expect(await getsIn(world, thief)).toBe(false);
    expect(await allow()).toEqual(ok(null));
  });

  test.each<[string, object, readonly string[]]>([
    ['one that needs nobody', withShop({ taxRate: 1000 }), []],
    ['one of an earlier number', { ...withOperators(thief, ana), serial: 1 }, ['serial: has to be higher']],
  ])('says that it was exchanged for %s', async (_title, content, more) => {
    const { world, apply, write, allow } = await provisioned({ ...withKey, serial: 2 }, keyFile);
    expect(await apply({ ...first, idleMinutes: 3 })).toBe('waits');
    write(content, more.length === 0 ? {} : signed(content, {}));
    const allowed = value(await allow());
    const issues = ['was changed after it was shown', ...more].map((text) => expect.stringContaining(text) as string);
    expect(allowed).toMatchObject({ issues });
    expect(await getsIn(world, thief)).toBe(false);
  });

  test('says what is wrong with it when it can’t be applied any more', async () => {
    const { apply, desk, write, allow } = await provisioned();
    await apply({ ...first, idleMinutes: 3 });
    write('{');
    expect(await allow()).toMatchObject({ value: { issues: ['(file): is not valid JSON (line 1, column 2)'] } });
    desk.dismiss();
    expect(desk.waiting()).toBeNull();
  });
});

describe('a signed file', () => {
  const next = { ...withOperators(sol, { ...ana, role: 'back-office' }), serial: 1 };

  test('is applied without a supervisor, with every file that it names', async () => {
    const { apply, noted } = await provisioned(withKey, keyFile);
    const content = { ...next, signingKeyFile: 'company.pem' };
    expect(await apply(content, signed(content, keyFile))).toMatchObject({ operators: { changed: ['Ana'] } });
    expect(noted.at(-1)?.deed).toMatchObject({ kind: 'provisioned', how: 'signed' });
  });

  test('waits no longer once it is signed', async () => {
    const { apply, desk } = await provisioned(withKey, keyFile);
    expect(await apply(next)).toBe('waits');
    expect(await apply(next, signed(next, {}))).toMatchObject({ operators: { changed: ['Ana'] } });
    expect(desk.waiting()).toBeNull();
  });

  test('by a key that the seat was not given waits, and without any key the signature counts for nothing', async () => {
    const other = generateKeyPairSync('ed25519');
    const seat = await provisioned(withKey, keyFile);
    expect(await seat.apply(next, signed(next, {}, other.privateKey))).toEqual([
      expect.stringContaining('is signed, but not as it stands'),
    ]);
    const unsigned = await provisioned();
    expect(await unsigned.apply(next, signed(next, {}))).toBe('waits');
  });

  test('that was altered, or names a file that was exchanged, is refused', async () => {
    const { world, apply, noted } = await provisioned(withKey, keyFile);
    const altered = { ...signed(next, {}), ...keyFile };
    expect(await apply(withOperators(thief, ana), altered)).toEqual([expect.stringContaining('not as it stands')]);
    const content = { ...next, signingKeyFile: 'company.pem' };
    const another = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    expect(await apply(content, { ...signed(content, keyFile), 'company.pem': String(another) })).toEqual([
      expect.stringContaining('not as it stands'),
    ]);
    expect(await getsIn(world, thief)).toBe(false);
    expect(noted.at(-1)?.deed).toMatchObject({ kind: 'provisioning-refused', why: 'bad-signature' });
  });

  test('that names a file twice takes no bytes but the signed ones, whatever is there at each reading', async () => {
    const { world } = await provisioned(withKey, keyFile);
    const [signedCa, thiefsCa] = await Promise.all([makeCertificates(new Date()), makeCertificates(new Date())]);
    const content = {
      ...next,
      merchants: [shop, { ...shop, name: 'Store' }].map((one) => ({ ...one, caFile: 'ca.pem' })),
    };
    let readings = 0;
    const thiefFirst = async (file: string): Promise<Uint8Array> =>
      file.endsWith('ca.pem') && ++readings === 1 ? Buffer.from(thiefsCa.authority) : readFile(file);
    const { apply } = provisioningDesk(world, { readFile: thiefFirst });
    const outcome = await apply(content, signed(content, { 'ca.pem': signedCa.authority }));
    expect(outcome).toEqual([expect.stringContaining('not as it stands')]);
  });

  test.each([
    ['an equal', { serial: 3 }],
    ['a lower', { serial: 2 }],
    ['no', {}],
  ])('with %s number than the last one is refused, so that no old file can be put back', async (_title, given) => {
    const { world, apply, noted } = await provisioned({ ...withKey, serial: 1 }, keyFile);
    const third = { ...withOperators(sol, { ...ana, active: false }), serial: 3 };
    expect(await apply(third, signed(third, {}))).toMatchObject({ operators: { changed: ['Ana'] } });
    const old = { ...first, ...given };
    expect(await apply(old, signed(old, {}))).toEqual([expect.stringMatching(/^serial: has to be higher/)]);
    expect(noted.at(-1)?.deed).toMatchObject({ kind: 'provisioning-refused', why: 'earlier' });
    expect(await getsIn(world, { ...sol, ...ana })).toBe(false);
    // The file that was applied last may be given at each start.
    expect(await apply(third, signed(third, {}))).toMatchObject({ updated: ['Shop'] });
  });

  test.each<[string, (world: World) => void, boolean]>([
    ['as soon as its operators are written', ({ operators }) => killedAfter(operators, 'provision'), true],
    ['between its merchants and its operators', ({ merchants }) => killedAfter(merchants, 'saveAll'), false],
  ])('counts once, also where the program is killed %s', async (_when, kill, isWritten) => {
    const { world, apply } = await provisioned({ ...withKey, serial: 1 }, keyFile);
    const second = { ...withOperators(sol, { ...ana, role: 'supervisor' }), serial: 2 };
    const { operators } = world;
    kill(world);
    await expect(apply(second, signed(second, {}))).rejects.toThrow('killed');
    const id = operators.view().operators.find(({ name }) => name === 'Ana')?.id ?? '';
    expect(operators.byId(id)).toMatchObject({ role: isWritten ? 'supervisor' : 'cashier' });
    if (isWritten) value(await operators.change({ id, role: 'cashier', active: true }, 'Sol'));
    expect(await apply(second, signed(second, {}))).toEqual([expect.stringMatching(/^serial: has to be higher/)]);
    expect(operators.byId(id)).toMatchObject({ role: 'cashier' });
  });

  test('counts although it changes nothing guarded, unless it is not signed', async () => {
    const { apply, noted } = await provisioned({ ...withKey, serial: 1 }, keyFile);
    const unsigned = { ...first, serial: 9 };
    expect(await apply(unsigned)).toMatchObject({ updated: ['Shop'] });
    const third = { ...first, serial: 3 };
    for (const how of ['signed', 'nothing-guarded']) {
      expect(await apply(third, signed(third, {}))).toMatchObject({ updated: ['Shop'] });
      expect(noted.at(-1)?.deed).toMatchObject({ kind: 'provisioned', how });
    }
    const skipped = { ...withOperators(thief, ana), serial: 2 };
    expect(await apply(skipped, signed(skipped, {}))).toEqual([expect.stringMatching(/^serial: has to be higher/)]);
  });

  test('counts by its key: another key begins anew, and a former one goes on where it was', async () => {
    const other = generateKeyPairSync('ed25519');
    const otherFile = { 'other.pem': String(other.publicKey.export({ type: 'spki', format: 'pem' })) };
    const { apply } = await provisioned({ ...withKey, serial: 7 }, keyFile);
    const handOver = { ...first, signingKeyFile: 'other.pem', serial: 8 };
    expect(await apply(handOver, signed(handOver, otherFile))).toMatchObject({ updated: ['Shop'] });
    const back = { ...first, signingKeyFile: 'company.pem', serial: 9 };
    expect(await apply(back, signed(back, keyFile, other.privateKey))).toMatchObject({ updated: ['Shop'] });
    const old = { ...next, serial: 8 };
    expect(await apply(old, signed(old, {}))).toEqual([expect.stringMatching(/^serial: has to be higher/)]);
  });

  test('is needed where the operators’ file was taken away from a seat that has a key', async () => {
    const { world } = await provisioned(withKey, keyFile);
    rmSync(join(world.folder, 'operators.json'));
    const again = await createWorld({ folder: world.folder });
    const seat = provisioningDesk(again);
    expect(await seat.apply(withOperators(thief))).toEqual([expect.stringContaining('has to be signed by the key')]);
    expect(again.operators.names()).toEqual(['Ana', 'Sol']);
    const content = { ...withKey, serial: 1 };
    expect(await seat.apply(content, signed(content, keyFile))).toMatchObject({
      operators: { added: [], changed: [] },
    });
    expect([again.operators.names(), await again.seals.check()]).toEqual([['Ana', 'Sol'], null]);
  });
});

test.each([
  ['a private key', String(company.privateKey.export({ type: 'pkcs8', format: 'pem' })), 'holds a private key'],
  [
    'another kind of key',
    String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })),
    'holds a key that is not Ed25519',
  ],
  ['no key', 'hello', 'holds no public key in PEM'],
])('a signing key file with %s is refused', async (_title, text, message) => {
  const seat = provisioningDesk(await createWorld());
  expect(await seat.apply(withKey, { 'company.pem': text })).toEqual([`signingKeyFile: ${message}`]);
});
