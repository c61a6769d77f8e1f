/**
 * Finds numbers and texts in bytes, in every form in which a program could leave them: in one pass for all numbers, by the grouping
 * of the program's own rule, and inside base64, hex, compressed members and other spellings.
 */
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { plainSpelling } from '#shared/texts/card-numbers.ts';

/** Numbers to find, prepared once for many files. */
export interface SoughtNumbers {
  /** Digits forwards and backwards, with the word for the direction. A log that is written backwards is unusual but cheap to see. */
  readonly digits: ReadonlyMap<string, string>;
  readonly lengths: readonly number[];
  /** Binary forms, which no run of digits shows: SQLite's integers, and floating-point numbers of JSON or an index. */
  readonly binary: readonly (readonly [string, Buffer])[];
}

export function soughtNumbers(numbers: readonly string[]): SoughtNumbers {
  const backwards = numbers.map((each) => [[...each].reverse().join(''), ', backwards'] as const);
  return {
    digits: new Map([...backwards, ...numbers.map((each) => [each, ''] as const)]),
    lengths: [...new Set(numbers.map(({ length }) => length))],
    binary: numbers.flatMap((each) => binaryForms(each)),
  };
}

/** Digits with up to nine bytes between: three marks of three bytes in UTF-8, or of two in UTF-16 with its zeros. */
const digitRuns = /[0-9](?:[^0-9A-Za-z]{0,9}[0-9]){11,}/g;
const fullWidth = /\xef\xbc[\x90-\x99](?:[^]{0,9}?\xef\xbc[\x90-\x99]){11}/;
const base64Runs = /[A-Za-z0-9+/_-]{17,}/g;
const hexRuns = /[0-9A-Fa-f]{26,}/g;

/** @returns the forms in which any of the numbers occurs */
export function numberForms(bytes: Buffer, sought: SoughtNumbers): readonly string[] {
  const found = new Set<string>();
  for (const [form, pattern] of sought.binary) if (bytes.includes(pattern)) found.add(form);
  for (const content of contentsOf(bytes)) {
    const text = content.bytes.toString('latin1');
    const note = (form: string): void => void found.add(content.where + form);
    inText(text, sought, note);
    const spelled = plainSpelling(text);
    // Chance bytes beside a plain number can look like an escape, so only a number that no plain form shows counts as spelled.
    if (spelled !== text && found.size === 0) inText(spelled, sought, () => note('spelled for a URL, JSON or HTML'));
    if (fullWidth.test(text))
      inText(content.bytes.toString('utf8').normalize('NFKC'), sought, () => note('in full-width digits'));
    inEncoded(text, base64Runs, 'base64', 4, sought, () => note('in base64'));
    inEncoded(text, hexRuns, 'hex', 2, sought, () => note('in hex'));
  }
  return [...found];
}

function inText(text: string, { digits, lengths }: SoughtNumbers, note: (form: string) => void): void {
  for (const { 0: run } of text.matchAll(digitRuns)) {
    const places = [...run.matchAll(/[0-9]/g)].map(({ index }) => index);
    const plain = places.map((place) => run[place]).join('');
    for (const length of lengths) {
      for (let from = 0; from + length <= plain.length; from++) {
        const direction = digits.get(plain.slice(from, from + length));
        if (direction === undefined) continue;
        const part = run.slice(places[from], (places[from + length - 1] ?? 0) + 1);
        note((part.length === length ? 'plain' : /^\d(?:\0\d)+$/.test(part) ? 'in UTF-16' : 'in groups') + direction);
      }
    }
  }
}

function inEncoded(
  text: string,
  runs: RegExp,
  encoding: 'base64' | 'hex',
  alignments: number,
  sought: SoughtNumbers,
  note: () => void,
): void {
  for (const { 0: run } of text.matchAll(runs)) {
    for (let skip = 0; skip < alignments; skip++) {
      inText(Buffer.from(run.slice(skip), encoding).toString('latin1'), sought, note);
    }
  }
}

interface Content {
  readonly where: string;
  readonly bytes: Buffer;
}

/** Returns the bytes themselves, and what they hold compressed: the members of a ZIP file (such as a workbook), a gzip file. */
function contentsOf(bytes: Buffer): readonly Content[] {
  const contents: Content[] = [{ where: '', bytes }];
  if (bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b) {
    const unzipped = tried(() => gunzipSync(bytes));
    if (unzipped !== null) contents.push({ where: 'compressed, ', bytes: unzipped });
  }
  for (const member of zipMembers(bytes)) contents.push({ where: 'in a zip, ', bytes: member });
  return contents;
}

const tried = (read: () => Buffer): Buffer | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** Reads the central directory of a ZIP file (APPNOTE.TXT, sections 4.3.12 and 4.3.16). */
export function zipMembers(bytes: Buffer): readonly Buffer[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + 20 > bytes.length) return [];
  const members: Buffer[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0 && at + 46 <= bytes.length; count--) {
    if (bytes.readUInt32BE(at) !== 0x504b0102) break;
    const size = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    if (local + 30 > bytes.length) break;
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begin, begin + size);
    const member = bytes.readUInt16LE(at + 10) === 0 ? packed : tried(() => inflateRawSync(packed));
    if (member !== null) members.push(member);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return members;
}

function binaryForms(number: string): readonly (readonly [string, Buffer])[] {
  const [integer, float] = [Buffer.alloc(8), Buffer.alloc(8)];
  integer.writeBigUInt64BE(BigInt(number));
  float.writeDoubleBE(Number(number));
  return [
    ['as a 64-bit number', integer],
    ['as a 64-bit number', Buffer.from(integer).reverse()],
    ['as a floating-point number', float],
    ['as a floating-point number', Buffer.from(float).reverse()],
  ];
}

/** Returns the bytes of a text, such as a passcode, in each form in which texts are stored. */
export function textForms(text: string): readonly (readonly [string, Buffer])[] {
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  return [
    ['plain', Buffer.from(text)],
    ['in UTF-16', little],
    ['in UTF-16', big],
    ...[Buffer.from(text), little, big].flatMap((bytes) => {
      const lower = bytes.toString('hex');
      return [lower, lower.toUpperCase()].map((each) => ['in hex', Buffer.from(each)] as const);
    }),
    ...[0, 1, 2].flatMap((offset) => base64Cores(text, offset).map((core) => ['in base64', core] as const)),
    ['backwards', Buffer.from([...text].reverse().join(''))],
  ];
}

/** Returns the base64 of a text at an offset in both alphabets, without the characters that its neighbours influence. */
function base64Cores(text: string, offset: number): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const cores = (['base64', 'base64url'] as const).map((alphabet) => padded.toString(alphabet).slice(first, last));
  return [...new Set(cores)].map((core) => Buffer.from(core));
}
