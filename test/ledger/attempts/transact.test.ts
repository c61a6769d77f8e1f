/** Transactions whose statements are sent at once: all are written or none, and the ledger works on after a failure. */
import { describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';

describe.each(engines)('statements sent together to %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made));

  const add = (...names: readonly string[]) =>
    ledger.engine.db
      .insertInto('operator_names')
      .values(names.map((name) => ({ name })))
      .onConflict((conflict) => conflict.doNothing())
      .compile();
  /** A statement refused by a constraint, because the amount of a hold can't be zero. */
  const unwanted = () =>
    ledger.engine.db
      .insertInto('holds')
      .values({
        id: 'h',
        state: 'open',
        amount: 0,
        expires_at: '',
        expiry_is_estimate: 0,
        environment: 'test',
        merchant_id: 'p',
        settlement_id: null,
      })
      .compile();

  it('return the number of rows that each of them wrote', async () => {
    const none = ledger.engine.db.deleteFrom('operator_names').where('name', '=', 'Nobody').compile();
    expect(await ledger.engine.transact(() => [add('Ana', 'Sol'), none, add('Ana', 'Eva')])).toEqual([2, 0, 1]);
    expect(await ledger.engine.transact(() => [add('Luz')])).toEqual([1]);
    expect(await ledger.operators()).toEqual(['Ana', 'Eva', 'Luz', 'Sol']);
  });

  it('write nothing when any of them is refused, and the next transaction succeeds', async () => {
    await expect(ledger.engine.transact(() => [add('Ana'), unwanted()])).rejects.toThrow(/check/i);
    await expect(ledger.engine.transact(() => [unwanted(), add('Ana')])).rejects.toThrow(/check/i);
    await expect(ledger.engine.transact(() => [unwanted()])).rejects.toThrow(/check/i);
    expect(await ledger.operators()).toEqual([]);
    expect(await ledger.engine.transact(() => [add('Ana'), add('Sol')])).toEqual([1, 1]);
    expect(await ledger.operators()).toEqual(['Ana', 'Sol']);
  });

  it('store every kind of text unchanged', async () => {
    const names = ['ñandú "😀"', `{it's},\\n`, '$1', 'NULL', ' '];
    await ledger.engine.transact(() => names.map((name) => add(name)));
    expect((await ledger.operators()).toSorted()).toEqual(names.toSorted());
  });

  it('are not interleaved with those of concurrent calls', async () => {
    const pairs = Array.from({ length: 40 }, (_, index) => [`a${index}`, `b${index}`] as const);
    const calls = pairs.map(([a, b], index) =>
      ledger.engine.transact(() => (index % 3 === 0 ? [add(a), unwanted(), add(b)] : [add(a), add(b)])),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(
      pairs.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
    );
    const written = pairs.filter((_, index) => index % 3 !== 0).flat();
    expect((await ledger.operators()).toSorted()).toEqual(written.toSorted());
  });
});
