/** Handlers of every call of the contract: a group of a few calls here, each larger one in a file of its own. */
import type { Handlers } from '#electron/ipc/handlers.ts';
import { byRule, type Works } from './by-rule.ts';
import { dialogsOf } from '#electron/core/dialogs.ts';
import { historyCalls } from './history.ts';
import { ledgerCalls } from './ledger.ts';
import { paperCalls } from './papers/paper.ts';
import { reportCalls } from './reports.ts';
import type { Services } from './services.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { limitOf } from '#shared/seat/operators.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';
import { saveExport } from './exports/export-attempts.ts';
import { exportBatch } from './exports/export-batch.ts';
import { shownPolicy } from '#electron/core/policy/policy.ts';
import { withoutEndings } from '#electron/core/merchants/merchants.ts';
import { mayAct } from '#shared/role.ts';
import { saveDiagnostics } from './diagnostics/save-diagnostics.ts';

/** @param given includes the system's dialogs, wrapped here to drop answers that another operator gives after a lock */
export function createCalls(given: Services): Handlers {
  const parts = { ...given, dialogs: dialogsOf(given.session, given.dialogs) };
  const works: Works = {
    session: sessionCalls(parts),
    operators: operatorCalls(parts),
    payments: paymentCalls(parts),
    holds: holdCalls(parts),
    history: historyCalls(parts),
    reports: reportCalls(parts),
    paper: paperCalls(parts),
    merchants: merchantCalls(parts),
    seat: seatCalls(parts),
    ledger: ledgerCalls(parts),
    answers: answerCalls(parts),
    vault: vaultCalls(parts),
    training: trainingCalls(parts),
    updates: updateCalls(parts),
    work: workCalls(parts),
  };
  return byRule(works, parts);
}

/** Available on a locked seat too. */
const sessionCalls = ({ session, merchants, operators }: Services): Works['session'] => ({
  current() {
    const actor = session.actor();
    const paymentLimit = actor === null ? null : limitOf(operators.limits(), actor.role).payment;
    return ok({ operator: actor === null ? null : { ...actor, paymentLimit }, access: session.access() });
  },
  signIn: ({ name, passcode }) => session.signIn(name, passcode),
  signOut: () => ok(session.signOut()),
  lock: () => ok(session.lock('command')),
  keepAwake: () => ok(session.keepAwake()),
  changePasscode: ({ current, next }) => session.changePasscode(current, next),
  createSupervisor: ({ name, passcode }) => session.createSupervisor(name, passcode),
  async practise() {
    if (session.access().kind !== 'first-supervisor') return failed({ kind: 'not-permitted', needs: 'cashier' });
    const activated = await merchants.activate(trainingMerchantId);
    return activated.ok ? ok(undefined) : activated;
  },
});

const operatorCalls = ({ operators, approvals }: Services): Works['operators'] => ({
  list: () => ok(operators.view()),
  add: (operator, actor) => operators.add(operator, actor.name),
  change: async ({ passcode, ...change }, actor) => {
    const changed = await operators.change(change, actor.name);
    // Last, because a refused change leaves the passcode as it was.
    return changed.ok && passcode !== undefined ? operators.resetPasscode(change.id, passcode, actor.name) : changed;
  },
  resetPasscode: ({ id, passcode }, actor) => operators.resetPasscode(id, passcode, actor.name),
  setIdleMinutes: ({ minutes }, actor) => operators.setIdleMinutes(minutes, actor.name),
  setLimits: ({ role, approvalId: _approvalId, ...limit }, actor) => operators.setLimits(role, limit, actor.name),
  approve: (request, actor) => approvals.approve(request, actor),
});

const merchantCalls = ({ merchants, checkConnection }: Services): Works['merchants'] => ({
  active: async () => ok(await merchants.activeView()),
  list: async (_input, { role }) => {
    const views = await merchants.list();
    return ok(mayAct(role, 'supervisor') ? views : views.map(withoutEndings));
  },
  save: ({ merchant, secrets }) => merchants.saveKeyed({ merchant, secrets }),
  remove: ({ merchantId }) => merchants.remove(merchantId),
  activate: ({ merchantId }) => merchants.activate(merchantId),
  confirmCaptureField: ({ merchantId, field }) => merchants.confirmCaptureField(merchantId, field),
  async checkConnection({ merchantId }) {
    const account = await merchants.of(merchantId);
    return account.ok ? ok(await checkConnection(account.value)) : account;
  },
});

const answerCalls = ({ answers }: Services): Works['answers'] => ({
  waiting: () => ok(answers.waiting()),
  setAside: ({ id }) => answers.setAside(id),
});

function vaultCalls({ vault, seals, journal, emit }: Services): Works['vault'] {
  async function changing(work: Promise<Result<VaultStatus>>): Promise<Result<VaultStatus>> {
    const result = await work;
    if (!result.ok) return result;
    emit('vault.changed', {});
    // Files that were changed, and entries that are not this seat's, are told as soon as the vault can tell.
    await seals.check();
    await journal.ready();
    return result;
  }
  return {
    status: async () => ok(await vault.status()),
    unlock: ({ passphrase }) => changing(vault.unlock(passphrase)),
    setPassphrase: ({ passphrase }) => changing(vault.setPassphrase(passphrase)),
  };
}

