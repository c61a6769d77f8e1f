/** Wires the program together. Contains no behaviour of its own. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { app, safeStorage, session as electronSession } from 'electron';
import Store from 'electron-store';
import { createCalls } from '#electron/calls/calls.ts';
import { createAudit } from '#electron/core/audit/audit.ts';
import { createApprovals } from '#electron/core/operators/approvals.ts';
import { createEventGate } from '#electron/core/operators/event-gate.ts';
import { startIdleCheck } from '#electron/core/operators/idle-check.ts';
import { createOperators } from '#electron/core/operators/operators.ts';
import { createSession, systemActor, type Session } from '#electron/core/operators/session.ts';
import { finishWork } from '#electron/core/payments/finish-work.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import { createUnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { provision } from '#electron/core/provisioning/provisioning.ts';
import { createSeat, newSeat } from '#electron/core/seat.ts';
import { createUseCases } from '#electron/core/use-cases.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { createCollector } from '#electron/fingerprint/collector-window.ts';
import { checkConnection } from '#electron/gateway/check/check-connection.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { createEmit, listen } from '#electron/ipc/electron-ipc.ts';
import { serve } from '#electron/ipc/serve.ts';
import { traceCalls } from '#electron/ipc/trace.ts';
import { openAnswerSpool } from '#electron/ledger/attempts/answer-spool.ts';
import { startBackups } from '#electron/ledger/current/backup-schedule.ts';
import { createSelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { sayUnread, systemDialogs } from '#electron/shell/dialogs.ts';
import { createLegalFiles } from '#electron/shell/legal-files.ts';
import type { Log } from '#electron/shell/log.ts';
import { createMenuCommands } from '#electron/shell/menu-commands.ts';
import { reportProvisioning } from '#electron/shell/provisioning-report.ts';
import { openReceipt } from '#electron/shell/receipts/open-receipt.ts';
import { createReceipts } from '#electron/shell/receipts/receipts.ts';
import { userName } from '#electron/shell/user-name.ts';
import { followSeat } from '#electron/shell/window/follow-seat.ts';
import { createScreens, watchHolds } from '#electron/shell/window/screens.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { startTraining } from '#electron/training/start-training.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import { createVault } from '#electron/vault/vault.ts';
import { newId } from '#shared/new-id.ts';

export interface Program {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** Applies a provisioning file, all of it or nothing. @returns true when it was applied */
  provision(file: string): Promise<boolean>;
  /** Waits for payments under way and their records, then closes everything. */
  close(): Promise<void>;
}

