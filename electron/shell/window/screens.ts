/**
 * Owns the main window, its menu and title. The window opens before the rest of the program is read, so that its page's process starts
 * meanwhile. Its page is served once the rest is connected.
 */
import path from 'node:path';
import { app, BrowserWindow, type BaseWindow, type WebContents } from 'electron';
import { guardContents } from './guards.ts';
import type { Log } from '#electron/shell/log.ts';
import { enablePrint, showMenu, type Command } from '#electron/shell/menu.ts';
import type { Receipts } from '#electron/shell/receipts/receipts.ts';
import { nothingShown, type PageFacts } from './page-facts.ts';
import { openScreensSession } from './screens-session.ts';
import { openWindow, raise, windowTitle } from './window.ts';
import type { Words } from '#electron/shell/words.ts';
import { isScreensUrl } from '#electron/ipc/sender.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Language } from '#shared/languages.ts';

interface ScreensParts {
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
  /** Serves the page, which waits for it. Called once. */
  connect(parts: ScreensParts): void;
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

export function createScreens(log: Log): Screens {
  const developing = !app.isPackaged;
  const connection = Promise.withResolvers<ScreensParts>();
  /** Null while the rest of the program is read. */
  let program: ScreensParts | null = null;
  let window: BrowserWindow | null = null;
  let title = app.name;
  let facts = nothingShown;
  let hidesCards = true;

  guardContents(
    (contents, url) => (program?.receipts.owns(contents) === true ? program.receipts.mayShow(url) : isScreensUrl(url)),
    (what, url) => log.warn(`Refused: ${what} ${url}`),
    (contents) => program?.guardsItself(contents) === true,
  );
  const language = async (): Promise<Language> => (await connection.promise).language();
  const sealing = openScreensSession(built.screens, process.env['CAJA_DEV_SERVER'], language);

  const mayPrint = (shown: BaseWindow | null): boolean => shown !== null && shown === window && facts.printable;
  const showFacts = (next: PageFacts): void => {
    facts = next;
    if (window?.isDestroyed() === false) window.setContentProtection(facts.card && hidesCards);
    enablePrint(mayPrint(BrowserWindow.getFocusedWindow()));
  };
  app.on('browser-window-focus', (_event, focused) => enablePrint(mayPrint(focused)));

  return {
    connect(parts) {
      program = parts;
      connection.resolve(parts);
    },
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
          program?.onPageLeft();
        },
        busy: () => program?.busy() === true,
        onSessionEnd: () => program?.onSessionEnd(),
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
      const onCommand = (command: Command): void => program?.onCommand(command);
      showMenu({ words, onCommand, lockable, working, mayPrint, logFile: log.file, developing });
      // A locked page shows nothing of what it told, and says anew what it shows afterwards.
      showFacts(working ? facts : nothingShown);
    },
    tell: (told) => showFacts({ ...facts, ...told }),
  };
}
