/** Results of a search on both engines against a small model. */
import fc from 'fast-check';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { searchAll, searchPage } from '#electron/ledger/search/search.ts';
import { attemptWords, soughtWords, type SoughtWord } from '#electron/ledger/rows/search-tokens.ts';
import type { HistoryQuery } from '#shared/ledger/history.ts';
import { numbers } from '#build/seed/generate.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import { approved, lost, newAttempt, query, refused, value, waitingHolds } from '#test/fixtures/examples.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { times } from '#test/support/thorough.ts';

const names = ['Ana', 'Anabel', 'María', 'Mario', 'Núñez', 'Zoë', 'null', 'Anabelladonna', 'Anabelladora', 'マリア'];
const concepts = ['Hotel', 'Hotelería', 'Suite 12', "d'Or {1}"];
const day = 86_400_000;
const now = Date.parse('2026-11-20T17:00:00.000Z');
/** Clocks that are decades wrong, the first instant that has a position, and the boundary of a week. */
const oddTimes = [
  '1999-01-01T00:00:00.000Z',
  '2020-01-01T00:00:00.000Z',
  '2026-11-11T00:00:00.000Z',
  '2290-05-05T05:05:05.005Z',
];
const count = 70;

async function fill(ledger: StoredLedger): Promise<void> {
  const next = numbers(3);
  const one = <Value>(list: readonly Value[]): Value => list[next(list.length)] as Value;
  for (let index = 0; index < count; index++) {
    const [firstName, lastName] = [one(names), one(names)];
    const startedAt = oddTimes[index] ?? new Date(now - next(300) * day - next(1_000)).toISOString();
    const attempt = newAttempt({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      operation: one(['sell', 'authorize']),
      startedAt,
      amount: one([12_000, 12_050, 1_200, 999_999_999]),
      operatorName: one(['Ana', 'Benito', 'O’Hara & Söhne']),
      firstName,
      lastName,
      email: `${lastName}${next(9)}@example.org`,
      phone: `6020${next(99)}`,
      concept: one(concepts),
      description: `Order ${next(30)}`,
    });
    value(await ledger.begin(attempt, null));
    const codOper = `SANDBOX_4F5E6D7C8B9A00${next(50)}3344`;
    const references = { codOper, authToken: null, idtx: String(next(500)), cardToken: null, relatedTx: null };
    const answer = one([approved({ references, answeredAmount: attempt.amount }), refused('declined', '51'), lost]);
    // The last ones stay in flight, and the first ones are indexed before they are answered.
    if (index % 20 === 0) await ledger.search(query({ text: 'ana' }));
    if (index < count - 3) await ledger.finish(attempt.id, answer, startedAt);
  }
}

function matches(row: ListedRow, { text, amount, onlyAmount }: SoughtWord): boolean {
  const words = attemptWords(row);
  if (amount !== null && words.amounts.includes(amount)) return true;
  if (onlyAmount) return false;
  const ends = text.length >= 3 && words.references.some((word) => word.endsWith(text));
  return ends || [...words.plain, ...words.references].some((word) => word.startsWith(text));
}

/** Results of the model, newest first. */
const expected = (rows: readonly ListedRow[], asked: HistoryQuery): readonly string[] =>
  rows
    .filter((row) => asked.text !== '😀' && soughtWords(asked.text).every((word) => matches(row, word)))
    .filter((row) => asked.operation === null || row.operation === asked.operation)
    .filter((row) => asked.state === null || row.standing === asked.state)
    .filter((row) => asked.operatorName === null || row.operator_name === asked.operatorName)
    .filter(
      (row) =>
        (asked.from === null || row.started_at >= asked.from) && (asked.until === null || row.started_at < asked.until),
    )
    .map((row) => row.id);

