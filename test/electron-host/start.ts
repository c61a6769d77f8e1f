/** Starts Chromium after the program's entry module has run, and fires `ready` when Playwright agrees. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { browser } from './chromium/browser.ts';
import { isGone } from './chromium/connection.ts';
import { launch } from './launch.ts';
import { app } from './main/app.ts';
import { Menu } from './main/menu.ts';
import { nativeTheme } from './main/native-theme.ts';
import { openWindows } from './windows/open-windows.ts';
import { WebContents } from './windows/web-contents.ts';
import { applicationWindowArguments } from './chromium/application-window.ts';

declare global {
  /** Called by Playwright once it is attached. Playwright's own loader defines another one. */
  var __playwright_run: (() => void) | undefined;
}

/**
 * Closes a window that a page opened despite `setWindowOpenHandler`. Playwright makes every new target wait for its
 * debugger, and the renderer blocks the opener until the new window resumes. The window is resumed first, because
 * closing it while it waits would block the opener for good.
 */
async function closeStray(targetId: string): Promise<void> {
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  await browser.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
  await browser.send('Target.closeTarget', { targetId });
}

/** Starts the program, unless it has ended already, as a second instance does. */
export async function start(): Promise<void> {
  // Electron begins in its folder before it looks whether the program has quit; only `exit` ends it before.
  if (app.quitting && !app.quitEarly) return;
  mkdirSync(app.getPath('userData'), { recursive: true });
  writeFileSync(path.join(app.getPath('userData'), 'Local State'), JSON.stringify({ writtenBy: process.pid }));
  if (app.quitting) return;
  try {
    await startProgram();
  } catch (error) {
    // `quit` closes Chromium even while it starts. The process then exits with the code of `quit`.
    if (app.quitting) return;
    console.error('stand-in:', error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function startProgram(): Promise<void> {
  const attached = Promise.withResolvers<void>();
  if (launch.driven && launch.preloads.length === 0) globalThis.__playwright_run = attached.resolve;
  else attached.resolve();
  await browser.start({
    profileFolder: path.join(app.getPath('userData'), 'stand-in-chromium'),
    driven: launch.driven,
    headed: launch.headed,
    extraArguments: [
      ...(launch.headed ? applicationWindowArguments(launch.manifest.name ?? '') : ['--no-startup-window']),
      ...launch.programArguments.filter((argument) => argument.startsWith('--log-net-log=')),
      // Given to the program for Chromium: keys of servers that a test vouches for.
      ...launch.rawArguments.filter((argument) => argument.startsWith('--ignore-certificate-errors-spki-list=')),
      ...[...app.commandLine.added].map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)),
    ],
    removedSwitches: app.commandLine.removed,
  });
  Object.defineProperty(process.versions, 'chrome', { value: browser.version, enumerable: true });
  browser.onExit((ending) => {
    // On a display Chromium ends with its last window, while the program may still have work to finish.
    if (app.quitting || (launch.headed && openWindows.size === 0)) return;
    console.error(`stand-in: ${ending}`);
    process.exit(1);
  });
  browser.listen((event) => {
    if (event.method === 'Target.targetDestroyed') {
      const { targetId } = event.params;
      [...openWindows].find((window) => window.webContents.targetId === targetId)?.destroy();
    } else if (event.method === 'Target.targetCreated' && event.params.targetInfo.openerId !== undefined) {
      closeStray(event.params.targetInfo.targetId).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    }
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny' });
  nativeTheme.on('updated', () => {
    for (const page of WebContents.getAllWebContents()) page.emulateMedia(nativeTheme.mediaFeatures());
  });
  await attached.promise;
  if (app.quitting) return;
  app.emit('will-finish-launching');
  Menu.standDefault();
  app.becomeReady();
}
