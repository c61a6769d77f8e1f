/** Provisioning while the system asks for its key store's password: nothing is applied, and nothing counts as vouched for. */
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { provisioningCode } from '#electron/shell/start/provisioning-end.ts';
import { givenShop as shop, givenSol as sol } from '#test/fixtures/provisioning/given-shop.ts';
import { inTime } from '#test/fixtures/key-store.ts';
import { provisioningDesk } from '#test/fixtures/provisioning/provisioning-desk.ts';
import { createWorld } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const asks = expect.stringContaining('asks for the password of its key store') as string;
const first = { version: 1, merchants: [shop], operators: [sol] };
const key = String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }));
const withKey = { ...first, signingKeyFile: 'company.pem' };

/** The seat's documents, by file. */
const documents = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json') && name !== 'provision.json')
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

test.for<[string, object]>([
  ['secrets', first],
  ['operators alone', { version: 1, merchants: [], operators: [sol] }],
])(
  'a first file with %s changes nothing, has a code of its own, and is applied after the answer',
  async ([_what, file], { world }) => {
    const seat = provisioningDesk(world);
    world.keyStore.opened = 'waits';
    const outcome = await inTime(seat.desk.provision(seat.write(file)));
    expect(outcome).toEqual({ kind: 'refused', why: 'key-store-asks', issues: [{ path: '(file)', message: asks }] });
    expect(provisioningCode(outcome)).toBe(10);
    expect(documents(world.folder)).toEqual([]);
    expect(seat.noted).toEqual([]);
    world.keyStore.answer('yes');
    await vi.advanceTimersByTimeAsync(0);
    expect(await seat.apply(file)).toMatchObject({ operators: { added: ['Sol'] } });
  },
);

test.each(['waits', 'locked'] as const)(
  'a seat that was given a key takes no file unsigned while its key store %s, although its operators are gone',
  async (opened) => {
    const before = await createWorld();
    await provisioningDesk(before).apply(withKey, { 'company.pem': key });
    rmSync(join(before.folder, 'operators.json'));
    const world = await createWorld({ folder: before.folder });
    world.keyStore.opened = opened;
    const seat = provisioningDesk(world);
    const file = { version: 1, merchants: [], operators: [{ ...sol, passcode: 'chosen-by-a-thief' }] };
    expect(await inTime(seat.apply(file))).toHaveLength(1);
    expect(world.operators.state()).toBe('none');
  },
);

test.for(['locked', 'missing'] as const)(
  'the file that was applied before is not applied while the key store is %s, and asks no supervisor about keys that are the same',
  async (opened, { world }) => {
    const before = provisioningDesk(world);
    await before.apply(first);
    const again = await createWorld({ folder: world.folder });
    again.keyStore.opened = opened;
    const { desk, write } = provisioningDesk(again);
    const outcome = await desk.provision(write(first));
    expect(outcome).toMatchObject({ why: 'not-applied', issues: [{ message: expect.stringContaining('vault') }] });
    expect(provisioningCode(outcome)).toBe(7);
    expect(desk.waiting()).toBeNull();
  },
);

test('a supervisor’s word waits too, with the reason beside the file', async ({ world }) => {
  const seat = provisioningDesk(world);
  await seat.apply(first);
  const changed = { ...first, merchants: [{ ...shop, apiKey: 'OTHER' }] };
  expect(await seat.apply(changed)).toBe('waits');
  world.keyStore.opened = 'waits';
  expect(await inTime(seat.desk.allow(sol.name, sol.passcode, null))).toMatchObject({ value: { issues: [asks] } });
  world.keyStore.answer('yes');
  await vi.advanceTimersByTimeAsync(0);
  expect(await seat.desk.allow(sol.name, sol.passcode, null)).toEqual({ ok: true, value: null });
});
