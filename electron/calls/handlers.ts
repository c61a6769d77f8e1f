/** The handlers of the contract: each hands its call to the use case that does it. */
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { Backups } from '#electron/core/records/backups.ts';
import type { Batches } from '#electron/core/holds/batch-captures.ts';
import type { Captures } from '#electron/core/holds/captures.ts';
import type { History } from '#electron/core/records/history.ts';
import { fromLedger } from '#electron/core/records/ledger-failure.ts';
import type { Operators } from '#electron/core/operators/operators.ts';
import type { Payments } from '#electron/core/payments/payments.ts';
import type { Actor, Vault } from '#electron/core/ports.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Seat } from '#electron/core/seat.ts';
import type { Session } from '#electron/core/operators/session.ts';
import type { UnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { createOperatorCalls } from './operator-calls.ts';

export interface HandlersParts {
  readonly session: Session;
  readonly operators: Operators;
  readonly approvals: Approvals;
  readonly seat: Seat;
  readonly merchants: Merchants;
  readonly payments: Payments;
  readonly captures: Captures;
  readonly batches: Batches;
  readonly history: History;
  readonly vault: Vault;
  readonly answers: UnwrittenAnswers;
  readonly selectedLedger: SelectedLedger;
  readonly backups: Backups;
  readonly inFlight: InFlight;
  /** The training gateway; null when it could not be started. */
  readonly training: TrainingGateway | null;
  readonly version: string;
  readonly openReceipt: (attempt: Pick<Attempt, 'environment' | 'receiptUrl'>) => Promise<Result<void>>;
  /** The calls that ask for a file, change the ledger or look at the network. */
  readonly exportHistory: Handlers['history']['export'];
  readonly checkConnection: Handlers['merchants']['checkConnection'];
  readonly ledgerSettings: Omit<Handlers['settings'], 'save'>;
}

export function createHandlers(parts: HandlersParts): Handlers {
  const {
    session,
    seat,
    merchants,
    payments,
    captures,
    batches,
    history,
    vault,
    selectedLedger,
    backups,
    inFlight,
    training,
  } = parts;

  /** The calls that ask for a role are served only while somebody is signed in; without one there is no use case. */
  const as =
    <Input, Value>(work: (input: Input, actor: Actor) => Promise<Result<Value>>) =>
    (input: Input): Promise<Result<Value>> => {
      const actor = session.actor();
      return actor === null ? Promise.resolve(failed({ kind: 'signed-out' })) : work(input, actor);
    };

  const operatorCalls = createOperatorCalls({ ...parts, as });
  return {
    operators: operatorCalls.operators,
    session: {
      ...operatorCalls.session,
      current: async () => {
        const [merchant, ledger, vaultStatus] = await Promise.all([
          merchants.activeView(),
          selectedLedger.status(),
          vault.status(),
        ]);
        const operator = session.actor();
        return ok({
          operator,
          access: session.access(),
          version: parts.version,
          platform: process.platform,
          settings: seat.settings(),
          merchant,
          ledger,
          // Nothing about payments is told to a seat that is locked.
          answers: operator === null ? noAnswers : parts.answers.waiting(),
          backup: backups.status(),
          vault: vaultStatus,
        });
      },
    },
    payments: {
      authorize: as((draft, actor) => inFlight.during(payments.authorize(draft, actor))),
      sell: as((draft, actor) => inFlight.during(payments.sell(draft, actor))),
      cancel: async ({ draftId }) => ok(await payments.cancel(draftId)),
      warm: async () => ok(await payments.warm()),
    },
    holds: {
      list: (query) => history.holds(query),
      capture: as((draft, actor) => inFlight.during(captures.capture(draft, actor))),
      captureMany: as((draft, actor) => inFlight.batch(draft.batchId, batches.captureMany(draft, actor))),
      stopBatch: ({ batchId }) => ok(batches.stop(batchId)),
      interruptedBatches: () => copied(batches.interrupted()),
      dismissBatch: ({ batchId }) => batches.dismiss(batchId),
      find: ({ ids }) => copied(history.holdsById(ids)),
    },
    history: {
      search: as((query, actor) => history.search(query, actor)),
      show: as(({ id }, actor) => history.show(id, actor)),
      unknowns: () => copied(history.unknowns()),
      resolve: as((request, actor) => history.resolve(request, actor)),
      export: parts.exportHistory,
      dayClose: (query) => history.dayClose(query),
      operators: as((_input, actor) => copied(history.operators(actor))),
      events: (query) => fromLedger(selectedLedger.opened().then((ledger) => ledger.events(query))),
      openReceipt: as(async ({ id }, actor) => {
        const shown = await history.show(id, actor);
        return shown.ok ? parts.openReceipt(shown.value) : shown;
      }),
    },
    merchants: {
      list: async () => ok([...(await merchants.list())]),
      save: (change) => merchants.saveKeyed(change),
      remove: ({ merchantId }) => merchants.remove(merchantId),
      activate: ({ merchantId }) => merchants.activate(merchantId),
      confirmCaptureField: ({ merchantId, field }) => merchants.confirmCaptureField(merchantId, field),
      checkConnection: parts.checkConnection,
    },
    settings: { save: (settings) => seat.save(settings), ...parts.ledgerSettings },
    vault: {
      unlock: ({ passphrase }) => vault.unlock(passphrase),
      setPassphrase: ({ passphrase }) => vault.setPassphrase(passphrase),
    },
    training: {
      status: () => (training === null ? noTraining : ok(training.status())),
      order: async (order) => (training === null ? noTraining : ok(await training.order(order))),
    },
  };
}

const noAnswers = { safe: 0, unsafe: 0, strays: [], unread: [] } as const;

/** The port may have been taken by a security program; the other environments work all the same. */
const noTraining = failed({ kind: 'cannot-connect', detail: 'The training gateway could not be started.' } as const);

/** The contract's lists are plain arrays; the use cases give them out as read-only. */
async function copied<Item>(work: Promise<Result<readonly Item[]>>): Promise<Result<Item[]>> {
  const result = await work;
  return result.ok ? ok([...result.value]) : result;
}
