/** Owns the main window, its menu and title, and the desktop notifications. */
import { oneMinute } from '#shared/durations.ts';
import path from 'node:path';
import { app, BrowserWindow, type BaseWindow, type WebContents } from 'electron';
import { holdsAtRisk } from '#electron/core/holds/holds-at-risk.ts';
import { LedgerUnavailable, type Ledger } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { guardContents } from './guards.ts';
import { createHoldWarnings } from '#electron/shell/hold-warnings.ts';
import type { Log } from '#electron/shell/log.ts';
import { enablePrint, showMenu, type Command } from '#electron/shell/menu.ts';
import { notifyOfHolds } from '#electron/shell/notifications.ts';
import type { Receipts } from '#electron/shell/receipts/receipts.ts';
import { nothingShown, type PageFacts } from './page-facts.ts';
import { openScreensSession } from './screens-session.ts';
import { openWindow, raise, windowTitle } from './window.ts';
import type { Words } from '#electron/shell/words.ts';
import { isScreensUrl } from '#electron/ipc/sender.ts';
import type { Environment } from '#shared/environment.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Language } from '#shared/languages.ts';

export interface ScreensParts {
  readonly log: Log;
  /** The seat's language. */
  readonly language: () => Language;
  readonly receipts: Receipts;
  /** Names the contents that the guards of the screens leave alone. */
  readonly guardsItself: (contents: WebContents) => boolean;
  readonly onCommand: (command: Command) => void;
  /** Called when the page of the screens was loaded anew, has crashed or was closed. */
  readonly onPageLeft: () => void;
  /** True while a payment or its record is under way, which holds up the end of the system's session. */
  readonly busy: () => boolean;
  /** The system ends its session, and the program with it. */
  readonly onSessionEnd: () => void;
}

/** The seat as its window shows it. */
interface SeatShown {
  readonly words: Words;
  readonly merchant: Merchant;
  /** True when an operator is signed in who can lock the seat. */
  readonly lockable: boolean;
  /** True when somebody works here, be it the system's user. */
  readonly working: boolean;
  /** True when the window is kept out of screenshots while a card is on it. */
  readonly hidesCards: boolean;
}

export interface Screens {
  owns(window: BrowserWindow): boolean;
  /** Opens the window, or raises the existing one. */
  show(): void;
  /** Sets menu and title in the seat's language, for the active merchant. */
  describe(seat: SeatShown): void;
  /** Takes what the page tells about itself. */
  tell(facts: Partial<PageFacts>): void;
}

/** Output of the build for the window, relative to the bundle of main. */
const built = {
  preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
  screens: path.join(import.meta.dirname, '../renderer'),
} as const;

export function createScreens(parts: ScreensParts): Screens {
  const { log, language, receipts, guardsItself, onCommand, onPageLeft, busy, onSessionEnd } = parts;
  const developing = !app.isPackaged;
  let window: BrowserWindow | null = null;
  let title = app.name;
  let facts = nothingShown;
  let hidesCards = true;

  guardContents(
    (contents, url) => (receipts.owns(contents) ? receipts.mayShow(url) : isScreensUrl(url)),
    (what, url) => log.warn(`Refused: ${what} ${url}`),
    guardsItself,
  );
  const sealing = openScreensSession(built.screens, process.env['CAJA_DEV_SERVER'], language);

  const mayPrint = (shown: BaseWindow | null): boolean => shown !== null && shown === window && facts.printable;
  const showFacts = (next: PageFacts): void => {
    facts = next;
    if (window?.isDestroyed() === false) window.setContentProtection(facts.card && hidesCards);
    enablePrint(mayPrint(BrowserWindow.getFocusedWindow()));
  };
  app.on('browser-window-focus', (_event, focused) => enablePrint(mayPrint(focused)));

  return {
    owns: (candidate) => candidate === window,
    show() {
      if (window !== null) {
        raise(window);
        return;
      }
      window = openWindow({
        ...sealing,
        preload: built.preload,
        developing,
        onNotSealed: (error) => log.error('The page has a way out, so it is not shown', error),
        onGone: (reason) => log.error(`The page's process ended: ${reason}`),
        onPageLeft: () => {
          showFacts(nothingShown);
          onPageLeft();
        },
        busy,
        onSessionEnd,
      });
      window.setTitle(title);
      window.on('closed', () => {
        window = null;
        // The hidden window of a paper lives as long as its print dialog, and would keep the program.
        app.quit();
      });
    },
    describe(seat) {
      const { words, lockable, working } = seat;
      ({ hidesCards } = seat);
      title = windowTitle(words, seat.merchant);
      window?.setTitle(title);
      showMenu({ words, onCommand, lockable, working, mayPrint, logFile: log.file, developing });
      // A locked page shows nothing of what it told, and says anew what it shows afterwards.
      showFacts(working ? facts : nothingShown);
    },
    tell: (told) => showFacts({ ...facts, ...told }),
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
