/** What the database itself refuses, and what it leaves to programs of later versions. */
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { engines, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { bareAttempt, bareHold, type BareRow } from '#test/fixtures/ledger/bare-ledger.ts';

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
type AnyDatabase = Kysely<Readonly<Record<string, BareRow>>>;

it.each(engines)(
  'a ledger on %s accepts later operations and hold states, and still refuses invalid amounts',
  async (engine) => {
    const ledger = await (await storeOfTest(engine)).open();
    const db = ledger.engine.db as never as AnyDatabase;
    const held = bareAttempt({ operation: 'authorize', started_at: at(1) });
    const add = (row: BareRow) => db.insertInto('attempts').values(row).execute();
    await add(held);
    await db
      .insertInto('holds')
      .values(bareHold(held, { state: 'voiding' }))
      .execute();
    const hold_id = held['id'] ?? null;
    const later = bareAttempt({ operation: 'void', state: 'pending', standing: 'pending', hold_id, started_at: at(2) });
    await add(later);

    const wrong: readonly BareRow[] = [
      { amount: 0 },
      { standing: 'approved', state: 'declined' },
      { last_four: '12345' },
      { operation: 'capture', hold_id: null },
      { operation: 'sell', hold_id },
      { operation: 'authorize', hold_id },
    ];
    for (const [index, changes] of wrong.entries()) {
      const row = bareAttempt({ started_at: at(10 + index), ...changes });
      await expect(add(row), JSON.stringify(changes)).rejects.toThrow(/check/i);
    }
    await expect(
      db
        .insertInto('holds')
        .values({ ...bareHold(held), id: 'h', amount: 0 })
        .execute(),
    ).rejects.toThrow(/check/i);
    // An outcome unknown to this version may have moved money.
    await expect(add(bareAttempt({ operation: 'capture', hold_id, started_at: at(20) }))).rejects.toThrow(/unique/i);
  },
);