/** Composes the program. Call it once Electron is ready. The window opens at once, and its calls wait. */
export function compose(log: Log): Program {
  const folder = app.getPath('userData');
  const clock = () => new Date();
  const reportBug: ReportBug = (error) => log.error('Bug', error);
  const fresh = newSeat(app.getLocale(), hostname());
  const documents = openSeatDocuments({ folder, now: clock, open: (options) => new Store(options) }, fresh);
  const inFlight = createInFlight();
  let session: Session | null = null;
  /** Null until the program is wired. */
  let forgetCard: (() => void) | null = null;

  const { emit, ...gate } = createEventGate((name, payload) => {
    emitToWindows(name, payload);
    follow(name);
  });
  const seat = createSeat({ store: documents.seat, defaults: fresh, emit });
  const words = () => wordsOf(seat.settings().language);
  const shared = { clock, emit, reportBug, seat: () => seat.settings().seat };
  const vault = createVault({ store: documents.vault, cipher: createOsCipher(safeStorage, process.platform) });
  const training = startTraining(folder, reportBug);
  const receipts = createReceipts(training.running, () => words().t('shell:receipt.title'));
  const collector = createCollector({
    preload: path.join(import.meta.dirname, '../collector/preload.cjs'),
    refused: (what, url) => log.warn(`Refused: ${what} ${url}`),
    reportBug,
  });
  const screens = createScreens({
    log,
    receipts,
    guardsItself: collector.owns,
    onCommand: createMenuCommands(() => session, emit),
    onPageLeft: () => forgetCard?.(),
  });
  const emitToWindows = createEmit(screens.owns, reportBug);
  const answers = createUnwrittenAnswers({
    spool: openAnswerSpool({ folder: path.join(folder, 'answers'), reportBug }),
    onChange: () => emit('answers.changed', {}),
    reportBug,
  });
  const selectedLedger = createSelectedLedger({
    ...shared,
    folder,
    deliver: answers.deliver,
    vault,
    warn: (message) => log.warn(message),
    now: clock,
    makeId: newId,
    store: documents.ledger,
  });
  const audit = createAudit({ opened: selectedLedger.opened, reportBug });
  const operators = createOperators({
    store: documents.operators,
    note: audit.note,
    clock,
    makeId: newId,
    reportBug,
  });
  const approvals = createApprovals({ operators, clock, makeId: newId });
  const resolveProxy = (url: string) => electronSession.defaultSession.resolveProxy(url);
  const caller = { userAgent: `caja/${app.getVersion()}`, resolveProxy };
  const gateway = createGateway({ ...caller, log: (note) => log.info('Request', note) });

  const wired = wire();
  const follow = followSeat({ screens, words, wired: () => wired });
  wired.catch((error: unknown) => log.error('The program could not be wired', error));
  listen(screens.owns, async (sender, message) => (await wired).answer(sender, message));

  async function wire() {
    const useCases = createUseCases({
      ...shared,
      gateway,
      vault,
      ledger: selectedLedger.ledger,
      answers,
      merchantStore: documents.merchants,
      approvals,
      training: await training.origin,
      runCollector: collector.run,
      logCollector: (note) => log.info('Device session', note),
    });
    const { merchants, recorder, payments } = useCases;
    forgetCard = payments.forgetCard;
    const busy = (): boolean => inFlight.count() + recorder.atRisk() > 0;
    const here = createSession({
      userName: userName(),
      operators,
      charges: () => merchants.active().environment === 'production',
      busy,
      clock,
      onChange: () => {
        payments.onOperator(here.actor()?.name ?? null);
        gate.sessionChanged();
      },
    });
    session = here;
    gate.open(here);
    operators.onChange(() => emit('operators.changed', {}));
    const stopIdleCheck = startIdleCheck(here);
    const backups = startBackups({ ...shared, store: documents.backups, folder, selectedLedger, busy });
    const handlers = createCalls({
      ...useCases,
      session: here,
      operators,
      approvals,
      seat,
      vault,
      answers,
      selectedLedger,
      backups,
      inFlight,
      busy,
      training: training.running(),
      version: app.getVersion(),
      legalFiles: createLegalFiles(
        app.isPackaged ? path.join(process.resourcesPath, 'legal') : path.join(import.meta.dirname, '../legal'),
      ),
      dialogs: systemDialogs,
      words,
      clock,
      emit,
      openReceipt: (attempt) => openReceipt(receipts, attempt),
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
    const stop = (): void => [stopIdleCheck, stopWatching, backups.stop].forEach((each) => each());
    return { ...useCases, session: here, answer: traceCalls(answer), busy, stop };
  }

  sayUnread(words(), [documents.seat, documents.merchants, documents.backups]);

  return {
    show: screens.show,
    async provision(file) {
      const { merchants, busy } = await wired;
      const applied = await provision(file, {
        merchants,
        vault,
        operators,
        account: systemActor(userName()).name,
        assignLedger: (choice, password) => selectedLedger.assign(choice, password, busy),
        readFile: (name) => readFile(name),
      });
      if (applied.ok && applied.value.keyGiven) await selectedLedger.keyGiven();
      return reportProvisioning(applied, words(), log);
    },
    async close() {
      const { stop, ...work } = await wired;
      stop();
      await finishWork({ ...work, inFlight });
      await Promise.allSettled([gateway.close(), selectedLedger.close(), training.close()]);
    },
  };
}
