/** The vault over a real file: only ciphertext, never silently empty, never replaced without a copy. */
import { describe, expect, test, vi } from 'vitest';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import type { MerchantSecrets } from '#shared/seat/merchant.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { ledgerPlace, openVault, place, reads, vaultReason, vaultText, writes } from './support.ts';

const secrets: MerchantSecrets = {
  cclw: 'WEBCODE-ABCDEF',
  apiKey: 'FIRSTPART|SECONDPART',
  clientCertificate: { kind: 'pem', certificate: 'CERT', key: 'PRIVATE', passphrase: 'open sesame' },
};

async function vaultWithSecrets() {
  const folder = temporaryFolder();
  const opened = openVault(folder);
  await opened.vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
  return { folder, ...opened };
}

describe('secrets in the vault', () => {
  test('are available after a restart', async () => {
    const { folder } = await vaultWithSecrets();
    expect(await openVault(folder).vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('never appear in the file, which only its owner can read', async () => {
    const { folder, vault } = await vaultWithSecrets();
    await vault.saveLedgerPassword('hunter2hunter2', ledgerPlace);
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
    const { folder, vault } = await vaultWithSecrets();
    await vault.removeSecrets('shop');
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: null });
    expect(JSON.parse(vaultText(folder))).toMatchObject({ entries: {} });
  });

  test('are decrypted at each use and kept by nobody, and a list decrypts only what has changed', async () => {
    const { folder } = await vaultWithSecrets();
    const { vault, keyStore } = openVault(folder);
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    // Each once, and the key of the trail once.
    expect(keyStore.decryptions).toBe(3);
    const has = {
      cclw: { set: true, ending: 'CDEF' },
      apiKey: { set: true, ending: 'PART' },
      clientCertificate: { set: true, ending: null },
    };
    expect(await vault.heldSecrets('shop', place)).toEqual({ ok: true, value: { has, elsewhere: null } });
    await vault.heldSecrets('shop', place);
    expect(keyStore.decryptions).toBe(4);
    await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets, cclw: 'SHORT', apiKey: null }, place }]);
    expect(await vault.heldSecrets('shop', place)).toMatchObject({
      value: { has: { cclw: { set: true, ending: null }, apiKey: { set: false, ending: null } } },
    });
  });

  test('are not written again when the same are saved for the same place', async () => {
    const { folder, vault, store } = await vaultWithSecrets();
    const write = vi.spyOn(store, 'write');
    const before = vaultText(folder);
    const saved = await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets }, place }]);
    expect(write).not.toHaveBeenCalled();
    expect(saved.ok && (await saved.value())).toEqual({ ok: true, value: undefined });
    expect(vaultText(folder)).toBe(before);
    await vault.saveSecrets([
      { merchantId: 'shop', secrets, place: { ...place, address: 'https://other.example.com' } },
    ]);
    expect(write).toHaveBeenCalledOnce();
  });

  test('can’t be decrypted under the name of another merchant', async () => {
    const { folder } = await vaultWithSecrets();
    const content = JSON.parse(vaultText(folder)) as { entries: Record<string, unknown> };
    const moved = { ...content, entries: { 'merchant:other': content.entries['merchant:shop'] } };
    writeFileSync(join(folder, 'vault.json'), JSON.stringify(moved));
    expect(await openVault(folder).vault.secretsOf('other', place)).toEqual(vaultReason('cannot-decrypt'));
  });

  test('are encrypted again when the key store asks for it', async () => {
    const { folder, keyStore } = await vaultWithSecrets();
    const before = vaultText(folder);
    keyStore.shouldReEncrypt = true;
    const rotated = openVault(folder, keyStore);
    const { encryptStringAsync } = keyStore;
    keyStore.encryptStringAsync = (text) => encryptStringAsync(`${text} `);
    expect(await rotated.vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    expect(vaultText(folder)).not.toBe(before);
    expect(await openVault(folder).vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
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
    expect(await vault.isKeyGiven()).toEqual({ ok: true, value: false });
    await vault.saveFingerprintKey(new Uint8Array(32).fill(9));
    expect(await openVault(folder).vault.isKeyGiven()).toEqual({ ok: true, value: true });
    const again = await openVault(folder).vault.fingerprintKey();
    expect(again.ok && [...again.value]).toEqual(Array<number>(32).fill(9));
  });
});

