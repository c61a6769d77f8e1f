/** Simulated desktop: dialogs, links, clipboard, power and screens. Tests replace members. */
import { spawn } from 'node:child_process';
import { launch } from '../launch.ts';
import { strict, StandInEmitter } from '../not-implemented.ts';

type SaveDialog = (...args: readonly unknown[]) => Promise<{ canceled: boolean; filePath: string }>;
/** What a test chose, in place of an operator. */
let chooseFile: SaveDialog = async () => ({ canceled: true, filePath: '' });

/** Refuses what loses a file on Linux: GTK asks about a file that is there only when told to. */
const save: SaveDialog = async (...args) => {
  const { properties = [] } = args.at(-1) as { readonly properties?: readonly string[] };
  if (!properties.includes('showOverwriteConfirmation')) {
    throw new Error('dialog.showSaveDialog would replace a file silently: it needs showOverwriteConfirmation');
  }
  return await chooseFile(...args);
};

/** Cancels every dialog, as Escape would. */
export const dialog = strict('dialog', {
  showOpenDialog: async (): Promise<{ canceled: boolean; filePaths: string[] }> => ({ canceled: true, filePaths: [] }),
  get showSaveDialog(): SaveDialog {
    return save;
  },
  set showSaveDialog(chosen: SaveDialog) {
    chooseFile = chosen;
  },
  showMessageBox: async (...args: readonly unknown[]): Promise<{ response: number; checkboxChecked: boolean }> => {
    const { message, cancelId = 0 } = args.at(-1) as { readonly message?: string; readonly cancelId?: number };
    console.error(`[message box] ${message}`);
    return { response: cancelId, checkboxChecked: false };
  },
  showErrorBox: (title: string, content: string): void => console.error(`[error box] ${title}: ${content}`),
});

export const shell = strict('shell', {
  /** Opens links only when a display is there. */
  openExternal: async (url: string): Promise<void> => {
    if (launch.headed)
      spawn('xdg-open', [url], { detached: true, stdio: 'ignore' })
        .on('error', () => {})
        .unref();
    else console.error(`[open link] ${url}`);
  },
  openPath: async (): Promise<string> => '',
  showItemInFolder: (file: string): void => console.error(`[show file] ${file}`),
});

let copied = '';
export const clipboard = strict('clipboard', {
  writeText: async (text: string): Promise<void> => void (copied = text),
  readText: async (): Promise<string> => copied,
  clear: (): void => void (copied = ''),
});

class PowerMonitor extends StandInEmitter {
  /** Refuses an event that Electron has on Windows and macOS alone, because a test that emits it would prove nothing. */
  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (process.platform === 'linux' && (event === 'lock-screen' || event === 'unlock-screen')) {
      throw new Error(`powerMonitor does not emit ${event} on Linux`);
    }
    return super.emit(event, ...given);
  }
}
export const powerMonitor = new PowerMonitor();

const display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1080 },
  workAreaSize: { width: 1920, height: 1080 },
  scaleFactor: 1,
};
class Screen extends StandInEmitter {
  getDisplayMatching = () => display;
}
export const screen = new Screen();
