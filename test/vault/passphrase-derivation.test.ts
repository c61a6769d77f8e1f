/** The key of a passphrase, by the program's own derivation: each takes about half a second and 128 MiB by design. */
import { expect, test } from 'vitest';
import { unwrapKey, wrapKey } from '#electron/vault/passphrase-cipher.ts';

const key = new Uint8Array(32).fill(5);

test('the same key has a new salt each time, and comes back by the same letters in another Unicode composition', async () => {
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'contraseña larga'.normalize(form)) as [string, string];
  const [one, other] = [await wrapKey(composed, key), await wrapKey(composed, key)];
  expect(one.header.salt).not.toBe(other.header.salt);
  expect(one.header).toMatchObject({ kdf: 'scrypt', cost: 2 ** 17, blockSize: 8 });
  expect(await unwrapKey(decomposed, other.header)).toEqual(Buffer.from(key));
  expect(await unwrapKey('contrasena larga', other.header)).toBeNull();
});
