/**
 * Searches everything that a run left behind for keyed cards and passcodes: data folders, logs, IPC answers and events.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A card as it crossed the bridge on its way in. */
export interface Keyed {
  readonly number: string;
  /** Null in the guard's question, which carries the number alone. */
  readonly securityCode: string | null;
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
    if (typeof card?.number !== 'string') continue;
    if (card.number.replace(/\D/g, '').length < 12) continue;
    const { number } = card;
    const securityCode = typeof card.securityCode === 'string' ? card.securityCode : null;
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

const formsByPasscode = new Map<string, ReturnType<typeof textForms>>();

function formsOfPasscode(passcode: string): ReturnType<typeof textForms> {
  const forms = formsByPasscode.get(passcode) ?? textForms(passcode);
  formsByPasscode.set(passcode, forms);
  return forms;
}

function passcodesInBytes(bytes: Buffer, passcodes: readonly string[]): readonly string[] {
  const found = passcodes.flatMap((passcode) =>
    formsOfPasscode(passcode).flatMap(([form, pattern]) => (bytes.includes(pattern) ? [`a passcode, ${form}`] : [])),
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
  const codes = new Set(keyed.flatMap(({ securityCode }) => securityCode ?? []));
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

/** The search patterns of one card. */
interface Traces {
  readonly number: readonly (readonly [string, Buffer])[];
  readonly firstDigits: string;
  readonly grouped: RegExp;
  readonly namedCodes: readonly RegExp[];
  readonly hash: string;
}

const codeNames = ['cvv', 'cvv2', 'cvc', 'securityCode', 'security_code'];
/** Matches any of the names. Texts without one skip the search for each card's code. */
const anyCodeName = new RegExp(codeNames.join('|'), 'i');

/** Patterns by card, kept because every file and every line of the record is searched with them. */
const tracesByCard = new Map<string, Traces>();

function tracesOf(card: Keyed): Traces {
  const key = JSON.stringify([card.number, card.securityCode, card.email]);
  const known = tracesByCard.get(key);
  if (known !== undefined) return known;
  const number = card.number.replace(/\D/g, '');
  const traces: Traces = {
    number: formsOf(number),
    firstDigits: number.slice(0, 4),
    grouped: separated(number),
    namedCodes: (card.securityCode === null ? [] : codeNames).map(
      (name) => new RegExp(`${name}["'\\\\]*\\s*[:=]\\s*["'\\\\]*${card.securityCode ?? ''}(?!\\d)`, 'i'),
    ),
    // The hash of family B. Three digits and an address are quickly guessed from it (section 2.3).
    hash: createHash('sha512')
      .update(number + (card.securityCode ?? '') + card.email)
      .digest('hex'),
  };
  tracesByCard.set(key, traces);
  return traces;
}

export function leaksInBytes(bytes: Buffer, keyed: readonly Keyed[]): readonly string[] {
  const found = new Set<string>();
  const plainly = 'a card number, plain';
  const text = bytes.toString('latin1');
  const traces = keyed.map(tracesOf);
  const searched = new Set<string>();
  for (const { number, firstDigits, grouped } of traces) {
    if (searched.has(grouped.source)) continue;
    searched.add(grouped.source);
    for (const [form, pattern] of number) if (bytes.includes(pattern)) found.add(`a card number, ${form}`);
    // A plain number has nothing between its digits.
    if (!found.has(plainly) && text.includes(firstDigits) && grouped.test(text)) found.add('a card number, in groups');
  }
  if (anyCodeName.test(text) && traces.some(({ namedCodes }) => namedCodes.some((code) => code.test(text)))) {
    found.add('a security code by its name');
  }
  const lowercase = text.toLowerCase();
  if (traces.some(({ hash }) => lowercase.includes(hash))) found.add('a SecretHash');
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
