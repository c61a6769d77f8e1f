/** An installed program that is started in a way that would open it. Only on the stand-in, which can say that it is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { expect, target, test } from '#test/e2e/stage/fixture.ts';

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

if (target === 'stand-in') {
  test('an installed program refuses a dangerous start on stderr and in a box, and opens nothing', async ({
    userData,
  }) => {
    const { code, output } = await startInstalled(userData, ['--remote-debugging-port=9222', '--lang=es'], {
      SSLKEYLOGFILE: `${userData}/keys`,
    });
    expect(code).toBe(4);
    expect(output).toContain('Caja does not start with --remote-debugging-port, SSLKEYLOGFILE.');
    expect(output).toContain('[error box] Caja no puede iniciar así');
    expect(output).toContain('--remote-debugging-port: permite que otro programa lea lo que se digita.');
    expect(existsSync(`${userData}/merchants.json`)).toBe(false);
  });

  test('a smoke test drives an installed program in a new data folder only', async ({ startApp, userData }) => {
    const env = { CAJA_HOST_PACKAGED: '1', CAJA_SMOKE_TEST: '1' };
    const args = ['--no-sandbox'];
    const app = await startApp({ env, args });
    await app.firstWindow();
    await app.close();
    expect(await startInstalled(userData, args, env)).toMatchObject({ code: 4 });
  });
}
