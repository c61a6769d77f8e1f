/** The use cases, wired to the service, the ledger and the vault. Independent of Electron. */
import type { Approvals } from '#electron/core/operators/approvals.ts';
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import { createCaptures } from '#electron/core/holds/captures.ts';
import { createCustomers } from '#electron/core/records/customers.ts';
import { createHistory } from '#electron/core/records/history.ts';
import { createLookUp } from '#electron/core/records/look-up.ts';
import { resolveUnknowns } from '#electron/core/records/resolve-unknowns.ts';
import { createSavedViews } from '#electron/core/records/saved-views.ts';
import type { DocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { Failure } from '#shared/failure.ts';
import type { StoredViews } from '#shared/ledger/saved-views.ts';
import { newId } from '#shared/new-id.ts';
import { createLimitedPayments } from '#electron/core/payments/amount-limits.ts';
import type { AmountLimits } from '#shared/seat/operators.ts';
import { createDeviceSessions, type CollectorNote } from '#electron/core/payments/device-sessions.ts';
import { createFingerprints } from '#electron/core/payments/fingerprints.ts';
import { createKeptDrafts, type KeptDraftsParts } from '#electron/core/payments/kept-drafts.ts';
import { createKeptCard } from '#electron/core/payments/kept-card.ts';
import { createLookalikes } from '#electron/core/payments/lookalikes.ts';
import { createPayments } from '#electron/core/payments/payments.ts';
import type { BatchLog } from '#electron/core/ports/batch-log.ts';
import type { RunCollector } from '#electron/core/ports/collector.ts';
import type { Host } from '#electron/core/ports/host.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { type MerchantsParts, createMerchants } from '#electron/core/merchants/merchants.ts';
import { createReconciliations } from '#electron/core/records/reconcile.ts';
import { createReports } from '#electron/core/reports/reports.ts';
import { createGuardedBegin } from '#electron/core/payments/guarded-begin.ts';
import { createRecharges } from '#electron/core/payments/recharges.ts';
import { createReversals } from '#electron/core/payments/reversals.ts';
import { createRecorder } from '#electron/core/payments/recorder.ts';
import type { TrainingPlace } from '#electron/core/merchants/training-merchant.ts';
import type { UnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';

export interface UseCasesParts extends Pick<Host, 'seat' | 'clock' | 'emit' | 'reportBug'> {
  readonly gateway: Gateway;
  readonly ledger: Ledger;
  readonly answers: UnwrittenAnswers;
  readonly batchLog: BatchLog;
  /** Why no payment may begin at this seat now; null when it may. */
  readonly ledgerRefusal: () => Failure | null;
  readonly policy: MerchantsParts['policy'];
  readonly vault: Vault;
  readonly merchantStore: MerchantsParts['store'];
  readonly seals: MerchantsParts['seals'];
  readonly draftStore: KeptDraftsParts['store'];
  readonly viewStore: DocumentStore<StoredViews>;
  readonly approvals: Approvals;
  readonly limits: () => AmountLimits;
  readonly training: TrainingPlace;
  readonly trainingTexts: MerchantsParts['trainingTexts'];
  readonly noteWithheld: MerchantsParts['noteWithheld'];
  readonly runCollector: RunCollector;
  readonly logCollector: (note: CollectorNote) => void;
}

export type UseCases = ReturnType<typeof createUseCases>;

export function createUseCases(parts: UseCasesParts) {
  const { gateway, ledger, answers, ledgerRefusal, vault, merchantStore, approvals, limits, training, noteWithheld } =
    parts;
  const { seat, clock, emit, reportBug } = parts;
  const keptCard = createKeptCard(clock);
  const deviceSessions = createDeviceSessions({ run: parts.runCollector, clock, log: parts.logCollector });
  const merchants = createMerchants({
    store: merchantStore,
    seals: parts.seals,
    vault,
    training,
    trainingTexts: parts.trainingTexts,
    noteWithheld,
    policy: parts.policy,
    emit: (name, payload) => {
      // A card was keyed for the merchant as the operator saw it.
      if (name === 'merchants.changed') {
        keptCard.wipe();
        deviceSessions.stop();
      }
      emit(name, payload);
    },
  });
  const recorder = createRecorder({ ledger, answers, ledgerRefusal, clock, reportBug });
  const shared = { gateway, ledger, vault, recorder, merchants: merchants, seat, clock, emit, reportBug, newId };
  const fingerprints = createFingerprints(vault);
  const captures = createCaptures(shared);
  const lookUp = createLookUp(shared);
  const reconciliations = createReconciliations(shared);
  const history = createHistory(shared);
  const limited = createLimitedPayments({ limits, ledger, approvals, clock });
  const beginGuarded = createGuardedBegin({ recorder, approvals, limits: limited });
  return {
    lookUp,
    /** Looks unconfirmed payments up until the returned function is called. */
    resolveUnknowns: (): (() => void) => resolveUnknowns({ ...shared, lookUp }),
    merchants,
    recorder,
    captures,
    payments: createPayments({
      ...shared,
      beginGuarded,
      fingerprints,
      keptCard,
      deviceSessions,
    }),
    reversals: createReversals({ ...shared, approvals, limits }),
    recharges: createRecharges({ ...shared, show: history.show, beginGuarded }),
    keptDrafts: createKeptDrafts({ ...shared, store: parts.draftStore }),
    lookalikes: createLookalikes({ ...shared, fingerprints }),
    batches: createBatches({ ...shared, captures, ledgerRefusal, batchLog: parts.batchLog }),
    history,
    savedViews: createSavedViews({ store: parts.viewStore }),
    customers: createCustomers(shared),
    reconciliations,
    reports: createReports({ ...shared, reconciled: reconciliations.summary }),
  };
}
