/** One racer of the race test: a seat that captures the given holds in one batch, against a gateway that only counts. */
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import { createCaptures } from '#electron/core/holds/captures.ts';
import { newId } from '#shared/new-id.ts';
import type { GatewayAnswer, CapturePayment, MerchantAccount } from '#electron/core/ports/gateway.ts';
import { createRecorder } from '#electron/core/payments/recorder.ts';
import { openBatchLog } from '#electron/ledger/journal/spools.ts';
import { ok } from '#shared/failure.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { approved, merchant } from '#test/fixtures/examples.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';

export interface CapturingSeatOrder {
  readonly store: StoreAddress;
  /** Address of the counting gateway. */
  readonly counter: string;
  readonly seat: string;
  readonly holds: number;
}

const order = JSON.parse(process.argv[2] ?? '') as CapturingSeatOrder;
const ledger = await openLedger(order.store, order.seat);
const reportBug = (error: unknown) => {
  throw error;
};
const clock = () => new Date();
const folder = await mkdtemp(join(tmpdir(), 'caja-racer-'));
const seat = () => order.seat;
const account: MerchantAccount = { merchant, secrets: { cclw: 'A', apiKey: 'B', clientCertificate: null } };

async function capture(_merchant: MerchantAccount, _family: string, payment: CapturePayment): Promise<GatewayAnswer> {
  await fetch(`${order.counter}/${payment.codOper}`, { method: 'POST' });
  const references = {
    codOper: `${payment.codOper}-captured`,
    authToken: null,
    idtx: null,
    cardToken: null,
    relatedTx: payment.codOper,
  };
  return approved({ answeredAmount: payment.amount, references });
}

const journal = journalIn(join(folder, 'journal.db'), reportBug);
const captures = createCaptures({
  gateway: { capture },
  ledger,
  recorder: createRecorder({
    ledger,
    answers: answersIn(journal, reportBug),
    ledgerRefusal: () => null,
    clock,
    reportBug,
  }),
  merchants: { active: () => merchant, of: () => Promise.resolve(ok(account)) },
  seat,
  clock,
  makeId: newId,
  reportBug,
});
const batches = createBatches({
  captures,
  ledger,
  batchLog: openBatchLog(journal, clock, reportBug),
  ledgerRefusal: () => null,
  clock,
  emit: () => undefined,
  reportBug,
});

const { holds } = await ledger.holds(
  { show: 'waiting', part: null, text: '', after: null, limit: order.holds, environment: null },
  clock().toISOString(),
);
process.stdout.write('ready\n');
// All racers start at the signal of the test.
await new Promise((resolve) => process.stdin.once('data', resolve));
const result = await batches.captureMany(
  {
    batchId: newId(),
    captures: holds.map((hold) => ({ holdId: hold.id, amount: 12_000, description: 'Race' })),
  },
  { name: order.seat, role: 'back-office' },
);
const rows = result.ok ? result.value.rows : [];
const count = (status: string) => rows.filter((row) => row.status === status).length;
process.stdout.write(
  JSON.stringify({ done: count('done'), skipped: count('skipped'), failure: result.ok ? null : result.failure }),
);
await ledger.close();
await rm(folder, { recursive: true });
process.exit(0);
