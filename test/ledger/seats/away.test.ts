/** The shared ledger becomes unavailable and returns: meanwhile no payment is recorded or queued, and every seat is notified. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openPostgresLedger, type PostgresLedgerOptions } from '#electron/ledger/open-ledger.ts';
import { storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { approved, newAttempt, query, value } from '#test/fixtures/examples.ts';
import { startForwarder } from '#test/support/forwarder.ts';
import { freePort } from '#test/support/free-port.ts';
import { soon } from '#test/support/soon.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';

const unavailable = (reason: string) => expect.objectContaining({ name: 'LedgerUnavailable', reason });

let store: SharedStore;
beforeEach(async () => {
  store = await storeOfTest('PostgreSQL');
});

const options = (changes: Partial<PostgresLedgerOptions> = {}): PostgresLedgerOptions => ({
  ...store.address,
  ca: null,
  poolSize: 3,
  ...seatParts(),
  ...changes,
});

it('a connection that the server ends within a transaction refuses the transaction and leaves the seat paying', async () => {
  const ledger = await openPostgresLedger(options());
  const other = await store.open('Back office');
  const isGone = async (pid: number): Promise<boolean> => {
    const { rows } = await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(other.engine.db);
    return rows.length === 0;
  };
  const broken = ledger.engine.write(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const pid = rows[0]?.pid ?? 0;
    await sql`select pg_terminate_backend(${pid})`.execute(other.engine.db);
    // The client is checked out and idle when it hears of its end.
    await vi.waitFor(async () => expect(await isGone(pid)).toBe(true), soon);
    await trx.insertInto('operator_names').values({ name: 'Zoe' }).execute();
  });
  await expect(broken).rejects.toEqual(unavailable('disconnected'));
  await vi.waitFor(async () => value(await ledger.begin(newAttempt(), null)), soon);
  expect(await ledger.operators()).not.toContain('Zoe');
  await ledger.close();
});

describe('an unreachable database server', () => {
  it('is noticed without a query, makes payments refused while it is away, and is used again when it is back', async () => {
    const cable = await startForwarder(inject('postgres').port);
    onTestFinished(() => cable.close());
    const url = new URL(options().url);
    url.host = `127.0.0.1:${cable.port}`;
    const ledger = await openPostgresLedger(options({ url: url.href }));
    const heard = vi.fn();
    const changed = vi.fn();
    ledger.onAvailability(heard);
    const flight = newAttempt();
    value(await ledger.begin(flight, null));

    cable.leadTo(await freePort());
    cable.cut();
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith('disconnected'), soon);
    const refused = newAttempt();
    await expect(ledger.begin(refused, null)).rejects.toEqual(unavailable('disconnected'));
    await expect(ledger.finish(flight.id, approved(), new Date().toISOString())).rejects.toEqual(
      unavailable('disconnected'),
    );
    await expect(ledger.search(query())).rejects.toEqual(unavailable('disconnected'));

    ledger.onChange(changed);
    cable.leadTo(inject('postgres').port);
    await vi.waitFor(() => expect(heard).toHaveBeenLastCalledWith(null), soon);
    expect(changed).toHaveBeenCalledWith({ attemptIds: null, by: 'another' });
    expect(await ledger.show(refused.id)).toBeNull();
    expect((await ledger.finish(flight.id, approved(), new Date().toISOString())).state).toBe('approved');
    await ledger.close();
  });
});

describe('the connection to the database server', () => {
  const ciphers = async (changes: Partial<PostgresLedgerOptions>): Promise<unknown> => {
    const ledger = await openPostgresLedger(options(changes));
    const { rows } = await sql<{ version: string | null }>`
      select max(version) as version from pg_stat_ssl join pg_stat_activity using (pid)
      where datname = current_database()`.execute(ledger.engine.db);
    await ledger.close();
    return rows[0]?.version;
  };

  it('uses TLS where an authority is named, and none on this machine without one', async () => {
    expect(await ciphers({ ca: inject('postgres').ca })).toBe('TLSv1.3');
    expect(await ciphers({})).toBeNull();
  });
});
