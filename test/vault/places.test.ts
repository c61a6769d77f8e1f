/** Places inside the ciphertext, and secrets of older programs, which have none until the first start of this one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SecretPlace } from '#shared/seat/secret-place.ts';
import { createKeyStore, inTime, type KeyStore } from '#test/fixtures/key-store.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';
import { ledgerPlace, openVault, place, vaultText } from './support.ts';

const secrets = { cclw: 'WEBCODE-ABCDEF', apiKey: 'FIRST|SECOND', clientCertificate: null };
const former = new Map<string, SecretPlace>([
  ['profile:shop', place],
  ['ledger-password', ledgerPlace],
]);
const others: readonly SecretPlace[] = [
  { ...place, address: 'https://elsewhere.example.com' },
  { ...place, authority: 'PEM' },
  { ...place, proxy: 'none' },
];

/** A vault as an older program wrote it: names inside, and no places. */
async function olderVault(keyStore: KeyStore): Promise<string> {
  const folder = temporaryFolder();
  const texts = { 'profile:shop': JSON.stringify(secrets), 'ledger-password': 'hunter2hunter2', 'profile:gone': 'x' };
  const entries: Record<string, object> = {};
  for (const [name, text] of Object.entries(texts)) {
    const bytes = await keyStore.encryptStringAsync(JSON.stringify({ name, text }));
    entries[name] = { cipher: 'os', data: bytes.toString('base64') };
  }
  writeFileSync(join(folder, 'vault.json'), JSON.stringify({ version: 1, passphrase: null, entries }));
  return folder;
}

describe('a secret', () => {
  test('is given for the place that it was keyed for alone, and the other one is named', async () => {
    const { vault } = openVault(temporaryFolder());
    await vault.saveSecrets('shop', secrets, place);
    for (const other of others) {
      expect(await vault.secretsOf('shop', other)).toMatchObject({
        ok: false,
        failure: { kind: 'secrets-elsewhere', merchantId: 'shop' },
      });
    }
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('of the ledger is given to its servers alone, whatever their order', async () => {
    const { vault } = openVault(temporaryFolder());
    await vault.saveLedgerPassword('hunter2hunter2', ledgerPlace);
    expect(await vault.ledgerPassword(ledgerPlace)).toEqual({ ok: true, value: 'hunter2hunter2' });
    const address = 'caja@elsewhere.example.com:5432/caja';
    const failure = { kind: 'secrets-elsewhere', merchantId: null, differs: 'address', keyedFor: ledgerPlace.address };
    expect(await vault.ledgerPassword({ ...ledgerPlace, address })).toEqual({
      ok: false,
      failure: { ...failure, asked: address },
    });
    expect(await vault.ledgerPassword({ ...ledgerPlace, authority: null })).toMatchObject({
      failure: { differs: 'authority' },
    });
  });

  test('comes back with its former place when a change is undone, unless it was changed again', async () => {
    const { vault } = openVault(temporaryFolder());
    await vault.saveSecrets('shop', secrets, place);
    const [moved] = others;
    if (moved === undefined) throw new Error('no place');
    const first = await vault.saveSecrets('shop', { ...secrets, apiKey: 'N|EW' }, moved);
    if (first.ok) await first.value();
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    const second = await vault.saveSecrets('shop', { ...secrets, apiKey: 'N|EW' }, moved);
    await vault.saveSecrets('shop', { ...secrets, apiKey: 'LA|ST' }, place);
    if (second.ok) await second.value();
    expect(await vault.secretsOf('shop', place)).toMatchObject({ value: { apiKey: 'LA|ST' } });
  });
});

describe('a vault of an older program', () => {
  test('is bound at the first start to the places of the seat, and works on', async () => {
    const keyStore = createKeyStore();
    const folder = await olderVault(keyStore);
    const { vault } = openVault(folder, keyStore, former);
    expect(await vault.bindFormer()).toEqual({ ok: true, value: undefined });
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    expect(await vault.ledgerPassword(ledgerPlace)).toEqual({ ok: true, value: 'hunter2hunter2' });
  });

  test('is bound once: an address that is edited afterwards gets nothing', async () => {
    const keyStore = createKeyStore();
    const folder = await olderVault(keyStore);
    await openVault(folder, keyStore, former).vault.bindFormer();
    const [edited] = others;
    if (edited === undefined) throw new Error('no place');
    const later = openVault(folder, keyStore, new Map([['profile:shop', edited]])).vault;
    await later.bindFormer();
    expect(await later.secretsOf('shop', edited)).toMatchObject({ failure: { kind: 'secrets-elsewhere' } });
    expect(await later.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('gives no entry that was put into it after the first start', async () => {
    const keyStore = createKeyStore();
    const older = JSON.parse(readFileSync(join(await olderVault(keyStore), 'vault.json'), 'utf8')) as {
      entries: Record<string, object>;
    };
    const folder = temporaryFolder();
    await openVault(folder, keyStore).vault.saveSecrets('another', secrets, place);
    const content = JSON.parse(vaultText(folder)) as { entries: object };
    const entries = { ...content.entries, 'profile:shop': older.entries['profile:shop'] };
    writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...content, entries }));
    const { vault } = openVault(folder, keyStore, former);
    await vault.bindFormer();
    expect(await vault.secretsOf('shop', place)).toEqual({
      ok: false,
      failure: {
        kind: 'secrets-elsewhere',
        merchantId: 'shop',
        differs: 'address',
        keyedFor: null,
        asked: place.address,
      },
    });
  });

  test('waits with its places for a key store that is locked now, and gives nothing meanwhile', async () => {
    const keyStore = createKeyStore();
    const folder = await olderVault(keyStore);
    const bytes = vaultText(folder);
    const { vault } = openVault(folder, keyStore, former);
    keyStore.opened = 'locked';
    expect(await vault.bindFormer()).toEqual({ ok: false, failure: { kind: 'vault', reason: 'locked-now' } });
    expect(await vault.secretsOf('shop', place)).toMatchObject({ ok: false });
    expect(vaultText(folder)).toBe(bytes);
    keyStore.opened = 'yes';
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test.each(['locked', 'waits'] as const)(
    'are not called lost behind a passphrase while the key store %s, which may open them',
    async (opened) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const keyStore = createKeyStore();
      const folder = await olderVault(keyStore);
      keyStore.opened = 'missing';
      await openVault(folder, keyStore, former).vault.setPassphrase('nine lives of a cat');
      keyStore.opened = opened;
      const { vault } = openVault(folder, keyStore, former);
      await inTime(vault.unlock('nine lives of a cat'));
      expect(await inTime(vault.secretsOf('shop', place))).toMatchObject({ failure: { kind: 'vault' } });
      keyStore.answer('yes');
      await vi.advanceTimersByTimeAsync(0);
      expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    },
  );

  test('without a secret of this seat does not ask the key store at the start', async () => {
    const folder = temporaryFolder();
    const { vault, keyStore } = openVault(folder, createKeyStore(), former);
    expect(await vault.bindFormer()).toEqual({ ok: true, value: undefined });
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: null });
    expect([keyStore.encryptions, keyStore.decryptions]).toEqual([0, 0]);
  });
});
