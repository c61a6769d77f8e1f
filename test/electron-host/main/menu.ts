/** `Menu` and `MenuItem`: tests can click them and press their accelerators. Nothing is drawn, and no key is heard. */
import { StandInEmitter } from '../not-implemented.ts';
import { app } from './app.ts';
import { BrowserWindow } from '../windows/browser-window.ts';

interface ItemTemplate {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly submenu?: Menu | readonly ItemTemplate[];
  readonly click?: (item: MenuItem, window: BrowserWindow | undefined, event: object) => void;
}

/** Actions of the roles that mean something here. */
const roles: Readonly<Record<string, () => void>> = {
  quit: () => app.quit(),
  close: () => BrowserWindow.getFocusedWindow()?.close(),
  reload: () => BrowserWindow.getFocusedWindow()?.webContents.reload(),
  forcereload: () => BrowserWindow.getFocusedWindow()?.webContents.reload(),
  minimize: () => BrowserWindow.getFocusedWindow()?.minimize(),
};

/** Accelerators that roles have without being told, on Linux (Electron's lib/browser/api/menu-item-roles.ts). */
const roleAccelerators: Readonly<Record<string, string>> = {
  quit: 'CmdOrCtrl+Q',
  close: 'CmdOrCtrl+W',
  reload: 'CmdOrCtrl+R',
  forcereload: 'Shift+CmdOrCtrl+R',
  toggledevtools: 'Ctrl+Shift+I',
  minimize: 'CmdOrCtrl+M',
};

export class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  private readonly onClick: ItemTemplate['click'];

  constructor(template: ItemTemplate) {
    const { submenu } = template;
    this.id = template.id;
    this.role = template.role;
    this.type = template.type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = template.accelerator;
    this.label = template.label ?? template.role ?? '';
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.submenu = submenu instanceof Menu || submenu === undefined ? submenu : Menu.buildFromTemplate(submenu);
    this.onClick = template.click;
  }

  click(event: object = {}, window: BrowserWindow | null = BrowserWindow.getFocusedWindow()): void {
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.onClick) this.onClick(this, window ?? undefined, event);
    else roles[this.role?.toLowerCase() ?? '']?.();
  }
}

/** Undefined until the program sets one, which may be none. */
let applicationMenu: Menu | null | undefined;

export class Menu extends StandInEmitter {
  readonly items: MenuItem[] = [];

  append(item: MenuItem): void {
    this.items.push(item);
  }
  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }

  static buildFromTemplate(template: readonly (ItemTemplate | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const each of template) menu.append(each instanceof MenuItem ? each : new MenuItem(each));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu ?? null;
  }

  /** True when Electron's menu stood at the start, because the program had set none. On the stand-in only. */
  static defaultStood = false;
  /** Sets Electron's own menu, which can reload the page, unless the program has set one. Called before `ready`. */
  static standDefault(): void {
    if (applicationMenu !== undefined) return;
    Menu.defaultStood = true;
    const submenus = {
      File: ['quit'],
      View: ['reload', 'forceReload', 'toggleDevTools'],
      Window: ['minimize', 'close'],
    };
    const template = Object.entries(submenus).map(([label, items]) => ({
      label,
      submenu: items.map((role) => ({ role })),
    }));
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
  /** Clicks the item of an accelerator, as its keys would. Returns false when none has it. On the stand-in only. */
  static press(accelerator: string): boolean {
    const items = (menu: Menu): readonly MenuItem[] =>
      menu.items.flatMap((item) => [item, ...(item.submenu ? items(item.submenu) : [])]);
    const keysOf = ({ role, accelerator: own }: MenuItem): string | undefined =>
      own ?? roleAccelerators[role?.toLowerCase() ?? ''];
    const found = applicationMenu ? items(applicationMenu).find((item) => keysOf(item) === accelerator) : undefined;
    if (found?.enabled) found.click({ triggeredByAccelerator: true });
    return found !== undefined;
  }
}
