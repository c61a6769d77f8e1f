/** The whole list of applied migrations is compared, not only its highest number. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { migrations } from '#electron/ledger/migrations/migrate.ts';
import { engines, storeOfTest, type Store } from '#test/fixtures/ledger/engines.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';

const refusal = (reason: LedgerUnavailable['reason']) => expect.objectContaining({ name: 'LedgerUnavailable', reason });

it('the list of migrations names each of them once', () => {
  const names = migrations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(engines)('the list of applied migrations on %s', (engine) => {
  let store: Store;
  beforeEach(async () => {
    store = await storeOfTest(engine);
    await (await store.open()).close();
  });

  const change = (statement: string) => onDatabase(store.address, (db) => sql.raw(statement).execute(db));
  const next = migrations.length + 1;

  it('stays unchanged when no migration is missing', async () => {
    const list = () => onDatabase(store.address, async (db) => db.selectFrom('schema_version').selectAll().execute());
    const before = await list();
    await (await store.open('Till')).close();
    expect(await list()).toEqual(before);
    expect(before).toHaveLength(migrations.length);
  });

  it('makes a ledger with a later migration refused', async () => {
    await change(`insert into schema_version (version, applied_at, name) values (${next}, 'now', 'later')`);
    await expect(store.open()).rejects.toEqual(refusal('newer-version'));
  });

  it('decides by the oldest schema that all later migrations admit, and only for a shared ledger', async () => {
    const later = (version: number, usableFrom: number | null) =>
      change(`insert into schema_version (version, applied_at, name, usable_from)
        values (${version}, 'now', 'later ${version}', ${usableFrom ?? 'null'})`);
    const opens = () =>
      store.open().then(
        () => true,
        (error: unknown) => {
          expect(error).toEqual(refusal('newer-version'));
          return false;
        },
      );
    const isShared = engine === 'PostgreSQL';
    await later(next, migrations.length);
    expect(await opens()).toBe(isShared);
    await later(next + 1, 1);
    expect(await opens()).toBe(isShared);
    await change(`update schema_version set usable_from = ${next} where version = ${next}`);
    expect(await opens()).toBe(false);
    await change(`update schema_version set usable_from = null where version = ${next}`);
    expect(await opens()).toBe(false);
    await change(`update schema_version set usable_from = 1 where version = ${next}`);
    expect(await opens()).toBe(isShared);
    await change(`delete from schema_version where version = ${next}`);
    if (isShared) await expect(store.open()).rejects.toEqual(refusal('corrupt'));
  });

  it('makes a ledger with another migration of the same number refused', async () => {
    await change(`update schema_version set name = 'other-line' where version = 1`);
    await expect(store.open()).rejects.toEqual(refusal('newer-version'));
  });
});
