/** Signs the list of an update. Refuses lists and keys that the program would not take. */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSignedUpdate, readUpdateKey } from '#electron/core/updates/update-signature.ts';

/** @param passphrase of an encrypted key */
export function readSigningKey(pem: string, passphrase: string | undefined): KeyObject {
  const key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key has to be an Ed25519 key.');
  return key;
}

/**
 * Writes `FILE.sig` and returns its path.
 * @param programKey PEM of the key that is built into the program; null when this checkout has none
 */
export function signList(file: string, key: KeyObject, programKey: string | null): string {
  const list = readFileSync(file);
  refuseOtherFiles(file, list.toString('utf8'));
  const signature = Buffer.from(`${sign(null, list, key).toString('base64')}\n`);
  const own = programKey === null ? createPublicKey(key) : readUpdateKey(programKey);
  if (!isSignedUpdate(own, list, signature)) throw new Error('The program has the public half of another key.');
  writeFileSync(`${file}.sig`, signature);
  return `${file}.sig`;
}

/** Compares the listed files that lie beside the list, so that a list of an earlier build is not signed. */
function refuseOtherFiles(file: string, list: string): void {
  const entries = [...list.matchAll(/^ {2}- url: (?<name>.+)\n {4}sha512: (?<sha512>\S+)$/gm)];
  if (entries.length === 0) throw new Error(`${file} lists no files.`);
  for (const { groups } of entries) {
    const name = groups?.['name'] ?? '';
    const listed = path.join(path.dirname(file), name);
    if (!existsSync(listed)) continue;
    const sha512 = createHash('sha512').update(readFileSync(listed)).digest('base64');
    if (sha512 !== groups?.['sha512']) throw new Error(`${name} is not the file that ${path.basename(file)} lists.`);
  }
}
