/** Places inside the ciphertext of secrets. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SecretPlace } from '#shared/seat/secret-place.ts';
import { value } from '#test/fixtures/examples.ts';
import { createKeyStore } from '#test/fixtures/key-store.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { ledgerPlace, openVault, place } from './support.ts';

const secrets = { cclw: 'WEBCODE-ABCDEF', apiKey: 'FIRST|SECOND', clientCertificate: null };
const others: readonly SecretPlace[] = [
  { ...place, address: 'https://elsewhere.example.com' },
  { ...place, authority: 'PEM' },
  { ...place, proxy: 'none' },
];

describe('a secret', () => {
  test('is given for the place that it was keyed for alone, and the other one is named', async () => {
    const { vault } = openVault(temporaryFolder());
    await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
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

  test('of the ledger is still given to the servers before, also after the others were planned or tried again', async () => {
    const folder = temporaryFolder();
    const { vault, keyStore } = openVault(folder);
    const other = { ...ledgerPlace, address: 'caja@elsewhere.example.com:5432/caja' };
    await vault.saveLedgerPassword('hunter2hunter2', ledgerPlace);
    await vault.saveLedgerPassword('correct horse', other, ledgerPlace);
    // The program was killed before it kept the choice.
    const again = openVault(folder, keyStore).vault;
    expect(await again.ledgerPassword(ledgerPlace)).toEqual({ ok: true, value: 'hunter2hunter2' });
    expect(await again.ledgerPassword(other)).toEqual({ ok: true, value: 'correct horse' });
    expect(await again.ledgerPassword(ledgerPlace)).toEqual({ ok: true, value: 'hunter2hunter2' });
    value(await value(await again.saveLedgerPassword('battery staple', other, ledgerPlace))());
    expect(await again.ledgerPassword(ledgerPlace)).toEqual({ ok: true, value: 'hunter2hunter2' });
    const third = { ...ledgerPlace, address: 'caja@third.example.com:5432/caja' };
    value(await value(await again.saveLedgerPassword('battery staple', third, ledgerPlace))());
    expect(await again.ledgerPassword(ledgerPlace)).toEqual({ ok: true, value: 'hunter2hunter2' });
    expect(await again.ledgerPassword({ ...ledgerPlace, authority: null })).toMatchObject({
      failure: { keyedFor: other.address },
    });
    await again.forgetSecrets();
    for (const each of [ledgerPlace, other])
      expect(await again.ledgerPassword(each)).toEqual({ ok: true, value: null });
  });

  test('comes back with its former place when a change is undone, unless it was changed again', async () => {
    const { vault } = openVault(temporaryFolder());
    await vault.saveSecrets([{ merchantId: 'shop', secrets, place }]);
    const [moved] = others;
    if (moved === undefined) throw new Error('no place');
    const first = await vault.saveSecrets([
      { merchantId: 'shop', secrets: { ...secrets, apiKey: 'N|EW' }, place: moved },
    ]);
    if (first.ok) await first.value();
    expect(await vault.secretsOf('shop', place)).toEqual({ ok: true, value: secrets });
    const second = await vault.saveSecrets([
      { merchantId: 'shop', secrets: { ...secrets, apiKey: 'N|EW' }, place: moved },
    ]);
    await vault.saveSecrets([{ merchantId: 'shop', secrets: { ...secrets, apiKey: 'LA|ST' }, place }]);
    if (second.ok) await second.value();
    expect(await vault.secretsOf('shop', place)).toMatchObject({ value: { apiKey: 'LA|ST' } });
  });
});

test('a secret without a place inside its ciphertext is given to nobody', async () => {
  const keyStore = createKeyStore();
  const folder = temporaryFolder();
  const bytes = await keyStore.encryptStringAsync(
    JSON.stringify({ name: 'merchant:shop', text: JSON.stringify(secrets), place: null }),
  );
  const entries = { 'merchant:shop': { cipher: 'os', data: bytes.toString('base64') } };
  writeFileSync(join(folder, 'vault.json'), JSON.stringify({ version: 1, passphrase: null, entries }));
  const asked = { differs: 'address', keyedFor: null, asked: place.address };
  expect(await openVault(folder, keyStore).vault.secretsOf('shop', place)).toEqual({
    ok: false,
    failure: { kind: 'secrets-elsewhere', merchantId: 'shop', ...asked },
  });
});
