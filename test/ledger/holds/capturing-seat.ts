/** One racer of the race test: a seat that captures the given holds in one batch, against a gateway that only counts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import { newId } from '#shared/new-id.ts';
import { approved, merchant, waitingHolds } from '#test/fixtures/examples.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import { seatUseCases } from '#test/fixtures/seat-use-cases.ts';
import { createService } from '#test/fixtures/service.ts';

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
const folder = await mkdtemp(join(tmpdir(), 'caja-racer-'));
const gateway: Gateway = {
  ...createService().gateway,
  async capture(_account, _family, { codOper, amount }) {
    await fetch(`${order.counter}/${codOper}`, { method: 'POST' });
    const references = { codOper: `${codOper}-captured`, authToken: null, idtx: null, cardToken: null };
    return approved({ answeredAmount: amount, references: { ...references, relatedTx: codOper } });
  },
};
const journal = journalIn(join(folder, 'journal.db'), reportBug);
const { batches } = seatUseCases({
  name: order.seat,
  ledger,
  gateway,
  answers: answersIn(journal, reportBug),
  journal,
  account: { merchant, secrets: { cclw: 'A', apiKey: 'B', clientCertificate: null } },
  reportBug,
});

const { holds } = await ledger.holds(waitingHolds({ limit: order.holds }), new Date().toISOString());
process.stdout.write('ready\n');
// All racers start at the signal of the test.
await new Promise((resolve) => process.stdin.once('data', resolve));
const captures = holds.map((hold) => ({ holdId: hold.id, amount: 12_000, description: 'Race' }));
const result = await batches.captureMany({ batchId: newId(), captures }, { name: order.seat, role: 'back-office' });
const rows = result.ok ? result.value.rows : [];
const count = (status: string) => rows.filter((row) => row.status === status).length;
process.stdout.write(
  JSON.stringify({ done: count('done'), skipped: count('skipped'), failure: result.ok ? null : result.failure }),
);
await ledger.close();
await rm(folder, { recursive: true });
process.exit(0);
