/**
 * The application menu in the seat's language. Commands go to the screens as `menu.command`, except lock and sign-out.
 */
import { app, BrowserWindow, Menu, shell, type BaseWindow, type MenuItemConstructorOptions } from 'electron';
import type { EventOf } from '#shared/contract/contract.ts';
import type { Words } from './words.ts';

/** Commands of the screens, and two that the main process executes itself. */
export type Command = EventOf<'menu.command'>['command'] | 'lock' | 'sign-out';

export interface MenuParts {
  readonly words: Words;
  readonly onCommand: (command: Command, byKey: boolean) => void;
  /** True while an operator is signed in who can lock the seat. */
  readonly lockable: boolean;
  /** True while somebody works here, who may see the log. */
  readonly working: boolean;
  /** True while the window shows a document that can be printed. Nothing else ever is. */
  readonly mayPrint: (window: BaseWindow | null) => boolean;
  readonly logFile: string;
  /** True when developer tools are offered, which is never the case in an installed program. */
  readonly developing: boolean;
}

type Item = MenuItemConstructorOptions;
const separator: Item = { type: 'separator' };

/** Enables File > Print for the window that has the focus. */
export function enablePrint(enabled: boolean): void {
  const item = Menu.getApplicationMenu()?.getMenuItemById('print');
  if (item) item.enabled = enabled;
}

export function showMenu(parts: MenuParts): void {
  const template = process.platform === 'darwin' ? [appMenu(parts), ...menus(parts)] : menus(parts);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function menus({ words: { t }, onCommand, lockable, working, mayPrint, logFile, developing }: MenuParts): Item[] {
  const mac = process.platform === 'darwin';
  const command = (name: Command, label: string, accelerator: string): Item => ({
    id: name,
    label,
    accelerator,
    click: (_item, _window, { triggeredByAccelerator = false }) => onCommand(name, triggeredByAccelerator),
  });
  const print: Item = {
    id: 'print',
    label: t('shell:menu.print'),
    accelerator: 'CmdOrCtrl+P',
    enabled: mayPrint(BrowserWindow.getFocusedWindow()),
    click: (_item, window, { triggeredByAccelerator = false }) => {
      if (window !== undefined && mayPrint(window)) onCommand('print', triggeredByAccelerator);
    },
  };
  const quit: Item = { role: 'quit', label: t('shell:menu.quit'), accelerator: 'CmdOrCtrl+Q' };
  return [
    {
      label: t('shell:menu.file'),
      submenu: [
        command('new-payment', t('shell:menu.newPayment'), 'CmdOrCtrl+N'),
        separator,
        print,
        separator,
        { ...command('lock', t('shell:menu.lock'), 'CmdOrCtrl+L'), enabled: lockable },
        {
          id: 'sign-out',
          label: t('shell:menu.signOut'),
          enabled: lockable,
          click: () => onCommand('sign-out', false),
        },
        ...(mac ? [] : [separator, quit]),
      ],
    },
    editMenu(t),
    {
      label: t('shell:menu.go'),
      submenu: [
        command('charge', t('common:nav.charge'), 'CmdOrCtrl+1'),
        command('holds', t('common:nav.holds'), 'CmdOrCtrl+2'),
        command('history', t('common:nav.history'), 'CmdOrCtrl+3'),
        command('reports', t('common:nav.reports'), 'CmdOrCtrl+4'),
        command('settings', t('common:nav.settings'), 'CmdOrCtrl+,'),
      ],
    },
    viewMenu(t, developing),
    ...(mac ? [windowMenu(t)] : []),
    {
      label: t('shell:menu.help'),
      role: 'help',
      submenu: [
        {
          id: 'show-log',
          label: t('shell:menu.showLog'),
          enabled: working,
          click: () => shell.showItemInFolder(logFile),
        },
        ...(mac ? [] : [{ role: 'about', label: t('shell:menu.about') } satisfies Item]),
      ],
    },
  ];
}

const editMenu = (t: Words['t']): Item => ({
  label: t('shell:menu.edit'),
  submenu: [
    { role: 'undo', label: t('shell:menu.undo') },
    { role: 'redo', label: t('shell:menu.redo') },
    separator,
    { role: 'cut', label: t('shell:menu.cut') },
    { role: 'copy', label: t('shell:menu.copy') },
    { role: 'paste', label: t('shell:menu.paste') },
    { role: 'selectAll', label: t('shell:menu.selectAll') },
  ],
});

const viewMenu = (t: Words['t'], developing: boolean): Item => ({
  label: t('shell:menu.view'),
  submenu: [
    { role: 'zoomIn', label: t('shell:menu.zoomIn') },
    { role: 'zoomOut', label: t('shell:menu.zoomOut') },
    { role: 'resetZoom', label: t('shell:menu.zoomReset') },
    separator,
    { role: 'togglefullscreen', label: t('shell:menu.fullScreen') },
    ...(developing
      ? [separator, { role: 'toggleDevTools', label: t('shell:menu.developerTools') } satisfies Item]
      : []),
  ],
});

/** macOS has a menu of its own for the program as a whole. */
const appMenu = ({ words: { t } }: MenuParts): Item => ({
  label: app.name,
  submenu: [
    { role: 'about', label: t('shell:menu.about') },
    separator,
    { role: 'services', label: t('shell:menu.services') },
    separator,
    { role: 'hide', label: t('shell:menu.hide') },
    { role: 'hideOthers', label: t('shell:menu.hideOthers') },
    { role: 'unhide', label: t('shell:menu.showAll') },
    separator,
    { role: 'quit', label: t('shell:menu.quit') },
  ],
});

/** macOS lists the open windows below these. */
const windowMenu = (t: Words['t']): Item => ({
  label: t('shell:menu.window'),
  role: 'window',
  submenu: [
    { role: 'minimize', label: t('shell:menu.minimize') },
    { role: 'zoom', label: t('shell:menu.zoom') },
    separator,
    { role: 'front', label: t('shell:menu.front') },
  ],
});
