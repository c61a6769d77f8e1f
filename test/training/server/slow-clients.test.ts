/** Slow and silent clients are cut off at every stage of a connection, and memory stays bounded. */
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  agentFor,
  authorization,
  errorCode,
  openLink,
  payJson,
  payment,
  referJson,
  send,
} from '#test/training/wire-client.ts';

/** In ms. Long enough for a quick client on a busy machine, which the last test of each stage is. */
const short = 250;
/** In ms. A client that a short limit missed would stay that long; one that is cut off late by a busy machine stays half of it at most. */
const long = 60_000;

/** A gateway with the connections of a test, which all end after the last one. */
interface Place {
  readonly gateway: TrainingGateway;
  tcp(): Promise<Socket>;
  tls(): Promise<Socket>;
}
const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

async function start(options: Parameters<typeof startTrainingGateway>[0] = {}): Promise<Place> {
  const gateway = await startTrainingGateway(options);
  closers.push(() => gateway.close());
  const port = Number(new URL(gateway.origin).port);
  async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
    socket.on('error', () => undefined);
    closers.unshift(() => socket.destroy());
    await once(socket, event);
    return socket;
  }
  return {
    gateway,
    tcp: () => opened(connectTcp({ port, host: '127.0.0.1' }), 'connect'),
    tls: () => opened(connectTls({ port, host: 'localhost', ca: gateway.ca }), 'secureConnect'),
  };
}
const limits = (changes: object) => ({
  connectionLimits: { handshake: long, header: long, body: long, idle: long, unread: long, ...changes },
});

/** Returns the milliseconds until the gateway cuts the connection. @param since when it was opened, or later */
async function lifetime(socket: Socket, since = performance.now()): Promise<number> {
  // A cut connection may end with an error, which `once` would throw.
  if (!socket.closed) await new Promise((resolve) => socket.resume().once('close', resolve));
  return performance.now() - since;
}

const head = ({ apiKey }: TrainingGateway, length: number): string =>
  `POST /rest/processTx/AUTH HTTP/1.1\r\nhost: localhost\r\nauthorization: ${apiKey}\r\n` +
  `content-type: application/json\r\ncontent-length: ${String(length)}\r\n`;

// These wait for limits most of the time, so they wait together.
describe.concurrent('a client is cut off', () => {
  test('that never begins a handshake, or trickles one', async ({ expect }) => {
    const { tcp } = await start(limits({ handshake: short }));
    const opened = performance.now();
    const silent = await tcp();
    const trickling = await tcp();
    // A record of 16,383 bytes that begins a ClientHello.
    trickling.write(Buffer.from([22, 3, 1, 63, 255, 1, 0, 63, 251]));
    const drip = setInterval(() => trickling.write(Buffer.from([0])), 20);
    try {
      for (const life of await Promise.all([silent, trickling].map((socket) => lifetime(socket, opened)))) {
        expect(life).toBeGreaterThan(short / 2);
        expect(life).toBeLessThan(long / 2);
      }
    } finally {
      clearInterval(drip);
    }
  });

  test('that never ends the header of its first or its second request, even byte by byte', async ({ expect }) => {
    const { gateway, tls } = await start(limits({ header: short }));
    const first = await tls();
    const second = await tls();
    second.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(second, 'data');
    const drip = setInterval(() => {
      first.write('a');
      second.write('a');
    }, 20);
    try {
      expect(Math.max(...(await Promise.all([first, second].map((socket) => lifetime(socket)))))).toBeLessThan(
        long / 2,
      );
    } finally {
      clearInterval(drip);
    }
    expect(gateway.status().received).toBe(0);
  });

  test('that never ends the body of a request', async ({ expect }) => {
    const { gateway, tls } = await start(limits({ body: short }));
    const socket = await tls();
    socket.write(`${head(gateway, 100)}\r\n{"cclw":`);
    expect(await lifetime(socket)).toBeLessThan(long / 2);
    expect(gateway.status()).toMatchObject({ received: 0, processed: 0 });
  });

  test('that sends on although its request was answered before its end', async ({ expect }) => {
    const { tls } = await start(limits({ body: short }));
    const socket = await tls();
    socket.write('POST /nothing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n');
    await once(socket, 'data');
    expect(await lifetime(socket)).toBeLessThan(long / 2);
  });

  test('that asks for nothing, before or after a request', async ({ expect }) => {
    const { tls } = await start(limits({ idle: short }));
    const fresh = await tls();
    const used = await tls();
    used.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(used, 'data');
    expect(Math.max(...(await Promise.all([fresh, used].map((socket) => lifetime(socket)))))).toBeLessThan(long / 2);
  });

  test('that takes no byte of its answer', async ({ expect }) => {
    const { gateway, tls } = await start(limits({ unread: short }));
    const body = JSON.stringify(payment(gateway));
    // Several large answers on one connection are more than the system's buffers hold.
    await gateway.order({ fault: { kind: 'oversized' }, times: null });
    const socket = await tls();
    socket.pause();
    for (let count = 0; count < 8; count++) socket.write(`${head(gateway, Buffer.byteLength(body))}\r\n${body}`);
    await expect.poll(() => gateway.status().received).toBeGreaterThan(0);
    // The end is read only after what the system holds.
    await new Promise((resolve) => setTimeout(resolve, 6 * short));
    expect(await lifetime(socket)).toBeLessThan(long / 2);
  });
});

