/** The command line: our two options among those of Electron and Chromium. */
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastingArguments, readCommandLine } from '#electron/shell/command-line.ts';

const cwd = path.resolve('/seats/one');
const read = (...argv: string[]) => readCommandLine(['caja', ...argv], cwd, '1.2.3');

describe('the command line', () => {
  it('names neither a folder nor a file when it is empty', () => {
    expect(read()).toEqual({ kind: 'line', line: { userDataDir: null, provision: null, exit: false, order: null } });
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
      kind: 'line',
      line: { userDataDir: path.join(cwd, 'data'), provision: path.join(cwd, 'seat.json'), exit: false, order: null },
    });
  });

  it.each([
    [['--provision'], '--provision', 'needsValue'],
    [['--user-data-dir'], '--user-data-dir', 'needsValue'],
    [['--provision='], '--provision', 'needsValue'],
    [['--provision', '--user-data-dir=x'], '--provision', 'needsValue'],
    [['--amount'], '--amount', 'needsValue'],
    [['--provision=a.json', 'caja://charge?amount=1'], '--provision', 'takesNoOrder'],
  ])('is refused as a whole by the name of the wrong argument: %j', (argv, option, why) => {
    expect(read(...argv)).toEqual({ kind: 'refused', option, why, exit: false });
  });

  it('is refused without a box when --exit is anywhere in it', () => {
    expect(read('--exit')).toEqual({ kind: 'refused', option: '--exit', why: 'needsProvision', exit: true });
    expect(read('--provision', '--exit')).toMatchObject({ option: '--provision', exit: true });
    expect(read('--provision=a.json', '--exit=true')).toMatchObject({
      option: '--exit',
      why: 'takesNoValue',
      exit: true,
    });
  });

  it('tells the help with every option, or the version, in place of a start', () => {
    const help = read('--provision', 'seat.json', '--help');
    const text = help.kind === 'told' ? help.text : '';
    for (const option of ['user-data-dir', 'provision', 'exit', 'amount', 'concept', 'phone', 'version']) {
      expect(text).toContain(`--${option}`);
    }
    expect(read('--version')).toEqual({ kind: 'told', text: '1.2.3\n' });
  });

  const order = { kind: 'order', order: { amount: '12.50', concept: 'Two boxes' } };
  it.each([
    ['options', ['--amount', '12.50', '--concept=Two boxes', '--lang=es']],
    ['a link', ['.', 'caja://charge?amount=12.5&concept=Two+boxes']],
    ['a link behind two dashes, as systems give it', ['--', 'caja://charge?amount=12.5&concept=Two+boxes']],
  ])('takes an order from %s', (_title, argv) => {
    expect(read(...argv)).toMatchObject({ kind: 'line', line: { order, provision: null } });
  });

  it.each([
    ['an option twice', ['--amount=1', '--amount=2'], 'amount', 'twice'],
    ['card data', ['--amount=1', '--card-number', '4111111111111111'], 'card-number', 'card-data'],
    ['an option without a text', ['--concept='], 'concept', 'empty'],
    ['a link and options', ['--amount=1', 'caja://charge?amount=1'], null, 'twice'],
  ])('refuses an order with %s, and starts', (_title, argv, param, reason) => {
    expect(read(...argv)).toMatchObject({ line: { order: { kind: 'refused', issues: [{ param, reason }] } } });
  });
});

describe('the arguments of a relaunch', () => {
  const text = fc.stringMatching(/^[\w .:/]{1,20}$/);
  const ofSeat = fc.oneof(
    text.map((folder) => ['--user-data-dir', `/${folder}`]),
    text.map((folder) => [`--user-data-dir=/${folder}`]),
    fc.constantFrom('--lang=es', '--ozone-platform=wayland', '--password-store=basic').map((given) => [given]),
  );
  const ofStart = fc.oneof(
    fc.tuple(fc.constantFrom('--amount', '--concept', '--description', '--provision'), text),
    fc.tuple(fc.constantFrom('--name', '--email', '--phone', '--provision'), text).map((given) => [given.join('=')]),
    fc.constantFrom('--exit', '--card', '--cvv=', 'caja://charge?amount=5', 'seat.json').map((given) => [given]),
  );

  it('are those that describe the seat, in their order, without anything of one start', () => {
    const starts = fc.array(
      fc.oneof(
        ofSeat.map((args) => ({ args, lasts: true })),
        ofStart.map((args) => ({ args, lasts: false })),
      ),
    );
    fc.assert(
      fc.property(starts, fc.boolean(), (parts, withLink) => {
        const link = withLink ? ['--', 'caja://charge?amount=5', '--user-data-dir=/other'] : [];
        const lasting = lastingArguments([...parts.flatMap(({ args }) => args), ...link]);
        expect(lasting).toEqual(parts.filter(({ lasts }) => lasts).flatMap(({ args }) => args));
        expect(read(...lasting)).toMatchObject({ kind: 'line', line: { provision: null, exit: false, order: null } });
      }),
    );
  });

  it('drop every option of the help that is not of the seat', () => {
    const help = read('--help');
    const names = [...(help.kind === 'told' ? help.text : '').matchAll(/^ +--([a-z-]+) </gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(6);
    expect(lastingArguments(names.flatMap((name) => [`--${name}`, 'x']))).toEqual(['--user-data-dir', 'x']);
  });
});
