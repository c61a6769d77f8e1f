/** A seat that authorizes one payment, then waits for a signal between the answer of the service and recording it. */
import { once } from 'node:events';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import { trainingAccount, type TrainingOrigin } from '#electron/core/merchants/training-merchant.ts';
import { createGateway } from '#electron/gateway/gateway.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import { seatUseCases } from '#test/fixtures/seat-use-cases.ts';
import { trainingTexts } from '#test/fixtures/shown/training-texts.ts';

export interface AnsweredSeatOrder {
  readonly store: StoreAddress;
  readonly gateway: TrainingOrigin;
  /** File of the seat's journal. */
  readonly journal: string;
  /** The draft without its merchant and its card. */
  readonly draft: Omit<PaymentDraft, 'merchantId' | 'card'>;
}

const order = JSON.parse(process.argv[2] ?? '') as AnsweredSeatOrder;
const ledger = await openLedger(order.store, 'Till');
const merchant = trainingAccount(order.gateway, trainingTexts());
const reportBug = (error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
};
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
const journal = journalIn(order.journal, reportBug);
const { payments } = seatUseCases({
  name: 'Till',
  ledger,
  gateway,
  answers: answersIn(journal, reportBug),
  journal,
  account: merchant,
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
