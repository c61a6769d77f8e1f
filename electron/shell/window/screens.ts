/**
 * Owns the main window, its menu and title. The window opens before the rest of the program is read, so that its page's process starts
 * meanwhile. Its page is served once the rest is connected.
 */
import path from 'node:path';
import { app, BaseWindow, BrowserWindow, type WebContents } from 'electron';
import { guardContents } from './guards.ts';
import { offerReload } from '#electron/shell/dialogs.ts';
import { wordsOf } from '#electron/shell/words.ts';
import type { Log } from '#electron/shell/log.ts';
import { enablePrint, showMenu, type MenuParts } from '#electron/shell/menu.ts';
import type { Receipts } from '#electron/shell/receipts/receipts.ts';
import { openScreensSession } from './screens-session.ts';
import { openWindow, raise, windowTitle, type WindowParts } from './window.ts';
import { isScreensUrl } from '#electron/ipc/sender.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import type { Language } from '#shared/languages.ts';

interface ScreensParts extends Pick<MenuParts, 'onCommand'>, Pick<WindowParts, 'onPageLeft' | 'busy' | 'onSessionEnd'> {
  readonly language: () => Language;
  readonly receipts: Receipts;
  /** Names the contents that the guards of the screens leave alone. */
  readonly guardsItself: (contents: WebContents) => boolean;
}

interface SeatShown extends Pick<MenuParts, 'words' | 'lockable' | 'working'> {
  readonly merchant: Merchant;
  /** True when the window is kept out of screenshots while a card is on it. */
  readonly hidesCards: boolean;
}

/** Facts that the page tells about itself. They end with the page and when nobody works here. */
interface PageFacts {
  /** A card number or a security code stands on the screen. */
  readonly card: boolean;
  /** The screen shows a document that can be printed. */
  readonly printable: boolean;
}

const nothingShown: PageFacts = { card: false, printable: false };

export type Screens = ReturnType<typeof createScreens>;

/** Output of the build for the window, relative to the bundle of main. */
const built = {
  preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
  screens: path.join(import.meta.dirname, '../renderer'),
} as const;

/** @param onNotSealed called when the page has a way out, so that it is not shown */
export function createScreens(log: Log, onNotSealed: (error: unknown) => void) {
  const developing = !app.isPackaged;
  const connection = Promise.withResolvers<ScreensParts>();
  /** Null while the rest of the program is read. */
  let program: ScreensParts | null = null;
  let window: BrowserWindow | null = null;
  let closed = false;
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
    /** Serves the page, which waits for it. Called once. */
    connect(parts: ScreensParts): void {
      program = parts;
      connection.resolve(parts);
    },
    owns: (candidate: BrowserWindow): boolean => candidate === window,
    /** Opens the window, or raises the existing one. Does nothing once `stayClosed` was called. */
    show(): void {
      if (closed) return;
      if (window !== null) {
        raise(window);
        return;
      }
      window = openWindow({
        ...sealing,
        preload: built.preload,
        developing,
        onNotSealed,
        onGone: (reason) => log.error(`The page's process ended: ${reason}`),
        onBlank: async (reload) => offerReload(wordsOf(await language()), reload),
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
    /** Opens no window any more, because the program may have stopped waiting for the answers of its payments. */
    stayClosed(): void {
      closed = true;
    },
    /**
     * Holds up the end of the system's session without the window, until the program ends. Windows asks windows alone, and ends a
     * program that shows none, so a minimized one stays in the taskbar.
     */
    holdSession(): void {
      if (process.platform !== 'win32') return;
      const kept = new BaseWindow({ title, show: false });
      kept.removeMenu();
      kept.on('query-session-end', (event) => event.preventDefault());
      kept.on('close', (event) => event.preventDefault());
      kept.minimize();
    },
    /** Sets menu and title in the seat's language, for the active merchant. */
    describe(seat: SeatShown): void {
      const { words, lockable, working } = seat;
      ({ hidesCards } = seat);
      title = windowTitle(words, seat.merchant);
      window?.setTitle(title);
      const onCommand: MenuParts['onCommand'] = (...command) => program?.onCommand(...command);
      showMenu({ words, onCommand, lockable, working, mayPrint, logFile: log.file, developing });
      // A locked page shows nothing of what it told, and says anew what it shows afterwards.
      showFacts(working ? facts : nothingShown);
    },
    /** Takes what the page tells about itself. */
    tell: (told: Partial<PageFacts>): void => showFacts({ ...facts, ...told }),
  };
}
