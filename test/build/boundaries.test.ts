/** The boundaries between rooms: a breach of every rule is refused. That the project keeps them is a step of `npm test`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { breachesOf, roomNames, roomOf } from '#build/boundaries/check.ts';
import { readSource, type SourceFile } from '#build/boundaries/imports.ts';
import { mostFiles, rooms } from '#build/boundaries/table.ts';
import { root } from '#build/paths.ts';

type RoomName = keyof typeof rooms;
const tableRooms = Object.keys(rooms) as RoomName[];

/** A file in the room, or the room itself where it is a single file. */
const fileIn = (room: string): string => (path.extname(room) === '' ? `${room}/planted.ts` : room);

/** Breaches of one planted file. Every path that it names exists unless `exists` decides otherwise. */
const breachesIn = (room: string, text: string, exists: (file: string) => boolean = () => true): readonly string[] =>
  breachesOf([readSource(fileIn(room), text, exists)]);

describe('the project', () => {
  test('has every room of the table', () => {
    expect(roomNames.filter((room) => !existsSync(path.join(root, room)))).toEqual([]);
  });

  test('excepts from the limit of 80 lines a function only files that are there', () => {
    const { overrides } = JSON.parse(readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')) as {
      readonly overrides: readonly { readonly files: readonly string[] }[];
    };
    const named = overrides.flatMap(({ files }) => files.filter((file) => !file.includes('*')));
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('has its floors in order, so that no room reaches itself through others', () => {
    const reached = (from: RoomName, seen: Set<string> = new Set()): Set<string> => {
      for (const next of rooms[from].rooms) {
        if (seen.has(next)) continue;
        seen.add(next);
        if (next in rooms) reached(next as RoomName, seen);
      }
      return seen;
    };
    expect(tableRooms.filter((room) => reached(room).has(room))).toEqual([]);
  });
});

describe('regardless of the table', () => {
  test.each([
    ['electron/core', 'react'],
    ['electron/core', 'electron'],
    ['electron/core', '#test/fixtures/world.ts'],
    ['electron/core', '#build/paths.ts'],
    ['electron/core', '#electron/export/history-file.ts'],
    ['electron/core', '#electron/ledger/ledger.ts'],
    ['electron/core', '#electron/gateway/gateway.ts'],
    ['electron/core', '#renderer/session/api.ts'],
    ['electron/ledger', '#electron/gateway/gateway.ts'],
    ['electron/ledger/engine', '#electron/ledger/postgres/connection/link.ts'],
    ['electron/ledger/sqlite', '#electron/ledger/ledger.ts'],
    ['electron/ledger/postgres', '#electron/ledger/copies/move.ts'],
    ['electron/ledger/attempts', '#electron/ledger/holds/holds.ts'],
    ['electron/core/ports', '#electron/core/operators/operators.ts'],
    ['shared/payments', '#shared/ledger/holds.ts'],
    ['electron/gateway', 'electron'],
    ['electron/vault', '#electron/shell/log.ts'],
    ['electron/shell', '#electron/compose.ts'],
    ['electron/ipc', '#electron/ledger/ledger.ts'],
    ['electron/preload.ts', 'node:fs'],
    ['shared', 'node:crypto'],
    ['shared', 'react'],
    ['shared', '#electron/core/ports/ledger.ts'],
    ['renderer/ui', 'node:path'],
    ['renderer/ui', 'electron'],
    ['renderer/ui', '#electron/core/ports/ledger.ts'],
    ['renderer/ui', '#renderer/features/charge/use-payment.ts'],
    ['renderer/words', '#renderer/ui/clock.ts'],
    ['renderer/features/holds', '#renderer/features/history/search/use-history.ts'],
    ['renderer/features/sign-in', '#renderer/frame/frame.tsx'],
    ['test/electron-host', '#electron/main.ts'],
  ])('%s may not import %s', (room, request) => {
    expect(breachesIn(room, `import '${request}';`)).toEqual([expect.stringContaining('may not import')]);
  });
});

describe.each(tableRooms)('a file of %s', (room) => {
  const row = rooms[room];
  const mayImport: readonly string[] = [room, ...row.rooms];
  const others = [...roomNames, 'somewhere-else'].filter((name) => !mayImport.includes(name));

  test('can’t import a room that is missing in its row', () => {
    const text = others.map((other) => `import '#${fileIn(other)}';`).join('\n');
    const paths = others.map((other) => expect.stringMatching(new RegExp(`may not import .*\\(${fileIn(other)}\\)$`)));
    expect(breachesIn(room, text)).toEqual(paths);
  });

  test('may import its own room, the rooms of its row and the packages of its row', () => {
    const files = row.rooms.map((name) => `import '#${fileIn(name)}';`);
    const packages = row.packages.map((name) => `import '${name}/part';`);
    const own = path.extname(room) === '' ? ["import './other.ts';"] : [];
    expect(breachesIn(room, [...files, ...packages, ...own].join('\n'))).toEqual([]);
  });

  const runtime: string = row.runtime;
  const foreign = [
    ...(['node', 'electron'].includes(runtime) ? [] : ['node:fs', 'node:crypto']),
    ...(['preload', 'electron'].includes(runtime) ? [] : ['electron', 'electron/renderer']),
    ...(runtime === 'dom' ? [] : ['react', 'react-dom/client', '@mantine/core']),
    'left-pad',
    '@tanstack/react-table',
  ];
  // Rooms that build or test the program may use every package of package.json.
  const refused = runtime === 'any' ? 0 : 1;
  test('can’t import a package that is missing in its row', () => {
    const text = foreign.map((name) => `import '${name}';`).join('\n');
    expect(breachesIn(room, text)).toHaveLength(refused * foreign.length);
  });

  test('can’t import a computed name', () => {
    expect(breachesIn(room, 'await import(name);')).toHaveLength(refused);
  });

  test('can’t import a missing file', () => {
    expect(breachesIn(room, "import './missing.ts';", () => false)).toHaveLength(1);
  });
});

describe('an import is recognised', () => {
  test.each([
    ["import { it } from '#renderer/frame/it.ts';"],
    ["import '#renderer/frame/it.ts';"],
    ["import type { It } from '#renderer/frame/it.ts';"],
    ["import * as it from '#renderer/frame/it.ts';"],
    ["import { type It } from '#renderer/frame/it.ts';"],
    ["export { it } from '#renderer/frame/it.ts';"],
    ["export * from '#renderer/frame/it.ts';"],
    ["export type { It } from '#renderer/frame/it.ts';"],
    ["const it = await import('#renderer/frame/it.ts');"],
    ["export type It = import('#renderer/frame/it.ts').It;"],
    ["const it = require('#renderer/frame/it.ts');"],
    ["new Worker(new URL('../../renderer/frame/it.ts', import.meta.url));"],
    ["import { it } from '../../renderer/frame/it.ts';"],
    ["import classes from '#renderer/frame/it.module.css';"],
    ["import it from '#renderer/frame/it.ts?raw';"],
    ["import /* anything */ it from '#renderer/frame/it.ts';"],
  ])('%s', (text) => {
    expect(breachesIn('electron/core', text)).toEqual([expect.stringContaining('may not import renderer/frame')]);
  });

  test('only in code, not in a comment or a text', () => {
    const text = "// import('#renderer/frame/it.ts')\nexport const it = `import '#renderer/frame/it.ts'`;";
    expect(breachesIn('electron/core', text)).toEqual([]);
  });

  test.each([
    "@import '../frame/it.css';",
    "@import url('../frame/it.css');",
    ".it { composes: other from '../frame/it.css'; }",
  ])('in a stylesheet: %s', (text) => {
    const styles = readSource('renderer/ui/planted.module.css', text, () => true);
    expect(breachesOf([styles])).toEqual([expect.stringContaining('may not import renderer/frame')]);
  });
});

describe('the check of boundaries', () => {
  const file = (name: string, text: string): SourceFile => readSource(name, text, () => true);

  test('refuses a file outside of every room', () => {
    expect(roomOf('lib/planted.ts')).toBeNull();
    expect(breachesOf([file('lib/planted.ts', '')])).toHaveLength(1);
  });

  test.each(['electron/ledger', 'electron/core', 'shared'])('refuses a folder of %s without a row', (room) => {
    expect(breachesOf([file(`${room}/planted/one.ts`, '')])).toEqual([expect.stringContaining('no row of its own')]);
    expect(breachesOf([file(`${room}/planted.ts`, '')])).toEqual([]);
  });

  test('refuses a circle of types, even inside of one folder', () => {
    const circle = [
      file('electron/core/one.ts', "import type { Two } from './two.ts';"),
      file('electron/core/two.ts', "import type { Three } from './three.ts';"),
      file('electron/core/three.ts', "import type { One } from './one.ts';"),
    ];
    expect(breachesOf(circle)).toEqual([
      expect.stringContaining('one.ts → electron/core/two.ts → electron/core/three.ts'),
    ]);
    expect(breachesOf(circle.slice(0, 2))).toEqual([]);
  });

  test('refuses more than 25 code files in a folder, whatever else is there', () => {
    const files = Array.from({ length: mostFiles }, (_, index) => file(`test/crowd/${index}.ts`, ''));
    const styles = file('test/crowd/one.css', '');
    expect(mostFiles).toBe(25);
    expect(breachesOf([...files, styles, file('test/crowd/inside/one.ts', '')])).toEqual([]);
    expect(breachesOf([...files, file('test/crowd/26.tsx', '')])).toHaveLength(1);
  });

  test('refuses a value or type that two files export by the same name', () => {
    const one = file('shared/one.ts', 'export const same = 1; export interface Type {}');
    expect(breachesOf([one, file('electron/core/two.ts', 'export function same() {}')])).toHaveLength(1);
    expect(breachesOf([one, file('test/e2e/stage/two.ts', 'const it = 1; export { it as same };')])).toHaveLength(1);
    expect(breachesOf([one, file('renderer/ui/two.ts', 'export type Type = 1;')])).toHaveLength(1);
    expect(breachesOf([one, file('electron/core/two.ts', "export { same } from '#shared/one.ts';")])).toEqual([]);
  });
});
