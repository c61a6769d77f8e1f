/** The environment of two seats: a PostgreSQL server, a training gateway as test environment, and a provisioning file. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { z } from 'zod';
import { trainingLedgerEntrySchema, type TrainingLedgerEntry } from '#shared/seat/training.ts';
import { root } from '#build/paths.ts';
import { startPostgres, type PostgresServer, type RunningPostgres } from '#test/support/postgres.ts';

const gatewayFactsSchema = z.object({
  origin: z.string(),
  cclw: z.string(),
  apiKey: z.string(),
  token: z.string(),
  ca: z.string(),
});

export interface SharedStage {
  readonly postgres: RunningPostgres;
  /** Provisioning file of every seat. */
  readonly file: string;
  /** Returns the requests that the service processed, in order. */
  processed(): Promise<readonly TrainingLedgerEntry[]>;
  /** Returns the number of payment requests that reached the service, whatever their outcome. */
  received(): Promise<number>;
  close(): Promise<void>;
}

/** Merchant of both seats. */
export const merchant = 'Ferretería El Martillo';

/** The server writes every statement with its values, as some are set up to. */
const statementLog = { log_statement: 'all', log_parameter_max_length: '-1', log_parameter_max_length_on_error: '-1' };

/** @param folder for the provisioning file and the certificates that it names */
export async function setStage(folder: string): Promise<SharedStage> {
  mkdirSync(folder, { recursive: true });
  const [postgres, gateway] = await Promise.all([startPostgres(false, statementLog), startGateway()]);
  await createDatabase(postgres.server);
  writeFileSync(path.join(folder, 'ledger-ca.pem'), postgres.server.ca);
  const { origin, cclw, apiKey, token, ca } = gateway.facts;
  const duplicateGuardKey = randomBytes(32).toString('base64');
  const provisioning = {
    version: 1,
    merchants: [{ name: merchant, environment: 'test', baseUrl: origin, cclw, apiKey, caFile: ca, taxRate: 700 }],
    activate: merchant,
    duplicateGuardKey,
    ledger: {
      engine: 'postgres',
      url: `postgres://${postgres.server.user}@localhost:${postgres.server.port}/caja`,
      password: postgres.server.password,
      caFile: 'ledger-ca.pem',
      poolSize: 3,
    },
  };
  const file = path.join(folder, 'seats.json');
  writeFileSync(file, JSON.stringify(provisioning, null, 2), { mode: 0o600 });
  const authority = readFileSync(ca, 'utf8');
  const ask = async (page: string): Promise<unknown> => {
    const [answer] = await once(get(`${origin}/__training/${page}?token=${token}`, { ca: authority }), 'response');
    return JSON.parse(await text(answer));
  };
  return {
    postgres,
    file,
    processed: async () => z.array(trainingLedgerEntrySchema).parse(await ask('ledger')),
    received: async () => z.object({ received: z.int() }).parse(await ask('status')).received,
    async close() {
      await Promise.all([gateway.stop(), postgres.stop()]);
      // The search for secrets reads it.
      writeFileSync(path.join(folder, 'postgres.log'), postgres.log());
    },
  };
}

async function startGateway() {
  const child = spawn(process.execPath, [path.join(root, 'electron/training/cli.ts'), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') },
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return {
    facts: gatewayFactsSchema.parse(JSON.parse(String(line))),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function createDatabase({ port, user, password }: PostgresServer): Promise<void> {
  const client = new pg.Client({ host: 'localhost', port, user, password, database: 'postgres' });
  await client.connect();
  await client.query('create database caja');
  await client.end();
}
