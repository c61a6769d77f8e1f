/** The command line: our two options among those of Electron and Chromium. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '#electron/shell/command-line.ts';

const cwd = path.resolve('/seats/one');
const read = (...argv: string[]) => readCommandLine(['caja', ...argv], cwd);

describe('the command line', () => {
  it('names neither a folder nor a file when it is empty', () => {
    expect(read()).toEqual({ ok: true, line: { userDataDir: null, provision: null } });
  });

  it.each([
    ['with a space', ['--user-data-dir', 'data', '--provision', 'seat.json']],
    ['with an equals sign', ['--user-data-dir=data', '--provision=seat.json']],
    [
      'among other options',
      [
        '--no-sandbox',
        '--remote-debugging-port=0',
        '.',
        '--user-data-dir=data',
        '--provision',
        'seat.json',
        '--lang=es',
      ],
    ],
  ])('accepts both options %s, relative to the working directory', (_title, argv) => {
    expect(read(...argv)).toEqual({
      ok: true,
      line: { userDataDir: path.join(cwd, 'data'), provision: path.join(cwd, 'seat.json') },
    });
  });

  it.each([[['--provision']], [['--user-data-dir']], [['--provision=']], [['--provision', '--user-data-dir=x']]])(
    'is refused with the missing part of %j',
    (argv) => {
      const result = read(...argv);
      expect(result).toMatchObject({ ok: false });
      expect(result.ok ? '' : result.issue).toMatch(/--provision|--user-data-dir/);
    },
  );
});
