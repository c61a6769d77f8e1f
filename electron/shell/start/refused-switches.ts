/** Switches and variables that an installed program does not start with. Knows no Electron. */

/**
 * Dangers, each with its own words for the operator: another program reads or drives the page (`reads`), a wall around
 * the page is taken away (`walls`), another computer is taken for the right one (`trust`), or what happens here is
 * written to files (`writes`).
 */
type Danger = 'reads' | 'walls' | 'trust' | 'writes';

/** Names without dashes. A star at the end stands for any ending. */
const switches: Readonly<Record<Danger, readonly string[]>> = {
  reads: [
    // DevTools over a port or a pipe, and Node's inspector.
    'remote-debugging-*',
    'remote-allow-origins',
    'inspect*',
    'auto-open-devtools-for-tabs',
    'custom-devtools-frontend',
    // Foreign code in the page or in place of one of the program's processes.
    'js-flags',
    'load-extension',
    'browser-subprocess-path',
    'renderer-cmd-prefix',
    'utility-cmd-prefix',
    'gpu-launcher',
    // macOS: everything is encrypted under a password that stands in Chromium's source, and what was before can't be read.
    'use-mock-keychain',
  ],
  walls: [
    'no-sandbox',
    'disable-gpu-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-namespace-sandbox',
    'disable-setuid-sandbox',
    'allow-sandbox-debugging',
    'no-zygote',
    'no-zygote-sandbox',
    'single-process',
    'in-process-gpu',
    'disable-web-security',
    'disable-site-isolation-trials',
    'allow-running-insecure-content',
    'allow-file-access-from-files',
    'unsafely-*',
    // Electron's own way to tell its processes what `registerSchemesAsPrivileged` said.
    'bypasscsp-schemes',
    'cors-schemes',
    'secure-schemes',
    'service-worker-schemes',
  ],
  trust: [
    'host-resolver-rules',
    'host-rules',
    'proxy-server',
    'proxy-pac-url',
    'proxy-bypass-list',
    'proxy-auto-detect',
    'no-proxy-server',
    'webrtc-ip-handling-policy',
    'force-webrtc-ip-handling-policy',
    'ignore-certificate-errors*',
    'allow-insecure-localhost',
    'ssl-version-*',
  ],
  writes: [
    'enable-logging',
    'log-file',
    'log-net-log',
    'net-log-capture-mode',
    'ssl-key-log-file',
    'trace-startup*',
    'enable-tracing*',
    'enable-crash-reporter*',
    'crash-dumps-dir',
    'full-memory-crash-report',
  ],
};

/**
 * Variables that do the same. `NODE_OPTIONS`, `NODE_EXTRA_CA_CERTS` and `ELECTRON_RUN_AS_NODE` are missing because the
 * fuses of the packed program close them.
 */
const variables: Readonly<Record<string, Danger>> = {
  NODE_TLS_REJECT_UNAUTHORIZED: 'trust',
  SSLKEYLOGFILE: 'writes',
  ELECTRON_ENABLE_LOGGING: 'writes',
  ELECTRON_LOG_FILE: 'writes',
  NODE_DEBUG: 'writes',
  NODE_DEBUG_NATIVE: 'writes',
  // The fuse of `NODE_OPTIONS` closes neither.
  NODE_V8_COVERAGE: 'writes',
  NODE_REDIRECT_WARNINGS: 'writes',
  BREAKPAD_DUMP_LOCATION: 'writes',
};

export interface Start {
  /** Arguments of the process, the executable first. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export interface RefusedStart {
  /** The switch with two dashes, or the variable. */
  readonly given: string;
  readonly danger: Danger;
}

/**
 * Judges what a person passed, and not `app.commandLine`, because Electron adds switches of its own there.
 * @returns what must not be given at the start of an installed program, each name once
 */
export function refusedAtStart({ argv, env, platform }: Start): readonly RefusedStart[] {
  const given = switchNames(argv.slice(1), platform);
  const found = new Map<string, Danger>();
  for (const danger of Object.keys(switches) as Danger[]) {
    for (const pattern of switches[danger]) {
      const stem = pattern.replace(/\*$/, '');
      for (const name of given) {
        if (stem === pattern ? name === pattern : name.startsWith(stem)) found.set(`--${name}`, danger);
      }
    }
  }
  for (const [name, danger] of Object.entries(variables)) {
    const value = valueOf(env, name, platform);
    const harmless = name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? value !== '0' : value === '';
    if (!harmless) found.set(name, danger);
  }
  return [...found].map(([name, danger]) => ({ given: name, danger }));
}

/**
 * Reads names of switches as Chromium does: two dashes or one, on Windows also a slash and any case, blanks around,
 * nothing after `--`. Node takes an underscore for a dash.
 */
function switchNames(args: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const windows = platform === 'win32';
  const names: string[] = [];
  for (const arg of args.map((each) => each.trim())) {
    if (arg === '--') break;
    const name = (windows ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(arg)?.[1];
    if (name !== undefined) names.push((windows ? name.toLowerCase() : name).replaceAll('_', '-'));
  }
  return names;
}

/** Windows ignores the case of a variable's name. */
function valueOf(env: Start['env'], wanted: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return env[wanted] ?? '';
  return Object.entries(env).find(([name]) => name.toUpperCase() === wanted)?.[1] ?? '';
}

/** Variable that lets a test of the packed program drive it. */
const smokeTest = 'CAJA_SMOKE_TEST';

/**
 * Takes out what a smoke test needs, DevTools and a start without sandbox, if the data folder is named on the command
 * line and holds nothing yet. Such a start has no merchant, no secret and no operator: it can do nothing but train.
 * @param isEmpty tells if a folder is missing or empty
 */
export function allowSmokeTest(
  refused: readonly RefusedStart[],
  env: Start['env'],
  line: { readonly userDataDir: string | null; readonly provision: string | null },
  isEmpty: (folder: string) => boolean,
): readonly RefusedStart[] {
  const { userDataDir, provision } = line;
  if (env[smokeTest] !== '1' || userDataDir === null || provision !== null || !isEmpty(userDataDir)) return refused;
  return refused.filter(({ danger }) => danger === 'trust' || danger === 'writes');
}
