/** Wires the program together. Contains no behaviour of its own. */
import { hostname, release, type } from 'node:os';
import path from 'node:path';
import { app, powerMonitor, safeStorage, session as electronSession } from 'electron';
import { openRecords } from './open-records.ts';
import { createCalls } from '#electron/calls/calls.ts';
import { noteStart } from '#electron/core/audit/program-deeds.ts';
import { createApprovals } from '#electron/core/operators/approvals.ts';
import { createEventGate } from '#electron/core/operators/event-gate.ts';
import { startIdleCheck, accountName, createSession, type Session } from '#electron/core/operators/session.ts';
import { createOperators } from '#electron/core/operators/operators.ts';
import { createOrders } from '#electron/core/orders/orders.ts';
import { finishWork } from '#electron/core/holds/finish-work.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import { createProvisioning } from '#electron/core/provisioning/provisioning.ts';
import { createSeat } from '#electron/core/seat.ts';
import { firstSettings } from '#shared/seat/settings.ts';
import { createUseCases } from '#electron/core/use-cases.ts';
import { createLongWork } from '#electron/core/work/long-work.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { createCollector } from '#electron/fingerprint/collector-window.ts';
import { checkConnection } from '#electron/gateway/check/check-connection.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { createEmit, listen } from '#electron/ipc/electron-ipc.ts';
import { serve } from '#electron/ipc/serve.ts';
import { traceCalls } from '#electron/ipc/trace.ts';
import { startBackups } from '#electron/ledger/current/backup-schedule.ts';
import { tellUnread, type Tell } from '#electron/shell/dialogs.ts';
import { reportBugIn, type Log } from '#electron/shell/log.ts';
import { createMenuCommands } from '#electron/shell/menu-commands.ts';
import { watchHolds } from '#electron/shell/notifications.ts';
import { openStore } from '#electron/shell/open-store.ts';
import { reportProvisioning } from '#electron/shell/provisioning-report.ts';
import { receiptParts } from '#electron/shell/receipts/open-receipt.ts';
import { createReceipts } from '#electron/shell/receipts/receipts.ts';
import { readGivenFile } from '#electron/shell/start/read-given-file.ts';
import { systemParts } from '#electron/shell/system/system-parts.ts';
import { lockWithSystem } from '#electron/shell/system-locks.ts';
import { userName } from '#electron/shell/user-name.ts';
import { followSeat } from '#electron/shell/window/follow-seat.ts';
import type { Screens } from '#electron/shell/window/screens.ts';
import { trainingTexts, wordsOf } from '#electron/shell/words.ts';
import { createTraining } from '#electron/training/training.ts';
import { openUpdates } from '#electron/updates/open-updates.ts';
import { createSeatVault } from '#electron/vault/vault.ts';
import { ledgerChosen } from '#shared/contract/deeds.ts';
import { newId } from '#shared/new-id.ts';

/**
 * Composes the program. Call it once Electron is ready. Calls of the window wait until all is wired.
 * @param policy of the company for this computer
 * @param tell reports files of settings that could not be read
 * @param screens whose window may be open already, with a page that waits to be connected
 */
