/** Captures one hold, in its own family and for its amount, recorded before it is sent (invariants 1 to 3). */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { withReference } from '#shared/ledger/own-reference.ts';
import type { Attempt, CaptureDraft } from '#shared/payments/attempt.ts';
import { answerOf } from '#electron/core/payments/answered-attempt.ts';
import { capturePayment, laterAttempt } from '#electron/core/payments/drafts.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import {
  accountOfEarlier,
  readyAccount,
  type AccountOf,
  type MerchantDirectory,
} from '#electron/core/merchants/merchant-in-use.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { CapturePayment, Gateway, GatewayAnswer, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { refusedBegin, type PaymentServices } from '#electron/core/payments/recorder.ts';

export type Captures = ReturnType<typeof createCaptures>;

interface Ready {
  readonly hold: Hold;
  readonly account: MerchantAccount;
  readonly payment: CapturePayment;
}

/** Reads each merchant's secrets once for many holds. Lives as long as one check. */
function rememberedAccounts(merchants: MerchantDirectory): AccountOf {
  const accounts = new Map<string, Promise<Result<MerchantAccount>>>();
  return (merchantId, family) => {
    const key = `${family} ${merchantId}`;
    const account = accounts.get(key) ?? readyAccount(merchants, merchantId, family);
    accounts.set(key, account);
    return account;
  };
}

export function createCaptures(parts: PaymentServices & { readonly gateway: Pick<Gateway, 'capture'> }) {
  const { gateway, ledger, recorder, merchants, seat, clock, makeId, reportBug } = parts;

  async function prepare(draft: CaptureDraft, known: Hold | null): Promise<Result<Ready>> {
    const found = known === null ? await fromLedger(ledger.hold(draft.holdId)) : ok(known);
    return found.ok ? prepareHold(draft, found.value, (id, family) => readyAccount(merchants, id, family)) : found;
  }

  async function prepareHold(draft: CaptureDraft, hold: Hold | null, accountOf: AccountOf): Promise<Result<Ready>> {
    if (hold === null) return failed({ kind: 'not-found' });
    if (hold.state !== 'open') return failed({ kind: 'hold-not-open', state: hold.state });
    const { authorization } = hold;
    if (operationFacts(authorization.operation).opens !== 'hold')
      return failed({ kind: 'hold-not-open', state: 'unlisted' });
    const account = await accountOfEarlier(authorization, merchants, accountOf);
    if (!account.ok) return account;
    const refused = refusedBy(account.value, draft, hold);
    if (refused !== null) return failed(refused);
    const payment = capturePayment(draft, hold);
    if (payment === null) return failed({ kind: 'invalid', issues: [{ path: 'holdId', code: 'no-reference' }] });
    return { ok: true, value: { hold, account: account.value, payment } };
  }

  function send({ hold, account, payment }: Ready, attemptId: string): Promise<GatewayAnswer> {
    const { recordsUrl } = account.merchant;
    const wired = recordsUrl === null ? payment : withReference(payment, attemptId);
    return answerOf(() => gateway.capture(account, hold.authorization.family, wired), reportBug);
  }

  return {
    /** Finds out which of these captures would be refused now, by the id of the hold. Sends and records nothing. */
    async refusals(drafts: readonly CaptureDraft[], holds: readonly Hold[]): Promise<ReadonlyMap<string, Failure>> {
      const known = new Map(holds.map((hold) => [hold.id, hold]));
      const accountOf = rememberedAccounts(merchants);
      const refused = new Map<string, Failure>();
      for (const draft of drafts) {
        const ready = await prepareHold(draft, known.get(draft.holdId) ?? null, accountOf);
        if (!ready.ok) refused.set(draft.holdId, ready.failure);
      }
      return refused;
    },
    /**
     * @param batchId the batch that the capture belongs to, if any
     * @param known the hold, if it was read a moment ago. Without it the ledger is asked
     */
    async capture(
      draft: CaptureDraft,
      actor: Actor,
      batchId?: string,
      known: Hold | null = null,
    ): Promise<Result<Attempt>> {
      const ready = await prepare(draft, known);
      if (!ready.ok) return ready;
      const { hold, account } = ready.value;
      const { family } = hold.authorization;
      const circumstances = { merchant: account.merchant, family, seat: seat(), actor, now: clock() };
      const attempt = laterAttempt(makeId(), 'capture', draft, hold.authorization, circumstances, batchId);
      const begun = await recorder.begin(attempt, null);
      if (!begun.ok) return begun;
      if (begun.value.ok) return recorder.finish(begun.value.value, await send(ready.value, attempt.id));
      return refusedBegin(begun.value.failure, hold.authorization);
    },
  };
}

/** Applies the merchant's rules for captures; null when it may be sent. */
function refusedBy({ merchant }: MerchantAccount, draft: CaptureDraft, { authorization }: Hold): Failure | null {
  const held = heldAmount(authorization);
  const smaller = draft.amount < held && merchant.allowSmallerCapture;
  if (draft.amount !== held && !smaller) return { kind: 'amount-not-allowed' };
  const unconfirmed = authorization.family === 'form' && !merchant.captureTokenFieldConfirmed;
  if (unconfirmed && merchant.environment === 'production') {
    return { kind: 'capture-field-unconfirmed', merchantId: merchant.id, field: merchant.captureTokenField };
  }
  return null;
}
