/** Truncated files and flipped bits: opening never fails, and damaged bytes are never overwritten. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocument } from '#electron/documents/document-store.ts';
import { answerDocument } from '#electron/documents/payments/answer-document.ts';
import { readDocument } from '#electron/documents/versioned-document.ts';
import { noReserve } from '#test/fixtures/ledger/answers-in.ts';
import { openAnswerSpool } from '#electron/ledger/attempts/answer-spool.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';
import { now } from '#test/vault/support.ts';
import { allFixtures, textOf } from './support.ts';

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
        expect(readFileSync(store.unread?.file ?? file)).toEqual(bytes);
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

describe('a spooled answer', () => {
  const name = '01936f7a-0000-7000-8000-000000000001.json';
  const text = textOf('0.2.0', join('answers', name));

  async function spoolWith(bytes: string | Buffer) {
    const folder = join(temporaryFolder(), 'answers');
    mkdirSync(folder);
    writeFileSync(join(folder, name), bytes);
    const bugs: unknown[] = [];
    const spool = openAnswerSpool({ folder, reserve: noReserve, reportBug: (error) => void bugs.push(error) });
    return { folder, spool, bugs, kept: await spool.all() };
  }

  test('is delivered or reported, and its file is never changed', async () => {
    await fc.assert(
      fc.asyncProperty(damaged(text), async (bytes) => {
        const { folder, kept, bugs } = await spoolWith(bytes);
        expect(kept.answers.length + kept.unread.length).toBe(1);
        expect(bugs).toHaveLength(kept.unread.length);
        expect(readFileSync(join(folder, name))).toEqual(bytes);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['of an outcome that this program does not know', 'damaged', text.replace('"approved"', '"partly-approved"')],
    ['of an operation that this program does not know', 'damaged', text.replace('"authorize"', '"tokenize"')],
    ['of a newer version', 'newer', text.replace('"version":2', '"version":3')],
  ])('%s stays, is reported, and is not overwritten by another', async (_title, reason, bytes) => {
    const { folder, spool, kept } = await spoolWith(bytes);
    const file = join(folder, name);
    expect(kept).toEqual({ answers: [], unread: [{ reason, file }] });
    const readable = readDocument(answerDocument, text);
    if (readable.kind !== 'read') throw new Error('newer');
    await spool.keep(readable.document.content);
    await spool.forget(readable.document.content.payment.id);
    expect(readdirSync(folder)).toEqual([`${name}.unread-1`]);
    expect(readFileSync(`${file}.unread-1`, 'utf8')).toBe(bytes);
  });

  test('with a key of a newer program is delivered', async () => {
    const { kept } = await spoolWith(text.replace('"risk":null', '"risk":null,"surcharge":{"amount":5}'));
    expect(kept).toMatchObject({ answers: [{ answer: { outcome: 'approved' } }], unread: [] });
  });
});
