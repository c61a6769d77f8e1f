/**
 * Keeps what an operator types of a payment over a restart, one draft for each operator, merchant and environment. Holds no card
 * data. Names and e-mail addresses are as readable here as in the ledger beside it.
 */
import type { MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import type { Actor, Clock } from '#electron/core/ports/host.ts';
import { tryToWrite, type DocumentStore } from '#electron/core/ports/stored-documents.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { KeptDraft, OfferedDraft, StoredDrafts } from '#shared/payments/entry/kept-draft.ts';

type Stored = StoredDrafts['drafts'][number];

/** Most drafts of a seat. The oldest ones go first. */
const most = 50;

export function createKeptDrafts(
  store: DocumentStore<StoredDrafts>,
  merchants: Pick<MerchantDirectory, 'active'>,
  clock: Clock,
) {
  /** True until its day ends. Times ahead of the clock come from before it was set back. */
  const isFresh = ({ keptAt }: Stored): boolean => {
    const now = clock();
    const kept = new Date(keptAt);
    return kept <= now && kept.toDateString() === now.toDateString();
  };
  const all = (): readonly Stored[] => store.read()?.drafts ?? [];
  const isOf = (merchantId: string, { name }: Actor, one: Stored): boolean =>
    one.operatorName === name && one.merchantId === merchantId;

  function write(drafts: readonly Stored[]): Result<void> {
    if (drafts.length === 0 && all().length === 0) return ok(undefined);
    return tryToWrite(() => store.write({ drafts: drafts.filter(isFresh).slice(-most) }));
  }

  return {
    /** Replaces the operator's draft. Does nothing for another merchant than the one in use. */
    keep(merchantId: string, draft: KeptDraft, actor: Actor): Result<void> {
      const { id, environment } = merchants.active();
      if (id !== merchantId) return ok(undefined);
      const others = all().filter((one) => !isOf(merchantId, actor, one));
      const keptAt = clock().toISOString();
      return write([...others, { operatorName: actor.name, merchantId, environment, keptAt, draft }]);
    },
    /** Returns the operator's draft for the merchant in use; null when there is none or its day is over. */
    kept(merchantId: string, actor: Actor): Result<OfferedDraft | null> {
      const { id, environment } = merchants.active();
      if (id !== merchantId) return ok(null);
      const found = all().find(
        (one) => isOf(merchantId, actor, one) && one.environment === environment && isFresh(one),
      );
      return ok(found === undefined ? null : { keptAt: found.keptAt, draft: found.draft });
    },
    drop(merchantId: string, actor: Actor): Result<void> {
      const rest = all().filter((one) => !isOf(merchantId, actor, one));
      return rest.length === all().length ? ok(undefined) : write(rest);
    },
  };
}