export function compose(log: Log, policy: Policy, tell: Tell, screens: Screens) {
  const folder = app.getPath('userData');
  const clock = () => new Date();
  const reportBug = reportBugIn(log);
  const fresh = firstSettings({ locale: app.getLocale(), machine: hostname() });
  const documents = openSeatDocuments({ folder, now: clock, open: openStore }, fresh);
  const inFlight = createInFlight();
  let session: Session | null = null;
  const provisioned = new Set<string>();
  /** Null until the program is wired. */
  let running: { readonly forgetCard: () => void; readonly busy: () => boolean } | null = null;
  const moneyMoves = (): boolean => running?.busy() ?? false;

  const { emit, ...gate } = createEventGate((name, payload) => {
    emitToWindows(name, payload);
    follow(name);
  });
  const seat = createSeat(documents.seat, fresh, emit, policy);
  const words = () => wordsOf(seat.settings().language);
  const shared = { clock, emit, reportBug, makeId: newId, policy, seat: () => seat.settings().seat };
  const orders = createOrders(shared);
  const longWork = createLongWork({ ...shared, viewer: () => session?.actor() ?? null, busy: moneyMoves });
  const vault = createSeatVault(documents.vault, safeStorage, log.warn, emit);
  const training = createTraining(folder, reportBug, () => emit('merchants.changed', {}));
  const receipts = createReceipts(training, words);
  const collector = createCollector(
    path.join(import.meta.dirname, '../collector/preload.cjs'),
    (what, url) => log.warn(`Refused: ${what} ${url}`),
    reportBug,
  );
  screens.connect({
    language: () => seat.settings().language,
    receipts,
    guardsItself: collector.owns,
    onCommand: createMenuCommands(() => session, emit),
    onPageLeft: () => running?.forgetCard(),
    busy: moneyMoves,
    onSessionEnd: () => updates.leaveUninstalled(),
  });
  const emitToWindows = createEmit(screens.owns, reportBug);
  const account = accountName(userName());
  const actorName = (): string => session?.actor()?.name ?? account;
  const records = openRecords({ ...shared, folder, vault, documents, warn: log.warn, actorName });
  const { selectedLedger, journal, damagedFiles, audit, forUseCases } = records;
  const { answers, seals } = forUseCases;
  const version = app.getVersion();
  noteStart({ version, system: `${type()} ${release()}`, account, store: documents.program, audit, reportBug });
  const sealed = { vault, seals, journal };
  const places = { store: documents.operators, ledger: selectedLedger.operators };
  const operators = createOperators({ ...shared, ...places, seals, audit });
  const updates = openUpdates({ ...shared, log, busy: moneyMoves, inFlight, audit, account, documents });
  const approvals = createApprovals({ ...shared, operators, audit, lock: () => session?.lock('step-up') });
  const resolveProxy = (url: string) => electronSession.defaultSession.resolveProxy(url);
  const caller = { userAgent: `caja/${version}`, resolveProxy };
  const gateway = createGateway({ ...caller, log: (note) => log.info('Request', note) });

  const wired = wire();
  const follow = followSeat({ screens, words, settings: seat.settings, wired: () => wired });
  wired.catch((error: unknown) => log.error('The program could not be wired', error));
  listen(screens.owns, async (sender, message) => (await wired).answer(sender, message));

  async function wire() {
    await operators.ready();
    const useCases = createUseCases({
      ...shared,
      gateway,
      ...forUseCases,
      vault,
      approvals,
      limits: operators.limits,
      training,
      trainingTexts: () => trainingTexts(seat.settings().language),
      runCollector: collector.run,
      logCollector: (note) => log.info('Device session', note),
    });
    const { merchants, recorder, payments, history } = useCases;
    const busy = (): boolean => inFlight.count() + recorder.atRisk() > 0;
    running = { forgetCard: payments.forgetCard, busy };
    const here = createSession({
      userName: userName(),
      operators,
      charges: () => merchants.active().environment === 'production',
      busy,
      audit,
      clock,
      onChange: () => {
        payments.onOperator(here.actor()?.name ?? null);
        gate.sessionChanged();
      },
    });
    session = here;
    gate.open({ ...here, reach: history.reach });
    operators.onChange(() => emit('operators.changed', {}));
    const stopIdleCheck = startIdleCheck(here);
    const stopSystemLocks = lockWithSystem({ power: powerMonitor, log }, here.lock);
    const backups = startBackups({
      ...shared,
      store: documents.backups,
      folder,
      selectedLedger,
      longWork,
      busy,
      onBackup: (made) => audit.noteSoon(shared.seat(), { kind: 'backup', ...made, scheduled: true }),
    });
    const provisioning = createProvisioning({
      ...shared,
      merchants,
      ...sealed,
      operators,
      approvals,
      audit,
      account,
      assignLedger: (choice, password) =>
        selectedLedger.assign(choice, password, longWork.needsLedger, (former) =>
          former.note(account, ledgerChosen(choice, password !== null)),
        ),
      ledgerChoice: async () => (await selectedLedger.status()).choice,
      readFile: readGivenFile,
      async onApplied(file, report) {
        provisioned.add(file);
        if (report.keyGiven) await selectedLedger.keyGiven();
      },
    });
    const handlers = createCalls({
      ...useCases,
      policy,
      orders,
      session: here,
      provisioning,
      damagedFiles,
      audit,
      operators,
      approvals,
      seat,
      ...sealed,
      answers,
      selectedLedger,
      backups,
      inFlight,
      busy,
      longWork,
      updates,
      training: training.started,
      version,
      dataFolder: folder,
      tellPage: screens.tell,
      ...systemParts(),
      words,
      clock,
      emit,
      ...receiptParts(receipts),
      checkConnection: (account) => checkConnection(account, { ...caller, now: clock }),
    });
    const answer = serve({
      handlers,
      actor: here.actor,
      atWork: here.atWork,
      report: ({ reference, call, error }) => log.error(`Bug ${reference} in ${call}`, error),
      makeReference: newId,
    });
    const stopWatching = watchHolds({
      ledger: selectedLedger.ledger,
      words,
      environment: () => merchants.active().environment,
      onClick: () => {
        screens.show();
        emit('menu.command', { command: 'holds' });
      },
      reportBug,
    });
    const stopLookingUp = useCases.resolveUnknowns();
    const stops = [stopIdleCheck, stopSystemLocks, stopWatching, stopLookingUp, updates.stop, backups.stop];
    const stop = (): void => stops.forEach((each) => each());
    return { ...useCases, session: here, provisioning, answer: traceCalls(answer), busy, stop };
  }

  tellUnread(words(), Object.values(documents), tell);

  return {
    /** Opens the window, or brings it to the front. */
    show: screens.show,
    /** Lets an order of a link or of the command line wait for whoever works here. */
    offerOrder: orders.offer,
    /** Applies a provisioning file, all of it or nothing, or keeps it waiting for a supervisor. Silent: opens no dialog. */
    provision(file: string, silent: boolean) {
      return reportProvisioning(async () => (await wired).provisioning.provision(file), words(), log, silent);
    },
    /** True for a file that was applied since the start. */
    isProvisioned: (file: string) => provisioned.has(file),
    /**
     * Waits for payments under way and their records, then closes everything.
     * @returns whether a reader of the ledger still holds the process back
     */
    async close(): Promise<boolean> {
      screens.stayClosed();
      const { stop, batches, recorder, busy } = await wired;
      stop();
      if (busy()) screens.holdSession();
      await Promise.all([finishWork(inFlight, batches, recorder), longWork.close()]);
      updates.noteEnd();
      audit.noteSoon(account, { kind: 'program-ended' });
      await audit.close();
      await Promise.allSettled([gateway.close(), selectedLedger.close(), training.close()]);
      await journal.close();
      await updates.installAtEnd();
      return selectedLedger.isHeldByReader();
    },
  };
}