/** The gateway may fail to bind, e.g. blocked by antivirus. Only training is affected. */
const noTraining = failed({ kind: 'cannot-connect', detail: 'The training gateway could not be started.' } as const);

const trainingCalls = ({ training }: Services): Works['training'] => ({
  async status() {
    const gateway = await training();
    return gateway === null ? noTraining : ok(gateway.status());
  },
  async order(order) {
    const gateway = await training();
    return gateway === null ? noTraining : ok(await gateway.order(order));
  },
});

const updateCalls = ({ updates }: Services): Works['updates'] => ({
  state: () => ok(updates.state()),
  look: async () => ok(await updates.look()),
  restart: () => updates.restart(),
});

const workCalls = ({ longWork, showInFolder }: Services): Works['work'] => ({
  current: (_input, actor) => ok(longWork.current(actor)),
  cancel: ({ id }, actor) => longWork.cancel(id, actor),
  dismiss: ({ id }, actor) => ok(longWork.dismiss(id, actor)),
  showFile: ({ id }, actor) => {
    const file = longWork.fileOf(id, actor);
    if (file === null) return failed({ kind: 'not-found' });
    showInFolder(file);
    return ok(undefined);
  },
});

const holdCalls = ({ captures, reversals, batches, history, ...parts }: Services): Works['holds'] => ({
  list: (query, actor) => history.holds(query, actor),
  check: ({ captures: asked }) => batches.check(asked),
  capture: (draft, actor) => captures.capture(draft, actor),
  void: (draft, actor) => reversals.void(draft, actor),
  captureMany: (draft, actor) => batches.captureMany(draft, actor),
  stopBatch: ({ batchId }) => ok(batches.stop(batchId)),
  unseenBatches: () => batches.unseen(),
  dismissBatch: ({ batchId }) => batches.dismiss(batchId),
  exportBatch: async ({ batchId, format }, actor) => {
    const found = await batches.find(batchId);
    if (!found.ok) return found;
    const { t, day } = parts.words();
    const name = t('holds:batch.export.name', { day: day(new Date(found.value.startedAt)) });
    const title = t('holds:batch.export.title');
    return saveExport(parts, { kind: 'export-batch', actor, title, name, format }, (file, course) =>
      exportBatch(found.value, file, format, parts.words(), course),
    );
  },
  find: ({ ids }, actor) => history.holdsById(ids, actor),
});

const seatCalls = ({
  session,
  seat,
  version,
  policy,
  provisioning,
  damagedFiles,
  legalFiles,
  tellPage,
  ...parts
}: Services): Works['seat'] => ({
  saveDiagnostics: (_input, actor) => saveDiagnostics({ ...parts, seat, version, policy }, actor),
  settings: () => ok(seat.settings()),
  save: (settings) => seat.save(settings),
  cardOnScreen: ({ shown }) => ok(tellPage({ card: shown })),
  printable: ({ printable }) => ok(tellPage({ printable })),
  program: () => ok({ version, platform: process.platform }),
  policy: () => ok(shownPolicy(policy)),
  damagedFiles: () => ok(damagedFiles.list()),
  goOnWithout: ({ document }) => damagedFiles.goOnWithout(document),
  waitingProvisioning: () => ok(provisioning.waiting()),
  allowProvisioning: (allowed) => provisioning.allow(allowed, session.actor()),
  dismissProvisioning: () => ok(provisioning.dismiss()),
  insidePackages: async () => ok(await legalFiles.packages()),
  showLegalFiles: () => ok(legalFiles.show()),
});

const paymentCalls = ({
  payments,
  reversals,
  recharges,
  lookalikes,
  history,
  keptDrafts,
  orders,
}: Services): Works['payments'] => ({
  authorize: (draft, actor) => payments.authorize(draft, actor),
  sell: (draft, actor) => payments.sell(draft, actor),
  refund: (draft, actor) => reversals.refund(draft, actor),
  earlierCard: ({ attemptId }, actor) => recharges.earlier(attemptId, actor),
  recharge: (draft, actor) => recharges.recharge(draft, actor),
  forgetEarlierCard: ({ attemptId }, actor) => recharges.forget(attemptId, actor),
  tryAgain: (retry, actor) => payments.tryAgain(retry, actor),
  keepCard: (typed, actor) => ok(payments.keepCard(typed, actor)),
  forgetCard: () => ok(payments.forgetCard()),
  lookalikes: (question, actor) => {
    if ('cardNumber' in question) return lookalikes.ask(question).then(ok);
    const { handle, ...about } = question;
    const cardNumber = payments.keptNumber(handle, actor);
    return cardNumber === null ? ok({ kind: 'none' }) : lookalikes.ask({ ...about, cardNumber }).then(ok);
  },
  customers: (query, actor) => history.customers(query, actor),
  keepDraft: ({ merchantId, draft }, actor) => keptDrafts.keep(merchantId, draft, actor),
  keptDraft: ({ merchantId }, actor) => keptDrafts.kept(merchantId, actor),
  dropDraft: ({ merchantId }, actor) => keptDrafts.drop(merchantId, actor),
  waitingOrder: () => ok(orders.waiting()),
  dropOrder: ({ id }) => orders.drop(id),
  cancel: async ({ draftId }) => ok(await payments.cancel(draftId)),
  warm: async () => ok({ connection: await payments.warm() }),
});
