/** Growing documents: newer fields get values in older files, and keys of newer programs stay. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import { merchantsDocument, seatDocument } from '#electron/documents/seat-documents.ts';
import type { DocumentDefinition } from '#electron/documents/versioned-document.ts';
import { seatSettingsSchema } from '#shared/seat/settings.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { aMerchant } from '#test/fixtures/world.ts';
import { now } from '#test/vault/support.ts';
import { allFixtures, definitions, folderOf, lostFrom, newSeat } from './support.ts';
import { aSeat } from '#test/fixtures/seat-settings.ts';

const open = <Content>(folder: string, definition: DocumentDefinition<Content>) =>
  openDocument({ open: openConf, folder, now }, definition);
const jsonIn = (folder: string, name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, unknown>;

describe('a field missing in an older document', () => {
  const grown = seatSettingsSchema.extend({ printer: z.string(), receipts: z.int().min(1).default(2) });

  test('gets its value from the defaults of the seat or of the schema, and the others stay', () => {
    const definition = { ...seatDocument(newSeat), schema: grown, defaults: { ...newSeat, printer: 'none' } };
    const seat = open(folderOf('1.0.0'), definition);
    expect(seat.unread).toBeNull();
    expect(seat.read()).toEqual({
      ...aSeat({ language: 'es', theme: 'dark' }),
      seat: 'Caja 3',
      printer: 'none',
      receipts: 2,
    });
  });

  test('stays in the file when an older program writes it', () => {
    const folder = folderOf('1.0.0');
    const newer = { ...seatDocument(newSeat), schema: grown, defaults: { ...newSeat, printer: 'none' } };
    open(folder, newer).write({
      ...aSeat({ language: 'es', theme: 'dark' }),
      seat: 'Caja 3',
      printer: 'front',
      receipts: 3,
    });
    const older = open(folder, seatDocument(newSeat));
    expect(older.read()).toEqual({ ...aSeat({ language: 'es', theme: 'dark' }), seat: 'Caja 3' });
    older.write({ ...aSeat({ language: 'en', theme: 'light' }), seat: 'Caja 4' });
    expect(open(folder, newer).read()).toEqual({
      ...aSeat({ language: 'en', theme: 'light' }),
      seat: 'Caja 4',
      printer: 'front',
      receipts: 3,
    });
  });
});

/** Paths to every object that may have an unknown key. Keys under `entries` are named by users. */
function objectsIn(value: unknown, path: readonly PropertyKey[] = []): readonly (readonly PropertyKey[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, item]) =>
    objectsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return Array.isArray(value) || path.at(-1) === 'entries' ? inside : [path, ...inside];
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((item, key) => (item as Record<PropertyKey, unknown>)[key], value);

const anyKey = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'id '), fc.string());

describe.each(allFixtures)('an unknown key of %s', (_title, { definition, text }) => {
  test('survives a write, at any depth', () => {
    const paths = objectsIn(JSON.parse(text));
    fc.assert(
      fc.property(fc.constantFrom(...paths), anyKey, fc.jsonValue(), (path, key, value) => {
        const document: unknown = JSON.parse(text);
        const place = at(document, path) as object;
        fc.pre(!Object.hasOwn(place, key) && key !== 'version');
        Object.defineProperty(place, key, { value, enumerable: true });
        const folder = temporaryFolder();
        writeFileSync(join(folder, `${definition.name}.json`), JSON.stringify(document));
        const store = open(folder, definition);
        expect(store.unread).toBeNull();
        store.write(store.read());
        expect(lostFrom(JSON.parse(JSON.stringify(document)), jsonIn(folder, definition.name))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a key of a newer program in a merchant', () => {
  function openMerchants() {
    const folder = folderOf('1.0.0');
    const content = jsonIn(folder, 'merchants') as { merchants: Record<string, unknown>[] };
    for (const merchant of content.merchants) Object.assign(merchant, { logo: `logo of ${String(merchant['name'])}` });
    content.merchants[1] = {
      ...content.merchants[1],
      customFields: [{ id: 'room', nameOrLabel: 'Room', value: '12', size: 3 }],
    };
    writeFileSync(join(folder, 'merchants.json'), JSON.stringify(content));
    const store = open(folder, merchantsDocument);
    const stored = store.read();
    if (stored === null) throw new Error('unread');
    return { folder, store, stored };
  }
  const logos = (folder: string) =>
    (jsonIn(folder, 'merchants')['merchants'] as Record<string, unknown>[]).map(({ id, logo }) => [id, logo]);

  test('stays when the merchant is edited, in another order and among new ones', () => {
    const { folder, store, stored } = openMerchants();
    const [hotel, cafe] = stored.merchants;
    if (hotel === undefined || cafe === undefined) throw new Error('missing');
    const [room] = cafe.customFields;
    if (room === undefined) throw new Error('missing');
    const edited = { ...cafe, name: 'Café', customFields: [{ ...room, value: '14' }] };
    store.write({ ...stored, merchants: [aMerchant(), edited, hotel] });
    expect(logos(folder)).toEqual([
      ['shop', undefined],
      ['cafe', 'logo of Café Ñandú'],
      [hotel.id, 'logo of Hotel Miramar'],
    ]);
    expect(jsonIn(folder, 'merchants')).toMatchObject({
      merchants: [{}, { customFields: [{ value: '14', size: 3 }] }, {}],
    });
  });

  test('is removed together with the merchant', () => {
    const { folder, store, stored } = openMerchants();
    store.write({ ...stored, merchants: stored.merchants.filter(({ id }) => id === 'cafe') });
    store.write({ ...stored, merchants: [] });
    store.write(stored);
    expect(logos(folder).map(([, logo]) => logo)).toEqual([undefined, undefined]);
  });
});

describe('a document of a newer version', () => {
  test.each(definitions.map((definition) => [definition.name, definition] as const))(
    '%s stays where it is, is not overwritten, and is reported',
    (name, definition) => {
      const folder = folderOf('1.0.0');
      const file = join(folder, `${name}.json`);
      const content = open(folder, definition).read();
      const bytes = '{"version":2,"shape":["of","a","later","time"]}';
      writeFileSync(file, bytes);
      const before = readdirSync(folder);
      const store = open(folder, definition);
      expect([store.read(), store.unread]).toEqual([null, { reason: 'newer', file }]);
      expect(() => store.write(content)).toThrow(NewerDocument);
      expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([before, bytes]);
    },
  );

  test.each(['"2"', '0', '-1', '1.5', 'null', '{}'])(
    'counts as damaged, not as newer, when its version is %s',
    (number) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'seat.json'), `{"version":${number},"language":"es","theme":"dark","seat":"Caja 3"}`);
      expect(open(folder, seatDocument(newSeat)).unread).toMatchObject({ reason: 'damaged' });
    },
  );
});
