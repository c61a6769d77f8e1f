/** Attacks on the place that keys are sent to: whoever edits an address, an authority or a proxy gets no key and no card. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { merchantPlace } from '#electron/core/policy/secret-places.ts';
import type { MerchantSecretsChange } from '#shared/seat/merchant.ts';
import { cashier, draft } from '#test/fixtures/drafts.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant, createWorld, secrets, useMerchant, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

const origin = 'https://sandbox.example.com';
const elsewhere = 'https://elsewhere.example.com';
const otherCa = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const proxy = { kind: 'url', url: 'http://proxy.example.com:3128' };

/** Every payment has an amount of its own, for the duplicate guard. */
let amount = 0;

/** A seat whose merchant was edited on the disk while the program was closed. */
async function editedSeat(edit: Readonly<Record<string, unknown>>, gateway?: Gateway): Promise<World> {
  const before = await createWorld();
  await useMerchant(before, aMerchant());
  const file = join(before.folder, 'merchants.json');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { merchants: object[] };
  writeFileSync(file, JSON.stringify({ ...stored, merchants: stored.merchants.map((each) => ({ ...each, ...edit })) }));
  return createWorld({ folder: before.folder, ...(gateway === undefined ? {} : { gateway }) });
}

const pay = (world: World) => world.payments.sell(draft({ merchantId: 'shop', amount: (amount += 100) }), cashier);

describe('a merchant edited on the disk', () => {
  test.each([
    ['address', 'with another address', { baseUrl: `${elsewhere}/pay` }, origin, elsewhere],
    ['address', 'with another port', { baseUrl: `${origin}:8443` }, origin, `${origin}:8443`],
    ['address', 'with an address of records', { recordsUrl: `${elsewhere}/q` }, origin, `${origin} ${elsewhere}`],
    ['address', 'with another address and authority', { baseUrl: elsewhere, extraCa: otherCa }, origin, elsewhere],
    ['authority', 'with another authority', { extraCa: otherCa }, `${origin} (CA –)`, expect.stringContaining('(CA ')],
    ['proxy', 'with a proxy', { proxy }, `${origin} (proxy system)`, `${origin} (proxy ${proxy.url})`],
  ])(
    'in its %s, %s: nothing is sent, and the audit trail says so once',
    async (differs, _how, edit, keyedFor, asked) => {
      const world = await editedSeat(edit);
      const withheld = { kind: 'secrets-elsewhere', merchantId: 'shop', differs, keyedFor, asked };
      expect(await pay(world)).toEqual({ ok: false, failure: withheld });
      expect(await pay(world)).toMatchObject({ ok: false });
      await world.payments.warm();
      expect(world.service.requests).toEqual([]);
      expect(await world.ledger.unknowns()).toEqual([]);
      expect(world.deeds).toEqual([
        { operatorName: 'Ana', deed: { kind: 'secret-withheld', merchant: 'Shop', keyedFor, asked } },
      ]);
      const [, shown] = await world.merchants.list();
      expect(shown?.elsewhere).toEqual({ differs, keyedFor, asked });
    },
  );

  test('makes no connection to the address that was put in', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const gateway = createGateway({
      userAgent: 'test',
      resolveProxy: () => Promise.resolve('DIRECT'),
      log: () => undefined,
    });
    onTestFinished(async () => {
      await gateway.close();
      server.close();
    });
    const world = await editedSeat({ baseUrl: `https://localhost:${port}`, extraCa: otherCa }, gateway);
    await world.payments.warm();
    expect(await pay(world)).toMatchObject({ ok: false, failure: { kind: 'secrets-elsewhere' } });
    expect(connections).toBe(0);
  });

  test('in what is no place (a path, a time-out, a name) is not paid with either', async () => {
    const world = await editedSeat({ baseUrl: `${origin}/other/path/`, connectTimeout: 5_000, name: 'Store' });
    expect(await pay(world)).toMatchObject({ ok: false, failure: { kind: 'damaged-file' } });
    expect(world.service.requests).toEqual([]);
  });

  test('is paid with again once its address is put back, and not by keying keys for the new one', async () => {
    const world = await editedSeat({ baseUrl: elsewhere });
    expect(await pay(world)).toMatchObject({ ok: false });
    const [, shown] = await world.merchants.list();
    if (shown === undefined) throw new Error('no merchant');
    const keyed = await world.merchants.saveKeyed({ merchant: { ...shown.merchant, name: 'Store' }, secrets });
    expect(keyed).toMatchObject({ failure: { kind: 'damaged-file' } });
    await world.seals.decide('merchants');
    expect(world.merchants.active().baseUrl).toBe(origin);
    expect(await pay(world)).toMatchObject({ ok: true, value: { state: 'approved' } });
  });
});

