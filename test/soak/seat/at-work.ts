/** A seat at work: every operation, several at a time, on its own payments and on those of other seats. */
import { setTimeout as pause } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { UseCases } from '#electron/core/use-cases.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { Result } from '#shared/failure.ts';
import { heldAmount, holdsQuerySchema, type Hold } from '#shared/ledger/holds.ts';
import { historyQuerySchema } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { newId } from '#shared/new-id.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { draft, supervisor } from '#test/fixtures/drafts.ts';
import { reasonOf } from '#test/fixtures/outside-training.ts';
import type { Told } from '#test/soak/protocol.ts';
import type { Chance } from '#test/soak/random.ts';

export interface AtWorkParts extends Pick<UseCases, 'payments' | 'captures' | 'reversals' | 'recharges' | 'batches'> {
  readonly ledger: () => Promise<StoredLedger>;
  readonly merchantId: string;
  readonly chance: Chance;
  /** Longest pause between two acts of one worker, in ms. */
  readonly longestPause: number;
  readonly tell: (told: Told) => void;
}

export interface AtWork {
  begin(): void;
  /** Resolves when nothing more is under way. */
  end(): Promise<void>;
}

/** Acts that are under way at a time. */
const workers = 2;
/** Wait after a refusal, in ms, so that a seat without a ledger leaves the processor to the servers. */
const breath = 50;

