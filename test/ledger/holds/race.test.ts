/** Four seats capture the same holds of a shared ledger at the same time, and the service sees each capture once. */
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { sumsOf } from '#test/fixtures/ledger/sums-of.ts';
import { approved, merchant, newAttempt, record, value, waitingHolds } from '#test/fixtures/examples.ts';
import { seatUseCases } from '#test/fixtures/seat-use-cases.ts';
import { createService } from '#test/fixtures/service.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { times } from '#test/support/thorough.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

const seats = ['Seat 0', 'Seat 1', 'Seat 2', 'Seat 3'];
const holdCount = times(20, 1_000);
const account = { merchant, secrets: { cclw: 'A', apiKey: 'B', clientCertificate: null } };
it(`a shared ledger captures each of ${holdCount} holds once while 4 seats race for all of them`, async () => {
  const folder = temporaryFolder();
  const store = await storeOfTest('PostgreSQL');
  const ledger = await store.open('Front desk');
  const codes = Array.from({ length: holdCount }, (_, index) => `RACE${index}`);
  const captures: { readonly holdId: string; readonly amount: number; readonly description: string }[] = [];
  for (const codOper of codes) {
    const references = { codOper, authToken: null, idtx: null, cardToken: null, relatedTx: null };
    const holdId = await record(ledger, newAttempt(), approved({ references }));
    captures.push({ holdId, amount: 12_000, description: 'Race' });
  }
  const service = createService();
  service.answer = ({ payment }) => approved({ answeredAmount: payment.amount });
  const racing = await Promise.all(
    seats.map(async (name) => {
      const journal = journalIn(path.join(folder, `${name}.db`), reportBug);
      onTestFinished(() => journal.close());
      const answers = answersIn(journal, reportBug);
      const own = {
        name,
        ledger: await store.open(name),
        gateway: service.gateway,
        answers,
        journal,
        account,
        reportBug,
      };
      return { name, batches: seatUseCases(own).batches };
    }),
  );
  const results = await Promise.all(
    racing.map(({ name, batches }) =>
      batches.captureMany({ batchId: newId(), captures }, { name, role: 'back-office' }),
    ),
  );

  const seen = service.requests.map(({ payment }) => String('codOper' in payment && payment.codOper));
  expect(seen.toSorted()).toEqual(codes.toSorted());
  const rows = results.flatMap((result) => value(result).rows.map(({ status }) => status));
  expect(rows.filter((status) => status === 'done')).toHaveLength(holdCount);
  expect(rows.filter((status) => status === 'skipped')).toHaveLength(holdCount * (seats.length - 1));
  expect((await ledger.holds(waitingHolds({ limit: 1 }), new Date().toISOString())).holds).toEqual([]);
  expect((await sumsOf(ledger)).approved).toBe(holdCount * 2);
});
