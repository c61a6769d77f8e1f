/** Signs the list of an update. Refuses lists and keys that the program would not take. */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ListStamp, isSignedUpdate, readUpdateKey } from '#electron/core/updates/update-list.ts';
import { oneDay } from '#shared/durations.ts';
import type { UpdateKeys } from './update-key.ts';

/** Days for which a list is taken, unless the order says another number. */
export const usualDays = 180;

/** @param passphrase of an encrypted key */
export function readSigningKey(pem: string, passphrase: string | undefined): KeyObject {
  const key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key has to be an Ed25519 key.');
  return key;
}

/**
 * Returns the stamp of a list that is signed now. Its number is the second of the signing, so nobody has to keep count.
 * @param days for which the list is taken
 */
export function stampAt(now: Date, days: number): ListStamp {
  if (!Number.isInteger(days) || days < 1 || days > 400) throw new Error('A list is taken for 1 to 400 days.');
  return {
    number: Math.floor(now.getTime() / 1000),
    signedAt: now.toISOString(),
    validUntil: new Date(now.getTime() + days * oneDay).toISOString(),
  };
}

/**
 * Stamps the list, writes `FILE.sig` and returns its path.
 * @param programKeys that are built into the program; without a present one any key signs
 */
export function signList(file: string, key: KeyObject, programKeys: UpdateKeys, stamp: ListStamp): string {
  const text = readFileSync(file, 'utf8');
  refuseOtherFiles(file, text);
  const list = Buffer.from(stamped(file, text, stamp));
  const signature = Buffer.from(`${sign(null, list, key).toString('base64')}\n`);
  const built = [programKeys.present, programKeys.next].filter((pem) => pem !== null).map(readUpdateKey);
  const known = built.length === 0 ? [createPublicKey(key)] : built;
  if (!isSignedUpdate(known, list, signature)) throw new Error('The program has the public halves of other keys.');
  writeFileSync(file, list);
  writeFileSync(`${file}.sig`, signature);
  return `${file}.sig`;
}

/** Puts the stamp into a list in place of an earlier one. */
function stamped(file: string, text: string, { number, signedAt, validUntil }: ListStamp): string {
  const before = Number(/^number: (?<number>\d+)$/m.exec(text)?.groups?.['number'] ?? 0);
  if (before > number) throw new Error(`${file} has a later number already. Is this computer's clock right?`);
  const rest = text.replaceAll(/^(?:number|signedAt|validUntil): .*\n/gm, '').replace(/\n*$/, '\n');
  return `${rest}number: ${number}\nsignedAt: '${signedAt}'\nvalidUntil: '${validUntil}'\n`;
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
