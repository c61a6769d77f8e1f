/** The two engines of the ledger for tests: a fresh store of each, opened by as many seats as a test wants. */
import { newId } from '#electron/core/new-id.ts';
import type { StoredLedger } from '#electron/ledger/ledger.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { PostgresServer } from '../support/postgres.ts';
import { openLedger, type StoreAddress } from './open-ledger.ts';

export const engines = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof engines)[number];

export interface Store {
  readonly address: StoreAddress;
  open(seat?: string, now?: () => Date): Promise<StoredLedger>;
  /** Closes every ledger that was opened and removes the store. */
  drop(): Promise<void>;
}

export async function makeStore(engine: EngineName): Promise<Store> {
  const opened: StoredLedger[] = [];
  const { address, remove } = engine === 'SQLite' ? await sqliteStore() : await postgresStore(inject('postgres'));
  return {
    address,
    async open(seat = 'Front desk', now = () => new Date()) {
      const ledger = await openLedger(address, seat, now);
      opened.push(ledger);
      return ledger;
    },
    async drop() {
      await Promise.all(opened.map((ledger) => ledger.close()));
      await remove();
    },
  };
}

async function sqliteStore() {
  const folder = await mkdtemp(join(tmpdir(), 'caja-ledger-'));
  return {
    address: { engine: 'SQLite', file: join(folder, 'caja.db') } as const,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function postgresStore(server: PostgresServer) {
  const database = `caja_${newId().replaceAll('-', '')}`;
  await administer(server, `create database ${database}`);
  return {
    address: {
      engine: 'PostgreSQL',
      url: `postgres://${server.user}@localhost:${server.port}/${database}`,
      password: server.password,
    } as const,
    remove: () => administer(server, `drop database ${database} with (force)`),
  };
}

async function administer(server: PostgresServer, statement: string): Promise<void> {
  const { port, user, password } = server;
  const client = new pg.Client({ host: 'localhost', port, user, password, database: 'postgres' });
  await client.connect();
  await client.query(statement);
  await client.end();
}