describe('a merchant saved with another address, authority or proxy', () => {
  const moved = aMerchant({ baseUrl: elsewhere });
  const refused = {
    ok: false,
    failure: { kind: 'secrets-elsewhere', merchantId: 'shop', differs: 'address', keyedFor: origin, asked: elsewhere },
  };

  test('is refused without its keys, and stays as it was', async ({ world }) => {
    await useMerchant(world, aMerchant());
    for (const change of [{}, { apiKey: 'N|EW' }, { cclw: 'NEWCODE' }, { clientCertificate: null }] as const) {
      expect(await world.merchants.saveKeyed({ merchant: moved, secrets: change })).toEqual(refused);
    }
    for (const changes of [{ extraCa: otherCa }, { proxy: { kind: 'none' } as const }]) {
      const saved = await world.merchants.saveKeyed({ merchant: aMerchant(changes), secrets: {} });
      expect(saved).toMatchObject({ ok: false, failure: { kind: 'secrets-elsewhere' } });
    }
    expect(world.merchants.active().baseUrl).toBe(origin);
    expect(await pay(world)).toMatchObject({ ok: true, value: { state: 'approved' } });
  });

  test.for<readonly [string, MerchantSecretsChange]>([
    ['keyed', { cclw: 'NEWCODE', apiKey: 'N|EW' }],
    ['keyed or removed', { cclw: 'NEWCODE', apiKey: null }],
  ])('takes the new address when every key that it has is %s', async ([_how, change], { world }) => {
    await useMerchant(world, aMerchant());
    expect(await world.merchants.saveKeyed({ merchant: moved, secrets: change })).toMatchObject({ ok: true });
    expect(await world.merchants.of('shop')).toMatchObject({
      value: { merchant: { baseUrl: elsewhere }, secrets: { ...change, clientCertificate: null } },
    });
  });

  test('keeps its keys with another path of the same address', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const saved = await world.merchants.saveKeyed({ merchant: aMerchant({ baseUrl: `${origin}/v2` }), secrets: {} });
    expect(saved).toMatchObject({ ok: true, value: { elsewhere: null } });
    expect(await pay(world)).toMatchObject({ ok: true });
  });

  test('has its former keys for its former address when it can’t be written', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const { write } = world.documents.merchants;
    world.documents.merchants.write = () => {
      throw new Error('ENOSPC');
    };
    const saved = await world.merchants.saveKeyed({ merchant: moved, secrets: { cclw: 'NEWCODE', apiKey: 'N|EW' } });
    expect(saved).toEqual({ ok: false, failure: { kind: 'file', doing: 'write', detail: 'ENOSPC' } });
    world.documents.merchants.write = write;
    expect(await world.vault.secretsOf('shop', merchantPlace(aMerchant()))).toEqual({ ok: true, value: secrets });
    expect(await pay(world)).toMatchObject({ ok: true, value: { state: 'approved' } });
  });
});

describe('the place of a merchant', () => {
  test('is the same for other blanks in the authority, and another for other letters', async () => {
    const world = await createWorld({ folder: temporaryFolder() });
    await useMerchant(world, aMerchant({ extraCa: otherCa }));
    const read = (extraCa: string) => world.vault.secretsOf('shop', merchantPlace(aMerchant({ extraCa })));
    expect(await read(otherCa.replaceAll('\n', '\r\n'))).toMatchObject({ ok: true });
    expect(await read(otherCa.replace('AAAA', 'AAAB'))).toMatchObject({ ok: false });
  });
});
