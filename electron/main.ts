/** Life cycle of the program: one instance per data folder, a window when ready, all records written before it ends. */
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { app, dialog, Menu } from 'electron';
import { compose } from './compose.ts';
import { collectorScheme } from '#electron/fingerprint/collector-page.ts';
import { readCommandLine, type CommandLine } from '#electron/shell/command-line.ts';
import { logUncaught, openLog } from '#electron/shell/log.ts';
import { closeChromium } from '#electron/shell/start/chromium-switches.ts';
import { emptyCoreDumps, writeNoReports } from '#electron/shell/start/leave-no-dumps.ts';
import { paperScheme } from '#electron/shell/paper/printer.ts';
import { refuseStart } from '#electron/shell/start/refuse-start.ts';
import { listenToLinks, orderIssueLines, readHandedOver } from '#electron/shell/start/handed-over.ts';
import { allowSmokeTest, refusedAtStart, type RefusedStart } from '#electron/shell/start/refused-switches.ts';
import { registerScreensScheme } from '#electron/shell/window/screens-protocol.ts';

/** Exit codes other than 0. */
const exitCodes = { notStarted: 1, badCommandLine: 2, notProvisioned: 3, refusedStart: 4 } as const;

// History, settings and logs are readable only by the account that created them.
process.umask(0o077);
writeNoReports();
emptyCoreDumps(process.pid);

const read = readCommandLine(process.argv, process.cwd());
if (read.ok) {
  const refused = app.isPackaged ? refusedNow(read.line) : [];
  if (refused.length === 0) begin(read.line);
  else refuseStart(refused, exitCodes.refusedStart);
} else {
  process.stderr.write(`${read.issue}\n`);
  app.exit(exitCodes.badCommandLine);
}

function refusedNow(line: CommandLine): readonly RefusedStart[] {
  const { argv, env, platform } = process;
  const hasSwitch = (name: string): boolean => app.commandLine.hasSwitch(name);
  return allowSmokeTest(refusedAtStart({ argv, env, platform, hasSwitch }), env, line, isEmpty);
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function begin(line: CommandLine): void {
  const { userDataDir, provision, order } = line;
  if (userDataDir !== null) app.setPath('userData', userDataDir);
  closeChromium();
  // Electron's own menu, which can reload the page, stands until another one is set.
  Menu.setApplicationMenu(null);
  registerScreensScheme(
    ...[collectorScheme, paperScheme].map((scheme) => ({ scheme, privileges: { standard: true, secure: true } })),
  );
  if (order?.kind === 'refused') process.stderr.write(`${orderIssueLines(order.issues).join('\n')}\n`);
  // A second instance hands over its file or order and quits, because two programs must not share a data folder.
  if (!app.requestSingleInstanceLock({ provision, order })) app.quit();
  else run(line);
}

function run({ provision, order }: CommandLine): void {
  // Before the program is ready, because macOS starts it for a link and sends the link at once.
  const links = listenToLinks(app);
  if (order !== null) links.offer(order);
  const log = openLog(path.join(app.getPath('userData'), 'logs'));
  logUncaught(log);
  app.on('window-all-closed', () => app.quit());
  const start = async (): Promise<void> => {
    await app.whenReady();
    const program = compose(log);
    let closing = false;
    app.on('will-quit', (event) => {
      if (closing) return;
      closing = true;
      event.preventDefault();
      const isProvisioned = provision === null || program.isProvisioned(provision);
      void program.close().finally(() => app.exit(isProvisioned ? 0 : exitCodes.notProvisioned));
    });
    app.on('second-instance', (_event, _argv, _cwd, handed) => {
      // A window opened now could take payments after the program has stopped waiting for answers.
      if (closing) return;
      program.show();
      const given = readHandedOver(handed);
      if (given?.provision != null) void program.provision(given.provision);
      if (given?.order != null) links.offer(given.order);
    });
    app.on('activate', () => {
      if (!closing) program.show();
    });
    log.info(`Started ${app.getVersion()} on ${process.platform}`);
    // Applied before the window opens, so that the first calls of the screens see its settings.
    if (provision !== null) await program.provision(provision);
    program.show();
    links.passTo((read) => {
      if (closing) return;
      program.offerOrder(read);
      program.show();
    });
  };
  start().catch((error: unknown) => {
    log.error('The program could not start', error);
    dialog.showErrorBox('Caja', `Caja can’t start. / Caja no puede iniciar.\n\n${log.file}`);
    app.exit(exitCodes.notStarted);
  });
}
