/** Creates the main window: sandboxed, isolated, with its size remembered and the environment in its title. */
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { emptyCoreDumps } from '#electron/shell/start/leave-no-dumps.ts';
import { lockedPage } from './locked-page.ts';
import { boundsWithin, smallestSize, firstSize } from './window-bounds.ts';
import { screensUrl } from '#electron/ipc/sender.ts';
import { trainingMerchantId, type Merchant } from '#shared/seat/merchant.ts';
import type { Words } from '#electron/shell/words.ts';
import type { ScreensSession } from './screens-session.ts';

export interface WindowParts extends ScreensSession {
  /** The preload script, absolute. */
  readonly preload: string;
  /** True when developer tools are offered, which is never the case in an installed program. */
  readonly developing: boolean;
  /** Called when the session could not be sealed, so that no page is shown. */
  readonly onNotSealed: (error: unknown) => void;
  readonly onGone: (reason: string) => void;
  /** Called instead of a reload when the page has crashed again at once, so that the window stays blank. */
  readonly onBlank: (reload: () => void) => Promise<void>;
  /** Called when the page was loaded anew, has crashed or was closed. Nothing of the page before is left. */
  readonly onPageLeft: () => void;
  /** True while a payment or its record is under way. */
  readonly busy: () => boolean;
  /** The system ends its session, and the program with it. */
  readonly onSessionEnd: () => void;
}

/** Background until the first paint, the same as the screens' own. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#101113' : '#ffffff');

export function openWindow(parts: WindowParts): BrowserWindow {
  const { session, sealed, preload, developing, onNotSealed, onGone, onBlank, onPageLeft, busy, onSessionEnd } = parts;
  const window = new BrowserWindow({
    ...firstSize,
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    // Electron stores size, position and display mode under this name in the data folder.
    name: 'screens',
    windowStatePersistence: true,
    show: false,
    title: 'Caja',
    backgroundColor: background(),
    webPreferences: {
      ...lockedPage,
      session,
      preload,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      devTools: developing,
    },
  });
  // The remembered bounds may be those of a screen that is no longer there.
  const bounds = window.getNormalBounds();
  if (window.isNormal()) window.setBounds(boundsWithin(bounds, screen.getDisplayMatching(bounds).workArea));
  const appear = (): void => {
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  };
  window.once('ready-to-show', appear);
  // Under Wayland, and without a graphics process, a hidden page never paints (electron 48859).
  window.webContents.once('did-finish-load', appear);
  // The program owns the title because it names the environment, whatever the page does.
  window.on('page-title-updated', (event) => event.preventDefault());
  window.webContents.on('did-navigate', onPageLeft);
  window.webContents.on('did-navigate', () => {
    // A debugger may end the program between two listeners.
    if (!window.isDestroyed()) emptyCoreDumps(window.webContents.getOSProcessId());
  });
  window.webContents.on('render-process-gone', onPageLeft);
  window.on('closed', onPageLeft);
  // Windows ends programs at log-off without `will-quit`. It asks before, and shows which program it waits for.
  window.on('query-session-end', (event) => {
    if (busy()) event.preventDefault();
  });
  window.on('session-end', () => {
    onSessionEnd();
    app.quit();
  });
  let lastGone = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    onGone(reason);
    // A page that crashes again at once is not reloaded, because it would only crash in a loop.
    const again = performance.now() - lastGone < 10_000;
    lastGone = performance.now();
    const reload = (): void => {
      if (!window.isDestroyed()) window.webContents.reload();
    };
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    if (again) void onBlank(reload);
    else reload();
  });
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  // The load rejects when the window is closed or reloaded first, which is no error.
  sealed.then(() => window.loadURL(screensUrl).catch(() => undefined), onNotSealed);
  return window;
}

/**
 * Returns the merchant's name and, unless it is production, the environment. The built-in merchant is named like its
 * environment, so the word appears once.
 */
export const windowTitle = ({ t }: Words, { id, environment, name }: Merchant): string =>
  t(`common:title.${id === trainingMerchantId ? 'builtIn' : environment}`, { merchant: name });

/** Brings a window to the front, even when it is minimized or hidden. */
export function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
