/**
 * Searches everything that a run left behind for keyed cards and passcodes: data folders, logs, IPC answers and events.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { numberForms, soughtNumbers, textForms, type SoughtNumbers } from './byte-search.ts';

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

/** What is searched for, prepared once, because every file and every line of the record is searched. */
interface Sought {
  readonly numbers: SoughtNumbers;
  readonly codes: ReadonlySet<string>;
  /** The hashes of family B. Three digits and an address are quickly guessed from one (section 2.3). */
  readonly hashes: ReadonlySet<string>;
}

const soughtByCards = new WeakMap<readonly Keyed[], Sought>();

function soughtOf(keyed: readonly Keyed[]): Sought {
  const known = soughtByCards.get(keyed);
  if (known !== undefined) return known;
  const digitsOf = ({ number }: Keyed): string => number.replace(/\D/g, '');
  const sought = {
    numbers: soughtNumbers([...new Set(keyed.map(digitsOf))]),
    codes: new Set(keyed.flatMap(({ securityCode }) => securityCode ?? [])),
    hashes: new Set(
      keyed.map((card) =>
        createHash('sha512')
          .update(digitsOf(card) + (card.securityCode ?? '') + card.email)
          .digest('hex'),
      ),
    ),
  };
  soughtByCards.set(keyed, sought);
  return sought;
}

const namedCodes = /(?:cvv2?|cvc|security_?code)["'\\]*\s*[:=]\s*["'\\]*(\d{3,4})(?!\d)/gi;
const hashLength = 128;

export function leaksInBytes(bytes: Buffer, keyed: readonly Keyed[]): readonly string[] {
  const { numbers, codes, hashes } = soughtOf(keyed);
  const found = new Set(numberForms(bytes, numbers).map((form) => `a card number, ${form}`));
  const text = bytes.toString('latin1');
  for (const [, code = ''] of text.matchAll(namedCodes)) if (codes.has(code)) found.add('a security code by its name');
  for (const { 0: run } of text.matchAll(/[0-9a-f]{128,}/gi)) {
    for (let from = 0; from + hashLength <= run.length; from++) {
      if (hashes.has(run.slice(from, from + hashLength).toLowerCase())) found.add('a SecretHash');
    }
  }
  return [...found];
}

function walk(value: unknown, visit: (key: string, value: unknown) => void, key = ''): void {
  visit(key, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) walk(inner, visit, name);
}
