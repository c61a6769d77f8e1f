/** The victim of the kill test: a seat that authorizes, sells and captures in batches until it is killed. */
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import { createCaptures } from '#electron/core/holds/captures.ts';
import { newId } from '#shared/new-id.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import { createFingerprints } from '#electron/core/payments/fingerprints.ts';
import { createKeptCard } from '#electron/core/payments/kept-card.ts';
import { createPayments } from '#electron/core/payments/payments.ts';
import { createRecorder } from '#electron/core/payments/recorder.ts';
import { trainingAccount, type TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { ok } from '#shared/failure.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import { join } from 'node:path';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';

export interface PayingSeatOrder {
  readonly store: StoreAddress;
  readonly gateway: TrainingOrigin;
  readonly seat: string;
}

const order = JSON.parse(process.argv[2] ?? '') as PayingSeatOrder;
// Next to the bundle of this file, in the folder of the test.
const ownCommits = order.store.engine === 'SQLite' ? null : join(import.meta.dirname, `${order.seat}.db`);
const ledger = await openLedger(order.store, order.seat, undefined, undefined, ownCommits);

const merchant = trainingAccount(order.gateway);
const reportBug = (error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
};
const clock = () => new Date();
const answers = answersIn(join(import.meta.dirname, 'answers'), reportBug);
await answers.deliver(ledger);
await ledger.recover();
/** Announces the stage that begins. The killer waits for one of these words and a moment more. */
const say = (stage: 'sale' | 'authorizations' | 'batch' | 'capture') => process.stdout.write(`${stage}\n`);

const service = createGateway({ userAgent: 'caja/test', resolveProxy: () => Promise.resolve('DIRECT') });
const gateway: Gateway = {
  ...service,
  capture(...request) {
    say('capture');
    return service.capture(...request);
  },
};
const recorder = createRecorder({ ledger, answers, clock, reportBug });
const merchants = { active: () => merchant.merchant, of: () => Promise.resolve(ok(merchant)) };
const seat = () => order.seat;
const actor = { name: 'Ana', role: 'supervisor' } as const;
const emit = () => undefined;
const vault = { fingerprintKey: () => Promise.resolve(ok(new Uint8Array(32))) };
const approvals = { take: () => null };
const payments = createPayments({
  approvals,
  gateway,
  recorder,
  vault,
  fingerprints: createFingerprints(vault),
  keptCard: createKeptCard(clock),
  merchants,
  seat,
  clock,
  emit,
  reportBug,
});
const captures = createCaptures({ gateway, ledger, recorder, merchants, seat, clock, newId: () => newId(), reportBug });
const batches = createBatches({ captures, ledger, seat, clock, emit, reportBug });

/** A payment by a published test card (field notes). The amounts differ because of the duplicate guard, and exceed those declined for practice. */
function draft(family: PaymentDraft['family']): PaymentDraft {
  const draftId = newId();
  return {
    draftId,
    merchantId: merchant.merchant.id,
    family,
    amount: 1_000_00 + Math.floor(Math.random() * 80_000_000),
    taxAmount: 0,
    firstName: 'María',
    lastName: 'González',
    email: `${draftId}@example.org`,
    phone: '60201236',
    concept: 'Kill test',
    description: draftId,
    customFieldValues: [],
    card: { number: '4059310181757001', expMonth: '12', expYear: '49', securityCode: '123', brand: 'VISA' },
    override: { reason: 'Test' },
  };
}

for (let round = 0; ; round++) {
  const held: Attempt[] = [];
  const family = (index: number) => (index % 2 === 0 ? 'json' : 'form');
  say('sale');
  await payments.sell(draft(family(round)), actor);
  say('authorizations');
  await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const attempt = await payments.authorize(draft(family(index)), actor);
      if (attempt.ok && attempt.value.state === 'approved') held.push(attempt.value);
    }),
  );
  if (held.length === 0) throw new Error('No authorization was approved.');
  say('batch');
  await batches.captureMany(
    {
      batchId: newId(),
      captures: held.map((attempt) => ({ holdId: attempt.id, amount: heldAmount(attempt), description: 'Batch' })),
    },
    actor,
  );
}
