/** Records every message between pages and the main process, so that a search can prove what never crossed. */
import type { ElectronApplication } from '@playwright/test';

/** Electron's map of `handle` functions. The stand-in has the same. */
interface HandlersOfIpcMain {
  readonly _invokeHandlers: Map<string, (event: unknown, ...args: unknown[]) => unknown>;
}

/**
 * Appends the names of calls, and whole answers and events, to `file` from now on, one JSON document per line.
 * The input of a call is left out, because a card must reach the main process but never come back. Keyed cards and
 * passcodes go to `keyed.jsonl` next to it. That file is not searched, because it says what to search for.
 */
export async function recordIpc(app: ElectronApplication, file: string): Promise<void> {
  await app.evaluate(({ app: electronApp, ipcMain, webContents }, recordFile) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs');
    const record = (direction: 'call' | 'answer' | 'event', channel: string, content: unknown): void =>
      appendFileSync(recordFile, `${JSON.stringify({ direction, channel, content })}\n`);
    const handlers = (ipcMain as unknown as HandlersOfIpcMain)._invokeHandlers;
    const wrap = (): void => {
      for (const [channel, handler] of handlers) {
        if ('recorded' in handler) continue;
        const recorded = async (event: unknown, ...args: unknown[]): Promise<unknown> => {
          const { group, name, input } = (args[0] ?? {}) as {
            readonly group?: unknown;
            readonly name?: unknown;
            readonly input?: Readonly<Record<string, unknown>> | null;
          };
          const note = (keyed: object): void =>
            appendFileSync(recordFile.replace(/[^/\\]+$/, 'keyed.jsonl'), `${JSON.stringify(keyed)}\n`);
          if (input?.['card'] !== undefined) note({ card: input['card'], email: input['email'] });
          if (typeof input?.['cardNumber'] === 'string') note({ card: { number: input['cardNumber'] } });
          for (const passcode of [input?.['passcode'], input?.['current'], input?.['next']]) {
            if (typeof passcode === 'string') note({ passcode });
          }
          record('call', channel, { group, name });
          const answer = await handler(event, ...args);
          record('answer', channel, answer);
          return answer;
        };
        handlers.set(channel, Object.assign(recorded, { recorded: true }));
      }
    };
    const set = handlers.set.bind(handlers);
    handlers.set = (channel, handler) => {
      set(channel, handler);
      if (!('recorded' in handler)) wrap();
      return handlers;
    };
    wrap();
    const follow = (contents: Electron.WebContents): void => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        record('event', channel, args);
        send(channel, ...args);
      };
    };
    webContents.getAllWebContents().forEach(follow);
    electronApp.on('web-contents-created', (_event, contents) => follow(contents));
  }, file);
}
