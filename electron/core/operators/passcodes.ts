/** Hashes passcodes with scrypt, stores cost and salt in the same text, and compares in constant time. */
import { deriveKey, usualScryptCost, type ScryptCost } from '#electron/core/scrypt.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';

const saltBytes = 16;

/** PHC string format. The bounds keep a tampered file from demanding an unsafe cost or more than the machine has. */
const format = /^\$scrypt\$ln=(1[5-9]|20),r=(8),p=([1-4])\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/;

export const isPasscodeHash = (text: string): boolean => format.test(text);

const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Returns `$scrypt$ln=17,r=8,p=1$salt$key`, in base64 without padding. Only tests use a lower cost. */
export async function hashPasscode(passcode: string, cost: ScryptCost = usualScryptCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await deriveKey(passcode, salt, cost);
  const { blocks, blockSize, lanes } = cost;
  return `$scrypt$ln=${Math.log2(blocks)},r=${blockSize},p=${lanes}$${plain(salt)}$${plain(key)}`;
}

/** True when the passcode matches the hash. A malformed hash never matches. */
export async function fitsHash(passcode: string, hash: string): Promise<boolean> {
  const parts = format.exec(hash);
  if (parts === null) return false;
  const [, ln, r, p, salt = '', key = ''] = parts;
  const cost = { blocks: 2 ** Number(ln), blockSize: Number(r), lanes: Number(p) };
  const derived = await deriveKey(passcode, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64'));
}

/** Hash of no operator. Compared for an unknown name, so that the check takes as long as for a known one. */
export const nobodysHash = `$scrypt$ln=17,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
