/** The one place where the program is wired together. */
import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { app, safeStorage, session as electronSession } from 'electron';
import Store from 'electron-store';
import { createApprovals } from '#electron/core/operators/approvals.ts';
import { fromLedger } from '#electron/core/records/ledger-failure.ts';
import { newId } from '#shared/new-id.ts';
import { createOperators } from '#electron/core/operators/operators.ts';
import type { Emit, ReportBug } from '#electron/core/ports.ts';
import { provision, provisioningLines } from '#electron/core/provisioning/provisioning.ts';
import { createSeat, newSeat } from '#electron/core/seat.ts';
import { createSession, systemActor, type Session } from '#electron/core/operators/session.ts';
import { createUnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import { checkConnection } from '#electron/gateway/check/check-connection.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { createEmit, listen } from '#electron/ipc/electron-ipc.ts';
import { serve } from '#electron/ipc/serve.ts';
import { say, sayUnread } from '#electron/shell/dialogs.ts';
import { openAnswerSpool } from '#electron/ledger/attempts/answer-spool.ts';
import type { Log } from '#electron/shell/log.ts';
import type { Command } from '#electron/shell/menu.ts';
import { createReceipts } from '#electron/shell/receipts/receipts.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { openSeatDocuments } from '#electron/documents/seat-documents.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import { createVault } from '#electron/vault/vault.ts';
import { ok } from '#shared/failure.ts';
import { startBackups } from '#electron/ledger/current/backup-schedule.ts';
import { createFileCalls } from '#electron/calls/file-calls.ts';
import { createHandlers } from '#electron/calls/handlers.ts';
import { createInFlight } from '#electron/core/payments/in-flight.ts';
import { createSelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { openReceipt } from '#electron/shell/receipts/open-receipt.ts';
import { createScreens, watchHolds } from '#electron/shell/window/screens.ts';
import { startTraining } from '#electron/training/start-training.ts';
import { createUseCases } from '#electron/core/use-cases.ts';

export interface Program {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** Applies a provisioning file, all of it or nothing. @returns whether it was applied */
  provision(file: string): Promise<boolean>;
  /** Waits for payments under way and their records, then closes everything. */
  close(): Promise<void>;
}

/** How long the program waits at its end for answers that are under way, in ms. What is later is found as unknown. */
const lastWait = 120_000;

/** How often it is looked whether somebody is still there, in ms; each call looks too. */
const idleLook = 5_000;

/** Has to be called when Electron is ready. The window does not wait for any of this; its calls do. */
export function compose(log: Log): Program {
  const folder = app.getPath('userData');
  const clock = () => new Date();
  const reportBug: ReportBug = (error) => log.error('Bug', error);
  const fresh = newSeat(app.getLocale(), hostname());
  const documents = openSeatDocuments({ folder, now: clock, open: (options) => new Store(options) }, fresh);
  let session: Session | null = null;
  const inFlight = createInFlight();

  const emit: Emit = (name, payload) => {
    // A seat where nobody works hears of nothing but that; whoever unlocks it asks anew.
    if (name === 'session.changed' || (session?.actor() ?? null) !== null) emitToWindows(name, payload);
    if (name === 'session.changed') void describe();
  };
  const seat = createSeat({ store: documents.seat, defaults: fresh, emit });
  const words = () => wordsOf(seat.settings().language);
  const vault = createVault({ store: documents.vault, cipher: createOsCipher(safeStorage, process.platform) });
  const seatName = () => seat.settings().seat;
  const training = startTraining(folder, reportBug);
  const receipts = createReceipts(training.running, () => words().t('shell:receipt.title'));
  const screens = createScreens({ log, receipts, onCommand });
  const emitToWindows = createEmit(screens.owns, reportBug);
  const answers = createUnwrittenAnswers({
    spool: openAnswerSpool({ folder: path.join(folder, 'answers'), reportBug }),
    onChange: () => emit('session.changed', {}),
    reportBug,
  });
  const selectedLedger = createSelectedLedger({
    folder,
    deliver: answers.deliver,
    vault,
    emit,
    reportBug,
    warn: (message) => log.warn(message),
    now: clock,
    makeId: newId,
    seat: seatName,
    store: documents.ledger,
  });
  const operators = createOperators({
    store: documents.operators,
    note: (operatorName, deed) => fromLedger(selectedLedger.opened().then((ledger) => ledger.note(operatorName, deed))),
    clock,
    makeId: newId,
    reportBug,
  });
  const approvals = createApprovals({ operators, clock, makeId: newId });
  const resolveProxy = (url: string) => electronSession.defaultSession.resolveProxy(url);
  const gateway = createGateway({
    resolveProxy,
    log: (note) => log.info(`Request ${JSON.stringify(note)}`),
  });

  const wired = wire();
  wired.catch((error: unknown) => log.error('The program could not be wired', error));
  listen(screens.owns, async (sender, message) => (await wired).answer(sender, message));

  async function wire() {
    const useCases = createUseCases({
      gateway,
      vault,
      clock,
      emit,
      reportBug,
      seat: seatName,
      ledger: selectedLedger.ledger,
      answers,
      merchantStore: documents.merchants,
      approvals,
      training: await training.origin,
    });
    const busy = (): boolean => inFlight.count() + useCases.recorder.atRisk() > 0;
    const here = createSession({
      userName: userName(),
      operators,
      charges: () => useCases.merchants.active().environment === 'production',
      busy,
      clock,
      onChange: () => emit('session.changed', {}),
    });
    session = here;
    const idle = setInterval(here.look, idleLook);
    const backups = startBackups({
      store: documents.backups,
      folder,
      selectedLedger,
      seat: seatName,
      clock,
      busy,
      emit,
      reportBug,
    });
    const handlers = createHandlers({
      ...useCases,
      backups,
      session: here,
      operators,
      approvals,
      seat,
      vault,
      answers,
      selectedLedger,
      inFlight,
      training: training.running(),
      version: app.getVersion(),
      openReceipt: (attempt) => openReceipt(receipts, attempt),
      ...createFileCalls({
        selectedLedger,
        backups,
        words,
        clock,
        emit,
        session: here,
        history: useCases.history,
        busy,
      }),
      checkConnection: async ({ merchantId }) => {
        const account = await useCases.merchants.of(merchantId);
        return account.ok ? ok(await checkConnection(account.value, { resolveProxy, now: clock })) : account;
      },
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
      environment: () => useCases.merchants.active().environment,
      onClick: () => {
        screens.show();
        emit('menu.command', { command: 'holds' });
      },
      reportBug,
    });
    const stop = (): void => {
      clearInterval(idle);
      stopWatching();
      backups.stop();
    };
    return { ...useCases, session: here, answer, busy, stop };
  }

  function onCommand(command: Command): void {
    if (command === 'lock') session?.lock();
    else if (command === 'sign-out') session?.signOut();
    else emit('menu.command', { command });
  }

  async function describe(): Promise<void> {
    const { merchants, session: here } = await wired;
    screens.describe(words(), merchants.active(), here.access().kind === 'working');
  }
  void describe();
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
      const { t } = words();
      if (applied.ok) {
        if (applied.value.keyGiven) await selectedLedger.keyGiven();
        const count = applied.value.created.length + applied.value.updated.length;
        log.info(`Provisioned ${count} merchants`);
        const people = applied.value.operators;
        if (people !== undefined) {
          log.info(`Provisioned operators: ${people.added.length} added, ${people.changed.length} changed`);
        }
        process.stdout.write(`${t('shell:provision.applied', { count })}\n`);
        return true;
      }
      const lines = [...provisioningLines(applied.failure), t('shell:provision.nothingChanged')];
      for (const line of [t('shell:provision.title'), ...lines]) process.stderr.write(`${line}\n`);
      log.warn(`Provisioning failed: ${lines.join('; ')}`);
      say(t('shell:provision.title'), lines.join('\n'));
      return false;
    },
    async close() {
      const { batches, recorder, stop } = await wired;
      stop();
      for (const batchId of inFlight.batchIds()) batches.stop(batchId);
      await inFlight.over(lastWait);
      await recorder.flush();
      recorder.close();
      await Promise.allSettled([gateway.close(), selectedLedger.close(), training.close()]);
    },
  };
}

/** Empty where the system knows no name for the account that the program runs under. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