describe('the key of the audit trail', () => {
  test('is fresh until its heads are on disk, also after a kill before that', async () => {
    const folder = temporaryFolder();
    const first = openVault(folder);
    const asked = await Promise.all([first.vault.trailKey(), first.vault.trailKey()]);
    expect(asked).toMatchObject([{ value: { fresh: true } }, { value: { fresh: true } }]);
    const { vault } = openVault(folder, first.keyStore);
    const again = await vault.trailKey();
    expect(again).toEqual(asked[0]);
    await vault.trailBegun();
    const begun = await openVault(folder, first.keyStore).vault.trailKey();
    expect(begun).toEqual({ ...again, value: { ...(again.ok && again.value), fresh: false } });
  });

  test('is fresh for nobody where it was taken away from a vault with secrets', async () => {
    const { folder, ...first } = await vaultWithSecrets();
    // The first secret has made it, so the chain that it signs begins now.
    expect(await first.vault.trailKey()).toMatchObject({ value: { fresh: true } });
    const { entries, ...rest } = JSON.parse(vaultText(folder)) as { readonly entries: Record<string, unknown> };
    for (const taken of [['trail-key'], ['trail-key', 'steering']]) {
      const left = Object.fromEntries(Object.entries(entries).filter(([name]) => !taken.includes(name)));
      writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...rest, entries: left }));
      const { vault } = openVault(folder, first.keyStore);
      expect(await vault.trailKey()).toMatchObject({ ok: true, value: { fresh: false } });
    }
  });
});

describe('a key of the seat', () => {
  /** Takes an entry out of the file, or damages it, as whoever may write the folder. */
  function harm(folder: string, name: string, how: 'removed' | 'damaged'): void {
    const { entries, ...rest } = JSON.parse(vaultText(folder)) as { readonly entries: Record<string, object> };
    const { [name]: harmed, ...others } = entries;
    const left = how === 'removed' ? others : { ...others, [name]: { ...harmed, data: 'AAAA' } };
    writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...rest, entries: left }));
  }

  test('that signs, damaged alone, gives out no merchant’s keys until they are keyed again', async () => {
    const { folder, ...first } = await vaultWithSecrets();
    harm(folder, 'trail-key', 'damaged');
    const { vault } = openVault(folder, first.keyStore);
    expect(await vault.secretsOf('shop', place)).toEqual(vaultReason('cannot-decrypt'));
    await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    // Its heads were another key's.
    expect(await vault.trailKey()).toMatchObject({ ok: true, value: { fresh: false } });
  });

  test.each(['removed', 'damaged'] as const)(
    'that the guard knows cards by, %s alone, lets no card be keyed as a new one until keys are keyed again',
    async (how) => {
      const { folder, ...first } = await vaultWithSecrets();
      await first.vault.fingerprintKey();
      harm(folder, 'fingerprint-key', how);
      const { vault } = openVault(folder, first.keyStore);
      expect(await vault.fingerprintKey()).toEqual(vaultReason('cannot-decrypt'));
      await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
      expect(await vault.fingerprintKey()).toMatchObject({ ok: true });
    },
  );
});

