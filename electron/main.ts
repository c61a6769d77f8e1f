/** Life cycle of the program: one instance per data folder, a window when ready, all records written before it ends. */
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { app, Menu } from 'electron';
import { collectorScheme } from '#electron/fingerprint/collector-page.ts';
import { readCommandLine, type CommandLine, type ReadCommandLine } from '#electron/shell/command-line.ts';
import { say, sayOnConsole } from '#electron/shell/dialogs.ts';
import { logUncaught, openLog } from '#electron/shell/log.ts';
import { endOfHandedOver, openAnswerFiles } from '#electron/shell/start/answer-files.ts';
import { closeChromium } from '#electron/shell/start/chromium-switches.ts';
import { dataFolder } from '#electron/shell/start/data-folder.ts';
import { endWithWords, leaveDataFolder } from '#electron/shell/start/end-with-words.ts';
import { emptyCoreDumps, writeNoReports } from '#electron/shell/start/leave-no-dumps.ts';
import { policyOfCheckout, readMachinePolicy, tellPolicy } from '#electron/shell/start/machine-policy.ts';
import { paperScheme } from '#electron/shell/paper/printer.ts';
import { refuseCommandLine, refuseStart } from '#electron/shell/start/refuse-start.ts';
import { listenToLinks, orderIssueLines, type HandedOver } from '#electron/shell/start/handed-over.ts';
import { unanswered, type ProvisioningEnd } from '#electron/shell/start/provisioning-end.ts';
import { allowSmokeTest, refusedAtStart, type RefusedStart } from '#electron/shell/start/refused-switches.ts';
import { boundYoungObjects } from '#electron/shell/start/young-objects.ts';
import { createSecondStarts, listenToSecondStarts } from '#electron/shell/start/second-starts.ts';
import { folderIssue, refuseFolder } from '#electron/shell/start/unusable-folder.ts';
import { registerScreensScheme } from '#electron/shell/window/screens-protocol.ts';
import { createScreens } from '#electron/shell/window/screens.ts';
import { programId, toastActivator } from '#shared/program-id.ts';

/** Exit codes other than 0 and those of a provisioning file. */
const exitCodes = { notStarted: 1, badCommandLine: 2, refusedStart: 4 } as const;

// History, settings and logs are readable only by the account that created them.
process.umask(0o077);
writeNoReports();
emptyCoreDumps(process.pid);

const read = readCommandLine(process.argv, process.cwd(), app.getVersion());
if (read.kind === 'told') {
  process.stdout.write(read.text);
  app.exit(0);
} else {
  const refused = app.isPackaged ? refusedNow(read) : [];
  const silent = read.kind === 'line' ? read.line.exit : read.exit;
  if (refused.length > 0) refuseStart(refused, { exitCode: exitCodes.refusedStart, silent });
  else if (read.kind === 'refused') refuseCommandLine(read, exitCodes.badCommandLine);
  else begin(read.line);
}

