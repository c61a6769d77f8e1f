/** An installed program that is started as it must not be. Only on the stand-in, which can say that it is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Starts the built program as an installed one and waits for its end. */
async function startInstalled(userData: string, args: readonly string[], env: object = {}): Promise<Ended> {
  const child = spawn(executableOf(target), [root, `--user-data-dir=${userData}`, ...args], {
    env: { ...process.env, CAJA_HOST_PACKAGED: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Every file of a folder with its content. */
const contentOf = (folder: string): object =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file, readFileSync(file).toString('latin1')]),
  );

/** Starts that end before anything is opened: by a person, who gets a box, and by a script, which has nobody to close one. */
const refused = [
  {
    args: ['--exit', '--lang=es', '--remote-debugging-port=9222'],
    env: { SSLKEYLOGFILE: '/keys' },
    code: 4,
    told: 'SSLKEYLOGFILE: guarda en archivos lo que pasa en Caja.',
  },
  { args: ['--lang=en', '--provision'], env: {}, code: 2, told: '--provision needs a value' },
] as const;

if (target === 'stand-in') {
  test('a start beside a running program lets Electron write nothing to its data, and a refused one names what is wrong in the user’s language, has its code and leaves all data as it was', async ({
    startApp,
    kept,
    userData,
  }) => {
    const app = await startApp();
    await firstWindow(app);
    // On Windows it has the key of the key store.
    const ofElectron = (): string => readFileSync(path.join(userData, 'Local State'), 'utf8');
    const written = ofElectron();
    expect(await startInstalled(userData, [])).toMatchObject({ code: 0 });
    const seat = path.join(kept, 'seat.json');
    writeFileSync(seat, JSON.stringify({ version: 1, merchants: [] }));
    expect(await startInstalled(userData, ['--provision', seat, '--exit'])).toMatchObject({ code: 0 });
    expect(ofElectron()).toBe(written);
    await app.close();

    const before = contentOf(userData);
    for (const { args, env, code, told } of refused) {
      const ended = await startInstalled(userData, args, env);
      expect(ended).toMatchObject({ code, output: expect.stringContaining(told) });
      expect(ended.output.includes('[error box]')).toBe(args[0] !== '--exit');
    }
    expect(contentOf(userData)).toEqual(before);
  });

  test('a script’s start that can’t go on opens no box: no data folder, a bug, settings that are damaged', async ({
    kept,
    userData,
  }) => {
    const seat = path.join(kept, 'seat.json');
    writeFileSync(seat, JSON.stringify({ version: 1, merchants: [] }));
    const script = ['--lang=es', '--provision', seat, '--exit'];
    const nowhere = await startInstalled(path.join(seat, 'folder'), script);
    expect(nowhere).toMatchObject({ code: 1, output: expect.stringContaining(path.join(seat, 'folder')) });
    expect(nowhere.output).toContain('Caja no puede usar su carpeta de datos');

    // A start withstands every file that is damaged, so it is broken from within.
    const bug = path.join(kept, 'bug.cjs');
    writeFileSync(
      bug,
      `require('os').hostname = () => { throw new Error('planted'); }; require('module').syncBuiltinESMExports();`,
    );
    const broken = await startInstalled(userData, script, { NODE_OPTIONS: `--require ${bug}` });
    expect(broken).toMatchObject({ code: 1, output: expect.stringContaining('Caja no puede iniciar\n') });
    expect(broken.output).toContain(path.join(userData, 'logs', 'main.log'));

    writeFileSync(path.join(userData, 'seat.json'), '{');
    const damaged = await startInstalled(userData, script);
    expect(damaged).toMatchObject({
      code: 0,
      output: expect.stringContaining('No se puede leer un archivo de ajustes'),
    });
    for (const { output } of [nowhere, broken, damaged]) expect(output).not.toContain(' box]');
  });

  test('a window whose page has a way out ends the program in words, instead of a program without a window', async ({
    userData,
  }) => {
    const env = { CAJA_HOST_SET_PROXY: 'fails' };
    const ended = await startInstalled(userData, ['--lang=en'], env);
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('[error box]') });
    expect(ended.output).toContain('Caja can’t start\n');
    expect(readFileSync(path.join(userData, 'logs', 'main.log'), 'utf8')).toContain('The proxy is not set');
  });
}
