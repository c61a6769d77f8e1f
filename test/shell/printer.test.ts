/** The session of papers: a proxy that could not be set once is set again with the next paper. */
import { expect, test, vi } from 'vitest';

const setProxy = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network service'));
const handle = vi.fn<() => void>();

vi.mock('electron', () => ({
  session: {
    fromPartition: () => ({
      setSpellCheckerEnabled: () => undefined,
      setPermissionRequestHandler: () => undefined,
      setPermissionCheckHandler: () => undefined,
      setDevicePermissionHandler: () => undefined,
      setDisplayMediaRequestHandler: () => undefined,
      webRequest: { onBeforeRequest: () => undefined },
      protocol: { handle },
      on: () => undefined,
      setProxy,
    }),
  },
  BrowserWindow: class {
    readonly webContents = { printToPDF: () => Promise.resolve(Buffer.from('%PDF-')) };
    loadURL = () => Promise.resolve();
    destroy = () => undefined;
  },
}));

const { createPrinter } = await import('#electron/shell/paper/printer.ts');

test('a session of papers that failed to open is opened again for the next paper', async () => {
  const printer = createPrinter();
  const paper = { html: '<p>Receipt</p>', title: 'Receipt', width: 80, height: 100 };
  await expect(printer.pdf(paper)).rejects.toThrow('no network service');
  expect(await printer.pdf(paper)).toEqual(Buffer.from('%PDF-'));
  expect(setProxy).toHaveBeenCalledTimes(2);
  expect(handle).toHaveBeenCalledOnce();
});
