/** `npm run sign-update`: signs what the program takes, and nothing that it would refuse. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSigningKey, signList, stampAt } from '#build/updates/sign-list.ts';
import { updateKeys } from '#build/updates/update-key.ts';
import { isSignedUpdate } from '#electron/core/updates/update-list.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const now = stampAt(new Date('2026-11-23T10:00:00Z'), 180);
const none = { present: null, next: null };
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
  const next = pair().publicKey;
  for (const keys of [
    { present: pem(publicKey), next: null },
    { present: pem(next), next: pem(publicKey) },
  ]) {
    const signature = readFileSync(signList(list, privateKey, keys, now));
    const bytes = readFileSync(list);
    expect(isSignedUpdate([next, publicKey], bytes, signature)).toBe(true);
    expect(isSignedUpdate([next], bytes, signature)).toBe(false);
    expect(isSignedUpdate([publicKey], Buffer.concat([bytes, Buffer.from('\n')]), signature)).toBe(false);
    expect(isSignedUpdate([publicKey], bytes, signature.subarray(0, 80))).toBe(false);
    expect(isSignedUpdate([publicKey], bytes, Buffer.alloc(0))).toBe(false);
  }
});

test('each signing stamps a list anew, with a later number and an end', () => {
  const { list } = release();
  const { privateKey } = pair();
  const sign = (at: string, days: number) => signList(list, privateKey, none, stampAt(new Date(at), days));
  const before = readFileSync(list, 'utf8');
  sign('2026-11-23T10:00:00Z', 180);
  sign('2026-11-23T10:00:07Z', 30);
  expect(readFileSync(list, 'utf8')).toBe(
    `${before}number: 1795428007\nsignedAt: '2026-11-23T10:00:07.000Z'\nvalidUntil: '2026-12-23T10:00:07.000Z'\n`,
  );
  expect(() => sign('2026-11-23T10:00:00Z', 180)).toThrow('clock');
  for (const days of [0, 401, 1.5, Number.NaN]) expect(() => stampAt(new Date(), days)).toThrow('1 to 400');
});

test('a list of another build, and a key that the program does not know, are refused', () => {
  const { list, program } = release();
  const { privateKey } = pair();
  const before = readFileSync(list, 'utf8');
  const others = { present: pem(pair().publicKey), next: pem(pair().publicKey) };
  expect(() => signList(list, privateKey, others, now)).toThrow('other keys');
  expect(readFileSync(list, 'utf8')).toBe(before);
  writeFileSync(program, 'another program');
  expect(() => signList(list, privateKey, none, now)).toThrow('Caja Setup 0.2.0.exe is not the file');
  writeFileSync(list, 'version: 0.2.0\n');
  expect(() => signList(list, privateKey, none, now)).toThrow('lists no files');
});

test('an encrypted signing key opens with its passphrase', () => {
  const { privateKey } = pair();
  const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'one' });
  expect(readSigningKey(locked.toString(), 'one').asymmetricKeyType).toBe('ed25519');
  expect(() => readSigningKey(locked.toString(), 'two')).toThrow();
});

test('a build takes the present and the next key, and none but public ones', () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'build'));
  const [present, next] = ['update-key.pem', 'update-key-next.pem'].map((name) => path.join(folder, 'build', name));
  if (present === undefined || next === undefined) throw new Error('no names');
  const [one, other] = [pair(), pair()];
  expect(updateKeys(folder)).toEqual(none);
  writeFileSync(next, pem(other.publicKey));
  expect(() => updateKeys(folder)).toThrow('update-key-next.pem needs');
  writeFileSync(present, pem(one.publicKey));
  expect(updateKeys(folder)).toEqual({ present: pem(one.publicKey), next: pem(other.publicKey) });
  for (const file of [present, next]) {
    writeFileSync(file, one.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => updateKeys(folder)).toThrow('private key');
    writeFileSync(file, generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }));
    expect(() => updateKeys(folder)).toThrow('Ed25519');
    writeFileSync(file, pem(one.publicKey));
  }
});
