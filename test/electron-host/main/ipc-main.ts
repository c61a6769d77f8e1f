/** `ipcMain`, and the conversion of messages from and to a page's isolated world. */
import { makeCodec } from '../page/codec.ts';
import { StandInEmitter } from '../not-implemented.ts';

type Handler = (event: object, ...args: unknown[]) => unknown;

class IpcMain extends StandInEmitter {
  /** Named as in Electron, because the recorder of the end-to-end tests wraps it. */
  readonly _invokeHandlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this._invokeHandlers.set(channel, handler);
  }
}

export const ipcMain = new IpcMain();
export const codec = makeCodec(false);

/** A message from the binding. */
export interface PageMessage {
  readonly kind: 'invoke' | 'send';
  readonly id: number;
  readonly channel: string;
  readonly args: readonly unknown[];
}

export function readPageMessage(payload: string): PageMessage {
  const end = payload.indexOf('\n');
  const [kind, id, channel] = JSON.parse(payload.slice(0, end)) as ['invoke' | 'send', number, string];
  return { kind, id, channel, args: codec.decode(payload.slice(end + 1)) as unknown[] };
}

/** Answers an `invoke` with the handler's result, or with Electron's wording of its error. */
export async function answerInvoke(
  { channel, args }: PageMessage,
  event: object,
  handler = ipcMain._invokeHandlers.get(channel),
): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return { ok: true, text: codec.encode(await handler(event, ...args)) };
  } catch (error) {
    if (handler !== undefined) console.error(`Error occurred in handler for '${channel}':`, error);
    return { ok: false, text: `Error invoking remote method '${channel}': ${String(error)}` };
  }
}
