/** Hashes of passcodes: scrypt with its cost and salt in one text, compared in constant time. */
import { deriveKey, usualScryptCost, type ScryptCost } from '#electron/core/scrypt.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';

const saltBytes = 16;

/** PHC string format. The bounds keep a changed file from asking for less than is safe or more than the machine has. */
const format = /^\$scrypt\$ln=(1[5-9]|20),r=(8),p=([1-4])\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/;

export const isPasscodeHash = (text: string): boolean => format.test(text);

const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** `$scrypt$ln=17,r=8,p=1$salt$key`, in base64 without padding. Only tests ask for a lower cost. */
export async function hashPasscode(passcode: string, cost: ScryptCost = usualScryptCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await deriveKey(passcode, salt, cost);
  const { blocks, blockSize, lanes } = cost;
  return `$scrypt$ln=${Math.log2(blocks)},r=${blockSize},p=${lanes}$${plain(salt)}$${plain(key)}`;
}

/** Whether the passcode is the one of the hash. A malformed hash never matches. */
export async function fitsHash(passcode: string, hash: string): Promise<boolean> {
  const parts = format.exec(hash);
  if (parts === null) return false;
  const [, ln, r, p, salt = '', key = ''] = parts;
  const cost = { blocks: 2 ** Number(ln), blockSize: Number(r), lanes: Number(p) };
  const derived = await deriveKey(passcode, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64'));
}

/** Compared with the passcode of an unknown name, so that it takes as long as a known one. */
export const nobodysHash = `$scrypt$ln=17,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
