/** The vault over a real file: only ciphertext, never silently empty, never replaced without a copy. */
import { describe, expect, test } from 'vitest';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import type { MerchantSecrets } from '#shared/seat/merchant.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';
import { openVault, vaultText } from './support.ts';

const secrets: MerchantSecrets = {
  cclw: 'WEBCODE-ABCDEF',
  apiKey: 'FIRSTPART|SECONDPART',
  clientCertificate: { kind: 'pem', certificate: 'CERT', key: 'PRIVATE', passphrase: 'open sesame' },
};
const vaultReason = (reason: string) => ({ ok: false, failure: { kind: 'vault', reason } });

describe('secrets in the vault', () => {
  test('are available after a restart', async () => {
    const folder = temporaryFolder();
    await openVault(folder).vault.saveSecrets('shop', secrets);
    expect(await openVault(folder).vault.secretsOf('shop')).toEqual({ ok: true, value: secrets });
  });

  test('never appear in the file, which only its owner can read', async () => {
    const folder = temporaryFolder();
    const { vault } = openVault(folder);
    await vault.saveSecrets('shop', secrets);
    await vault.saveLedgerPassword('hunter2hunter2');
    const key = await vault.fingerprintKey();
    const text = vaultText(folder);
    const keyText = key.ok ? Buffer.from(key.value).toString('base64') : '';
    for (const secret of ['WEBCODE', 'FIRSTPART', 'PRIVATE', 'sesame', 'hunter2', keyText]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
    }
    expect(statSync(join(folder, 'vault.json')).mode & 0o077).toBe(0);
  });

  test('are gone from the file once removed', async () => {
    const folder = temporaryFolder();
    const { vault } = openVault(folder);
    await vault.saveSecrets('shop', secrets);
    await vault.removeSecrets('shop');
    expect(await vault.secretsOf('shop')).toEqual({ ok: true, value: null });
    expect(JSON.parse(vaultText(folder))).toMatchObject({ entries: {} });
  });

  test('are decrypted once and then served from memory', async () => {
    const folder = temporaryFolder();
    await openVault(folder).vault.saveSecrets('shop', secrets);
    const { vault, keyStore } = openVault(folder);
    const first = await vault.secretsOf('shop');
    const second = await vault.secretsOf('shop');
    expect(keyStore.decryptions).toBe(1);
    if (first.ok && second.ok) expect(second.value).toBe(first.value);
  });

  test('can’t be decrypted under the name of another merchant', async () => {
    const folder = temporaryFolder();
    const { vault } = openVault(folder);
    await vault.saveSecrets('shop', secrets);
    const content = JSON.parse(vaultText(folder)) as { entries: Record<string, unknown> };
    const moved = { ...content, entries: { 'profile:other': content.entries['profile:shop'] } };
    writeFileSync(join(folder, 'vault.json'), JSON.stringify(moved));
    expect(await openVault(folder).vault.secretsOf('other')).toEqual(vaultReason('cannot-decrypt'));
  });

  test('are encrypted again when the key store asks for it', async () => {
    const folder = temporaryFolder();
    const { vault, keyStore } = openVault(folder);
    await vault.saveSecrets('shop', secrets);
    const before = vaultText(folder);
    keyStore.shouldReEncrypt = true;
    const rotated = openVault(folder, keyStore);
    keyStore.encryptStringAsync = (text) =>
      Promise.resolve(Buffer.from([1, ...Buffer.from(`${text} `).map((byte) => byte ^ 0x5a)]));
    expect(await rotated.vault.secretsOf('shop')).toEqual({ ok: true, value: secrets });
    expect(vaultText(folder)).not.toBe(before);
    expect(await openVault(folder).vault.secretsOf('shop')).toEqual({ ok: true, value: secrets });
  });
});

describe('the key of card fingerprints', () => {
  test('is created once with 32 bytes, and survives a restart', async () => {
    const folder = temporaryFolder();
    const { vault } = openVault(folder);
    const [one, other] = await Promise.all([vault.fingerprintKey(), vault.fingerprintKey()]);
    expect(one.ok && one.value.length).toBe(32);
    expect(other).toEqual(one);
    const again = await openVault(folder).vault.fingerprintKey();
    expect(again.ok && one.ok && Buffer.compare(again.value, one.value)).toBe(0);
  });

  test('is replaced by the one of a provisioning file', async () => {
    const folder = temporaryFolder();
    const { vault } = openVault(folder);
    await vault.fingerprintKey();
    await vault.saveFingerprintKey(new Uint8Array(32).fill(9));
    const again = await openVault(folder).vault.fingerprintKey();
    expect(again.ok && [...again.value]).toEqual(Array<number>(32).fill(9));
  });
});

describe('a plain-text key store', () => {
  test('is given no secret, and the reason is reported', async () => {
    const folder = temporaryFolder();
    const keyStore = createKeyStore();
    keyStore.backend = 'basic_text';
    const { vault } = openVault(folder, keyStore);
    expect(await vault.saveSecrets('shop', secrets)).toEqual(vaultReason('no-key-store'));
    expect(await vault.fingerprintKey()).toEqual(vaultReason('no-key-store'));
    expect(existsSync(join(folder, 'vault.json')) && vaultText(folder)).toBe(false);
    expect(await vault.status()).toEqual({ reason: 'no-key-store', backend: 'basic_text', keptFile: null });
  });

  test('is recognised only on Linux, because elsewhere the backend is the system itself', async () => {
    const keyStore = createKeyStore();
    keyStore.backend = 'basic_text';
    expect(await createOsCipher(keyStore, 'darwin').available()).toBe(true);
    expect(createOsCipher(keyStore, 'win32').backend).toBe('dpapi');
    keyStore.isAsyncEncryptionAvailable = () => Promise.reject(new Error('no bus'));
    expect(await createOsCipher(keyStore, 'win32').available()).toBe(false);
  });
});

