/** Passcodes as they are kept: scrypt with its cost and salt in one text, compared in constant time. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** log2 of the blocks, the size of a block and the lanes, as in RFC 7914. */
interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** 2^17 blocks of 8 take 128 MiB and some tenths of a second (what OWASP asks of scrypt). */
const usualCost: Cost = { ln: 17, r: 8, p: 1 };
const saltBytes = 16;
const keyBytes = 32;

/** The PHC string format. Bounds keep a changed file from asking for less than is safe or more than the machine has. */
const format = /^\$scrypt\$ln=(1[5-9]|20),r=(8),p=([1-4])\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/;

export const isPasscodeHash = (text: string): boolean => format.test(text);

function derive(passcode: string, salt: Uint8Array, { ln, r, p }: Cost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r };
  // The same letters typed on another system may be other code points.
  scrypt(passcode.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return promise;
}

const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** `$scrypt$ln=17,r=8,p=1$salt$key`, in base64 without padding. The program's own cost unless a test asks for less. */
export async function hashPasscode(passcode: string, cost: Cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await derive(passcode, salt, cost);
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${plain(salt)}$${plain(key)}`;
}

/** Whether the passcode is the one of the hash. A hash that is none fits no passcode. */
export async function fitsHash(passcode: string, hash: string): Promise<boolean> {
  const parts = format.exec(hash);
  if (parts === null) return false;
  const [, ln, r, p, salt = '', key = ''] = parts;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const derived = await derive(passcode, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(derived, Buffer.from(key, 'base64'));
}

/** What a passcode of nobody is held against, so that an unknown name takes as long as a known one. */
export const nobodysHash = `$scrypt$ln=17,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
