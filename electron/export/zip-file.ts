/**
 * A ZIP file written as it comes: entry after entry, each compressed in a stream, so that none has to fit into memory. The
 * parts of APPNOTE.TXT (PKWARE) that spreadsheets need: deflate, sizes after the data, no ZIP64.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** The file would be larger than the format takes without ZIP64: 4 GB, in all or of one entry. */
export class ZipTooLarge extends Error {}

export interface ZipFile {
  /** Writes an entry; one at a time. @param name in ASCII */
  add(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Writes the directory and closes the file. */
  end(): Promise<void>;
  /** Closes a file that is not to be ended. */
  abandon(): Promise<void>;
}

interface Entry {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

const largest = 0xffff_ffff;
const signatures = { local: 0x0403_4b50, sizes: 0x0807_4b50, directory: 0x0201_4b50, end: 0x0605_4b50 } as const;
/** Version 2.0: deflate. */
const version = 20;
/** Sizes follow the data (bit 3), names in UTF-8 (bit 11). */
const flags = 0x0808;
const deflate = 8;
/** 1 January 1980, where the format's time begins: an export says in its rows when things were. */
const [noTime, firstDay] = [0, 0x21];

/** @param file absolute; a file of that name is replaced. Rejects with what the file system says. */
export async function createZipFile(file: string): Promise<ZipFile> {
  const handle = await open(file, 'w', 0o600);
  const entries: Entry[] = [];
  let offset = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    if (offset + bytes.length > largest) throw new ZipTooLarge('A ZIP file ends at 4 GB.');
    await writeWhole(handle, bytes);
    offset += bytes.length;
  }

  return {
    async add(name, content) {
      const begin = offset;
      const nameBytes = Buffer.from(name, 'ascii');
      await write(Buffer.concat([localHeader(nameBytes), nameBytes]));
      let [crc, size] = [0, 0];
      async function* bytes(): AsyncGenerator<Buffer> {
        for await (const text of content) {
          const chunk = Buffer.from(text, 'utf8');
          crc = crc32(chunk, crc);
          size += chunk.length;
          if (size > largest) throw new ZipTooLarge('An entry of a ZIP file ends at 4 GB.');
          yield chunk;
        }
      }
      const start = offset;
      const source = Readable.from(bytes());
      const packing = createDeflateRaw();
      source.on('error', (error) => packing.destroy(error));
      try {
        for await (const chunk of source.pipe(packing)) await write(chunk as Buffer);
      } finally {
        source.destroy();
      }
      const packed = offset - start;
      await write(words([signatures.sizes, 4], [crc, 4], [packed, 4], [size, 4]));
      entries.push({ name: nameBytes, offset: begin, crc, packed, size });
    },
    async end() {
      const directory = offset;
      for (const entry of entries) await write(Buffer.concat([directoryHeader(entry), entry.name]));
      const count = entries.length;
      await write(
        words(
          [signatures.end, 4],
          [0, 2],
          [0, 2],
          [count, 2],
          [count, 2],
          [offset - directory, 4],
          [directory, 4],
          [0, 2],
        ),
      );
      await handle.close();
    },
    abandon: () => handle.close(),
  };
}

const localHeader = (name: Buffer): Buffer =>
  words(
    [signatures.local, 4],
    [version, 2],
    [flags, 2],
    [deflate, 2],
    [noTime, 2],
    [firstDay, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  );

const directoryHeader = ({ name, offset, crc, packed, size }: Entry): Buffer =>
  words(
    [signatures.directory, 4],
    [version, 2],
    [version, 2],
    [flags, 2],
    [deflate, 2],
    [noTime, 2],
    [firstDay, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  );

/** Numbers as the format has them: little-endian, each with its length in bytes. */
function words(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done);
    done += bytesWritten;
  }
}
