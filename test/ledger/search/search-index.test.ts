/** The search index follows the ledger: when late, when interrupted, with several seats, after a purge, from an older schema. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { engines, storeOfTest, type Store } from '#test/fixtures/ledger/engines.ts';
import { purgeOld } from '#test/fixtures/ledger/exported.ts';
import { approved, guard, newAttempt, query, record, refused, value } from '#test/fixtures/examples.ts';

const now = () => new Date().toISOString();
/** Payments of each seat that searches at the same time as others, half of which are approved. */
const paymentsEach = times(6, 12);

describe.each(engines)('the search index on %s', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await storeOfTest(engine);
  });
  afterEach(() => void vi.useRealTimers());

  /** Lets no pause end by itself, however slow the machine is. The index lags until a search or an explicit wait. */
  const holdPauses = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const named = (firstName: string) => newAttempt({ firstName });
  const found = async (ledger: StoredLedger, text: string) =>
    (await ledger.search(query({ text, limit: 500 }))).attempts.map(({ id }) => id).toSorted();
  const count = async (ledger: StoredLedger, of: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(of)}`.execute(
      ledger.engine.db,
    );
    return Number(rows[0]?.count);
  };
  const opened = engine === 'SQLite' ? 'attempts where indexed < 2' : 'attempts_unindexed';

  it('is updated in pauses, without a search', async () => {
    holdPauses();
    const ledger = await store.open();
    const id = await record(ledger, named('Zanzibar'));
    expect(await count(ledger, opened)).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await count(ledger, opened)).toBe(0), soon);
    expect(await found(ledger, 'zanzibar')).toEqual([id]);
  });

  it('includes rows of a seat that closed before it could index them', async () => {
    holdPauses();
    const gone = await store.open('Till');
    const attempt = value(await gone.begin(named('Zanzibar'), guard()));
    await gone.close();
    const ledger = await store.open();
    expect(await count(ledger, opened)).toBe(1);
    expect(await found(ledger, 'zanzibar')).toEqual([attempt.id]);
    expect(await count(ledger, opened)).toBe(0);
  });

  it('is completed by the next search after indexing was interrupted', async () => {
    holdPauses();
    const ledger = await store.open();
    const attempt = value(await ledger.begin(named('Zanzibar'), guard()));
    await sql.raw('alter table attempt_words rename to attempt_words_away').execute(ledger.engine.db);
    await expect(found(ledger, 'zanzibar')).rejects.toThrow();
    expect(await count(ledger, opened)).toBe(1);
    await sql.raw('alter table attempt_words_away rename to attempt_words').execute(ledger.engine.db);
    expect(await found(ledger, 'zanzibar')).toEqual([attempt.id]);
  });

  it('finds everything for several seats that pay and search at the same time', async () => {
    const seats = await Promise.all(['A', 'B', 'C', 'D'].map((seat) => store.open(seat)));
    const own = await Promise.all(
      seats.map(async (ledger, seat) => {
        const ids: string[] = [];
        for (let index = 0; index < paymentsEach; index++) {
          const attempt = value(await ledger.begin(named(`Zanzibar${seat}`), guard()));
          ids.push(attempt.id);
          expect(await found(ledger, `zanzibar${seat}`)).toEqual(ids.toSorted());
          await ledger.finish(attempt.id, index % 2 === 0 ? approved() : refused('declined', '51'), now());
          const approvedOnes = await ledger.search(query({ text: `zanzibar${seat}`, state: 'approved' }));
          expect(approvedOnes.attempts).toHaveLength(Math.floor(index / 2) + 1);
        }
        return ids;
      }),
    );
    for (const ledger of seats) {
      expect(await found(ledger, 'zanzibar')).toEqual(own.flat().toSorted());
      expect((await ledger.search(query({ text: 'zanzibar', state: 'sending' }))).attempts).toEqual([]);
      expect((await ledger.search(query({ text: 'zanzibar', state: 'declined' }))).attempts).toHaveLength(
        (seats.length * paymentsEach) / 2,
      );
    }
    expect(await count(seats[0] as StoredLedger, opened)).toBe(0);
  });

  it('keeps nothing of purged attempts, whether or not they were indexed', async () => {
    const ledger = await store.open();
    const old = '2026-01-01T00:00:00.000Z';
    for (const firstName of ['Zanzibar', 'Zuri']) {
      const id = await record(ledger, { ...named(firstName), operation: 'sell', startedAt: old });
      if (firstName === 'Zanzibar') expect(await found(ledger, 'zanzibar')).toEqual([id]);
    }
    const kept = value(await ledger.begin(named('Zanzibar'), guard()));
    expect(await purgeOld(ledger, '2026-02-01T00:00:00.000Z')).toBe(2);
    expect(await found(ledger, 'z')).toEqual([kept.id]);
    expect(await count(ledger, opened)).toBe(0);
    if (engine === 'PostgreSQL') expect(await count(ledger, 'attempt_words')).toBe(1);
    else expect(await count(ledger, `attempt_words('zanzibar')`)).toBe(1);
  });
});
