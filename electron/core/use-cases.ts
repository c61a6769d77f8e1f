/** The use cases, wired to the service, the ledger and the vault. Independent of Electron. */
import type { Approvals } from '#electron/core/operators/approvals.ts';
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import { createCaptures } from '#electron/core/holds/captures.ts';
import { createHistory } from '#electron/core/records/history.ts';
import { createLookUp, resolveUnknowns } from '#electron/core/records/look-up.ts';
import { createSavedViews } from '#electron/core/records/saved-views.ts';
import type { DocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { StoredDrafts } from '#shared/payments/entry/kept-draft.ts';
import type { StoredViews } from '#shared/ledger/saved-views.ts';
import { createLimitedPayments } from '#electron/core/payments/amount-limits.ts';
import type { AmountLimits } from '#shared/seat/operators.ts';
import { createDeviceSessions, type CollectorNote } from '#electron/core/payments/device-sessions.ts';
import { createFingerprints } from '#electron/core/payments/fingerprints.ts';
import { createKeptDrafts } from '#electron/core/payments/kept-drafts.ts';
import { createKeptCard } from '#electron/core/payments/kept-card.ts';
import { createLookalikes } from '#electron/core/payments/lookalikes.ts';
import { createPayments } from '#electron/core/payments/payments.ts';
import type { RunCollector } from '#electron/core/ports/collector.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { type MerchantsParts, createMerchants } from '#electron/core/merchants/merchants.ts';
import { createReconciliations } from '#electron/core/records/reconcile.ts';
import { createReports } from '#electron/core/reports/reports.ts';
import { createGuardedBegin } from '#electron/core/payments/guarded-begin.ts';
import { createRecharges } from '#electron/core/payments/recharges.ts';
import { createReversals } from '#electron/core/payments/reversals.ts';
import { createRecorder } from '#electron/core/payments/recorder.ts';
import type { UnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';

export interface UseCasesParts
  extends Omit<Ports, 'audit' | 'busy' | 'account' | 'actorName'>, Omit<MerchantsParts, 'store' | 'vault'> {
  readonly gateway: Gateway;
  readonly answers: UnwrittenAnswers;
  readonly vault: Vault;
  readonly merchantStore: MerchantsParts['store'];
  readonly draftStore: DocumentStore<StoredDrafts>;
  readonly viewStore: DocumentStore<StoredViews>;
  readonly approvals: Approvals;
  readonly limits: () => AmountLimits;
  readonly runCollector: RunCollector;
  readonly logCollector: (note: CollectorNote) => void;
}

export type UseCases = ReturnType<typeof createUseCases>;

export function createUseCases(parts: UseCasesParts) {
  const { ledger, vault, approvals, clock, emit } = parts;
  const keptCard = createKeptCard(clock);
  const deviceSessions = createDeviceSessions(parts.runCollector, clock, parts.logCollector);
  const merchants = createMerchants({
    ...parts,
    store: parts.merchantStore,
    emit: (name, payload) => {
      // A card was keyed for the merchant as the operator saw it.
      if (name === 'merchants.changed') {
        keptCard.wipe();
        deviceSessions.stop();
      }
      emit(name, payload);
    },
  });
  const recorder = createRecorder(parts);
  const shared = { ...parts, recorder, merchants };
  const fingerprints = createFingerprints(vault);
  const captures = createCaptures(shared);
  const lookUp = createLookUp(shared);
  const reconciliations = createReconciliations(shared);
  const history = createHistory(ledger, merchants, clock);
  const limited = createLimitedPayments(parts);
  const beginGuarded = createGuardedBegin(recorder, approvals, limited);
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
    reversals: createReversals(shared),
    recharges: createRecharges({ ...shared, show: history.show, beginGuarded }),
    keptDrafts: createKeptDrafts(parts.draftStore, merchants, clock),
    lookalikes: createLookalikes({ ...shared, fingerprints }),
    batches: createBatches({ ...shared, captures }),
    history,
    savedViews: createSavedViews({ store: parts.viewStore }),
    reconciliations,
    reports: createReports({ ...shared, reconciled: reconciliations.summary }),
  };
}
