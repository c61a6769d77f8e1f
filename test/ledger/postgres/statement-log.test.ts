/** A server that logs every statement with its values learns nothing of a card: payments, reasons, searches and settings of a filter. */
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHistory } from '#electron/core/records/history.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { contract } from '#shared/contract/contract.ts';
import { trainingAccount } from '#electron/core/merchants/training-merchant.ts';
import { trainingOrigin } from '#test/fixtures/world.ts';
import { approved, draft, mastercard, otherVisa, supervisor, visa } from '#test/fixtures/drafts.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { seatUseCases } from '#test/fixtures/seat-use-cases.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';
import { leaksInBytes } from '#test/security/leaks.ts';
import { startPostgres, type RunningPostgres } from '#test/support/postgres.ts';
import { trainingTexts } from '#test/fixtures/shown/training-texts.ts';
import { noMerchants } from '#test/fixtures/examples.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

let postgres: RunningPostgres;
let ledger: StoredLedger;
const folder = folderOfTests();

beforeAll(async () => {
  postgres = await startPostgres(false, {
    log_statement: 'all',
    log_min_duration_statement: '0',
    log_parameter_max_length: '-1',
    log_parameter_max_length_on_error: '-1',
  });
  const { port, user, password } = postgres.server;
  const client = new pg.Client({ host: 'localhost', port, user, password, database: 'postgres' });
  await client.connect();
  await client.query('create database caja');
  await client.end();
  ledger = await openLedger(
    { engine: 'PostgreSQL', url: `postgres://${user}@localhost:${port}/caja`, password },
    'Front desk',
  );
});
afterAll(async () => {
  await ledger.close();
  await postgres.stop();
});

it('a statement log of all values holds no card number, code or hash after payments and searches', async () => {
  const answer = () => Promise.resolve(approved());
  const gateway = { authorize: answer, sell: answer } as unknown as Gateway;
  const journal = journalIn(join(folder, 'journal.db'), reportBug);
  const { payments } = seatUseCases({
    name: 'Front desk',
    ledger,
    gateway,
    answers: answersIn(journal, reportBug),
    journal,
    account: trainingAccount(trainingOrigin, trainingTexts()),
    reportBug,
  });
  const keyed = [visa, otherVisa, mastercard].map((number, index) => {
    const made = draft({ amount: 200_00 + index });
    return {
      ...made,
      card: { ...made.card, number, brand: number === mastercard ? ('MASTERCARD' as const) : ('VISA' as const) },
    };
  });
  for (const each of keyed) {
    expect(await payments.authorize(each, supervisor)).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(
      await payments.sell(
        { ...each, ...draft({ amount: each.amount }), card: each.card, override: { reason: 'Buys two' } },
        supervisor,
      ),
    ).toMatchObject({ ok: true });
  }
  const history = createHistory(ledger, noMerchants, () => new Date());
  const searched: string[] = [];
  const grouped = [' ', '-'].map((between) => visa.replace(/(\d{4})(?=\d)/g, `$1${between}`));
  for (const typed of [visa, otherVisa, mastercard, ...grouped]) {
    // As the screens do: at every key, as far as main takes it.
    for (let end = 1; end <= typed.length; end++) {
      const query = contract.history.search.input.safeParse({ text: typed.slice(0, end) });
      const holds = contract.holds.list.input.safeParse({ show: 'all', text: typed.slice(0, end) });
      expect(holds.success).toBe(query.success);
      if (!query.success || !holds.success) continue;
      searched.push(typed.slice(0, end));
      await history.search(query.data, supervisor);
      await history.holds(holds.data, supervisor);
    }
  }
  expect(Math.max(...searched.map((text) => text.replace(/\D/g, '').length))).toBe(11);
  const [held] = (await ledger.search(contract.history.search.input.parse({ text: '7001' }))).attempts;
  expect(held?.card?.lastFour).toBe('7001');

  const log = Buffer.from(postgres.log());
  // It is the log of everything: values of each payment are in it.
  for (const word of ['Buys two', 'maria@example.com', '7001']) expect(log.includes(word), word).toBe(true);
  const cards = keyed.map(({ card, email }) => ({ ...card, email }));
  expect(leaksInBytes(log, cards)).toEqual([]);
  expect(leaksInBytes(Buffer.concat([log, Buffer.from(visa)]), cards)).toEqual(['a card number, plain']);
});
