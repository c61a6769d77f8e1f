/** The command line: our two options among those of Electron and Chromium. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '#electron/shell/command-line.ts';

const cwd = path.resolve('/seats/one');
const read = (...argv: string[]) => readCommandLine(['caja', ...argv], cwd);

describe('the command line', () => {
  it('names neither a folder nor a file when it is empty', () => {
    expect(read()).toEqual({ ok: true, line: { userDataDir: null, provision: null, exit: false, order: null } });
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
      line: { userDataDir: path.join(cwd, 'data'), provision: path.join(cwd, 'seat.json'), exit: false, order: null },
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

  const order = { kind: 'order', order: { amount: '12.50', concept: 'Two boxes' } };
  it.each([
    ['options', ['--amount', '12.50', '--concept=Two boxes', '--lang=es']],
    ['a link', ['.', 'caja://charge?amount=12.5&concept=Two+boxes']],
    ['a link behind two dashes, as systems give it', ['--', 'caja://charge?amount=12.5&concept=Two+boxes']],
  ])('takes an order from %s', (_title, argv) => {
    expect(read(...argv)).toMatchObject({ ok: true, line: { order, provision: null } });
  });

  it.each([
    ['an option twice', ['--amount=1', '--amount=2'], 'amount', 'twice'],
    ['card data', ['--amount=1', '--card-number', '4111111111111111'], 'card-number', 'card-data'],
    ['an option without a text', ['--concept='], 'concept', 'empty'],
    ['a link and options', ['--amount=1', 'caja://charge?amount=1'], null, 'twice'],
  ])('refuses an order with %s, and starts', (_title, argv, param, reason) => {
    expect(read(...argv)).toMatchObject({ line: { order: { kind: 'refused', issues: [{ param, reason }] } } });
  });

  it.each([[['--provision=a.json', 'caja://charge?amount=1']], [['--exit']]])('is refused as a whole: %j', (argv) => {
    expect(read(...argv)).toMatchObject({ ok: false });
  });
});
