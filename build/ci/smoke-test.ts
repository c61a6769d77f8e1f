/**
 * Starts the packed program: as a customer does, with nothing that a test needs, and then in a copy whose inspector fuse is
 * open, for a payment in training. `node build/ci/smoke-test.ts [FOLDER] [--shortcut FILE] [--no-window] [--damaged]`.
 * `--shortcut` is what an installer left for the user to click. With `--damaged` a changed archive must also stop the
 * program, which Electron checks on Windows and macOS.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { _electron } from '@playwright/test';
import { account, applyAsScript, desktopOf, integrityFault, seenTitle, starting } from './parts/customer-start.ts';
import { archiveIn, copyOf, damageArchive, executableIn, openInspector, packedFolder } from './parts/packed-program.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shortcut: { type: 'string' },
    'no-window': { type: 'boolean', default: false },
    damaged: { type: 'boolean', default: false },
  },
});
const folder = positionals[0] ?? packedFolder();
const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'caja-data-'));

/** Without variables, ports and folders of a test, and with Chromium's sandbox. */
async function opens(): Promise<void> {
  const executable = executableIn(folder);
  const applied = applyAsScript(executable, null);
  if (applied.end !== 0 || applied.starts !== 1)
    throw new Error(`It does not start as a customer starts it: ${JSON.stringify(applied)}`);
  console.log(`A provisioning file was applied by ${account()}, and main.log says that the program started.`);
  if (values['no-window']) return;
  const title = await seenTitle(desktopOf(process.platform, executable, values.shortcut ?? null));
  if (!title.includes('Caja')) throw new Error(`Its window is called ${title}`);
  console.log(`Its window, seen from outside: ${title}`);
}

/** A card and data of the service's own examples. The built-in gateway answers. */
const sale = `window.caja.call('payments', 'sell', {
  draftId: crypto.randomUUID(), merchantId: 'training', amount: 1250, taxAmount: 0,
  firstName: 'Ana', lastName: 'Pérez', email: 'ana@example.org', phone: '50760201236',
  concept: 'Order', description: 'Order 7', customFieldValues: [],
  card: { number: '5517747952039692', expMonth: '12', expYear: '40', securityCode: '871', brand: 'MASTERCARD' },
})`;

async function pays(): Promise<void> {
  const copy = copyOf(folder);
  await openInspector(copy);
  const app = await _electron.launch({
    executablePath: executableIn(copy),
    args: [`--user-data-dir=${emptyFolder()}`, '--lang=en'],
    env: { ...(process.env as Record<string, string>), CAJA_SMOKE_TEST: '1' },
    chromiumSandbox: process.env['CAJA_CHROMIUM_SANDBOX'] === '1',
    timeout: starting,
  });
  const page = await app.firstWindow({ timeout: starting });
  await page.getByRole('heading').first().waitFor();
  const { packaged, version } = await app.evaluate(({ app: electron }) => ({
    packaged: electron.isPackaged,
    version: electron.getVersion(),
  }));
  const answer = JSON.stringify(await page.evaluate(sale));
  await app.close();
  if (!packaged) throw new Error('The program does not know that it is packed');
  if (!answer.includes('"state":"approved"')) throw new Error(`The payment was not approved: ${answer}`);
  console.log(`The packed program ${version} took a payment in training.`);
}

function stops(): void {
  const copy = copyOf(folder);
  const intact = applyAsScript(executableIn(copy), emptyFolder());
  damageArchive(archiveIn(copy));
  const damaged = applyAsScript(executableIn(copy), emptyFolder());
  const fault = integrityFault(intact, damaged);
  if (fault !== null) throw new Error(fault);
  console.log(`A changed archive stops the program: ${damaged.errors.trim()}`);
}

await opens();
await pays();
if (values.damaged) stops();
