/** A thousand damaged files of the vault: never a crash, a lost byte or a wrong secret. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDocument } from '#electron/documents/document-store.ts';
import { numbers } from '#build/seed/generate.ts';
import { vaultDocument } from '#electron/documents/seat-documents.ts';
import { createPassphraseCipher } from '#electron/vault/passphrase-cipher.ts';
import { createVault } from '#electron/vault/vault.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { ledgerPlace, now, place } from './support.ts';
import { times } from '#test/support/thorough.ts';

const secrets = { cclw: 'WEBCODE-ABCDEF', apiKey: 'FIRST|SECOND', clientCertificate: null };
const others = { cclw: 'OTHERCODE-123', apiKey: null, clientCertificate: null };
const password = 'hunter2hunter2';
const newKeys = { cclw: 'KEYED-ANEW', apiKey: 'N|EW', clientCertificate: null };

/** Writes without waiting for the disk, thousands of times. */
const openJson = ({ cwd, name }: { readonly cwd: string; readonly name: string }) => ({
  get store(): Record<string, unknown> {
    return {};
  },
  set store(content) {
    writeFileSync(join(cwd, `${name}.json`), JSON.stringify(content));
  },
});

/** Opens the vault under a cipher that authenticates, as every system's key store does. */
const openVault = (folder: string): Vault =>
  createVault(
    openDocument({ open: openJson, folder, now }, vaultDocument),
    createPassphraseCipher(new Uint8Array(32).fill(5)),
  );

function damaged(bytes: Buffer, random: (bound: number) => number): Buffer {
  if (random(4) === 0) return bytes.subarray(0, random(bytes.length));
  const flipped = Buffer.from(bytes);
  for (let count = 1 + random(3); count > 0; count--) {
    const at = random(bytes.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
  }
  return flipped;
}

const ciphertexts = (bytes: Buffer): readonly string[] => bytes.toString('latin1').match(/[A-Za-z0-9+/=]{60,}/g) ?? [];

test('a vault whose file was cut or altered hundreds of times gives its secrets or none, and loses no byte', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'vault.json');
  const first = openVault(folder);
  await first.saveSecrets([{ merchantId: 'shop', secrets, place }]);
  await first.saveSecrets([{ merchantId: 'other', secrets: others, place }]);
  await first.saveLedgerPassword(password, ledgerPlace);
  const key = await first.fingerprintKey();
  const whole = readFileSync(file);
  const random = numbers(20_261_122);
  const rounds = times(40, 1_000);
  const outcomes = { given: 0, withheld: 0 };

  for (let round = 0; round < rounds; round++) {
    const bytes = damaged(whole, random);
    writeFileSync(file, bytes);
    const vault = openVault(folder);
    const answers = [
      [await vault.secretsOf('shop', place), secrets],
      [await vault.secretsOf('other', place), others],
      [await vault.ledgerPassword(ledgerPlace), password],
    ] as const;
    for (const [answer, right] of answers) {
      const given = answer.ok && answer.value !== null;
      outcomes[given ? 'given' : 'withheld'] += 1;
      if (given) expect(answer.value, `round ${round}`).toEqual(right);
    }
    const had = await vault.heldSecrets('shop', place);
    expect(await vault.status()).toMatchObject({ backend: expect.any(String) });
    const gone = (): readonly string[] => {
      const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
      return ciphertexts(bytes).filter((text) => !files.some((each) => each.includes(text)));
    };
    // Nothing is lost by reading, and a file that is none is set aside byte for byte.
    expect(gone(), `round ${round}`).toEqual([]);
    if ((await vault.status()).reason === 'damaged') {
      expect(readdirSync(folder).some((name) => readFileSync(join(folder, name)).equals(bytes))).toBe(true);
    }

    const saved = await vault.saveSecrets([{ merchantId: 'shop', secrets: newKeys, place }]);
    if (saved.ok) {
      expect(await openVault(folder).secretsOf('shop', place)).toEqual({ ok: true, value: newKeys });
      // Only ciphertext that could be read, and was keyed anew, is gone.
      const replaced = had.ok && had.value !== null ? 1 : 0;
      expect(gone().length, `round ${round}`).toBeLessThanOrEqual(replaced);
    } else {
      expect(gone(), `round ${round}`).toEqual([]);
    }
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
  }
  // Ciphertexts are random, so what a cut leaves whole differs from run to run.
  expect(outcomes.given).toBeGreaterThan(rounds / 10);
  expect(outcomes.withheld).toBeGreaterThan(rounds / 10);
  writeFileSync(file, whole);
  expect(await openVault(folder).fingerprintKey()).toEqual(key);
});
