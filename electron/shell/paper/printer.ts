/** Prints papers and turns them into PDF, in a window without scripts, requests or a way out. */
import { BrowserWindow, session, type Session, type WebContentsPrintOptions } from 'electron';
import { denyPermissions, denyRequests } from '#electron/shell/window/guards.ts';
import { lockedPage } from '#electron/shell/window/locked-page.ts';
import type { Paper } from '#electron/paper/page.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { PaperSize } from '#shared/seat/paper-sizes.ts';

/** Scheme of its own, served in the session of papers alone. */
export const paperScheme = 'paper';

export type Printer = ReturnType<typeof createPrinter>;

/** Session partition in memory, so that nothing of a paper is kept. */
const partition = 'paper';
/** Discard port of this computer, where nothing listens. */
const nowhere = { mode: 'fixed_servers', proxyRules: '127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const;

export function createPrinter() {
  let locked: Promise<Session> | null = null;
  /** HTML of the papers in their windows, by address: each has its own, because a print dialog stays open as long as it likes. */
  const sheets = new Map<string, string>();
  let made = 0;

  async function open(): Promise<Session> {
    const own = session.fromPartition(partition);
    // First, because it may fail: the next paper tries again, and a protocol is handled once.
    await own.setProxy(nowhere);
    own.setSpellCheckerEnabled(false);
    denyPermissions(own);
    denyRequests(own, (url) => sheets.has(url));
    own.protocol.handle(paperScheme, ({ url }) => new Response(sheets.get(url) ?? null, { headers }));
    own.on('will-download', (event) => event.preventDefault());
    return own;
  }

  async function loaded<Value>(paper: Paper, work: (window: BrowserWindow) => Promise<Value>): Promise<Value> {
    locked ??= open().catch((error: unknown) => {
      locked = null;
      throw error;
    });
    const own = await locked;
    const url = `${paperScheme}://sheet/${(made += 1)}`;
    sheets.set(url, paper.html);
    const window = new BrowserWindow({
      show: false,
      skipTaskbar: true,
      webPreferences: { ...lockedPage, session: own, javascript: false, disableDialogs: true, devTools: false },
    });
    try {
      await window.loadURL(url);
      return await work(window);
    } finally {
      window.destroy();
      sheets.delete(url);
    }
  }

  return {
    /** Rejects when the page can't be made. */
    pdf: (paper: Paper): Promise<Buffer> =>
      loaded(paper, ({ webContents }) =>
        webContents.printToPDF({ preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true }),
      ),
    /** Opens the system's print dialog. False when the operator closed it. */
    print: (paper: Paper, size: PaperSize): Promise<Result<boolean>> =>
      loaded(
        paper,
        (window) =>
          new Promise((resolve) => {
            if (process.platform === 'linux') showUnderDialog(window);
            window.once('closed', () => resolve(ok(false)));
            window.webContents.print(
              { silent: false, printBackground: true, pageSize: pageSizeOf(paper, size) },
              (done, reason) => {
                if (done) resolve(ok(true));
                else resolve(/cancel/i.test(reason) ? ok(false) : failed({ kind: 'not-printed', detail: reason }));
              },
            );
          }),
      ),
  };
}

/** Shows the window, with an empty sheet, because under Wayland a dialog over a window that is hidden ends the program. */
function showUnderDialog(window: BrowserWindow): void {
  window.removeMenu();
  window.show();
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** Sheets by name, so that the dialog finds the printer's own tray; rolls in micrometres. */
function pageSizeOf({ width, height }: Paper, size: PaperSize): NonNullable<WebContentsPrintOptions['pageSize']> {
  switch (size) {
    case 'letter':
      return 'Letter';
    case 'a4':
      return 'A4';
    case 'roll-58':
    case 'roll-80':
      return { width: width * 1000, height: height * 1000 };
  }
}
