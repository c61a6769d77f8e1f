/** Replaces answers of the main process, for failures that a spec can't produce. */
import type { ElectronApplication } from '@playwright/test';

interface HandlersOfIpcMain {
  readonly _invokeHandlers: Map<string, (event: unknown, ...args: unknown[]) => unknown>;
}

/** Makes a call answer with a failure. @returns a function that ends it */
export async function failCall(app: ElectronApplication, call: string, failure: object): Promise<() => Promise<void>> {
  await app.evaluate(
    ({ ipcMain }, [failing, answer]) => {
      const failures = ((globalThis as { failures?: Map<string, unknown> }).failures ??= new Map<string, unknown>());
      failures.set(failing, answer);
      for (const [channel, handler] of (ipcMain as unknown as HandlersOfIpcMain)._invokeHandlers) {
        if ('fails' in handler) continue;
        const wrapped = (event: unknown, ...args: unknown[]): unknown => {
          const { group, name } = (args[0] ?? {}) as { readonly group?: string; readonly name?: string };
          const failed = failures.get(`${group}.${name}`);
          return failed === undefined ? handler(event, ...args) : Promise.resolve({ ok: false, failure: failed });
        };
        (ipcMain as unknown as HandlersOfIpcMain)._invokeHandlers.set(
          channel,
          Object.assign(wrapped, { fails: true, recorded: true }),
        );
      }
    },
    [call, failure] as const,
  );
  return async () => {
    await app.evaluate((_electron, healed) => {
      (globalThis as { failures?: Map<string, unknown> }).failures?.delete(healed);
    }, call);
  };
}
