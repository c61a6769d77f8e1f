/** Documents on disk: an unreadable one is kept and reported, and the program still starts. */
import { describe, expect, test } from 'vitest';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedDocument } from '#electron/core/ports/stored-documents.ts';
import { ledgerDocument, merchantsDocument, seatDocument, vaultDocument } from '#electron/documents/seat-documents.ts';
import type { DocumentDefinition } from '#electron/documents/versioned-document.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import type { SeatSettings } from '#shared/seat/settings.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { now } from '#test/vault/support.ts';

const settings: SeatSettings = aSeat({ language: 'es', theme: 'dark', seat: 'Caja 3' });
const newSeat: SeatSettings = aSeat({ theme: 'system', seat: 'Caja' });
const openSeat = (folder: string) => openDocument({ open: openConf, folder, now }, seatDocument(newSeat));

describe('a document', () => {
  test('is null before it was written, and opening it writes nothing', () => {
    const folder = temporaryFolder();
    expect(openSeat(folder).read()).toBeNull();
    expect(openSeat(folder).unread).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is read as it was written', () => {
    const folder = temporaryFolder();
    openSeat(folder).write(settings);
    expect(openSeat(folder).read()).toEqual(settings);
  });

  test.each([
    ['nothing but zeros', '\0'.repeat(64)],
    ['half of itself', '{"language":"es","the'],
    ['another shape', '{"language":"fr","theme":"dark","seat":"Caja 3"}'],
    ['a list', '[1,2,3]'],
    ['nothing', ''],
  ])('that holds %s stays until another replaces it, and is kept beside then, byte for byte', (_name, bytes) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'seat.json'), bytes);
    const seat = openSeat(folder);
    expect(seat.read()).toBeNull();
    expect(seat.unread).toEqual({ reason: 'damaged', file: join(folder, 'seat.json') });
    expect(openSeat(folder).unread).toEqual(seat.unread);
    seat.write(settings);
    const kept = join(folder, 'seat.damaged-2026-11-20T15-00-00-000Z.json');
    expect(readFileSync(kept, 'utf8')).toBe(bytes);
    expect(openSeat(folder).read()).toEqual(settings);
  });

  test('names its file alone when it can’t be written', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'seat.json');
    const open: typeof openConf = (options) => {
      const opened = openConf(options);
      mkdirSync(file);
      return opened;
    };
    const seat = openDocument({ open, folder, now }, seatDocument(newSeat));
    expect(() => seat.write(settings)).toThrow(`rename '${file}' -> '${file}'`);
  });

  test('is kept twice when it is damaged twice at the same instant', () => {
    const folder = temporaryFolder();
    for (const bytes of ['one', 'two']) {
      writeFileSync(join(folder, 'seat.json'), bytes);
      openSeat(folder).write(settings);
    }
    const kept = readdirSync(folder).filter((name) => name.startsWith('seat.damaged-'));
    expect(kept.map((name) => readFileSync(join(folder, name), 'utf8')).toSorted()).toEqual(['one', 'two']);
  });

  test.each<DocumentDefinition<never>>([vaultDocument, merchantsDocument, ledgerDocument] as never)(
    'that steers payments, $name, is replaced only once it was set aside',
    (definition) => {
      const folder = temporaryFolder();
      const file = join(folder, `${definition.name}.json`);
      writeFileSync(file, '{"half":');
      const store = openDocument({ open: openConf, folder, now }, definition);
      expect(() => store.write({} as never)).toThrow(DamagedDocument);
      expect([readdirSync(folder), store.unread]).toEqual([[`${definition.name}.json`], { reason: 'damaged', file }]);
      const kept = store.setAside();
      expect(readFileSync(kept ?? '', 'utf8')).toBe('{"half":');
      expect([existsSync(file), store.unread, store.setAside()]).toEqual([false, null, null]);
    },
  );

  test('stays untouched when it can be neither read nor moved, and writing it fails', () => {
    const folder = temporaryFolder();
    // With the suffix for damaged files the name is too long for file systems.
    const name = 'n'.repeat(240);
    writeFileSync(join(folder, `${name}.json`), 'damaged');
    const document = openDocument({ open: openConf, folder, now }, { ...seatDocument(newSeat), name });
    const file = join(folder, `${name}.json`);
    expect([document.read(), document.unread]).toEqual([null, { reason: 'damaged', file }]);
    expect(() => document.write(settings)).toThrow(/can't be moved aside/);
    expect(readFileSync(join(folder, `${name}.json`), 'utf8')).toBe('damaged');
    expect(document.keepCopy()).toBeNull();
  });
});
