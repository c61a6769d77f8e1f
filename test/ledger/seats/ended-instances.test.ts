/** An embedded ledger at its start: every instance of an ended program is dead, whatever its heartbeat, process and machine say. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { endedInstances } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { thisMachine } from '#electron/ledger/seats/instances.ts';
import { storeOfTest, type EmbeddedStore } from '#test/fixtures/ledger/engines.ts';
import { guard, newAttempt, value } from '#test/fixtures/examples.ts';

let store: EmbeddedStore;
let file: string;
beforeEach(async () => {
  store = await storeOfTest('SQLite');
  ({ file } = store.address);
});

/** A program that has died with an attempt in flight: its row and its instance stay. */
async function crashed(instance: { readonly host: string; readonly pid: number; readonly beatAt: number }) {
  const ledger = await store.open('Till');
  const { id } = value(await ledger.begin(newAttempt(), guard()));
  const { instance_id } = await ledger.engine.db
    .selectFrom('attempts')
    .select('instance_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await ledger.close();
  const database = new DatabaseSync(file);
  database
    .prepare('insert into instances (id, seat, host, pid, beat_at) values (?, ?, ?, ?, ?)')
    .run(instance_id, 'Till', instance.host, instance.pid, instance.beatAt);
  database.close();
  return { id, instance_id };
}

describe('an embedded ledger', () => {
  it.each([
    ['a heartbeat of a moment ago on another machine', { host: 'elsewhere', pid: 1, beatAt: Date.now() }],
    ['a process id that another program has now', { host: thisMachine(), pid: process.pid, beatAt: Date.now() }],
    ['a heartbeat of next year', { host: thisMachine(), pid: process.pid, beatAt: Date.now() + 31_536_000_000 }],
  ])('makes attempts in flight unknown at once, in spite of %s', async (_name, instance) => {
    const { id } = await crashed(instance);
    const ledger = await store.open();
    expect((await ledger.recover()).map((attempt) => attempt.id)).toEqual([id]);
    expect(await ledger.show(id)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
  });

  it('leaves the attempts of a program alone that has the file open', async () => {
    const other = await store.open('Till');
    const { id } = value(await other.begin(newAttempt(), guard()));
    expect(endedInstances(file)).toEqual([]);
    const ledger = await store.open();
    expect(await ledger.recover()).toEqual([]);
    expect(await ledger.show(id)).toMatchObject({ state: 'sending' });
  });

  it('names the ended instances and loses nothing that was committed', async () => {
    const { id, instance_id } = await crashed({ host: 'elsewhere', pid: 1, beatAt: Date.now() });
    expect(endedInstances(file)).toEqual([instance_id]);
    expect(endedInstances(file)).toEqual([instance_id]);
    const ledger = await store.open();
    expect(await ledger.show(id)).not.toBeNull();
  });

  it('that does not exist yet stays so', () => {
    expect(endedInstances(`${file}.other`)).toEqual([]);
    expect(existsSync(`${file}.other`)).toBe(false);
  });
});
