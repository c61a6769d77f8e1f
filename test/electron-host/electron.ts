/** The module that `electron` resolves to on the stand-in. */
import { app } from './main/app.ts';
import { BaseWindow } from './windows/base-window.ts';
import { BrowserWindow } from './windows/browser-window.ts';
import { clipboard, dialog, powerMonitor, screen, shell } from './main/desktop.ts';
import { ipcMain } from './main/ipc-main.ts';
import { Menu, MenuItem } from './main/menu.ts';
import { nativeTheme } from './main/native-theme.ts';
import { Notification } from './main/notification.ts';
import { safeStorage } from './main/safe-storage.ts';
import { protocol, session } from './sessions/session.ts';
import { WebContents } from './windows/web-contents.ts';

export { app, BaseWindow, BrowserWindow, clipboard, dialog, ipcMain, Menu, MenuItem, nativeTheme, Notification };
export { powerMonitor, protocol, safeStorage, screen, session, shell, WebContents as webContents };

const electron = {
  app,
  BaseWindow,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  webContents: WebContents,
};
export { electron as default, electron as 'module.exports' };
