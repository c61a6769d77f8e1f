/** Truncated files and flipped bits: opening never fails, and damaged bytes are never overwritten. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocument } from '#electron/documents/document-store.ts';
import { readDocument } from '#electron/documents/versioned-document.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { now } from '#test/vault/support.ts';
import { allFixtures } from './support.ts';

/** Truncated bytes, or bytes with some bits flipped. */
const damaged = (text: string): fc.Arbitrary<Buffer> => {
  const whole = Buffer.from(text);
  const flips = fc.array(fc.nat(whole.length * 8 - 1), { minLength: 1, maxLength: 3 });
  return fc.oneof(
    fc.nat(whole.length - 1).map((length) => Buffer.from(whole.subarray(0, length))),
    flips.map((bits) => {
      const bytes = Buffer.from(whole);
      for (const bit of bits) bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      return bytes;
    }),
  );
};

const isKept = (folder: string, bytes: Buffer): boolean =>
  readdirSync(folder).some((name) => readFileSync(join(folder, name)).equals(bytes));

describe.each(allFixtures)('%s', (_title, { definition, text }) => {
  test('keeps its bytes, however damaged', () => {
    const whole = readDocument(definition, text);
    if (whole.kind !== 'read') throw new Error('newer');
    fc.assert(
      fc.property(damaged(text), (bytes) => {
        const folder = temporaryFolder();
        const file = join(folder, `${definition.name}.json`);
        writeFileSync(file, bytes);
        const store = openDocument({ open: openConf, folder, now }, definition);
        expect(bytes.equals(readFileSync(store.unread?.file ?? file))).toBe(true);
        if (store.unread === null) return;
        expect(store.read()).toBeNull();
        const isWritable = store.unread.reason === 'damaged';
        if (isWritable) store.setAside();
        if (isWritable) store.write(whole.document.content);
        else expect(() => store.write(whole.document.content)).toThrow();
        expect(isKept(folder, bytes)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