describe('a key store of Linux', () => {
  test('that encrypts under the public key is given no secret, whatever its name is', async () => {
    for (const backend of ['gnome_libsecret', 'kwallet6', 'basic_text', 'unknown']) {
      const folder = temporaryFolder();
      const keyStore = createKeyStore();
      keyStore.backend = backend;
      keyStore.opened = 'missing';
      const { vault } = openVault(folder, keyStore);
      expect(await vault.saveSecrets([{ merchantId: 'shop', secrets, place }])).toEqual(vaultReason('no-key-store'));
      expect(await vault.fingerprintKey()).toEqual(vaultReason('no-key-store'));
      expect(await vault.saveLedgerPassword('hunter2hunter2', ledgerPlace)).toEqual(vaultReason('no-key-store'));
      expect(existsSync(join(folder, 'vault.json'))).toBe(false);
      expect(await vault.status()).toEqual({ reason: 'no-key-store', backend, keptFile: null });
    }
  });

  test('that is guessed to be plain text but encrypts under a key of its own works, without a passphrase', async () => {
    const folder = temporaryFolder();
    const keyStore = createKeyStore();
    keyStore.backend = 'basic_text';
    const { vault } = openVault(folder, keyStore);
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets, place }])).toMatchObject({ ok: true });
    expect(await vault.status()).toEqual({ reason: null, backend: 'basic_text', keptFile: null });
    expect(await openVault(folder, keyStore).vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('that is found missing between two entries stores neither of them', async () => {
    const { folder, vault, keyStore } = await vaultWithSecrets();
    const before = vaultText(folder);
    keyStore.opened = 'missing';
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets, apiKey: 'N|EW' }, place }])).toEqual(
      vaultReason('no-key-store'),
    );
    expect(vaultText(folder)).toBe(before);
  });

  test('opens nothing under the public key, which whoever may write the file can encrypt with', async () => {
    const { folder, vault: before, keyStore } = await vaultWithSecrets();
    await before.saveSteering('{}');
    await before.fingerprintKey();
    keyStore.opened = 'missing';
    const forged = async (name: string, text: string) => {
      const bytes = await keyStore.encryptStringAsync(JSON.stringify({ name, text, place: null }));
      return { cipher: 'os', data: bytes.toString('base64') };
    };
    const key = Buffer.alloc(32, 7).toString('base64');
    const content = JSON.parse(vaultText(folder)) as { readonly entries: Record<string, object> };
    const entries = {
      ...content.entries,
      steering: await forged('steering', '{"documents":{}}'),
      'trail-key': await forged('trail-key', key),
      'fingerprint-key': await forged('fingerprint-key', key),
    };
    writeFileSync(join(folder, 'vault.json'), JSON.stringify({ ...content, entries }));
    const text = vaultText(folder);
    for (const [opened, reason] of [
      ['missing', 'no-key-store'],
      ['yes', 'cannot-decrypt'],
    ] as const) {
      keyStore.opened = opened;
      const { vault } = openVault(folder, keyStore);
      expect(await vault.steering()).toEqual(vaultReason(reason));
      expect(await vault.trailKey()).toEqual(vaultReason(reason));
      expect(await vault.fingerprintKey()).toEqual(vaultReason(reason));
      expect(vaultText(folder)).toBe(text);
    }
  });

  test('is judged by that tag only on Linux, because it is the keychain’s own on macOS', async () => {
    const keyStore = createKeyStore();
    keyStore.opened = 'missing';
    const keychain = createOsCipher(keyStore, 'darwin');
    expect([await keychain.state(), keychain.backend]).toEqual(['works', 'keychain']);
    const { text, stale } = await keychain.decrypt(await keychain.encrypt('secret'));
    expect([text, stale]).toEqual(['secret', false]);
    expect(createOsCipher(keyStore, 'win32').backend).toBe('dpapi');
    keyStore.isAsyncEncryptionAvailable = () => Promise.reject(new Error('no bus'));
    expect(await createOsCipher(keyStore, 'win32').state()).toBe('none');
  });
});

describe('a key store that is locked now', () => {
  test('costs nothing: no entry is removed, encrypted again or called lost', async () => {
    const { folder, ...first } = await vaultWithSecrets();
    await first.vault.saveLedgerPassword('hunter2hunter2', ledgerPlace);
    const key = await first.vault.fingerprintKey();
    const bytes = vaultText(folder);

    const { vault, keyStore } = openVault(folder, first.keyStore);
    keyStore.opened = 'locked';
    const lockedNow = vaultReason('locked-now');
    expect(await vault.secretsOf('shop', place)).toEqual(lockedNow);
    expect(await vault.fingerprintKey()).toEqual(lockedNow);
    expect(await vault.trailKey()).toEqual(lockedNow);
    expect(await vault.ledgerPassword(ledgerPlace)).toEqual(lockedNow);
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets, place }])).toEqual(lockedNow);
    expect(await vault.saveFingerprintKey(new Uint8Array(32))).toEqual(lockedNow);
    expect(await vault.status()).toMatchObject({ reason: 'locked-now', keptFile: null });
    expect(vaultText(folder)).toBe(bytes);
    expect(readdirSync(folder)).toEqual(['vault.json']);

    keyStore.opened = 'yes';
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    expect(await vault.fingerprintKey()).toEqual(key);
    expect(await vault.status()).toMatchObject({ reason: null });
  });

  test('for decryption alone doesn’t make the duplicate guard forget its cards when keys are keyed again', async () => {
    const { folder, ...first } = await vaultWithSecrets();
    const key = await first.vault.fingerprintKey();
    const { vault, keyStore } = openVault(folder, first.keyStore);
    const { decryptStringAsync } = keyStore;
    keyStore.decryptStringAsync = () =>
      Promise.reject(new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.'));
    await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets, apiKey: 'N|EW' }, place }]);
    keyStore.decryptStringAsync = decryptStringAsync;
    expect(await openVault(folder, keyStore).vault.fingerprintKey()).toEqual(key);
  });
});

