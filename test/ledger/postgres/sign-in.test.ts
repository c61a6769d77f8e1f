/** Servers that ask for the ledger's password other than by SCRAM get nothing of it. */
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { connectionConfigs, patientClient } from '#electron/ledger/postgres/connection/connection-config.ts';
import { openPostgresLedger } from '#electron/ledger/open-ledger.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { authentication, openSignInServer, signInRequests, type SignInServer } from '#test/support/sign-in-server.ts';
import { refusalOf as refusal } from './seat-connections.ts';

const password = 'password-of-the-ledger';
type Answer = Parameters<typeof openSignInServer>[0];

async function serverThat(answer: Answer): Promise<SignInServer> {
  const server = await openSignInServer(answer);
  onTestFinished(() => server.close());
  return server;
}

const refusalOf = ({ port, authority }: SignInServer, given: string | null): Promise<string> =>
  refusal({ url: `postgres://caja@localhost:${port}/caja`, password: given, ca: authority });

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const ready = Buffer.concat([Buffer.from('Z'), int32(5), Buffer.from('I')]);
const scram = authentication(10, Buffer.from('SCRAM-SHA-256\0\0'));

describe('a server with a trusted certificate', () => {
  test.each(['clear', 'md5', 'gss', 'sspi', 'unheardOf'] as const)(
    'that asks for the password by %s is not answered',
    async (kind) => {
      const [code, ...salt] = signInRequests[kind];
      const request = authentication(code, Buffer.concat(salt.map(int32)));
      const server = await serverThat((socket, received) => {
        if (received === null) socket.write(request);
      });
      for (const given of [password, null]) expect(await refusalOf(server, given)).toMatch(/^unsafe-sign-in: /);
      expect(server.received().toString('latin1').replaceAll('X\0\0\0\x04', '')).toBe('');
    },
  );

  test('that asks for SCRAM with one round gets no proof to guess by', async () => {
    const server = await serverThat((socket, received) => {
      if (received === null) socket.write(scram);
      const nonce = /r=([^,\0]+)/.exec(received?.toString('latin1') ?? '')?.[1];
      if (nonce !== undefined) socket.write(authentication(11, Buffer.from(`r=${nonce}server,s=c2FsdA==,i=1`)));
    });
    expect(await refusalOf(server, password)).toMatch(/^unsafe-sign-in: .* 1 rounds/);
    expect(server.received().toString('latin1')).not.toMatch(/p=/);
  });

  test('that lets the seat in without SCRAM, or in the middle of it, is not believed', async () => {
    const open = Buffer.concat([authentication(0), ready]);
    const trusting = await serverThat((socket, received) => {
      if (received === null) socket.write(open);
    });
    expect(await refusalOf(trusting, password)).toMatch(/^unsafe-sign-in: .*proof/);
    const skipping = await serverThat((socket, received) => {
      socket.write(received === null ? scram : open);
    });
    expect(await refusalOf(skipping, password)).toMatch(/^unsafe-sign-in: .*proof/);
  });
});

test('a real server is signed in to by SCRAM bound to its certificate', async () => {
  const address = { ...(await storeOfTest('PostgreSQL')).address, ca: inject('postgres').ca };
  expect(connectionConfigs(address).map(({ enableChannelBinding }) => enableChannelBinding)).toEqual([true]);
  const ledger = await openPostgresLedger({
    ...address,
    poolSize: 2,
    required: [],
    ...seatParts('Till'),
  });
  onTestFinished(() => ledger.close());
  expect(await ledger.unknowns()).toEqual([]);
});

test('nothing of the environment changes a connection', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const madeNow = () => {
    const [config] = connectionConfigs({ url: 'postgres://caja@localhost:5432/caja', password: null, ca: 'authority' });
    const { connectionParameters, password: used } = patientClient(config) as unknown as Record<string, unknown>;
    return { connectionParameters, used };
  };
  const usual = madeNow();
  vi.stubEnv('PGOPTIONS', '-c search_path=elsewhere');
  vi.stubEnv('PGPASSWORD', password);
  vi.stubEnv('PGREPLICATION', 'database');
  vi.stubEnv('PGCLIENT_ENCODING', 'LATIN1');
  vi.stubEnv('PGSSLNEGOTIATION', 'direct');
  expect(madeNow()).toEqual(usual);
});
