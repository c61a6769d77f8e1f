/** The victim of the kill test: a seat that sells, refunds, charges again, authorizes, voids and captures in batches until it is killed. */
import { newId } from '#shared/new-id.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import { trainingAccount, type TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { draft } from '#test/fixtures/drafts.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn, trailVaultIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import { seatUseCases } from '#test/fixtures/seat-use-cases.ts';
import { trainingTexts } from '#test/fixtures/shown/training-texts.ts';

export interface PayingSeatOrder {
  readonly store: StoreAddress;
  readonly gateway: TrainingOrigin;
  readonly seat: string;
  /** Folder of the heads of the seat's hash chain. */
  readonly trailFolder: string;
}

const order = JSON.parse(process.argv[2] ?? '') as PayingSeatOrder;
// A killed process would keep nothing for the next one.
flushCompileCache();
// Next to the bundle of this file, in the folder of the test.
const journal = order.store.engine === 'SQLite' ? null : join(import.meta.dirname, `${order.seat}.db`);
// The embedded ledger has one program at a time, so nobody else signs in it.
const trail =
  order.store.engine === 'SQLite'
    ? undefined
    : trailHeadsIn(
        order.trailFolder,
        (error) => process.stderr.write(`${String(error)}\n`),
        trailVaultIn(order.trailFolder),
      );
const ledger = await openLedger(order.store, order.seat, undefined, undefined, journal, trail);

const merchant = trainingAccount(order.gateway, trainingTexts());
const reportBug = (error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
};
const spool = journalIn(join(import.meta.dirname, `${order.seat} answers.db`), reportBug);
const answers = answersIn(spool, reportBug);
await answers.deliver(ledger);
await ledger.recover();
/** Announces the stage that begins. The killer waits for one of these words and a moment more. */
const say = (stage: 'sale' | 'refund' | 'recharge' | 'authorizations' | 'void' | 'batch' | 'capture') =>
  process.stdout.write(`${stage}\n`);

const service = createGateway({ userAgent: 'caja/test', resolveProxy: () => Promise.resolve('DIRECT') });
const gateway: Gateway = {
  ...service,
  capture(...request) {
    say('capture');
    return service.capture(...request);
  },
};
const actor = { name: 'Ana', role: 'supervisor' } as const;
const { payments, reversals, recharges, batches } = seatUseCases({
  name: order.seat,
  ledger,
  gateway,
  answers,
  journal: spool,
  account: merchant,
  reportBug,
});

/** A payment whose amount differs from the others' because of the duplicate guard, and exceeds those declined for practice. */
function ownDraft(family: PaymentDraft['family']): PaymentDraft {
  const draftId = newId();
  return draft({
    draftId,
    merchantId: merchant.merchant.id,
    family,
    amount: 1_000_00 + Math.floor(Math.random() * 80_000_000),
    taxAmount: 0,
    email: `${draftId}@example.org`,
    concept: 'Kill test',
    description: draftId,
    override: { reason: 'Test' },
  });
}

for (let round = 0; ; round++) {
  const held: Attempt[] = [];
  const family = (index: number) => (index % 2 === 0 ? 'json' : 'form');
  say('sale');
  const sold = await payments.sell(ownDraft(family(round)), actor);
  say('refund');
  if (sold.ok && sold.value.family === 'json') {
    const { id: chargeId } = sold.value;
    for (const amount of [10_00, 20_00])
      await reversals.refund({ draftId: newId(), chargeId, amount, description: 'Refund', isConfirmed: false }, actor);
  }
  say('recharge');
  if (sold.ok && sold.value.family === 'json') {
    const { draftId, amount, taxAmount, override } = ownDraft('json');
    const keyed = { draftId, amount, taxAmount, override, concept: 'Again', description: 'Again', consent: 'Agreed' };
    await recharges.recharge({ ...keyed, merchantId: merchant.merchant.id, attemptId: sold.value.id }, actor);
  }
  say('authorizations');
  await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const attempt = await payments.authorize(ownDraft(family(index)), actor);
      if (attempt.ok && attempt.value.state === 'approved') held.push(attempt.value);
    }),
  );
  if (held.length === 0) throw new Error('No authorization was approved.');
  say('void');
  const unwanted = held.findIndex((attempt) => attempt.family === 'json');
  for (const { id } of unwanted === -1 ? [] : held.splice(unwanted, 1))
    await reversals.void({ holdId: id, description: 'Void' }, actor);
  say('batch');
  await batches.captureMany(
    {
      batchId: newId(),
      captures: held.map((attempt) => ({ holdId: attempt.id, amount: heldAmount(attempt), description: 'Batch' })),
    },
    actor,
  );
}
