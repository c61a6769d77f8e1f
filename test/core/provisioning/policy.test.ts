/** A provisioning file against the company's policy: refused whole, with the place and the policy's file. */
import { expect, test } from 'vitest';
import { merchantIdFor } from '#electron/core/merchants/stored-merchants.ts';
import { type Policy, unusablePolicy } from '#electron/core/policy/policy.ts';
import { provisioningCode } from '#electron/shell/start/provisioning-end.ts';
import { givenRule, givenShop as shop, givenSol as sol } from '#test/fixtures/provisioning/given-shop.ts';
import { provisioningDesk } from '#test/fixtures/provisioning/provisioning-desk.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { createWorld } from '#test/fixtures/world.ts';

const file = '/etc/caja/policy.json';
const url = 'postgres://caja@ledger.example.com/caja';
const key = Buffer.alloc(32, 7).toString('base64');
const content = {
  version: 1,
  merchants: [shop],
  operators: [sol],
  idleMinutes: 3,
  duplicateGuardKey: key,
  ledger: { engine: 'postgres', url, password: 'secret' },
};
const agreeing: Partial<Policy> = {
  file,
  idleMinutes: 3,
  ledger: { engine: 'postgres', url, ca: null },
  provisionedOnly: true,
  merchants: [givenRule],
};

const seatUnder = async (policy: Partial<Policy>, folder = temporaryFolder()) => {
  const world = await createWorld({ policy, folder });
  const assigned: unknown[] = [];
  const desk = provisioningDesk(world, {
    assignLedger: (choice) => Promise.resolve({ ok: true, value: void assigned.push(choice) }),
  });
  return { world, assigned, ...desk };
};

test('a file that agrees with the policy is applied, also where the seat may change nothing', async () => {
  const { apply, assigned } = await seatUnder(agreeing);
  expect(await apply(content)).toMatchObject({ created: ['Shop'] });
  expect(assigned).toHaveLength(1);
});

test.each<[string, object, string]>([
  ['another ledger', { ledger: { ...content.ledger, url: 'postgres://caja@elsewhere/caja' } }, 'ledger: '],
  ['other minutes', { idleMinutes: 4 }, 'idleMinutes: is 3 by '],
  ['another address', { merchants: [{ ...shop, baseUrl: 'https://elsewhere.example.com' }] }, 'merchants[0]: '],
  ['a merchant that is not listed', { merchants: [shop, { ...shop, name: 'Bar' }] }, 'merchants[1]: '],
])('a file with %s is refused, with a code of its own, and changes nothing', async (_what, change, line) => {
  const { apply, desk, write, world, assigned, noted } = await seatUnder(agreeing);
  const lines = (await apply({ ...content, ...change })) as readonly string[];
  expect(lines).toEqual([expect.stringContaining(line)]);
  expect(lines[0]).toContain(file);
  expect(lines.join()).not.toMatch(/secret|SECRET|elsewhere/);
  const outcome = await desk.provision(write({ ...content, ...change }));
  expect(outcome).toMatchObject({ kind: 'refused', why: 'against-policy' });
  expect(provisioningCode(outcome)).toBe(9);
  expect([await world.merchants.list(), assigned]).toEqual([[expect.objectContaining({ builtIn: true })], []]);
  expect(world.operators.state()).toBe('none');
  expect(noted.at(-1)?.deed).toEqual({ kind: 'provisioning-refused', file: 'provision.json', why: 'invalid' });
});

test('while the policy can’t be used, the file that was applied before still is, and no other', async () => {
  const folder = temporaryFolder();
  const before = await seatUnder({}, folder);
  const { ledger: _ledger, ...ownLedger } = content;
  expect(await before.apply(ownLedger)).toMatchObject({ created: ['Shop'] });
  const { apply } = await seatUnder(unusablePolicy(file, 'It is not a file'), folder);
  expect(await apply(ownLedger)).toMatchObject({ updated: ['Shop'] });
  const changes = [
    { merchants: [{ ...shop, baseUrl: 'https://elsewhere.example.com' }] },
    { merchants: [shop, { ...shop, name: 'Bar' }] },
    { merchants: [{ ...shop, id: merchantIdFor({ name: 'Shop', environment: 'test' }), environment: 'production' }] },
    { ledger: content.ledger },
    { idleMinutes: 15 },
  ];
  for (const change of changes) {
    expect(await apply({ ...ownLedger, ...change })).toEqual([expect.stringContaining(`can't be changed while`)]);
  }
});

test('a file that was exchanged while it waited for a supervisor is checked again', async () => {
  const { apply, write, desk, world } = await seatUnder(agreeing);
  await apply(content);
  expect(await apply({ ...content, operators: [{ ...sol, passcode: 'another-long-one' }] })).toBe('waits');
  write({ ...content, merchants: [{ ...shop, baseUrl: 'https://elsewhere.example.com' }] });
  const allowed = await desk.allow('Sol', sol.passcode, null);
  expect(allowed).toMatchObject({ ok: true, value: { issues: [expect.stringContaining('merchants[0]')] } });
  expect((await world.merchants.list())[1]?.merchant.baseUrl).toBe(shop.baseUrl);
});
