/** A small program with Caja's use of Electron, so that the stand-in is tested apart from Caja. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  session,
  shell,
  type IpcMainInvokeEvent,
} from 'electron';
import './held-messages.ts';

const page = 'app://sample/index.html';
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";
const files: Readonly<Record<string, string>> = { '/index.html': 'text/html', '/page.js': 'text/javascript' };

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
// Stand-in only: lets Chromium open windows for pages, because some versions of Chromium can't block them.
if (process.env['SAMPLE_OPENS_WINDOWS']) app.commandLine.removeSwitch('block-new-web-contents');
if (!app.requestSingleInstanceLock()) app.quit();
app.on('second-instance', (_event, argv) => console.log('second instance', JSON.stringify(argv.slice(1))));

function serve(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/echo') {
    return request.text().then((body) => Response.json({ method: request.method, body, url: request.url }));
  }
  const type = files[pathname];
  if (type === undefined) return new Response('', { status: 404 });
  const headers = { 'content-type': type, 'content-security-policy': policy };
  return new Response(readFileSync(path.join(import.meta.dirname, 'page', pathname)), { headers });
}

const noteFile = (): string => path.join(app.getPath('userData'), 'note');

function serveCalls(window: BrowserWindow): void {
  const calls: Record<string, (event: IpcMainInvokeEvent, value: unknown) => unknown> = {
    echo: (_event, value) => value,
    fail: () => {
      throw new RangeError('boom');
    },
    // Looks who asked once the page has taken the frame away.
    later: async (event) => {
      await new Promise((resolve) => ipcMain.once('frame-gone', resolve));
      console.log('asked by', event.senderFrame);
    },
    sender: (event) => [event.senderFrame?.url, event.senderFrame === window.webContents.mainFrame, event.sender.id],
    ticks: (_event, count) => {
      for (let tick = 0; tick < Number(count); tick += 1) window.webContents.send('tick', tick);
    },
    keep: async (_event, text) => writeFileSync(noteFile(), await safeStorage.encryptStringAsync(String(text))),
    kept: async () => (await safeStorage.decryptStringAsync(readFileSync(noteFile()))).result,
    choose: () => dialog.showOpenDialog({}),
  };
  for (const [name, call] of Object.entries(calls)) ipcMain.handle(name, call);
}

function guard(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url);
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event, url) => {
    console.log('stopped', url);
    event.preventDefault();
  });
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => {
    console.log('asked for', permission);
    decide(permission === 'notifications');
  });
  session.defaultSession.setPermissionCheckHandler(() => false);
}

await Promise.resolve();
void app.whenReady().then(async () => {
  protocol.handle('app', serve);
  const menu = Menu.buildFromTemplate([{ label: 'File', submenu: [{ id: 'quit', role: 'quit' }] }]);
  if (process.env['SAMPLE_LEAVES_MENU'] === undefined) Menu.setApplicationMenu(menu);
  const preload = path.join(import.meta.dirname, 'preload.cjs');
  const nodeIntegrationInSubFrames = process.env['SAMPLE_FRAMES'] !== undefined;
  const webPreferences = { preload, sandbox: true, nodeIntegrationInSubFrames };
  const window = new BrowserWindow({ width: 900, height: 700, webPreferences });
  guard(window);
  serveCalls(window);
  // Electron rejects a load when its window is destroyed first.
  await window.loadURL(page).catch((error: Error) => console.log('not loaded:', error.message));
});
app.on('window-all-closed', () => app.quit());
