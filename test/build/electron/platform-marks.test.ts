/** What Electron has on some systems alone, and what the program does on the others. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { declaredIn, marksInUse } from './platform-marks.ts';

/** What happens on the systems that a mark leaves out. A name that is no longer used has to go. */
const elsewhere: Readonly<Record<string, string>> = {
  'App.activate darwin': 'a click on the icon starts a second instance, which raises the window of the first',
  'App.open-url darwin': 'a link comes on the command line of a second instance',
  'App.setAppUserModelId win32': 'the desktop entry and the bundle name the program; called on Windows alone',
  'App.setToastActivatorCLSID win32': 'notifications need no class; called on Windows alone',
  'BaseWindowConstructorOptions.autoHideMenuBar linux,win32': 'macOS has its menu outside the window',
  'BaseWindowConstructorOptions.skipTaskbar darwin,win32': 'Linux lists a paper under its print dialog alone',
  'BrowserWindow.query-session-end win32': '`will-quit` waits for the payment',
  'BrowserWindow.removeMenu linux,win32': 'macOS has its menu outside the window; not called there',
  'BrowserWindow.session-end win32': '`will-quit` ends the program',
  'BrowserWindow.setContentProtection darwin,win32': 'Linux hides nothing: docs/security.md says so',
  'Notification.failed darwin,win32': 'a notification that Linux does not show is kept until the program ends',
  'OpenDialogOptions.message darwin': 'not used: the message of `showMessageBox`, which all systems have',
  'PowerMonitor.lock-screen darwin,win32': 'Electron tells of no lock on Linux; locking by idleness is left',
  'PowerMonitor.user-did-resign-active darwin': 'Windows locks the session, and Linux tells of it on a bus',
  'SaveDialogOptions.message darwin': 'not used, as in `OpenDialogOptions`',
};

const declarations = `declare namespace Electron {
  interface App extends NodeJS.EventEmitter {
    /**
     * Emitted when a lamp is lit.
     *
     * @platform darwin
     */
    on(event: 'lamp', listener: () => void): this;
    /**
     * @platform darwin
     */
    off(event: 'lamp', listener: () => void): this;
    quit(): void;
    /**
     * @platform win32,linux
     */
    setBadge(count: number, options: BadgeOptions): void;
    readonly dock?: Dock;
  }
  interface BadgeOptions extends BaseBadgeOptions {
    size?: number;
  }
  interface BaseBadgeOptions {
    /**
     * @platform linux
     */
    colour?: string;
  }
  interface Dock {
    /**
     * @platform darwin
     */
    bounce(): void;
  }
  class Tray extends NodeEventEmitter {
    /**
     * @platform win32
     */
    static list(): void;
  }
}
`;

test.each<[string, string, readonly string[]]>([
  ['an event, wherever it is listened to', "power.on('lamp', lock)", ['App.lamp darwin']],
  [
    'an event of an interface of one’s own',
    "on(event: 'dark' | 'lamp', listener: () => void): unknown;",
    ['App.lamp darwin'],
  ],
  [
    'a method with its options',
    'app.setBadge(1, { colour: red })',
    ['App.setBadge win32,linux', 'BaseBadgeOptions.colour linux'],
  ],
  ['an object behind a property', 'app.dock?.bounce()', ['Dock.bounce darwin']],
  ['a name of another object', 'other.setBadge(1, { colour: red }); list.bounce()', []],
])('a mark is found by %s', (_how, source, expected) => {
  expect(marksInUse(declaredIn(declarations), [`import { app } from 'electron';\n${source}`])).toEqual(expected);
});

test('a class is followed under any name, and nothing is where nothing is imported', () => {
  const declared = declaredIn(declarations);
  expect(marksInUse(declared, ["import { app, type Tray as Icon } from 'electron';\nicon.list()"])).toEqual([
    'Tray.list win32',
  ]);
  expect(marksInUse(declared, ['app.setBadge(1)'])).toEqual([]);
});

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test('every name of Electron that a system lacks is answered for, and is in use', () => {
  const declared = declaredIn(read('node_modules/electron/electron.d.ts'));
  const sources = globSync('electron/**/*.ts', { cwd: root }).map(read);
  expect(marksInUse(declared, sources)).toEqual(Object.keys(elsewhere).toSorted());
});