test('a quick client is served under limits, an answer on order may take longer, and many stalled ones are no bar', async () => {
  // A client that is quick by itself may wait for a busy machine.
  const limit = 6 * short;
  const { gateway, tcp } = await start({
    connectionLimits: { handshake: limit, header: limit, body: limit, idle: limit, unread: limit },
  });
  const stalled = await Promise.all(Array.from({ length: 25 }, () => tcp()));
  await gateway.order({ fault: { kind: 'delay', milliseconds: 1.5 * limit }, times: 1 });
  const answer = await send(gateway, authorization(gateway, 'json'));
  expect([answer.status, gateway.status().processed]).toEqual([200, 1]);
  expect(answer.ms).toBeGreaterThan(limit);
  expect(Math.max(...(await Promise.all(stalled.map((socket) => lifetime(socket)))))).toBeLessThan(long / 2);
});

test('connections beyond the limit are closed at once', async () => {
  const { gateway, tcp } = await start({ connectionLimits: { connections: 2 } });
  const agent = agentFor(gateway, { keepAlive: true });
  await tcp();
  expect((await send(gateway, { ...authorization(gateway, 'json'), agent })).status).toBe(200);
  expect(await errorCode(send(gateway, authorization(gateway, 'json')))).toMatch(/ECONNRESET|EPIPE/);
  expect((await send(gateway, { ...authorization(gateway, 'json'), agent })).status).toBe(200);
  agent.destroy();
});

test('the oldest requests are forgotten, with their holds and receipts, and the count goes on', async () => {
  const { gateway } = await start({ keptRequests: 2, equalPayments: null });
  const [first, second] = [await payJson(gateway, 'AUTH'), await payJson(gateway, 'AUTH')];
  await referJson(gateway, 'CAPTURE', 'SANDBOX_NOBODY');
  expect(gateway.ledger().map(({ sequence }) => sequence)).toEqual([2, 3]);
  expect(gateway.status().processed).toBe(2);
  expect((await openLink(gateway, first.data['returnUrl'])).status).toBe(404);
  expect((await openLink(gateway, second.data['returnUrl'])).status).toBe(200);
  const capture = (data: Readonly<Record<string, unknown>>) => referJson(gateway, 'CAPTURE', String(data['codOper']));
  expect((await capture(second.data)).data['status']).toBe(1);
  expect((await capture(first.data)).headerStatus.code).toBe(620);
});
