/** `npm run sign-update`: signs what the program takes, and nothing that it would refuse. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSigningKey, signList } from '#build/updates/sign-list.ts';
import { updateKey } from '#build/updates/update-key.ts';
import { isSignedUpdate } from '#electron/core/updates/update-signature.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';

const pair = () => generateKeyPairSync('ed25519');
const pem = (key: ReturnType<typeof pair>['publicKey']) => key.export({ type: 'spki', format: 'pem' }).toString();

function release() {
  const folder = temporaryFolder();
  const program = path.join(folder, 'Caja Setup 0.2.0.exe');
  writeFileSync(program, 'the program');
  const sha512 = createHash('sha512').update('the program').digest('base64');
  const list = path.join(folder, 'latest.yml');
  writeFileSync(list, `version: 0.2.0\nfiles:\n  - url: Caja Setup 0.2.0.exe\n    sha512: ${sha512}\n    size: 11\n`);
  return { program, list };
}

test('a signed list is taken with the public half of the key, and not after a change of one byte', () => {
  const { list } = release();
  const { privateKey, publicKey } = pair();
  const signature = readFileSync(signList(list, privateKey, pem(publicKey)));
  const bytes = readFileSync(list);
  expect(isSignedUpdate(publicKey, bytes, signature)).toBe(true);
  expect(isSignedUpdate(pair().publicKey, bytes, signature)).toBe(false);
  expect(isSignedUpdate(publicKey, Buffer.concat([bytes, Buffer.from('\n')]), signature)).toBe(false);
  expect(isSignedUpdate(publicKey, bytes, signature.subarray(0, 80))).toBe(false);
  expect(isSignedUpdate(publicKey, bytes, Buffer.alloc(0))).toBe(false);
});

test('a list of another build, and a key that the program does not know, are refused', () => {
  const { list, program } = release();
  const { privateKey } = pair();
  expect(() => signList(list, privateKey, pem(pair().publicKey))).toThrow('another key');
  writeFileSync(program, 'another program');
  expect(() => signList(list, privateKey, null)).toThrow('Caja Setup 0.2.0.exe is not the file');
  writeFileSync(list, 'version: 0.2.0\n');
  expect(() => signList(list, privateKey, null)).toThrow('lists no files');
});

test('an encrypted signing key opens with its passphrase', () => {
  const { privateKey } = pair();
  const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'one' });
  expect(readSigningKey(locked.toString(), 'one').asymmetricKeyType).toBe('ed25519');
  expect(() => readSigningKey(locked.toString(), 'two')).toThrow();
});

test('a build takes no key but a public one, and none where there is none', () => {
  const file = path.join(temporaryFolder(), 'update-key.pem');
  expect(updateKey(file)).toBe(null);
  const { privateKey, publicKey } = pair();
  writeFileSync(file, pem(publicKey));
  expect(updateKey(file)).toBe(pem(publicKey));
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(() => updateKey(file)).toThrow('private key');
  const other = generateKeyPairSync('x25519').publicKey;
  writeFileSync(file, other.export({ type: 'spki', format: 'pem' }));
  expect(() => updateKey(file)).toThrow('Ed25519');
});