function refusedNow(line: ReadCommandLine): readonly RefusedStart[] {
  const { argv, env, platform } = process;
  const { userDataDir, provision } = line.kind === 'line' ? line.line : { userDataDir: null, provision: null };
  return allowSmokeTest(refusedAtStart({ argv, env, platform }), env, { userDataDir, provision }, isEmpty);
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

function begin(line: CommandLine): void {
  const { userDataDir, provision, exit, order } = line;
  const { env, platform } = process;
  const standard = (): string => app.getPath('userData');
  const folder = userDataDir ?? dataFolder({ platform, env, name: app.name, standard });
  const unusable = folderIssue(folder);
  if (unusable !== null) {
    refuseFolder(folder, unusable, { exitCode: exitCodes.notStarted, silent: exit });
    return;
  }
  app.setPath('userData', folder);
  boundYoungObjects();
  closeChromium();
  if (platform === 'win32') {
    // By both Windows knows whose notifications these are. Electron writes them into the account's own shortcut.
    app.setAppUserModelId(programId);
    app.setToastActivatorCLSID(toastActivator);
  }
  // Electron's own menu, which can reload the page, stands until another one is set.
  Menu.setApplicationMenu(null);
  registerScreensScheme(
    ...[collectorScheme, paperScheme].map((scheme) => ({ scheme, privileges: { standard: true, secure: true } })),
  );
  if (order?.kind === 'refused') process.stderr.write(`${orderIssueLines(order.issues).join('\n')}\n`);
  // A second instance hands over its file or order and ends, because two programs must not share a data folder.
  const handed: HandedOver = { provision, exit, order, reply: randomUUID() };
  if (app.requestSingleInstanceLock(handed)) run(line);
  // `quit` would let Electron begin, and write, in the folder of the running program.
  else if (provision === null) app.exit(0);
  else void endAsHandedOver(folder, handed.reply);
}

/** Ends with the code that the running program has for the file, which a script can't tell from a start of its own. */
async function endAsHandedOver(folder: string, reply: string): Promise<void> {
  leaveDataFolder();
  const [end] = await Promise.all([endOfHandedOver(folder, reply), app.whenReady()]);
  print(end);
  if (end.code !== unanswered.code) app.exit(end.code);
  else
    endWithWords({
      exitCode: end.code,
      silent: true,
      wordsFor: (t) => ({ title: t('shell:provision.unansweredTitle'), text: t('shell:provision.unanswered') }),
    });
}

function print({ code, lines }: ProvisioningEnd): void {
  for (const line of lines) (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
}

function run({ provision, exit, order }: CommandLine): void {
  // Before the program is ready, because macOS starts it for a link and sends the link at once.
  const links = listenToLinks(app);
  const passSecondStarts = listenToSecondStarts(app);
  if (order !== null) links.offer(order);
  const log = openLog(path.join(app.getPath('userData'), 'logs'));
  logUncaught(log);
  app.on('window-all-closed', () => app.quit());
  const endUnstarted = (error: unknown): void => {
    log.error('The program could not start', error);
    endWithWords({
      exitCode: exitCodes.notStarted,
      silent: exit,
      wordsFor: (t) => ({
        title: t('shell:startFailed.title'),
        text: t('shell:startFailed.detail', { log: log.file }),
      }),
    });
  };
  const start = async (): Promise<void> => {
    await app.whenReady();
    // Not before, because Electron puts its own handlers in place of all until then, and ends the process at a second signal.
    // Not later, because electron-store's package for files sends itself a signal that nobody hears.
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
    const { platform, env } = process;
    const policy = await readMachinePolicy({ platform, env, ...policyOfCheckout(app.isPackaged, env) });
    tellPolicy(policy, log);
    // A provisioning file is applied first, so that the first calls of the screens see its settings.
    const shown = provision === null && !exit;
    const screens = createScreens(log, endUnstarted);
    if (shown) screens.show();
    // Most of the program, which is read while the page's process starts.
    const { compose } = await import('./compose.ts');
    const program = compose(log, policy, exit ? sayOnConsole : say, screens);
    const answers = openAnswerFiles({ dataFolder: app.getPath('userData'), warn: log.warn });
    const secondStarts = createSecondStarts(program, links.offer, answers);
    let closing = false;
    let provisionedWith = unanswered.code;
    app.on('will-quit', (event) => {
      // Each time, because the program can be told to end again while it waits for a payment.
      event.preventDefault();
      if (closing) return;
      closing = true;
      secondStarts.close();
      // A supervisor may have allowed it since.
      const isApplied = provision === null || program.isProvisioned(provision);
      void secondStarts
        .answered()
        .then(() => program.close())
        // Of another start the exit code counts.
        .then((isHeld) => isHeld && shown && process.kill(process.pid, 'SIGKILL'))
        .finally(() => app.exit(isApplied ? 0 : provisionedWith));
    });
    passSecondStarts(secondStarts.take);
    app.on('activate', () => {
      if (!closing) program.show();
    });
    log.info(`Started ${app.getVersion()} on ${process.platform}`);
    if (provision !== null) {
      const ended = await program.provision(provision, exit);
      print(ended);
      provisionedWith = ended.code;
    }
    // Another start's file would otherwise end without an answer.
    if (exit) await secondStarts.answered();
    if (exit && !secondStarts.wantsWindow()) {
      app.quit();
      return;
    }
    if (!shown) program.show();
    links.passTo((read) => {
      if (closing) return;
      program.offerOrder(read);
      program.show();
    });
  };
  start().catch(endUnstarted);
}