describe('a vault that can’t be opened', () => {
  test.each([
    ['is cut off', (text: string) => text.slice(0, 40)],
    ['is not JSON', () => 'not a vault'],
    ['is of another shape', () => '{"version":1,"stuff":[]}'],
  ])('because the file %s is set aside and reported, and a new one begins', async (_name, damage) => {
    const folder = temporaryFolder();
    await openVault(folder).vault.saveSecrets('shop', secrets);
    const damaged = damage(vaultText(folder));
    writeFileSync(join(folder, 'vault.json'), damaged);
    const { vault } = openVault(folder);
    const kept = join(folder, 'vault.damaged-2026-11-20T15-00-00-000Z.json');
    expect(await vault.status()).toMatchObject({ reason: 'damaged', keptFile: kept });
    expect(readFileSync(kept, 'utf8')).toBe(damaged);
    expect(await vault.secretsOf('shop')).toEqual({ ok: true, value: null });
    expect(await vault.saveSecrets('shop', secrets)).toEqual({ ok: true, value: undefined });
  });

  test('because a newer program wrote the file names the reason and leaves the file unchanged', async () => {
    const folder = temporaryFolder();
    const bytes = '{"version":7,"stuff":[]}';
    writeFileSync(join(folder, 'vault.json'), bytes);
    const { vault } = openVault(folder);
    const newer = vaultReason('newer');
    expect(await vault.status()).toMatchObject({ reason: 'newer', keptFile: null });
    expect(await vault.secretsOf('shop')).toEqual(newer);
    expect(await vault.saveSecrets('shop', secrets)).toEqual(newer);
    expect(await vault.removeSecrets('shop')).toEqual(newer);
    expect(await vault.fingerprintKey()).toEqual(newer);
    expect(await vault.saveFingerprintKey(new Uint8Array(32))).toEqual(newer);
    expect(await vault.ledgerPassword()).toEqual(newer);
    expect(await vault.saveLedgerPassword('hunter2hunter2')).toEqual(newer);
    expect(await vault.saveLedgerPassword(null)).toEqual(newer);
    expect(await vault.setPassphrase('correct horse battery')).toEqual(newer);
    expect(readdirSync(folder)).toEqual(['vault.json']);
    expect(vaultText(folder)).toBe(bytes);
  });

  test('because the key store has another key names the reason, keeps its bytes, and works again with newly entered secrets', async () => {
    const folder = temporaryFolder();
    const before = openVault(folder);
    await before.vault.saveSecrets('shop', secrets);
    const oldKey = await before.vault.fingerprintKey();
    const bytes = vaultText(folder);
    const keyStore = createKeyStore();
    keyStore.key = 2;
    const { vault } = openVault(folder, keyStore);
    expect(await vault.secretsOf('shop')).toEqual(vaultReason('cannot-decrypt'));
    expect(await vault.fingerprintKey()).toEqual(vaultReason('cannot-decrypt'));
    expect(await vault.status()).toMatchObject({ reason: 'cannot-decrypt', keptFile: null });
    expect(vaultText(folder)).toBe(bytes);

    await vault.saveSecrets('shop', { ...secrets, apiKey: 'NEW|KEY' });
    const kept = readdirSync(folder).find((name) => name.startsWith('vault.kept-'));
    expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toBe(bytes);
    const newKey = await vault.fingerprintKey();
    expect(newKey.ok && oldKey.ok && Buffer.compare(newKey.value, oldKey.value)).not.toBe(0);
    expect(await vault.status()).toMatchObject({ reason: null, keptFile: join(folder, kept ?? '') });
    expect(await openVault(folder, keyStore).vault.secretsOf('shop')).toMatchObject({ value: { apiKey: 'NEW|KEY' } });
  });

  test('because the key store is briefly unavailable loses nothing', async () => {
    const folder = temporaryFolder();
    const { vault, keyStore } = openVault(folder);
    await vault.saveSecrets('shop', secrets);
    const again = openVault(folder, keyStore);
    keyStore.available = false;
    expect(await again.vault.secretsOf('shop')).toEqual(vaultReason('no-key-store'));
    keyStore.available = true;
    expect(await again.vault.secretsOf('shop')).toEqual({ ok: true, value: secrets });
  });

  test('for writing reports the failure and keeps its secrets', async () => {
    const folder = temporaryFolder();
    const { vault, store } = openVault(folder);
    await vault.saveSecrets('shop', secrets);
    store.write = () => {
      throw new Error('ENOSPC');
    };
    expect(await vault.saveSecrets('shop', { ...secrets, apiKey: 'X|Y' })).toEqual(vaultReason('cannot-write'));
    expect(await vault.secretsOf('shop')).toEqual({ ok: true, value: secrets });
  });
});
