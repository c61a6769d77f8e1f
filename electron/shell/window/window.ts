/** The window of the screens: sandboxed, isolated, remembering its size, with the environment in its title. */
import { BrowserWindow, nativeTheme } from 'electron';
import { screensUrl } from '#electron/ipc/sender.ts';
import { trainingMerchantId, type Merchant } from '#shared/seat/merchant.ts';
import type { Words } from '#electron/shell/words.ts';

export interface WindowParts {
  /** The preload's file, absolute. */
  readonly preload: string;
  /** Whether the program offers developer tools: never when it is installed. */
  readonly developing: boolean;
  readonly onGone: (reason: string) => void;
}

/** The smallest size at which the whole form of the Charge screen is visible. */
const smallest = { width: 1280, height: 720 } as const;

/** What is shown until the page has painted: the screens' own backgrounds. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#101113' : '#ffffff');

export function openWindow({ preload, developing, onGone }: WindowParts): BrowserWindow {
  const window = new BrowserWindow({
    ...smallest,
    minWidth: smallest.width,
    minHeight: smallest.height,
    // Electron keeps size, position and display mode under this name in the data folder.
    name: 'screens',
    windowStatePersistence: true,
    show: false,
    title: 'Caja',
    backgroundColor: background(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      // Card numbers are never looked up in a dictionary.
      spellcheck: false,
      devTools: developing,
    },
  });
  window.once('ready-to-show', () => window.show());
  // The title is the program's: it names the environment whatever the page does.
  window.on('page-title-updated', (event) => event.preventDefault());
  let lastGone = -Infinity;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    onGone(reason);
    // A page that goes again at once is left alone: loading it in a circle would help nobody.
    const again = performance.now() - lastGone < 10_000;
    lastGone = performance.now();
    if (reason !== 'clean-exit' && !again && !window.isDestroyed()) window.webContents.reload();
  });
  void window.loadURL(screensUrl);
  return window;
}

/** The merchant and, unless it is production, the environment's word; of the built-in merchant, whose name is that word, the word alone. */
export const windowTitle = ({ t }: Words, { id, environment, name }: Merchant): string =>
  t(`common:title.${id === trainingMerchantId ? 'builtIn' : environment}`, { merchant: name });

/** Brings a window to the front, from wherever it is. */
export function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
