/** The preload's isolated world: a preload's `electron`, over a binding that only this world has. */
import type { makeBridgeSide } from './bridge-side.ts';
import type { AnyFunction, makeCodec } from './codec.ts';

export interface IsolatedFlags {
  readonly preloadFile: string;
  readonly subFrames: boolean;
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
}

export type Preload = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: object,
  global: object,
  filename: string,
) => void;

/** Sets up the isolated world, then runs the preload. Its source is injected into pages. */
export function runIsolatedWorld(
  secret: string,
  codec: typeof makeCodec,
  bridgeSide: typeof makeBridgeSide,
  flags: IsolatedFlags,
  preload: Preload,
): void {
  // Frames get no preload without `nodeIntegrationInSubFrames`.
  if (globalThis.top !== globalThis.self && !flags.subFrames) return;
  const world = globalThis as unknown as Record<string, unknown>;
  const post = world['__standInIpc'] as (message: string) => void;
  delete world['__standInIpc'];
  const { encode, decode } = codec(false);
  const bridge = bridgeSide(codec(true), `${secret}:preload`, `${secret}:page`, () => undefined);

  type Listener = (...args: unknown[]) => void;
  const listeners = new Map<string, Listener[]>();
  const calls = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (reason: Error) => void }
  >();
  let lastCall = 0;
  const notImplemented = (name: string) => (): never => {
    throw new Error(`${name} is not implemented in the stand-in for Electron`);
  };
  const send = (kind: 'invoke' | 'send', id: number, channel: string, args: unknown[]): void => {
    let body: string;
    try {
      body = encode(structuredClone(args));
    } catch {
      throw new Error('An object could not be cloned.');
    }
    post(`${JSON.stringify([kind, id, channel])}\n${body}`);
  };
  const invoke = (channel: string, ...args: unknown[]): Promise<unknown> => {
    lastCall += 1;
    const id = lastCall;
    return new Promise((resolve, reject) => {
      send('invoke', id, channel, args);
      calls.set(id, { resolve, reject });
    });
  };
  const removeListener = (channel: string, listener: Listener): unknown => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((each) => each !== listener),
    );
    return ipcRenderer;
  };
  const on = (channel: string, listener: Listener): unknown => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const ipcRenderer = {
    invoke,
    send: (channel: string, ...args: unknown[]) => send('send', 0, channel, args),
    on,
    addListener: on,
    once: (channel: string, listener: Listener) => {
      const wrapped: Listener = (...args) => {
        removeListener(channel, wrapped);
        listener(...args);
      };
      return on(channel, wrapped);
    },
    off: removeListener,
    removeListener,
    removeAllListeners: (channel: string) => {
      listeners.delete(channel);
      return ipcRenderer;
    },
    sendSync: notImplemented('ipcRenderer.sendSync'),
    postMessage: notImplemented('ipcRenderer.postMessage'),
    sendToHost: notImplemented('ipcRenderer.sendToHost'),
  };
  /** Receives the answer to an `invoke`, or a message, from the main process. */
  world['__standInReceive'] = (kind: 'answer' | 'message', key: number | string, ok: boolean, text: string) => {
    if (kind === 'message') {
      const args = decode(text) as unknown[];
      for (const listener of listeners.get(String(key)) ?? []) listener({ sender: ipcRenderer, ports: [] }, ...args);
      return;
    }
    const call = calls.get(Number(key));
    calls.delete(Number(key));
    if (ok) call?.resolve(decode(text));
    else call?.reject(new Error(text));
  };

  bridge.ask('permissions', (name: string, details: object) => invoke('\0permission', name, details));
  const contextBridge = {
    exposeInMainWorld: (name: string, value: unknown): void => void bridge.ask('expose', [name, value]),
    exposeInIsolatedWorld: notImplemented('contextBridge.exposeInIsolatedWorld'),
  };
  const electron = { contextBridge, ipcRenderer };
  const require = (name: string): unknown => {
    if (/^electron(\/(renderer|common))?$/.test(name)) return electron;
    throw new Error(`module not found: ${name}`);
  };
  const { platform, arch, versions } = flags;
  const process = Object.freeze({
    platform,
    arch,
    versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    argv: [],
    nextTick: (callback: AnyFunction, ...args: unknown[]) => queueMicrotask(() => void callback(...args)),
  });
  const module = { exports: {} };
  preload(require, module, module.exports, process, globalThis, flags.preloadFile);
}
