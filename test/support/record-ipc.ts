/** Records every message between pages and main process, so that a search can prove what never crossed. */
import type { ElectronApplication } from '@playwright/test';

/** What Electron keeps its `handle` functions in; the stand-in has the same. */
interface HandlersOfIpcMain {
  readonly _invokeHandlers: Map<string, (event: unknown, ...args: unknown[]) => unknown>;
}

/**
 * Appends calls by their name, their answers and events whole, to `file`, one JSON document a line, from now on.
 * What a call brings is left out: a card has to get into the main process, it must never come back. The cards and the
 * passcodes themselves go to `keyed.jsonl` beside it, the one file that is not searched: the search has to know what to look for.
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
