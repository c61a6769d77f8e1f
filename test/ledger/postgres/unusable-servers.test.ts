/** Addresses at which no ledger can be opened: each says its own reason, and in time. */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { newDatabaseName } from '#test/fixtures/ledger/engines.ts';
import type { PostgresLedgerOptions } from '#electron/ledger/open-ledger.ts';
import { makeCertificates } from '#electron/training/server/certificates.ts';
import { refusalOf as refusal } from './seat-connections.ts';

const { port, user, password, ca } = inject('postgres');
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `postgres://caja@127.0.0.1:${(server.address() as AddressInfo).port}/caja`;
}

const answering = (answer: (socket: Socket) => void) => listen(createServer(answer));

const refusalOf = (url: string, given: Partial<PostgresLedgerOptions> = {}) => refusal({ url, password, ...given });

describe('an address of a shared ledger that leads to no server of it', () => {
  test('is given up where nothing is answered, with TLS and without', async () => {
    const url = await answering(() => undefined);
    const refusals = await Promise.all([refusalOf(url), refusalOf(url, { ca })]);
    for (const each of refusals) expect(each).toMatch(/^disconnected: /);
  });

  test('is told as away where the connection ends at once, with TLS and without', async () => {
    const url = await answering((socket) => socket.end());
    expect(await refusalOf(url)).toMatch(/^disconnected: /);
    expect(await refusalOf(url, { ca })).toMatch(/^disconnected: /);
    const reset = await answering((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await refusalOf(reset)).toMatch(/^disconnected: /);
    expect(await refusalOf(reset, { ca })).toMatch(/^disconnected: /);
  });

  test('is told as something else where HTTP, MySQL or SSH is spoken', async () => {
    const http = await listen(createHttpServer((_request, response) => response.end('hello')));
    expect(await refusalOf(http, { ca })).toMatch(/^not-postgres: /);
    const mysql = await answering((socket) =>
      socket.write(Buffer.from('0a0000000a382e302e333700', 'hex').fill('J', 0, 1)),
    );
    expect(await refusalOf(mysql, { ca })).toMatch(/^not-postgres: /);
    const ssh = await answering((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(await refusalOf(ssh, { ca })).toMatch(/^not-postgres: /);
  });

  test('is told as not secure where the server has no TLS, or breaks off the handshake', async () => {
    const plain = await answering((socket) => socket.once('data', () => socket.write('N')));
    expect(await refusalOf(plain, { ca })).toMatch(/^untrusted: /);
    const garbage = await answering((socket) => {
      socket.once('data', () => {
        socket.write('S');
        socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
      });
    });
    expect(await refusalOf(garbage, { ca })).toMatch(/^untrusted: /);
  });
});

describe('a real server that can’t be used', () => {
  const database = newDatabaseName();
  const role = `role_${newId().replaceAll('-', '')}`;
  const at = (name: string) => `postgres://${name}@localhost:${port}/${database}`;
  const administer = async (...statements: readonly string[]): Promise<void> => {
    const client = new pg.Client({ host: 'localhost', port, user, password, database: 'postgres' });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  beforeAll(async () => {
    await administer(`create database ${database}`, `create role ${role} login password 'pw'`);
    return () => administer(`drop database ${database} with (force)`, `drop role ${role}`);
  });

  test('is told as not secure with a certificate of another authority, or an authority that can’t be read', async () => {
    const { authority } = await makeCertificates(new Date());
    expect(await refusalOf(at(user), { ca: authority })).toMatch(/^untrusted: /);
    expect(await refusalOf(at(user), { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' })).toMatch(
      /^untrusted: /,
    );
  });

  test('is told as full while it has no connection for this seat', async () => {
    await administer(`alter role ${role} connection limit 0`);
    expect(await refusalOf(at(role), { password: 'pw' })).toMatch(/^full: too many connections for role/);
    await administer(`alter role ${role} connection limit -1`);
  });

  test('is told as one that can only be read, like a standby', async () => {
    await administer(
      `alter role ${role} set default_transaction_read_only = on`,
      `alter database ${database} owner to ${role}`,
    );
    expect(await refusalOf(at(role), { password: 'pw' })).toMatch(/^standby: /);
  });

  test('is told as one that keeps not every character, because an answer could never be written there', async () => {
    const latin = newDatabaseName();
    await administer(`create database ${latin} encoding 'LATIN1' locale 'C' template template0`);
    onTestFinished(() => administer(`drop database ${latin} with (force)`));
    expect(await refusalOf(at(user).replace(database, latin))).toMatch(/^not-utf8: .*LATIN1/);
  });

  test('names what it refuses: a password, a missing one, a database, another protocol', async () => {
    expect(await refusalOf(at(role), { password: 'wrong' })).toMatch(/^not-let-in: password authentication failed/);
    expect(await refusalOf(at(role), { password: null })).toMatch(/^other: .*password/);
    expect(await refusalOf(at(role).replace(database, 'gone'), { password: 'pw' })).toMatch(
      /^not-let-in: database "gone"/,
    );
    expect(await refusalOf('mysql://localhost/caja')).toMatch(/^other: /);
  });
});
