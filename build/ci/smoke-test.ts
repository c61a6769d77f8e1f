/**
 * Starts the packed program itself, in a copy whose inspector fuse is open, and makes a payment in training:
 * `node build/ci/smoke-test.ts [FOLDER] [--damaged]`. With `--damaged` a changed archive must also stop the program,
 * which Electron checks on Windows and macOS.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { _electron } from '@playwright/test';
import { packedExecutable } from '#build/packing/fuses.ts';
import { archiveIn, copyOf, damageArchive, executableIn, packedFolder } from './parts/packed-program.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { damaged: { type: 'boolean', default: false } },
});
const folder = positionals[0] ?? packedFolder();
/** Limit of a start in ms, on a runner that has never started the program. */
const starting = 120_000;
const emptyFolder = (): string => mkdtempSync(path.join(tmpdir(), 'caja-data-'));

async function openInspector(copy: string): Promise<void> {
  await flipFuses(packedExecutable(copy, process.platform), {
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
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

/** Waits for the program's end. @returns its exit code or signal; null when it still ran */
async function endOf(executable: string): Promise<string | null> {
  const child = spawn(executable, [`--user-data-dir=${emptyFolder()}`], { stdio: 'ignore' });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  child.once('exit', (code, signal) => resolve(`${code ?? signal}`));
  child.once('error', (error) => resolve(error.message));
  const limit = setTimeout(() => resolve(null), starting / 4);
  const end = await promise;
  clearTimeout(limit);
  child.kill();
  return end;
}

async function stops(): Promise<void> {
  const copy = copyOf(folder);
  damageArchive(archiveIn(copy));
  const end = await endOf(executableIn(copy));
  if (end === null || end === '0') throw new Error('The program runs with a changed archive');
  console.log(`A changed archive stops the program: ${end}`);
}

await pays();
if (values.damaged) await stops();
