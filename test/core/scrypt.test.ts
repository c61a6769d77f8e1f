/** The derivation of keys from typed text, which other tests spare themselves. A passphrase takes half a second and 128 MiB by design. */
import { expect, test } from 'vitest';
import { fitsHash, hashPasscode } from '#electron/core/operators/passcodes.ts';
import { unwrapKey, wrapKey } from '#electron/vault/passphrase-cipher.ts';

const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'contraseña larga'.normalize(form)) as [string, string];

test('a passphrase unwraps its key in another Unicode composition', async () => {
  const key = new Uint8Array(32).fill(5);
  const { header } = await wrapKey(composed, key);
  expect(header).toMatchObject({ kdf: 'scrypt', cost: 2 ** 17, blockSize: 8 });
  expect(await unwrapKey(decomposed, header)).toEqual(Buffer.from(key));
});

test('a passcode matches in another Unicode composition, and not by other letters', async () => {
  const hash = await hashPasscode(composed, { blocks: 2 ** 15, blockSize: 8, lanes: 1 });
  expect(await fitsHash(decomposed, hash)).toBe(true);
  expect(await fitsHash('contrasena larga', hash)).toBe(false);
});
