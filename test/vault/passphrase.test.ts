/** The vault passphrase: it replaces the key store, decrypts nothing when wrong, and its file reveals nothing. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPassphraseCipher, wrapKey } from '#electron/vault/passphrase-cipher.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { openVault, place, vaultReason, vaultText } from './support.ts';

const passphrase = 'correct horse battery';
const secrets = { cclw: 'WEBCODE', apiKey: 'A|B', clientCertificate: null };

function openWithoutKeyStore(folder: string) {
  const keyStore = createKeyStore();
  keyStore.backend = 'basic_text';
  keyStore.opened = 'missing';
  return openVault(folder, keyStore).vault;
}

async function withPassphrase(): Promise<string> {
  const folder = temporaryFolder();
  const vault = openWithoutKeyStore(folder);
  expect(await vault.setPassphrase(passphrase)).toMatchObject({ value: { reason: null, backend: 'passphrase' } });
  await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
  return folder;
}

describe('a vault with a passphrase', () => {
  test('is locked after a restart until the passphrase is given', async () => {
    const folder = await withPassphrase();
    const vault = openWithoutKeyStore(folder);
    expect(await vault.status()).toEqual({ reason: 'locked', backend: 'passphrase', keptFile: null });
    expect(await vault.secretsOf('shop', place)).toEqual(vaultReason('locked'));
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets, place }])).toEqual(vaultReason('locked'));
    expect(await vault.setPassphrase('another passphrase')).toEqual(vaultReason('locked'));
    expect(await vault.unlock('correct horse batterz')).toEqual(vaultReason('wrong-passphrase'));
    expect(await vault.secretsOf('shop', place)).toEqual(vaultReason('locked'));
    expect(await vault.unlock(passphrase)).toMatchObject({ ok: true, value: { reason: null } });
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('keeps its secrets when the passphrase changes', async () => {
    const folder = await withPassphrase();
    const vault = openWithoutKeyStore(folder);
    await vault.unlock(passphrase);
    expect(await vault.setPassphrase('a second passphrase')).toMatchObject({ ok: true });
    const again = openWithoutKeyStore(folder);
    expect(await again.unlock(passphrase)).toEqual(vaultReason('wrong-passphrase'));
    expect(await again.unlock('a second passphrase')).toMatchObject({ ok: true });
    expect(await again.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('takes over the secrets of the key store, which can’t decrypt them any more', async () => {
    const folder = temporaryFolder();
    const { vault, keyStore } = openVault(folder);
    await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
    await vault.fingerprintKey();
    await vault.setPassphrase(passphrase);
    expect(JSON.parse(vaultText(folder))).toMatchObject({
      entries: { 'merchant:shop': { cipher: 'passphrase' }, 'fingerprint-key': { cipher: 'passphrase' } },
    });
    const again = openVault(folder, keyStore).vault;
    expect(await again.secretsOf('shop', place)).toEqual(vaultReason('locked'));
    await again.unlock(passphrase);
    expect(await again.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('believes no entry that the key store of the account made beside it', async () => {
    const [folder, forged] = [temporaryFolder(), temporaryFolder()];
    const { vault, keyStore } = openVault(folder);
    await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
    await vault.setPassphrase(passphrase);
    await openVault(forged, keyStore).vault.saveSecrets([
      { merchantId: 'shop', secrets: { ...secrets, cclw: 'THEIRS' }, place },
    ]);
    const content = (of: string) => JSON.parse(vaultText(of)) as { entries: Record<string, unknown> };
    const theirs = content(forged).entries['merchant:shop'];
    const entries = { ...content(folder).entries, 'merchant:shop': theirs, 'left-over': theirs };
    writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...content(folder), entries }));
    const again = openVault(folder, keyStore).vault;
    await again.unlock(passphrase);
    expect(await again.secretsOf('shop', place)).toEqual(vaultReason('cannot-decrypt'));
    await again.setPassphrase('a second passphrase');
    expect(await again.secretsOf('shop', place)).toEqual(vaultReason('cannot-decrypt'));
  });

  test('takes over what the key store did not give at first, once it does', async () => {
    const folder = temporaryFolder();
    const { vault, keyStore } = openVault(folder);
    await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
    const { backend, opened } = keyStore;
    Object.assign(keyStore, { backend: 'basic_text', opened: 'missing' });
    const without = openVault(folder, keyStore).vault;
    expect(await without.setPassphrase(passphrase)).toMatchObject({ ok: true });
    expect(await without.setPassphrase('a second passphrase')).toMatchObject({ ok: true });
    expect(await without.secretsOf('shop', place)).toEqual(vaultReason('no-key-store'));
    Object.assign(keyStore, { backend, opened });
    const again = openVault(folder, keyStore).vault;
    expect(await again.secretsOf('shop', place)).toEqual(vaultReason('locked'));
    await again.unlock('a second passphrase');
    expect(await again.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    expect(JSON.parse(vaultText(folder))).toMatchObject({ entries: { 'merchant:shop': { cipher: 'passphrase' } } });
  });

  test('uses at least 2^17 rounds of scrypt, and its file holds neither passphrase nor key', async () => {
    const folder = await withPassphrase();
    const text = vaultText(folder);
    expect(JSON.parse(text)).toMatchObject({ passphrase: { kdf: 'scrypt', cost: 2 ** 17, blockSize: 8 } });
    for (const secret of ['correct', 'WEBCODE', 'A|B']) expect(text).not.toContain(secret);
  });

  test('has a new salt each time, also for the same key', async () => {
    const [one, other] = [await wrapKey(passphrase, new Uint8Array(32)), await wrapKey(passphrase, new Uint8Array(32))];
    expect(one.header.salt).not.toBe(other.header.salt);
  });

  test('refuses a file with too few rounds', async () => {
    const folder = await withPassphrase();
    const content = JSON.parse(vaultText(folder)) as { passphrase: object };
    writeFileSync(
      join(folder, 'vault.json'),
      JSON.stringify({ ...content, passphrase: { ...content.passphrase, cost: 2 } }),
    );
    expect(await openWithoutKeyStore(folder).status()).toMatchObject({ reason: 'damaged' });
  });
});

describe('the cipher of a passphrase', () => {
  const key = new Uint8Array(32).fill(5);

  test('decrypts any text, and never yields the same bytes twice', async () => {
    const cipher = createPassphraseCipher(key);
    await fc.assert(
      fc.asyncProperty(anyText({ maxLength: 500 }), async (text) => {
        const sealed = await cipher.encrypt(text);
        expect(Buffer.compare(sealed, await cipher.encrypt(text))).not.toBe(0);
        expect(await cipher.decrypt(sealed)).toEqual({ text, stale: false });
      }),
    );
  });

  test('refuses bytes with a single changed bit', async () => {
    const cipher = createPassphraseCipher(key);
    const sealed = await cipher.encrypt('secret');
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        await expect(cipher.decrypt(changed)).rejects.toThrow();
      }),
    );
  });

  test('decrypts nothing with another key', async () => {
    const sealed = await createPassphraseCipher(key).encrypt('secret');
    await expect(createPassphraseCipher(new Uint8Array(32).fill(6)).decrypt(sealed)).rejects.toThrow();
  });
});
