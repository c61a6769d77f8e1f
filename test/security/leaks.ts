/**
 * Searches everything that a run left behind for keyed cards and passcodes: data folders, logs, IPC answers and events.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A card as it crossed the bridge on its way in. */
export interface Keyed {
  readonly number: string;
  readonly securityCode: string;
  readonly email: string;
}

export interface Leak {
  readonly file: string;
  readonly what: string;
}

/** Files of the fixture: the traffic of the bridge on its way out, and the cards on their way in. */
const recordName = 'ipc.jsonl';
const keyedName = 'keyed.jsonl';

/** Returns every file below a folder. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const linesOf = (file: string): readonly unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** Returns each keyed card once. Numbers too short for a card would be found everywhere and are skipped. */
export function keyedIn(files: readonly string[]): readonly Keyed[] {
  const keyed = new Map<string, Keyed>();
  for (const line of files.filter((file) => path.basename(file) === keyedName).flatMap(linesOf)) {
    const { card, email } = line as { readonly card: Partial<Keyed> | null; readonly email?: unknown };
    if (typeof card?.number !== 'string' || typeof card.securityCode !== 'string') continue;
    if (card.number.replace(/\D/g, '').length < 12) continue;
    const { number, securityCode } = card;
    const known = { number, securityCode, email: typeof email === 'string' ? email : '' };
    keyed.set(JSON.stringify(known), known);
  }
  return [...keyed.values()];
}

/** Returns each keyed passcode once. One as short as a word is found by chance and is skipped. */
export function passcodesIn(files: readonly string[]): readonly string[] {
  const lines = files.filter((file) => path.basename(file) === keyedName).flatMap(linesOf);
  const passcodes = lines.map((line) => (line as { readonly passcode?: unknown }).passcode);
  return [...new Set(passcodes.filter((each) => typeof each === 'string').filter(({ length }) => length >= 10))];
}

/** Finds keyed cards and passcodes in the files, in every form that a program could leave. */
export function leaksIn(
  files: readonly string[],
  keyed: readonly Keyed[],
  passcodes: readonly string[] = [],
): readonly Leak[] {
  return files.flatMap((file) => {
    const name = path.basename(file);
    if (name === keyedName) return [];
    const cards = name === recordName ? leaksInRecord(file, keyed) : leaksInFile(file, keyed);
    return [...cards, ...passcodesInBytes(readFileSync(file), passcodes).map((what) => ({ file, what }))];
  });
}

function passcodesInBytes(bytes: Buffer, passcodes: readonly string[]): readonly string[] {
  const found = passcodes.flatMap((passcode) =>
    textForms(passcode).flatMap(([form, pattern]) => (bytes.includes(pattern) ? [`a passcode, ${form}`] : [])),
  );
  return [...new Set(found)];
}

function leaksInFile(file: string, keyed: readonly Keyed[]): readonly Leak[] {
  const bytes = readFileSync(file);
  return leaksInBytes(bytes, keyed).map((what) => ({ file, what }));
}

/**
 * Searches answers and events, also value by value, because a security code is too short to be searched for in a text.
 */
function leaksInRecord(file: string, keyed: readonly Keyed[]): readonly Leak[] {
  const codes = new Set(keyed.map(({ securityCode }) => securityCode));
  const leaks: Leak[] = [];
  for (const line of linesOf(file)) {
    for (const what of leaksInBytes(Buffer.from(JSON.stringify(line)), keyed)) leaks.push({ file, what });
    walk(line, (key, value) => {
      if (/^(cvv2?|cvc|securityCode|number|ccnum)$/i.test(key)) leaks.push({ file, what: `a value named ${key}` });
      // `code` belongs to the service, and its three digits may be anything.
      const isCode = typeof value === 'string' && codes.has(value) && key !== 'code';
      if (isCode) leaks.push({ file, what: `a security code as ${key}` });
    });
  }
  return leaks;
}

export function leaksInBytes(bytes: Buffer, keyed: readonly Keyed[]): readonly string[] {
  const found = new Set<string>();
  const plainly = 'a card number, plain';
  const numbers = [...new Set(keyed.map(({ number }) => number.replace(/\D/g, '')))];
  const text = bytes.toString('latin1');
  for (const number of numbers) {
    for (const [form, pattern] of formsOf(number)) if (bytes.includes(pattern)) found.add(`a card number, ${form}`);
    // A plain number has nothing between its digits.
    const grouped = !found.has(plainly) && text.includes(number.slice(0, 4)) && separated(number).test(text);
    if (grouped) found.add('a card number, in groups');
  }
  for (const card of keyed) {
    for (const name of ['cvv', 'cvv2', 'cvc', 'securityCode', 'security_code']) {
      if (new RegExp(`${name}["'\\\\]*\\s*[:=]\\s*["'\\\\]*${card.securityCode}(?!\\d)`, 'i').test(text)) {
        found.add('a security code by its name');
      }
    }
    // The hash of family B and its input. Three digits and an address are quickly guessed from the hash (section 2.3).
    const number = card.number.replace(/\D/g, '');
    const hash = createHash('sha512')
      .update(number + card.securityCode + card.email)
      .digest('hex');
    if (text.toLowerCase().includes(hash)) found.add('a SecretHash');
  }
  return [...found];
}

/** Returns the bytes of a card number in each form in which texts are stored. */
const formsOf = (number: string): readonly (readonly [string, Buffer])[] => [
  ...textForms(number),
  ['as a 64-bit number', int64(number)],
];

function textForms(text: string): readonly (readonly [string, Buffer])[] {
  const hex = Buffer.from(text).toString('hex');
  return [
    ['plain', Buffer.from(text)],
    ['in UTF-16', Buffer.from(text, 'utf16le')],
    ['in hex', Buffer.from(hex)],
    ['in hex of UTF-16', Buffer.from(Buffer.from(text, 'utf16le').toString('hex'))],
    ...[0, 1, 2].map((offset) => ['in base64', base64Core(text, offset)] as const),
    ['backwards', Buffer.from([...text].reverse().join(''))],
  ];
}

/** Returns the base64 of the text at an offset, without the characters that its neighbours influence. */
function base64Core(number: string, offset: number): Buffer {
  const text = Buffer.from('\0'.repeat(offset) + number)
    .toString('base64')
    .replace(/=+$/, '');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + number.length) * 8) / 6);
  return Buffer.from(text.slice(first, last));
}

function int64(number: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

const separated = (number: string): RegExp => new RegExp([...number].join('(?:[ .\\-_+\\u00a0]|%20|&nbsp;){0,2}'));

function walk(value: unknown, visit: (key: string, value: unknown) => void, key = ''): void {
  visit(key, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) walk(inner, visit, name);
}
