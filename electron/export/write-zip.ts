/** Writes a ZIP file of a few members that fit into memory (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
import { rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { putInPlace } from '#electron/documents/durable-file.ts';

export interface ZipMember {
  /** Path inside the file, with `/` between folders. */
  readonly name: string;
  readonly content: Buffer;
}

const signatures = { member: 0x04_03_4b_50, entry: 0x02_01_4b_50, end: 0x06_05_4b_50 } as const;
/** Version that a reader needs: 2.0, for folders and deflation. */
const needs = 20;
/** Names are UTF-8. */
const utf8Names = 1 << 11;
const deflated = 8;

const compress = promisify<Buffer, Buffer>(deflateRaw);

/** Writes the file. It appears under its name once it is complete and flushed; an existing one is replaced. */
export async function writeZip(file: string, members: readonly ZipMember[], at: Date): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeFile(partial, await zipOf(members, at), { mode: 0o600 });
    await putInPlace(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function zipOf(members: readonly ZipMember[], at: Date): Promise<Buffer> {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of members) {
    const packed = await compress(content);
    const encoded = Buffer.from(name);
    const facts = factsOf(content, packed, encoded, at);
    const header = numbers([signatures.member, 4], [needs, 2], ...facts);
    const entry = [[signatures.entry, 4], [needs, 2], [needs, 2], ...facts] as const;
    // No comment, first disk, no attributes, and where the member begins.
    directory.push(numbers(...entry, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), encoded);
    written.push(header, encoded, packed);
    offset += header.length + encoded.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = members.length;
  const end = numbers([signatures.end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...written, ...directory, end]);
}

/** A number and its length in bytes. */
type Field = readonly [value: number, bytes: 2 | 4];

/** The fields that a member's header and its entry in the directory share. */
const factsOf = (content: Buffer, packed: Buffer, name: Buffer, at: Date): readonly Field[] => [
  [utf8Names, 2],
  [deflated, 2],
  [(at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), 2],
  [((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), 2],
  [crc32(content), 4],
  [packed.length, 4],
  [content.length, 4],
  [name.length, 2],
  [0, 2],
];

function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