describe.each(engines)('a search on %s', (engine) => {
  let ledger: StoredLedger;
  let rows: readonly ListedRow[] = [];

  withStore(engine, (made) => ({ ledger } = made), 'all');
  beforeAll(async () => {
    await fill(ledger);
    rows = await ledger.engine.db.selectFrom('attempts').select(listedColumns).orderBy('position', 'desc').execute();
  });

  /** Words of the ledger: whole, their beginning, their end, or misspelled. */
  const words = fc
    .tuple(
      fc.nat(),
      fc.nat(),
      fc.constantFrom(0, 1, 2, 7, 8, 20),
      fc.constantFrom('whole', 'begin', 'end', 'wrong', 'amount'),
    )
    .map(([which, word, length, how]) => {
      const row = rows[which % rows.length];
      if (row === undefined) return '';
      const found = attemptWords(row);
      const all = [...found.plain, ...found.references];
      const text = all[word % all.length] ?? '';
      if (how === 'amount') return (row.amount / 100).toFixed(length % 3);
      if (how === 'begin') return text.slice(0, 1 + length);
      if (how === 'end') return text.slice(-1 - length);
      return how === 'wrong' ? `${text}x` : text;
    });
  const instants = fc.option(
    fc.oneof(
      fc.constantFrom(...oddTimes),
      fc.nat(300).map((days) => new Date(now - days * day).toISOString()),
    ),
    { nil: null },
  );
  const asked = fc
    .record({
      words: fc.array(words, { maxLength: 4 }).filter((sought) => !seeksCardNumber(sought.join(' '))),
      from: instants,
      until: instants,
      operation: fc.constantFrom(null, null, 'sell' as const),
      state: fc.constantFrom(null, null, 'declined' as const, 'sending' as const),
      operatorName: fc.constantFrom(null, null, 'O’Hara & Söhne'),
      limit: fc.constantFrom(2, 7, 100),
    })
    .map(({ words: sought, ...rest }) => query({ ...rest, text: sought.join(' ') }));

  it('returns the same attempts as the model', async () => {
    const { engine: searching } = ledger;
    await fc.assert(
      fc.asyncProperty(asked, async (question) => {
        const all = expected(rows, question);
        const page = await searchPage(searching, question);
        expect(page.attempts.map(({ id }) => id)).toEqual(all.slice(0, question.limit));
        expect(page.more).toBe(all.length > question.limit);
        const last = page.attempts.at(-1);
        if (last !== undefined) {
          const next = await searchPage(searching, { ...question, after: { id: last.id, startedAt: last.startedAt } });
          expect(next.attempts.map(({ id }) => id)).toEqual(all.slice(question.limit, 2 * question.limit));
        }
        const largest = await searchPage(searching, { ...question, order: 'amount' });
        const byAmount = rows
          .filter(({ id }) => all.includes(id))
          .toSorted((one, other) => other.amount - one.amount || other.position - one.position);
        expect(largest.attempts.map(({ id }) => id)).toEqual(byAmount.map(({ id }) => id).slice(0, question.limit));
        const oldest = { ...question, order: 'oldest' } as const;
        const upwards = all.toReversed();
        const begun = await searchPage(searching, oldest);
        expect(begun.attempts.map(({ id }) => id)).toEqual(upwards.slice(0, question.limit));
        expect(begun.more).toBe(all.length > question.limit);
        const reached = begun.attempts.at(-1);
        if (reached !== undefined) {
          const after = { id: reached.id, startedAt: reached.startedAt };
          const next = await searchPage(searching, { ...oldest, after });
          expect(next.attempts.map(({ id }) => id)).toEqual(upwards.slice(question.limit, 2 * question.limit));
        }
        const exported: string[] = [];
        for await (const { id } of searchAll(searching, question)) exported.push(id);
        expect(exported).toEqual(all);
      }),
      { numRuns: times(30, 150) },
    );
  });

  it('counts and sums what it finds, and no hold that has run out', async () => {
    for (const asked of [
      query({}),
      query({ text: 'hotel' }),
      query({ operation: 'sell' }),
      query({ operation: 'sell', until: new Date(now - 100 * day).toISOString() }),
      query({ text: 'nothing' }),
      query({ text: '😀' }),
    ]) {
      const { order: _order, after: _after, limit: _limit, ...filter } = asked;
      const found = expected(rows, asked).map((id) => rows.find((row) => row.id === id) as ListedRow);
      const charged = found.filter((row) => row.operation === 'sell' && row.standing === 'approved');
      const sums = await ledger.sums(filter, '2300-01-01T00:00:00.000Z');
      const amount = charged.reduce((sum, row) => sum + row.amount, 0);
      expect(sums).toMatchObject({ count: found.length, more: false });
      // Only reading the rows counts words on SQLite.
      expect(await ledger.count(filter)).toBe(engine === 'SQLite' && asked.text !== '' ? null : found.length);
      expect(sums.sums.map((sum) => sum.held.count)).toEqual(charged.length === 0 ? [] : [0]);
      expect(sums.sums.map((sum) => sum.charged)).toEqual(
        charged.length === 0 ? [] : [{ count: charged.length, amount }],
      );
    }
  });

  it('returns the holds of approved authorizations', async () => {
    const { engine: searching } = ledger;
    const held = rows.filter((row) => row.operation === 'authorize' && row.standing === 'approved');
    for (const text of ['ana', 'ana example', 'hotel 12', 'null', 'nothing', '😀']) {
      const ids = await searching.search.holdIds(searching.db, soughtWords(text), 100);
      expect(ids, text).toEqual(expected(held, query({ text })));
      const page = await ledger.holds(waitingHolds({ text }), new Date(now).toISOString());
      expect(page.holds.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    }
  });
});
