/**
 * Writes a ZIP file member by member, so that none has to fit into memory (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.9, 4.3.12
 * and 4.3.16). A member's length follows its bytes.
 */
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { writeDurably } from '#electron/documents/durable-file.ts';

export interface ZipMember {
  /** Path inside the file, with `/` between folders. */
  readonly name: string;
  readonly content: Buffer | AsyncIterable<Buffer> | Iterable<Buffer>;
}

type ZipMembers = AsyncIterable<ZipMember> | Iterable<ZipMember>;

/** Error for a file beyond the 4 GB that lengths of four bytes can tell. */
export class ZipTooLarge extends Error {
  constructor() {
    super('The file is larger than 4 GB');
    this.name = 'ZipTooLarge';
  }
}

const signatures = { member: 0x04_03_4b_50, lengths: 0x08_07_4b_50, entry: 0x02_01_4b_50, end: 0x06_05_4b_50 } as const;
/** Version that a reader needs: 2.0, for folders and deflation. */
const needed = 20;
/** Lengths follow the bytes, and names are UTF-8. */
const flags = (1 << 3) | (1 << 11);
const deflated = 8;
const largest = 0xff_ff_ff_ff;

/** Writes the file. It appears under its name once it is complete and flushed; an existing one is replaced. */
export const writeZip = (file: string, members: ZipMembers, at: Date): Promise<void> =>
  writeDurably(file, (partial) => streamZip(partial, members, at));

/**
 * Writes the file under its own name from the first byte on. An unwritable folder fails before the first member is read.
 * @throws `ZipTooLarge`, and errors of the members and the file system; the file is then not complete
 */
export async function streamZip(file: string, members: ZipMembers, at: Date): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  await pipeline(zipOf(members, at), createWriteStream(file, { fd: handle }));
}

async function* zipOf(members: ZipMembers, at: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of members) {
    const encoded = Buffer.from(name);
    const member = { crc: 0, packed: 0, size: 0 };
    const begins = offset;
    for await (const bytes of memberOf(encoded, content, member, at)) {
      offset += bytes.length;
      if (offset > largest || member.size > largest) throw new ZipTooLarge();
      yield bytes;
    }
    const entry = [[signatures.entry, 4], [needed, 2], ...factsOf(member, encoded, at)] as const;
    // No comment, first disk, no attributes, and where the member begins.
    directory.push(numbers(...entry, [0, 2], [0, 2], [0, 2], [0, 4], [begins, 4]), encoded);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = directory.length / 2;
  const end = numbers([signatures.end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2]);
  yield Buffer.concat([...directory, end]);
}

interface Lengths {
  crc: number;
  packed: number;
  size: number;
}

/** Yields a member with its header, and counts its bytes into `member`. */
async function* memberOf(
  name: Buffer,
  content: ZipMember['content'],
  member: Lengths,
  at: Date,
): AsyncGenerator<Buffer> {
  yield numbers([signatures.member, 4], ...factsOf({ crc: 0, packed: 0, size: 0 }, name, at));
  yield name;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const bytes of Buffer.isBuffer(content) ? [content] : content) {
      member.crc = crc32(bytes, member.crc);
      member.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  const fed = pipeline(counted(), deflate);
  // The loop below fails with the same error.
  fed.catch(() => undefined);
  for await (const bytes of deflate as AsyncIterable<Buffer>) {
    member.packed += bytes.length;
    yield bytes;
  }
  await fed;
  yield numbers([signatures.lengths, 4], [member.crc, 4], [member.packed, 4], [member.size, 4]);
}

type Field = readonly [value: number, bytes: 2 | 4];

const factsOf = ({ crc, packed, size }: Lengths, name: Buffer, at: Date): readonly Field[] => [
  [needed, 2],
  [flags, 2],
  [deflated, 2],
  [(at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1), 2],
  [((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(), 2],
  [crc, 4],
  [packed, 4],
  [size, 4],
  [name.length, 2],
  [0, 2],
];

function numbers(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
