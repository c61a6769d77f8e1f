/** Card payments: records the attempt, sends exactly one request, records the answer (invariants 1 and 2). */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';

import { randomBytes } from 'node:crypto';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import { brokenDown } from './answered-attempt.ts';
import { cardFingerprint } from './card-fingerprint.ts';
import { cardAttempt, cardPayment, sameDraft } from './drafts.ts';
import { duplicateFailure, guardFor } from './duplicates.ts';
import { readyAccount, type MerchantDirectory } from '#electron/core/merchants/merchant-in-use.ts';
import type { Actor, Clock, Emit, ReportBug } from '#electron/core/ports/host.ts';
import type { CardPayment, Gateway, GatewayAnswer, MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { Recorder } from './recorder.ts';

type SendPayment = (draft: PaymentDraft, actor: Actor) => Promise<Result<Attempt>>;

export interface Payments extends Readonly<Record<CardOperation, SendPayment>> {
  /** Cancels a payment until its first byte may have left. Resolves to the actual result. */
  cancel(draftId: string): Promise<{ readonly cancelled: boolean }>;
  /** Opens a connection and decrypts the secrets before the first payment. Sends no request. */
  warm(): Promise<void>;
  /** Number of payments under way. */
  underWay(): number;
}

export interface PaymentsParts {
  readonly gateway: Pick<Gateway, CardOperation | 'warm'>;
  readonly recorder: Recorder;
  readonly vault: Pick<Vault, 'fingerprintKey'>;
  readonly merchants: MerchantDirectory;
  readonly approvals: Pick<Approvals, 'take'>;
  /** Returns the name of this seat. */
  readonly seat: () => string;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly reportBug: ReportBug;
}

/** A payment under way, for a second submit of its draft and for cancelling. Holds nothing of the card. */
interface Flight {
  readonly cancel: AbortController;
  sent: boolean;
}

/** A payment with its durable record, ready to leave. */
interface Recorded {
  readonly operation: CardOperation;
  readonly account: MerchantAccount;
  readonly attempt: Attempt;
  readonly payment: CardPayment;
}

const cancelledBefore: GatewayAnswer = {
  outcome: 'not-sent',
  cause: 'cancelled',
  detail: 'Cancelled before it was handed to the network.',
};

export function createPayments(parts: PaymentsParts): Payments {
  const { gateway, recorder, vault, merchants, approvals, seat, clock, emit, reportBug } = parts;
  const flights = new Map<string, { readonly flight: Flight; readonly result: Promise<Result<Attempt>> }>();
  // Training works without a key store. Its fingerprints then last as long as the program runs.
  let trainingKey: Uint8Array | null = null;

  async function fingerprintKey(merchantId: string): Promise<Result<Uint8Array>> {
    const key = await vault.fingerprintKey();
    if (key.ok || merchantId !== trainingMerchantId) return key;
    trainingKey ??= randomBytes(32);
    return ok(trainingKey);
  }

  /** Does everything up to the durable record. When it fails, nothing has left. */
  async function record(
    operation: CardOperation,
    draft: PaymentDraft,
    actor: Actor,
  ): Promise<Recorded | Result<Attempt>> {
    const active = merchants.active();
    if (active.id !== draft.merchantId) return failed({ kind: 'merchant-changed' });
    const family = draft.family ?? active.families[operation];
    const [account, key] = await Promise.all([readyAccount(merchants, active.id, family), fingerprintKey(active.id)]);
    if (!account.ok) return account;
    if (!key.ok) return key;

    const now = clock();
    const { merchant } = account.value;
    const fingerprint = cardFingerprint(draft.card.number, key.value);
    const approval = approvals.take(draft, actor);
    const circumstances = { merchant, family, seat: seat(), actor, now };
    const attempt = cardAttempt(operation, draft, fingerprint, circumstances, approval?.supervisor ?? null);
    const guard = guardFor(draft, actor, merchant.duplicateWindowHours, now, approval !== null);
    const begun = await recorder.begin(attempt, guard);
    if (!begun.ok || !begun.value.ok) approval?.giveBack();
    if (!begun.ok) return begun;
    if (begun.value.ok) {
      return { operation, account: account.value, attempt: begun.value.value, payment: cardPayment(draft) };
    }
    const refusal = begun.value.failure;
    switch (refusal.kind) {
      case 'exists':
        return sameDraft(refusal.attempt, operation, draft);
      case 'duplicate':
        return failed(duplicateFailure(refusal.earlier));
      case 'hold-not-open':
      case 'not-found':
        throw new Error(`The ledger refused a card payment as ${refusal.kind}`);
    }
  }

  function brokeDown(error: unknown): GatewayAnswer {
    reportBug(error);
    return brokenDown;
  }

  /** Sends one request. Not async, so that its frame, and the card with it, is gone once the gateway has taken over. */
  function send({ operation, account, attempt, payment }: Recorded, flight: Flight): Promise<GatewayAnswer> {
    if (flight.cancel.signal.aborted) return Promise.resolve(cancelledBefore);
    const onSent = () => {
      flight.sent = true;
      emit('payments.sent', { draftId: attempt.id });
    };
    try {
      const options = { cancel: flight.cancel.signal, onSent };
      return gateway[operation](account, attempt.family, payment, options).catch(brokeDown);
    } catch (error) {
      return Promise.resolve(brokeDown(error));
    }
  }

  function run(operation: CardOperation, draft: PaymentDraft, actor: Actor, flight: Flight): Promise<Result<Attempt>> {
    return record(operation, draft, actor).then((recorded) => {
      if ('ok' in recorded) return recorded;
      const { attempt } = recorded;
      return send(recorded, flight).then((answer) => recorder.finish(attempt, answer));
    });
  }

  function submit(operation: CardOperation, draft: PaymentDraft, actor: Actor): Promise<Result<Attempt>> {
    const running = flights.get(draft.draftId);
    if (running !== undefined) return running.result;
    const flight: Flight = { cancel: new AbortController(), sent: false };
    const result = run(operation, draft, actor, flight).finally(() => flights.delete(draft.draftId));
    flights.set(draft.draftId, { flight, result });
    return result;
  }

  return {
    authorize: (draft, actor) => submit('authorize', draft, actor),
    sell: (draft, actor) => submit('sell', draft, actor),
    async cancel(draftId) {
      const running = flights.get(draftId);
      if (running === undefined || running.flight.sent) return { cancelled: false };
      running.flight.cancel.abort();
      const result = await running.result;
      const attempt = result.ok ? result.value : result.failure.kind === 'not-recorded' ? result.failure.attempt : null;
      return { cancelled: attempt === null || attempt.state === 'not-sent' };
    },
    async warm() {
      const [account] = await Promise.all([merchants.of(merchants.active().id), vault.fingerprintKey()]);
      if (account.ok) await gateway.warm(account.value);
    },
    underWay: () => flights.size,
  };
}