export function createAtWork(parts: AtWorkParts): AtWork {
  const { payments, captures, reversals, recharges, batches, ledger, merchantId, chance, longestPause, tell } = parts;

  /** A payment that resembles no other, because the service and the guard would refuse it. Its e-mail address has its id. */
  function keyed(family: Family): PaymentDraft {
    const draftId = newId();
    return draft({
      draftId,
      merchantId,
      family,
      amount: chance.whole(1_000_00, 80_000_000),
      taxAmount: 0,
      email: `${draftId}@example.org`,
      concept: 'Soak',
      description: 'Soak',
      override: { reason: 'Soak' },
    });
  }

  /** Tells what an operator sees. @param id of the attempt, where the draft says it */
  async function settled(result: Promise<Result<Attempt>>, id: string | null): Promise<Attempt | null> {
    const ended = await result;
    if (ended.ok) {
      tell({ id: ended.value.id, state: ended.value.state, safe: true });
      return ended.value;
    }
    const { failure } = ended;
    if (failure.kind === 'not-recorded')
      tell({ id: failure.attempt.id, state: failure.attempt.state, safe: failure.safe });
    else {
      tell({ id: id ?? '', state: 'refused', safe: true, why: reasonOf(failure) });
      await pause(breath);
    }
    return null;
  }

  /** Submits a payment, now and then twice at once, and again after a refusal, as impatient people do. */
  async function submit(operation: 'sell' | 'authorize', family: Family): Promise<Attempt | null> {
    const payment = keyed(family);
    const send = () => settled(payments[operation](payment, supervisor), payment.draftId);
    if (chance.percent(10)) beside = Promise.all([beside, send()]);
    if (chance.percent(5)) void pause(chance.whole(0, 20)).then(() => payments.cancel(payment.draftId));
    const paid = await send();
    if (paid !== null || !chance.percent(30)) return paid;
    tell({ id: payment.draftId, state: 'again', safe: false });
    return send();
  }

  const family = (): Family => chance.pick(['json', 'form']);

  async function waitingHolds(): Promise<readonly Hold[]> {
    const query = holdsQuerySchema.parse({ show: 'waiting', limit: 20 });
    return (await (await ledger()).holds(query, new Date().toISOString())).holds;
  }
  /** Newest approved charges, of whichever seat. */
  async function charges(): Promise<readonly ListedAttempt[]> {
    const page = await (await ledger()).search(historyQuerySchema.parse({ limit: 30 }));
    return page.attempts.filter(
      ({ operation, state, family: own }) =>
        state === 'approved' && own === 'json' && ['sell', 'capture'].includes(operation),
    );
  }

  async function captureMany(holds: readonly Pick<Attempt, 'id' | 'amount' | 'answeredAmount'>[]): Promise<void> {
    if (holds.length === 0) return;
    const rows = holds.map((held) => ({ holdId: held.id, amount: heldAmount(held), description: 'Batch' }));
    const batchId = newId();
    if (chance.percent(10)) void pause(chance.whole(0, 60)).then(() => batches.stop(batchId));
    const batch = await batches.captureMany({ batchId, captures: rows }, supervisor);
    if (!batch.ok) {
      await pause(breath);
      return;
    }
    for (const { attempt, skipReason } of batch.value.rows) {
      if (attempt !== null) tell({ id: attempt.id, state: attempt.state, safe: false });
      if (skipReason === 'altered') tell({ id: '', state: 'refused', safe: true, why: 'payment-altered' });
    }
    await batches.dismiss(batchId);
  }

  const acts = {
    sell: () => submit('sell', family()),
    authorize: () => submit('authorize', family()),
    async 'authorize and capture in a batch'() {
      const made = await Promise.all([
        submit('authorize', 'json'),
        submit('authorize', 'form'),
        submit('authorize', 'json'),
      ]);
      await captureMany(made.flatMap((attempt) => (attempt?.state === 'approved' ? [attempt] : [])));
    },
    async 'capture what waits in a batch'() {
      await captureMany((await waitingHolds()).slice(0, chance.whole(1, 5)).map(({ authorization }) => authorization));
    },
    async capture() {
      const holds = await waitingHolds();
      if (holds.length === 0) return;
      const { id: holdId, authorization } = chance.pick(holds);
      const wanted = { holdId, amount: heldAmount(authorization), description: 'Capture' };
      const twice = chance.percent(20) ? [wanted, wanted] : [wanted];
      await Promise.all(twice.map((each) => settled(captures.capture(each, supervisor), null)));
    },
    async void() {
      const holds = (await waitingHolds()).filter(({ authorization }) => authorization.family === 'json');
      if (holds.length > 0)
        await settled(reversals.void({ holdId: chance.pick(holds).id, description: 'Void' }, supervisor), null);
    },
    async refund() {
      const all = await charges();
      if (all.length === 0) return;
      const { id: chargeId, amount: charged } = chance.pick(all);
      const amount = chance.percent(30) ? charged : chance.whole(1, charged);
      const draftId = newId();
      const refund = { draftId, chargeId, amount, description: 'Refund', isConfirmed: chance.percent(50) };
      const twice = chance.percent(20) ? [refund, { ...refund, draftId: newId() }] : [refund];
      await Promise.all(twice.map((each) => settled(reversals.refund(each, supervisor), each.draftId)));
    },
    async recharge() {
      const all = (await charges()).filter(({ operation }) => operation === 'sell');
      if (all.length === 0) return;
      const { draftId, amount, taxAmount, concept, description, override } = keyed('json');
      const again = { draftId, merchantId, amount, taxAmount, concept, description, ...(override && { override }) };
      await settled(
        recharges.recharge({ ...again, attemptId: chance.pick(all).id, consent: 'Agreed' }, supervisor),
        draftId,
      );
    },
  } as const satisfies Readonly<Record<string, () => Promise<unknown>>>;
  const names = Object.keys(acts) as readonly (keyof typeof acts)[];

  let shift = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  /** Payments that nobody waits for. */
  let beside: Promise<unknown> = Promise.resolve();

  async function work(end: AbortSignal): Promise<void> {
    while (!end.aborted) {
      try {
        await acts[chance.pick(names)]();
      } catch (error) {
        // The reads of a screen, which say the same in a banner.
        if (!(error instanceof LedgerUnavailable)) throw error;
        await pause(breath);
      }
      await pause(chance.whole(0, longestPause));
    }
  }

  return {
    begin() {
      shift = new AbortController();
      working = Promise.all(Array.from({ length: workers }, () => work(shift.signal)));
    },
    async end() {
      shift.abort();
      await working;
      await beside;
    },
  };
}
