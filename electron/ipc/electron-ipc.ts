/** Thin Electron side of the contract: the call channel in, the event channel out. */
import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Emit, ReportBug } from '#electron/core/ports/host.ts';
import { callChannel, eventChannel } from '#shared/contract/channels.ts';
import { events, type EventMessage } from '#shared/contract/contract.ts';
import type { Result } from '#shared/failure.ts';
import { isScreensUrl, type Sender } from './sender.ts';

export type IsOwnWindow = (window: BrowserWindow) => boolean;

/** Listens on the one call channel. */
export function listen(
  isOwnWindow: IsOwnWindow,
  answer: (sender: Sender, message: unknown) => Promise<Result<unknown>>,
): void {
  ipcMain.handle(callChannel, (event, message: unknown) => answer(senderOf(event, isOwnWindow), message));
}

function senderOf(event: IpcMainInvokeEvent, isOwnWindow: IsOwnWindow): Sender {
  const window = BrowserWindow.fromWebContents(event.sender);
  const frame = event.senderFrame;
  return {
    ownWindow: window !== null && isOwnWindow(window),
    mainFrame: frame !== null && frame === event.sender.mainFrame,
    url: frame?.url ?? '',
  };
}

/** Sends events to every window that shows the screens. A payload that does not fit its schema is a bug and is not sent. */
export function createEmit(isOwnWindow: IsOwnWindow, reportBug: ReportBug): Emit {
  return (name, payload) => {
    const parsed = events[name].safeParse(payload);
    if (!parsed.success) {
      reportBug(new Error(`The event ${name} does not fit its schema`));
      return;
    }
    const message: EventMessage = { name, payload: parsed.data };
    for (const window of BrowserWindow.getAllWindows()) {
      if (window.isDestroyed() || !isOwnWindow(window) || !isScreensUrl(window.webContents.getURL())) continue;
      window.webContents.send(eventChannel, message);
    }
  };
}