describe('a vault that can’t be opened', () => {
  test.each([
    ['is cut off', (text: string) => text.slice(0, 40)],
    ['is not JSON', () => 'not a vault'],
    ['is of another shape', () => '{"version":1,"stuff":[]}'],
  ])('because the file %s gives and takes no key until it is set aside', async (_name, damage) => {
    const { folder } = await vaultWithSecrets();
    const damaged = damage(vaultText(folder));
    writeFileSync(join(folder, 'vault.json'), damaged);
    const { vault, store } = openVault(folder);
    const refused = vaultReason('damaged');
    expect(await vault.status()).toMatchObject({ reason: 'damaged', keptFile: null });
    expect(await vault.secretsOf('shop', place)).toEqual(refused);
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets, place }])).toEqual(refused);
    // A new key would not recognize the cards of earlier payments, nor would the trail go on.
    expect(await vault.fingerprintKey()).toEqual(refused);
    expect(await vault.trailKey()).toEqual(refused);
    expect(await vault.steering()).toEqual(refused);
    expect(vaultText(folder)).toBe(damaged);
    expect(readFileSync(store.setAside() ?? '', 'utf8')).toBe(damaged);
    expect(await vault.status()).toMatchObject({ reason: null });
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: null });
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets, place }])).toMatchObject({ ok: true });
  });

  test('because a newer program wrote the file names the reason and leaves the file unchanged', async () => {
    const folder = temporaryFolder();
    const bytes = '{"version":7,"stuff":[]}';
    writeFileSync(join(folder, 'vault.json'), bytes);
    const { vault } = openVault(folder);
    const newer = vaultReason('newer');
    expect(await vault.status()).toMatchObject({ reason: 'newer', keptFile: null });
    for (const [name, call] of Object.entries({ ...reads, ...writes })) expect(await call(vault), name).toEqual(newer);
    expect(await vault.removeSecrets('shop')).toEqual(newer);
    expect(readdirSync(folder)).toEqual(['vault.json']);
    expect(vaultText(folder)).toBe(bytes);
  });

  test('because the key store has another key names the reason, keeps its bytes, and works again with newly entered secrets', async () => {
    const { folder, ...before } = await vaultWithSecrets();
    const oldKey = await before.vault.fingerprintKey();
    const bytes = vaultText(folder);
    const keyStore = createKeyStore();
    keyStore.key = 2;
    const { vault } = openVault(folder, keyStore);
    expect(await vault.secretsOf('shop', place)).toEqual(vaultReason('cannot-decrypt'));
    expect(await vault.fingerprintKey()).toEqual(vaultReason('cannot-decrypt'));
    expect(await vault.status()).toMatchObject({ reason: 'cannot-decrypt', keptFile: null });
    expect(vaultText(folder)).toBe(bytes);

    await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets, apiKey: 'NEW|KEY' }, place }]);
    const kept = readdirSync(folder).find((name) => name.startsWith('vault.kept-'));
    expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toBe(bytes);
    const newKey = await vault.fingerprintKey();
    expect(newKey.ok && oldKey.ok && Buffer.compare(newKey.value, oldKey.value)).not.toBe(0);
    expect(await vault.status()).toMatchObject({ reason: null, keptFile: join(folder, kept ?? '') });
    expect(await openVault(folder, keyStore).vault.secretsOf('shop', place)).toMatchObject({
      value: { apiKey: 'NEW|KEY' },
    });
  });

  test('because the key store is briefly unavailable loses nothing', async () => {
    const { folder, keyStore } = await vaultWithSecrets();
    const again = openVault(folder, keyStore);
    keyStore.available = false;
    expect(await again.vault.secretsOf('shop', place)).toEqual(vaultReason('no-key-store'));
    keyStore.available = true;
    expect(await again.vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });

  test('for writing reports the failure and keeps its secrets', async () => {
    const { vault, store } = await vaultWithSecrets();
    store.write = () => {
      throw new Error('ENOSPC');
    };
    expect(await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets, apiKey: 'X|Y' }, place }])).toEqual(
      vaultReason('cannot-write'),
    );
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
  });
});
