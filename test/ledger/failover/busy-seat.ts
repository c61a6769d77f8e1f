/** A seat that sells, refunds, authorizes, voids and captures in batches without a pause, until it is told to rest. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { Failure, Result } from '#shared/failure.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { newId } from '#shared/new-id.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import { draft } from '#test/fixtures/drafts.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { accountOutsideTraining, reasonOf } from '#test/fixtures/outside-training.ts';
import { seatUseCases } from '#test/fixtures/seat-use-cases.ts';
import type { RecordingService } from './recording-service.ts';

export interface BusySeat {
  readonly ledger: StoredLedger;
  /** Numbers of acts so far, by their end. */
  readonly counts: { approved: number; refused: number };
  /** Failures of the ledger that the seat has met, by reason. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Resolves at the next payment that is recorded as approved. */
  nextApproval(): Promise<void>;
  /** Ends what is under way and begins nothing more, then writes every answer that waits. */
  rest(): Promise<void>;
  work(): void;
  close(): Promise<void>;
}

export interface BusySeatParts {
  readonly name: string;
  readonly ledger: StoredLedger;
  readonly service: RecordingService;
  /** Folder of the seat's own files. */
  readonly folder: string;
  readonly reportBug: (error: unknown) => void;
}

const actor = { name: 'Ana', role: 'supervisor' } as const;
/** Wait after a refusal, in ms, so that a seat without a ledger leaves the processor to the servers. */
const breath = 25;
/** Time in ms after which a seat that still has answers rests nevertheless. They show as violations. A guard against hanging. */
const longestRest = 120_000;

let amount = 1_000_00;

export function startBusySeat({ name, ledger, service, folder, reportBug }: BusySeatParts): BusySeat {
  const account = accountOutsideTraining({ origin: 'https://localhost:8443', ca: '', cclw: 'test', apiKey: 'test' });
  const journal = journalIn(join(folder, `${name} answers.db`), reportBug);
  const answers = answersIn(journal, reportBug);
  const { gateway } = service;
  const { recorder, payments, reversals, recharges, batches } = seatUseCases({
    name,
    ledger,
    gateway,
    answers,
    journal,
    account,
    reportBug,
  });

  const counts = { approved: 0, refused: 0 };
  const reasons = new Map<string, number>();
  let waiting: (() => void)[] = [];

  function count(failure: Failure): void {
    const reason = reasonOf(failure);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    counts.refused += 1;
  }

  async function settled(result: Promise<Result<Attempt>>): Promise<Attempt | null> {
    const ended = await result;
    if (!ended.ok) {
      count(ended.failure);
      await pause(breath);
      return null;
    }
    if (ended.value.state !== 'approved') return null;
    counts.approved += 1;
    for (const heard of waiting) heard();
    waiting = [];
    return ended.value;
  }

  async function round(family: PaymentDraft['family']): Promise<void> {
    const sold = await settled(payments.sell(ownDraft(account.merchant.id, family), actor));
    if (sold !== null && family === 'json') {
      const draftId = newId();
      const refund = { draftId, chargeId: sold.id, amount: 1_00, description: draftId, isConfirmed: false };
      await settled(reversals.refund(refund, actor));
      const { merchantId, draftId: again, amount: other, taxAmount, concept } = ownDraft(account.merchant.id, family);
      const keyed = { merchantId, draftId: again, amount: other, taxAmount, concept, description: again };
      await settled(recharges.recharge({ ...keyed, attemptId: sold.id, consent: 'Agreed' }, actor));
    }
    const made = await Promise.all(
      [1, 2, 3].map(() => settled(payments.authorize(ownDraft(account.merchant.id, family), actor))),
    );
    const held = made.filter((attempt) => attempt !== null);
    const [unwanted] = family === 'json' ? held.splice(0, 1) : [];
    if (unwanted !== undefined) await settled(reversals.void({ holdId: unwanted.id, description: 'Void' }, actor));
    if (held.length === 0) return;
    const batch = await batches.captureMany(
      {
        batchId: newId(),
        captures: held.map((attempt) => ({ holdId: attempt.id, amount: heldAmount(attempt), description: 'Batch' })),
      },
      actor,
    );
    if (!batch.ok) return count(batch.failure);
    counts.approved += batch.value.rows.filter((row) => row.attempt?.state === 'approved').length;
    for (const { skipReason } of batch.value.rows) if (skipReason === 'altered') count({ kind: 'payment-altered' });
  }

  let shift = new AbortController();
  let working = Promise.resolve();
  async function workOn(end: AbortSignal): Promise<void> {
    for (let turn = 0; !end.aborted; turn++) await round(turn % 2 === 0 ? 'json' : 'form');
  }

  return {
    ledger,
    counts,
    reasons,
    nextApproval: () => new Promise((resolve) => waiting.push(resolve)),
    async rest() {
      shift.abort();
      await working;
      const end = performance.now() + longestRest;
      for (;;) {
        // The heartbeat does the same, but seldom.
        await ledger.recover().catch(() => undefined);
        await recorder.flush();
        if (recorder.waiting() === 0 || performance.now() > end) return;
        await pause(breath);
      }
    },
    work() {
      shift = new AbortController();
      working = workOn(shift.signal);
    },
    async close() {
      recorder.close();
      await ledger.close();
    },
  };
}

/** A payment whose amount no other one has, because of the duplicate guard. Its description is its id. */
function ownDraft(merchantId: string, family: PaymentDraft['family']): PaymentDraft {
  const draftId = newId();
  amount += 1;
  return draft({
    draftId,
    merchantId,
    family,
    amount,
    taxAmount: 0,
    email: `${draftId}@example.org`,
    concept: 'Failover test',
    description: draftId,
  });
}
