/** Switches and variables that an installed program does not start with. */
import { describe, expect, it } from 'vitest';
import { allowSmokeTest, refusedAtStart, type Start } from '#electron/shell/start/refused-switches.ts';
import { textsIn } from '#test/support/texts-in.ts';

const read = (args: readonly string[], changes: Partial<Start> = {}): readonly string[] =>
  refusedAtStart({ argv: ['caja', ...args], env: {}, platform: 'linux', ...changes }).map(({ given }) => given);

describe('the start of an installed program', () => {
  it('is refused for every switch that opens the page, its walls, its network or its dumps', () => {
    const names = textsIn(`
      remote-debugging-port | remote-debugging-pipe | remote-debugging-address | inspect | inspect-brk
      inspect-brk-node | js-flags | load-extension | renderer-cmd-prefix | use-mock-keychain | no-sandbox
      disable-gpu-sandbox | disable-seccomp-filter-sandbox | single-process | disable-web-security
      allow-running-insecure-content | unsafely-treat-insecure-origin-as-secure | bypasscsp-schemes
      host-resolver-rules | host-rules | proxy-server | proxy-pac-url | webrtc-ip-handling-policy
      ignore-certificate-errors | ignore-certificate-errors-spki-list | enable-logging | log-net-log
      ssl-key-log-file`);
    for (const name of names) {
      expect(read([`--${name}`])).toEqual([`--${name}`]);
      expect(read([`--${name}=9222`])).toEqual([`--${name}`]);
      expect(read([`--${name}`, '9222', '--lang=es'])).toEqual([`--${name}`]);
      expect(read([`-${name}=9222`])).toEqual([`--${name}`]);
      expect(read([` --${name} `])).toEqual([`--${name}`]);
    }
  });

  it('is refused in the ways of Windows too: a slash, and any case', () => {
    const windows = { platform: 'win32' } as const;
    expect(read(['/remote-debugging-port=9222'], windows)).toEqual(['--remote-debugging-port']);
    expect(read(['--No-Sandbox'], windows)).toEqual(['--no-sandbox']);
    expect(read([], { ...windows, env: { SslKeyLogFile: 'C:\\keys' } })).toEqual(['SSLKEYLOGFILE']);
  });

  it('is refused for an underscore, which Node takes for a dash', () => {
    expect(read(['--inspect_brk=0'])).toEqual(['--inspect-brk']);
  });

  it('names every switch and variable once', () => {
    expect(read(['--no-sandbox', '--inspect', '--inspect'], { env: { SSLKEYLOGFILE: '/keys' } })).toEqual([
      '--inspect',
      '--no-sandbox',
      'SSLKEYLOGFILE',
    ]);
  });

  it.each(
    textsIn(`
    SSLKEYLOGFILE | ELECTRON_ENABLE_LOGGING | ELECTRON_LOG_FILE | NODE_DEBUG | NODE_DEBUG_NATIVE | NODE_V8_COVERAGE
    NODE_REDIRECT_WARNINGS`),
  )('is refused for the variable %s, unless it is empty', (name) => {
    expect(read([], { env: { [name]: 'tls' } })).toEqual([name]);
    expect(read([], { env: { [name]: '' } })).toEqual([]);
  });

  it('is refused for Node without certificate checks', () => {
    expect(read([], { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED']);
    expect(read([], { env: { NODE_TLS_REJECT_UNAUTHORIZED: '1' } })).toEqual([]);
  });

  it('is free for our own options, harmless switches and what is no switch', () => {
    const harmless = ['--user-data-dir', 'no-sandbox', '--provision=inspect.json', '--lang=es', '--disable-gpu'];
    expect(read([...harmless, 'C:/inspect', '-', '/inspect', '--force-device-scale-factor=1'])).toEqual([]);
    expect(read(['--', '--no-sandbox'])).toEqual([]);
    expect(read(['--No-Sandbox'])).toEqual([]);
  });
});

describe('a smoke test of the packed program', () => {
  const refused = refusedAtStart({
    argv: ['caja', '--remote-debugging-port=0', '--no-sandbox', '--proxy-server=here'],
    env: { SSLKEYLOGFILE: '/keys' },
    platform: 'linux',
  });
  const smoke = { CAJA_SMOKE_TEST: '1' };
  const fresh = { userDataDir: '/new', provision: null };
  const left = (...args: [env: Start['env'], line: Parameters<typeof allowSmokeTest>[2], empty: boolean]) =>
    allowSmokeTest(refused, args[0], args[1], () => args[2]).map(({ given }) => given);

  it('may be driven and run without sandbox in a new data folder, and nothing more', () => {
    expect(left(smoke, fresh, true)).toEqual(['--proxy-server', 'SSLKEYLOGFILE']);
  });

  it.each([
    ['without its variable', {}, fresh, true],
    ['in a data folder that is in use', smoke, fresh, false],
    ['in the usual data folder', smoke, { ...fresh, userDataDir: null }, true],
    ['with a provisioning file', smoke, { ...fresh, provision: '/seat.json' }, true],
  ] as const)('may not %s', (_title, env, line, empty) => {
    expect(left(env, line, empty)).toHaveLength(4);
  });
});
