/** Reads the history as each role may see it, and resolves unknown attempts (invariant 6: append-only). */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { HistoryFilter, HistoryPage, HistoryQuery, HistorySums } from '#shared/ledger/history.ts';
import type { Hold, HoldsPage, HoldsQuery } from '#shared/ledger/holds.ts';
import type { ListedAttempt, ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { operationTable } from '#shared/payments/operations.ts';
import { reachOf, recentSince, type Reach } from '#shared/seat/reach.ts';
import { mayAct } from '#shared/role.ts';
import { stillWaits } from '#shared/payments/hold-state.ts';
import { effectiveState, type Attempt, type Contradiction, type Resolution } from '#shared/payments/attempt.ts';
import { notChargeable } from '#electron/core/merchants/chargeable-card.ts';
import { soughtCustomer, type CustomersQuery, type EarlierCustomer } from '#shared/payments/entry/customers.ts';
import { fromLedger, type Ledger, type ResolveRefusal } from '#electron/core/ports/ledger.ts';
import type { Merchants } from '#electron/core/merchants/merchants.ts';
import type { Actor, Clock } from '#electron/core/ports/host.ts';

interface ResolveRequest {
  readonly id: string;
  readonly resolution: Pick<Resolution, 'outcome' | 'reference' | 'note'> & {
    /** The late answer that the supervisor has seen. */
    readonly knows?: Contradiction['answered'] | null;
  };
}

export type History = ReturnType<typeof createHistory>;

export function createHistory(ledger: Ledger, merchants: Pick<Merchants, 'active' | 'all'>, clock: Clock) {
  const reach = ({ role }: Actor): Reach => reachOf(role, merchants.all());
  /** Returns the actor whose own payments alone are seen; null for everybody's. */
  const only = (actor: Actor): string | null => (reach(actor) === 'own' ? actor.name : null);
  const since = (): string => recentSince(clock().getTime());
  /** Narrows a cashier's filter to what they may see. */
  function narrowed<Filter extends HistoryFilter>(filter: Filter, actor: Actor): Filter {
    switch (reach(actor)) {
      case 'all':
        return filter;
      case 'own':
        return { ...filter, operatorName: actor.name };
      case 'recent':
        return { ...filter, from: filter.from !== null && filter.from > since() ? filter.from : since() };
    }
  }
  /** True also for an old payment of the actor's own, to which a link may lead. */
  const mayShow = (shown: ShownAttempt, actor: Actor): boolean =>
    reach(actor) === 'all' ||
    isOwn(shown, actor) ||
    (reach(actor) === 'recent' && shown.timeline.some(({ startedAt }) => startedAt >= since()));
  return {
    reach,
    search: (query: HistoryQuery, actor: Actor): Promise<Result<HistoryPage>> =>
      fromLedger(ledger.search(narrowed(query, actor))),
    sums: (filter: HistoryFilter, actor: Actor): Promise<Result<HistorySums>> =>
      fromLedger(ledger.sums(narrowed(filter, actor), clock().toISOString())),
    async show(id: string, actor: Actor): Promise<Result<ShownAttempt>> {
      const shown = await fromLedger(ledger.show(id));
      if (!shown.ok) return shown;
      if (shown.value === null) return failed({ kind: 'not-found' });
      return mayShow(shown.value, actor) ? ok(shown.value) : failed({ kind: 'not-permitted', needs: 'back-office' });
    },
    /** Lists unresolved attempts for every role, because any operator at the counter has to know about unsettled money. */
    unknowns: (): Promise<Result<readonly Attempt[]>> => fromLedger(ledger.unknowns()),
    async resolve({ id, resolution }: ResolveRequest, actor: Actor): Promise<Result<Attempt>> {
      if (!mayAct(actor.role, 'supervisor')) return failed({ kind: 'not-permitted', needs: 'supervisor' });
      // A resolution without a reference or note can't be verified later.
      if (resolution.reference.trim() === '' && resolution.note.trim() === '') {
        return failed({ kind: 'invalid', issues: [{ path: 'resolution.note', code: 'too_small' }] });
      }
      const shown = await fromLedger(ledger.show(id));
      if (!shown.ok) return shown;
      const operation = shown.value?.operation;
      if (operation === 'unlisted') return failed(shown.value?.unknownCause === 'damaged' ? damaged : ofNewerVersion);
      // A capture needs the reference of the approved authorization (section 4.1).
      const opensHold = operation !== undefined && operationTable[operation].opens === 'hold';
      if (opensHold && resolution.outcome === 'approved' && resolution.reference.trim() === '') {
        return failed({ kind: 'invalid', issues: [{ path: 'resolution.reference', code: 'too_small' }] });
      }
      const { outcome, reference, note, knows = null } = resolution;
      const how = { how: 'person', operatorName: actor.name, at: clock().toISOString() } as const;
      const resolved = await fromLedger(
        ledger.resolve(id, { outcome, reference: reference.trim(), note: note.trim(), ...how }, knows),
      );
      if (!resolved.ok) return resolved;
      return resolved.value.ok ? resolved.value : failed(failureOf(resolved.value.failure));
    },
    /** Counts the attempts of an export; null for a search by words on SQLite, which only reading them counts. */
    count: (filter: HistoryFilter, actor: Actor): Promise<Result<number | null>> =>
      fromLedger(ledger.count(narrowed(filter, actor))),
    /** Yields the attempts of an export, narrowed like a search. */
    all: (filter: HistoryFilter, actor: Actor): AsyncIterable<ListedAttempt> => ledger.all(narrowed(filter, actor)),
    /** Finds customers of earlier payments with the merchant in use, as far as the operator may see those payments. */
    async customers({ merchantId, text }: CustomersQuery, actor: Actor): Promise<Result<readonly EarlierCustomer[]>> {
      const active = merchants.active();
      const sought = soughtCustomer(text);
      if (sought === null || active.id !== merchantId) return ok([]);
      const { environment, allowChargeAgain: withCards } = active;
      const scope = { sought, environment, merchantId, operatorName: only(actor), withCards };
      const found = await fromLedger(ledger.customers({ ...scope, since: reach(actor) === 'recent' ? since() : null }));
      if (!found.ok) return found;
      return ok(
        found.value.map(({ paid, ...customer }) => ({
          ...customer,
          againId: paid.find(({ card }) => notChargeable(card, active) === null)?.attemptId ?? null,
        })),
      );
    },
    /** Finds waiting holds, and settled ones as far as the operator may see their payments. */
    async holdsById(holdIds: readonly string[], actor: Actor): Promise<Result<readonly Hold[]>> {
      const found = await fromLedger(ledger.signedHolds(holdIds));
      return found.ok ? ok(found.value.filter(isShownTo(only(actor)))) : found;
    },
    holds: (query: HoldsQuery, actor: Actor): Promise<Result<HoldsPage>> =>
      fromLedger(ledger.holds(query, clock().toISOString(), only(actor))),
    /** Lists the names of all operators with recorded payments; for a cashier who sees only their own, that name. */
    operators: (actor: Actor): Promise<Result<readonly string[]>> =>
      reach(actor) === 'own' ? Promise.resolve(ok([actor.name])) : fromLedger(ledger.operators()),
  };
}

const isShownTo =
  (only: string | null) =>
  ({ state, authorization }: Hold): boolean =>
    only === null || stillWaits(state) || authorization.operatorName === only;

const refusals = {
  'not-found': { kind: 'not-found' },
  'not-unknown': { kind: 'changed-meanwhile' },
  'reference-used': { kind: 'reference-used' },
  'hold-settled': { kind: 'hold-settled' },
  'vault-locked': { kind: 'vault', reason: 'locked' },
} as const satisfies Readonly<Record<Exclude<ResolveRefusal['kind'], 'seats-awaited'>, Failure>>;

const failureOf = (refusal: ResolveRefusal): Failure =>
  refusal.kind === 'seats-awaited' ? refusal : refusals[refusal.kind];

/** Failure for an operation of a newer version, because its effect on a hold is unknown here. */
const ofNewerVersion: Failure = {
  kind: 'ledger',
  reason: 'newer-version',
  detail: 'This payment was recorded by a newer version of the program.',
};

const damaged: Failure = { kind: 'ledger', reason: 'corrupt', detail: 'The record of this payment is damaged.' };

/** True for attempts of the actor's own payments, also when another operator captured them, and for every unknown one. */
const isOwn = (shown: ShownAttempt, actor: Actor): boolean =>
  [shown, ...shown.timeline.slice(0, 1)].some(({ operatorName }) => operatorName === actor.name) ||
  shown.state === 'unknown' ||
  effectiveState(shown) === 'unknown';
