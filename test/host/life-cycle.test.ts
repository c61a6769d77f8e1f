/** Restarts, second instances, exits and key stores of the stand-in. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soon } from '#test/support/soon.ts';
import { makeDataFolder, sampleFolder, standIn, startSample, type Running } from './sample.ts';

let data: ReturnType<typeof makeDataFolder>;
const running: Running[] = [];

async function start(env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const started = await startSample(data.folder, env);
  running.push(started);
  return started;
}

beforeEach(() => {
  data = makeDataFolder();
});
afterEach(async () => {
  for (const { app } of running.splice(0)) await app.close().catch(() => {});
  data.remove();
});

const keep = ({ page }: Running): Promise<unknown> => page.evaluate(() => window.sample.call('keep', 'kept text'));
const kept = ({ page }: Running): Promise<unknown> =>
  page.evaluate(() => window.sample.call('kept').catch((error: Error) => error.message));
const endOf = ({ app }: Running): Promise<unknown> => new Promise((resolve) => app.process().once('exit', resolve));

test('a program quits with its last window and by its menu, leaves no lock, and reads what it encrypted with its key alone', async () => {
  const first = await start();
  await keep(first);
  expect(await kept(first)).toBe('kept text');
  expect(readFileSync(path.join(data.folder, 'note')).includes('kept text')).toBe(false);
  const ended = endOf(first);
  await first.page.close();
  expect(await ended).toBe(0);
  const second = await start();
  expect(second.printed()).not.toContain('error');
  expect(await kept(second)).toBe('kept text');
  const quit = endOf(second);
  await second.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('quit')?.click()).catch(() => {});
  expect(await quit).toBe(0);
  rmSync(path.join(data.folder, 'stand-in-keystore'));
  expect(await kept(await start())).toContain('Error while decrypting');
});

/** Asks for the name of the key store, whether it is there, and a ciphertext. */
const probe = ({ app }: Running) =>
  app.evaluate(async ({ safeStorage }) => [
    safeStorage.getSelectedStorageBackend(),
    await safeStorage.isAsyncEncryptionAvailable(),
    (await safeStorage.encryptStringAsync('probe').catch((error: Error) => Buffer.from(error.message))).toString(
      'latin1',
    ),
  ]);

test('the key store is available for all, and only the tag of its ciphertext says whether it is one', async () => {
  const guessed = await start({ CAJA_HOST_KEYSTORE_NAME: 'basic_text' });
  expect(await probe(guessed)).toEqual(['basic_text', true, expect.stringMatching(/^v11/)]);
  await guessed.app.close();
  const locked = await start({ CAJA_HOST_KEYSTORE: 'locked' });
  expect(await probe(locked)).toEqual(['gnome_libsecret', true, expect.stringMatching(/is temporarily unavailable/)]);
});

test('a key store that asks answers no call before somebody has, and then all of them', async () => {
  const asking = await start({ CAJA_HOST_KEYSTORE: 'waits' });
  const calls = asking.app.evaluate(({ safeStorage }) => {
    const order: string[] = [];
    (globalThis as { answered?: string[] }).answered = order;
    const named = (name: string, call: Promise<unknown>) => call.then(() => order.push(name));
    return Promise.all([
      named('available', safeStorage.isAsyncEncryptionAvailable()),
      named('encrypted', safeStorage.encryptStringAsync('probe')),
    ]);
  });
  const answered = () => asking.app.evaluate(() => (globalThis as { answered?: string[] }).answered);
  await vi.waitFor(async () => expect(await answered()).toEqual([]), soon);
  writeFileSync(path.join(data.folder, 'stand-in-keystore-answer'), 'missing');
  await calls;
  expect(await answered()).toHaveLength(2);
  // One that is missing is there all the same, and encrypts with the public key.
  expect(await probe(asking)).toEqual(['gnome_libsecret', true, expect.stringMatching(/^v10/)]);
});

test('a second instance ends and hands its arguments to the first, without a Chromium on the data of the first', async () => {
  const first = await start();
  const second = spawn(standIn, [sampleFolder, `--user-data-dir=${data.folder}`, '--provision', 'file.json']);
  const code = await new Promise((resolve) => second.on('exit', resolve));
  expect(code).toBe(0);
  await vi.waitFor(
    () =>
      expect(first.printed()).toMatch(/second instance .*"--allow-file-access-from-files",.*"--provision","file.json"/),
    soon,
  );
  const lacking = spawn(standIn, [sampleFolder, `--user-data-dir=${data.folder}`], {
    env: { ...process.env, CAJA_CHROMIUM: '/nowhere' },
  });
  let text = '';
  lacking.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
  expect(await new Promise((resolve) => lacking.on('exit', resolve)), text).toBe(0);
  expect(text).toBe('');
});

test('a window that closes before its load is reported leaves the program running', async () => {
  const loadEvents = 'Page.lifecycleEvent,Page.loadEventFired';
  const started = await start({ SAMPLE_HOLDS: loadEvents });
  const { app, page, printed } = started;
  await vi.waitFor(() => expect(printed()).toContain('held Page.'), soon);
  const closed = page.waitForEvent('close');
  await app.evaluate(({ BrowserWindow }) => {
    const [first] = BrowserWindow.getAllWindows();
    // A second window keeps the program running.
    void new BrowserWindow({ show: false });
    first?.destroy();
  });
  await closed;
  await app.evaluate(() => globalThis.deliverHeld());
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  const ended = endOf(started);
  await app.close();
  expect(await ended, printed()).toBe(0);
});

test('a window tells of its document, and of all that follows, once the browser process has committed it', async () => {
  const { app, printed } = await start({ SAMPLE_HOLDS: 'Page.getNavigationHistory' });
  await vi.waitFor(() => expect(printed()).toContain('held Page.getNavigationHistory'), soon);
  const address = (): Promise<string | undefined> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL());
  expect(await address()).toBe('');
  await app.evaluate(() => globalThis.deliverHeld());
  await vi.waitFor(async () => expect(await address()).toMatch(/^\w+:\/\/\w/), soon);
  await app.close();
});

test('a program that is told to end while Chromium starts ends with 0', async () => {
  const child = spawn(standIn, [sampleFolder, `--user-data-dir=${data.folder}`], {
    env: { ...process.env, SAMPLE_HOLDS: 'Browser.getVersion' },
  });
  let text = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (const output of [child.stdout, child.stderr]) output.on('data', (piece: Buffer) => (text += piece.toString()));
  await vi.waitFor(() => expect(text).toContain('held Browser.getVersion'), soon);
  child.kill('SIGTERM');
  expect(await ended, text).toBe(0);
});
