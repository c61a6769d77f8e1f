/** The main process as it is built: before its window opens it reads only what a start needs, and nothing of development ever. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { mainConfig } from '#build/vite/main.vite.ts';

let shipped: readonly Rolldown.OutputChunk[];
/** Modules of the files that are read before the window, by the time at which its page is served, and all of them. */
let before: ReadonlySet<string>;
let served: ReadonlySet<string>;
let all: ReadonlySet<string>;

beforeAll(async () => {
  const config = mainConfig('production');
  const built = await build({ ...config, logLevel: 'error', build: { ...config.build, write: false } });
  shipped = (built as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
  const chunks = new Map(shipped.map((chunk) => [chunk.fileName, chunk]));
  const modulesOf = (names: Iterable<string>): ReadonlySet<string> =>
    new Set([...names].flatMap((name) => chunks.get(name)?.moduleIds ?? []).map((id) => path.relative(root, id)));
  /** A file with its static imports. */
  function readBy(file: string): ReadonlySet<string> {
    const read = new Set([file]);
    for (const name of read) for (const imported of chunks.get(name)?.imports ?? []) read.add(imported);
    return modulesOf(read);
  }
  [before, served, all] = [readBy('main.js'), readBy('compose.js'), modulesOf(chunks.keys())];
});

const within = (modules: ReadonlySet<string>, folder: string): readonly string[] =>
  [...modules].filter((module) => module.startsWith(folder));

test('the window opens before the core, the ledger and the client of undici are read', () => {
  expect(before).toContain('electron/shell/window/window.ts');
  for (const module of ['electron/compose.ts', 'electron/ledger/open-ledger.ts', 'electron/gateway/gateway.ts'])
    expect([before.has(module), served.has(module)]).toEqual([false, true]);
  for (const folder of ['node_modules/undici/lib/dispatcher/', 'node_modules/kysely/']) {
    expect(within(served, folder)).not.toEqual([]);
    expect(within(before, folder)).toEqual([]);
  }
});

test.each([
  'electron/training/training-gateway.ts',
  'electron/updates/signed-updater.ts',
  'node_modules/@peculiar/x509/',
  'node_modules/electron-updater/',
  'node_modules/reflect-metadata/',
])('the program has %s in a file that a start does not wait for', (folder) => {
  expect(within(all, folder)).not.toEqual([]);
  expect(within(served, folder)).toEqual([]);
});

test.each(['node_modules/ajv/', 'node_modules/undici/lib/mock/', 'node_modules/undici/lib/web/websocket/'])(
  'the program does without %s',
  (folder) => {
    expect(within(all, folder)).toEqual([]);
  },
);

test.each(['main.js', 'compose.js', 'training-gateway.js'])(
  '%s has neither descriptions nor a character that would make V8 keep it with two bytes for each',
  (file) => {
    const code = shipped.find(({ fileName }) => fileName === file)?.code ?? '';
    expect(code).not.toBe('');
    expect(/^\s*\/\*\*(?!.*@(?:license|preserve))/m.exec(code)?.[0]).toBeUndefined();
    expect(code.match(/[^\0-\xff]/g)).toBeNull();
  },
);

test('only a development build reads the address of a development server, and names a map', () => {
  const text = shipped.map(({ code }) => code).join('\n');
  for (const part of ['CAJA_DEV_SERVER', '//# sourceMappingURL=']) expect(text).not.toContain(part);
  const { define, build: developed } = mainConfig('development');
  expect(define).not.toHaveProperty(['process.env.CAJA_DEV_SERVER']);
  expect(developed?.sourcemap).toBe(true);
  expect(readFileSync(path.join(root, 'electron/shell/window/screens.ts'), 'utf8')).toContain(`env['CAJA_DEV_SERVER']`);
});
