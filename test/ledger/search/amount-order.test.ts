/** History by amount on both engines: every find in its place across pages, however many there are. */
import { expect, it } from 'vitest';
import { searchPage } from '#electron/ledger/search/search.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { newId } from '#shared/new-id.ts';
import type { HistoryPage, HistoryQuery } from '#shared/ledger/history.ts';
import { engines, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { statementsOf } from '#test/fixtures/ledger/plan-of.ts';
import { newAttempt, query, record, refused } from '#test/fixtures/examples.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';

/** More than are sorted at once. */
const many = 2_300;
/** Few different amounts, so that pages end within equal ones. */
const amounts = [1_200, 12_000, 12_050, 500, 90_000];
const answers = [null, null, 0, 700];

/** Fills the ledger with copies of one attempt. */
async function fill(ledger: StoredLedger): Promise<readonly ListedRow[]> {
  // The ledger would settle copies that nobody waits for.
  await record(ledger, newAttempt({ concept: 'Suite' }), refused('declined', '401'));
  const { db } = ledger.engine;
  const first = await db.selectFrom('attempts').select(listedColumns).executeTakeFirstOrThrow();
  const rows = Array.from({ length: many }, (_each, index) => ({
    ...first,
    id: newId(),
    position: first.position - 1_000_003 * (1 + index),
    operation: index % 7 === 0 ? ('sell' as const) : ('authorize' as const),
    concept: index % 10 === 0 ? 'Suite' : 'Hotel',
    amount: amounts[(index * index) % amounts.length] ?? 0,
    answered_amount: answers[index % answers.length] ?? null,
    indexed: 0,
  }));
  for (let from = 0; from < many; from += 100)
    await db
      .insertInto('attempts')
      .values(rows.slice(from, from + 100))
      .execute();
  return [first, ...rows];
}

it.each(engines)(
  'history by amount on %s has every find in its place across pages, the newest first of equal ones',
  async (engine) => {
    const ledger = await (await storeOfTest(engine)).open();
    const rows = await fill(ledger);
    const middle = rows[1_000]?.position ?? 0;
    const until = new Date(Date.UTC(2020, 0, 1) + Math.floor(middle / 256)).toISOString();
    const finds: readonly (readonly [Partial<HistoryQuery>, (row: ListedRow) => boolean])[] = [
      [{}, () => true],
      [{ state: 'declined' }, () => true],
      [{ text: 'gonz hotel' }, ({ concept }) => concept === 'Hotel'],
      [{ until }, ({ position }) => position < Math.floor(middle / 256) * 256],
      [{ operation: 'sell' }, ({ operation }) => operation === 'sell'],
      [{ text: 'nothing' }, () => false],
    ];
    for (const [asked, isFound] of finds) {
      const expected = rows
        .filter(isFound)
        .toSorted((one, other) => other.amount - one.amount || other.position - one.position);
      const read: string[] = [];
      let after: HistoryQuery['after'] = null;
      for (let more = true; more;) {
        const asking = query({ ...asked, order: 'amount', limit: 470, after });
        let page: HistoryPage = { attempts: [], more: false };
        const sent = await statementsOf(ledger.engine, async () => (page = await searchPage(ledger.engine, asking)));
        // The place of the last row, the rows, and their payments.
        if (engine === 'PostgreSQL') expect(sent.length, JSON.stringify(asked)).toBeLessThanOrEqual(3);
        read.push(...page.attempts.map(({ id }) => id));
        const last = page.attempts.at(-1);
        after = last === undefined ? null : { id: last.id, startedAt: last.startedAt };
        more = page.more;
      }
      expect(read, JSON.stringify(asked)).toEqual(expected.map(({ id }) => id));
    }
  },
);
