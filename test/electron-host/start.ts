/** Starts Chromium once the program's entry module is evaluated, and says `ready` when Playwright agrees. */
import path from 'node:path';
import { browser } from './chromium/browser.ts';
import { launch } from './launch.ts';
import { app } from './main/app.ts';
import { nativeTheme } from './main/native-theme.ts';
import { openWindows } from './windows/open-windows.ts';
import { WebContents } from './windows/web-contents.ts';
import { applicationWindowArguments } from './chromium/application-window.ts';

declare global {
  /** Playwright calls it when it is attached; its own loader, when it uses that, brings another. */
  var __playwright_run: (() => void) | undefined;
}

export async function start(): Promise<void> {
  const attached = Promise.withResolvers<void>();
  if (launch.driven && launch.preloads.length === 0) globalThis.__playwright_run = attached.resolve;
  else attached.resolve();
  try {
    await browser.start({
      profileFolder: path.join(app.getPath('userData'), 'stand-in-chromium'),
      driven: launch.driven,
      headed: launch.headed,
      extraArguments: [
        ...(launch.headed ? applicationWindowArguments(launch.manifest.name ?? '') : ['--no-startup-window']),
        ...[...app.commandLine.added].map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)),
      ],
    });
  } catch (error) {
    console.error('stand-in:', error instanceof Error ? error.message : error);
    process.exit(1);
  }
  Object.defineProperty(process.versions, 'chrome', { value: browser.version, enumerable: true });
  browser.onExit(() => {
    if (app.quitting) return;
    console.error('stand-in: Chromium has exited');
    process.exit(1);
  });
  browser.listen((event) => {
    if (event.method === 'Target.targetDestroyed') {
      const { targetId } = event.params;
      [...openWindows].find((window) => window.webContents.targetId === targetId)?.destroy();
    } else if (event.method === 'Target.targetCreated' && event.params.targetInfo.openerId !== undefined) {
      // A window that a page opened past `setWindowOpenHandler` is none of the program's.
      browser.post('Target.closeTarget', { targetId: event.params.targetInfo.targetId });
    }
  });
  await browser.send('Target.setDiscoverTargets', { discover: true });
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny' });
  nativeTheme.on('updated', () => {
    for (const page of WebContents.getAllWebContents()) void page.emulateMedia(nativeTheme.mediaFeatures());
  });
  await attached.promise;
  app.emit('will-finish-launching');
  app.becomeReady();
}
