/** The session of papers: a proxy that could not be set once is set again with the next paper. A paper that was not printed. */
import { expect, test, vi } from 'vitest';
import { createPrinter } from '#electron/shell/paper/printer.ts';
import { electronIs } from '#test/fixtures/electron.ts';

const setProxy = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no network service'));
let printed: [boolean, string] = [true, ''];
const handle = vi.fn<() => void>();

electronIs({
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
    readonly webContents = {
      printToPDF: () => Promise.resolve(Buffer.from('%PDF-')),
      print: (_options: unknown, done: (printed: boolean, reason: string) => void) => done(...printed),
    };
    once = () => undefined;
    show = () => undefined;
    removeMenu = () => undefined;
    loadURL = () => Promise.resolve();
    destroy = () => undefined;
  },
});

const paper = { html: '<p>Receipt</p>', title: 'Receipt', width: 80, height: 100 };

test('a session of papers that failed to open is opened again for the next paper', async () => {
  const printer = createPrinter();
  await expect(printer.pdf(paper)).rejects.toThrow('no network service');
  expect(await printer.pdf(paper)).toEqual(Buffer.from('%PDF-'));
  expect(setProxy).toHaveBeenCalledTimes(2);
  expect(handle).toHaveBeenCalledOnce();
});

test.each([
  [[true, ''], { ok: true, value: true }],
  [[false, 'Print job canceled'], { ok: true, value: false }],
  [[false, 'Print job failed'], { ok: false, failure: { kind: 'not-printed', detail: 'Print job failed' } }],
] as const)('%j of the printer is told as %j', async ([done, reason], told) => {
  printed = [done, reason];
  expect(await createPrinter().print(paper, 'roll-80')).toEqual(told);
});
