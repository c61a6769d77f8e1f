/** A seat that authorizes one payment, then waits for a signal between the answer of the service and recording it. */
import { once } from 'node:events';
import { createFingerprints } from '#electron/core/payments/fingerprints.ts';
import { createKeptCard } from '#electron/core/payments/kept-card.ts';
import { createPayments } from '#electron/core/payments/payments.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import { createRecorder } from '#electron/core/payments/recorder.ts';
import { trainingAccount, type TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import { ok } from '#shared/failure.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';

export interface AnsweredSeatOrder {
  readonly store: StoreAddress;
  readonly gateway: TrainingOrigin;
  /** Folder of spooled answers. */
  readonly answers: string;
  /** The draft without its merchant and its card. */
  readonly draft: Omit<PaymentDraft, 'merchantId' | 'card'>;
}

const order = JSON.parse(process.argv[2] ?? '') as AnsweredSeatOrder;
const ledger = await openLedger(order.store, 'Till');
const merchant = trainingAccount(order.gateway);
const reportBug = (error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
};
const clock = () => new Date();
const service = createGateway({ userAgent: 'caja/test', resolveProxy: () => Promise.resolve('DIRECT') });
const gateway: Gateway = {
  ...service,
  async authorize(...request) {
    const answer = await service.authorize(...request);
    process.stdout.write(`${answer.outcome}\n`);
    await once(process.stdin, 'data');
    return answer;
  },
};
const vault = { fingerprintKey: () => Promise.resolve(ok(new Uint8Array(32))) };
const payments = createPayments({
  approvals: { take: () => null },
  gateway,
  recorder: createRecorder({ ledger, answers: answersIn(order.answers, reportBug), clock, reportBug }),
  merchants: { active: () => merchant.merchant, of: () => Promise.resolve(ok(merchant)) },
  vault,
  fingerprints: createFingerprints(vault),
  keptCard: createKeptCard(clock),
  seat: () => 'Till',
  clock,
  emit: () => undefined,
  reportBug,
});
await payments.authorize(
  {
    ...order.draft,
    merchantId: merchant.merchant.id,
    // A published test card (field notes).
    card: { number: '4059310181757001', expMonth: '12', expYear: '49', securityCode: '123', brand: 'VISA' },
  },
  { name: 'Ana', role: 'cashier' },
);
