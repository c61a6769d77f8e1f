/** The menu of each system. The real one is built by Electron; what the program asks of it is read here. */
import type { BaseWindow, MenuItem, MenuItemConstructorOptions } from 'electron';
import { afterEach, expect, test, vi } from 'vitest';
import { showMenu, type MenuParts } from '#electron/shell/menu.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { electronIs } from '#test/fixtures/electron.ts';

type Item = MenuItemConstructorOptions & { readonly submenu?: readonly MenuItemConstructorOptions[] };

let shown: unknown[] = [];
electronIs({
  app: { name: 'Caja' },

  BrowserWindow: { getFocusedWindow: () => null },
  Menu: {
    buildFromTemplate: (template: unknown[]) => template,
    setApplicationMenu: (menu: unknown[]) => (shown = menu),
  },
});

function menusOn(
  platform: NodeJS.Platform,
  language: 'en' | 'es',
  onCommand: MenuParts['onCommand'] = () => undefined,
): readonly Item[] {
  vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }));
  showMenu({
    words: wordsOf(language),
    onCommand,
    lockable: true,
    working: true,
    mayPrint: () => true,
    logFile: '/log',
    developing: false,
  });
  return shown as readonly Item[];
}
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['en', ['Caja', '&File', '&Edit', '&Go', '&View', 'Window', '&Help']],
  ['es', ['Caja', '&Archivo', '&Edición', '&Ir', '&Ver', 'Ventana', 'A&yuda']],
] as const)('macOS has menus for the program and its windows, in %s', (language, labels) => {
  const menus = menusOn('darwin', language);
  expect(menus.map(({ label }) => label)).toEqual(labels);
  const rolesOf = (at: number) => menus[at]?.submenu?.flatMap(({ role }) => role ?? []);
  expect(rolesOf(0)).toEqual(['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']);
  expect([menus[5]?.role, rolesOf(5)]).toEqual(['window', ['minimize', 'zoom', 'front']]);
  // A role without a label would be in the language of the system.
  const bare = menus.flatMap(({ submenu = [] }) => submenu).filter(({ role, label }) => role && !label);
  expect(bare).toEqual([]);
});

test.each(['win32', 'linux'] as const)('%s has neither', (platform) => {
  expect(menusOn(platform, 'en').map(({ label }) => label)).toEqual(['&File', '&Edit', '&Go', '&View', '&Help']);
});

test.each([true, false])('a command tells whether a key gave it: %s', (triggeredByAccelerator) => {
  const onCommand = vi.fn<MenuParts['onCommand']>();
  const items = menusOn('linux', 'en', onCommand).flatMap(({ submenu = [] }) => submenu);
  for (const { id, click } of items) {
    if (id === 'holds' || id === 'print') click?.({} as MenuItem, {} as BaseWindow, { triggeredByAccelerator });
  }
  expect(onCommand.mock.calls).toEqual([
    ['print', triggeredByAccelerator],
    ['holds', triggeredByAccelerator],
  ]);
});
