/** Owns the main window, its menu and title, and the desktop notifications. */
import { oneMinute } from '#shared/durations.ts';
import path from 'node:path';
import { app, session as electronSession, type BrowserWindow, type WebContents } from 'electron';
import { holdsAtRisk } from '#electron/core/holds/holds-at-risk.ts';
import { LedgerUnavailable, type Ledger } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { denyPermissions, denyRequests, guardContents, screensMayLoad } from './guards.ts';
import { createHoldWarnings } from '#electron/shell/hold-warnings.ts';
import type { Log } from '#electron/shell/log.ts';
import { showMenu, type Command } from '#electron/shell/menu.ts';
import { notifyOfHolds } from '#electron/shell/notifications.ts';
import type { Receipts } from '#electron/shell/receipts/receipts.ts';
import { serveFiles, serveFromVite } from './screens-files.ts';
import { handleScreens } from './screens-protocol.ts';
import { openWindow, raise, windowTitle } from './window.ts';
import type { Words } from '#electron/shell/words.ts';
import { isScreensUrl } from '#electron/ipc/sender.ts';
import type { Environment } from '#shared/seat/environment.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

export interface ScreensParts {
  readonly log: Log;
  readonly receipts: Receipts;
  /** Names the contents that the guards of the screens leave alone. */
  readonly guardsItself: (contents: WebContents) => boolean;
  readonly onCommand: (command: Command) => void;
  /** Called when the page of the screens was loaded anew, has crashed or was closed. */
  readonly onPageLeft: () => void;
}

export interface Screens {
  owns(window: BrowserWindow): boolean;
  /** Opens the window, or raises the existing one. */
  show(): void;
  /** Sets menu and title in the seat's language, for the active merchant. */
  describe(words: Words, merchant: Merchant, lockable: boolean): void;
}

/** Output of the build for the window, relative to the bundle of main. */
const built = {
  preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
  screens: path.join(import.meta.dirname, '../renderer'),
} as const;

export function createScreens({ log, receipts, guardsItself, onCommand, onPageLeft }: ScreensParts): Screens {
  const developing = !app.isPackaged;
  let window: BrowserWindow | null = null;
  let title = app.name;

  guardContents(
    (contents, url) => (receipts.owns(contents) ? receipts.mayShow(url) : isScreensUrl(url)),
    (what, url) => log.warn(`Refused: ${what} ${url}`),
    guardsItself,
  );
  const session = electronSession.defaultSession;
  session.setSpellCheckerEnabled(false);
  denyPermissions(session);
  const devServer = process.env['CAJA_DEV_SERVER'];
  // Vite's client receives updates over its own web socket.
  const devSocket = devServer?.replace(/^http/, 'ws');
  denyRequests(session, (url) => screensMayLoad(url) || (devSocket !== undefined && url.startsWith(devSocket)));
  handleScreens(devServer === undefined ? serveFiles(built.screens) : serveFromVite(devServer));

  return {
    owns: (candidate) => candidate === window,
    show() {
      if (window !== null) {
        raise(window);
        return;
      }
      window = openWindow({
        preload: built.preload,
        developing,
        onGone: (reason) => log.error(`The page's process ended: ${reason}`),
        onPageLeft,
      });
      window.setTitle(title);
      window.on('closed', () => {
        window = null;
      });
    },
    describe(words, merchant, lockable) {
      title = windowTitle(words, merchant);
      window?.setTitle(title);
      showMenu({ words, onCommand, lockable, logFile: log.file, developing });
    },
  };
}

/** Interval of the check for expiring holds, in ms. */
const checkInterval = 10 * oneMinute;

export interface HoldWatchParts {
  readonly ledger: Pick<Ledger, 'holds'>;
  /** Environment in use. Holds of other environments are not checked. */
  readonly environment: () => Environment;
  readonly words: () => Words;
  readonly onClick: () => void;
  readonly reportBug: ReportBug;
}

/**
 * Notifies the desktop of expiring holds, now and every ten minutes.
 * @returns a function that stops the checks
 */
export function watchHolds({ ledger, environment, words, onClick, reportBug }: HoldWatchParts): () => void {
  const warnings = createHoldWarnings();
  const check = async (): Promise<void> => {
    const now = new Date();
    const due = await holdsAtRisk(ledger, environment(), now);
    for (const warning of warnings(due, now)) notifyOfHolds(warning, words(), onClick);
  };
  const checkSafely = (): void => {
    check().catch((error: unknown) => {
      // A banner already reports an unavailable ledger, and the next check finds the same holds.
      if (!(error instanceof LedgerUnavailable)) reportBug(error);
    });
  };
  const timer = setInterval(checkSafely, checkInterval);
  timer.unref();
  checkSafely();
  return () => clearInterval(timer);
}
