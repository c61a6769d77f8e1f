/** Connections to the service over real TLS: warmed, shared, replaced when dead, and closed in order. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { freshGatewayFor, testGateway } from '#test/gateway/support/gateway-for.ts';
import {
  approvedForm,
  approvedJson,
  approvedSale,
  accountAt,
  capture,
  patient,
  payment,
  reversal,
} from '#test/gateway/support/merchant.ts';
import { oneHour } from '#shared/durations.ts';
import { families } from '#shared/payments/outcome.ts';
import { bytes, json, startService, type TestService } from '#test/gateway/support/test-service.ts';

let gateway: ReturnType<typeof testGateway>;
let service: TestService;
freshGatewayFor(json(null), (...made) => ([gateway, service] = made));

const patientAccount = () => accountAt(service.origin, { merchant: patient });
const until = (condition: () => boolean): Promise<void> => expect.poll(condition, { interval: 5 }).toBe(true);
beforeEach(() => {
  service.answer = json(approvedForm());
});
const pay = () => gateway.sell(patientAccount(), 'form', payment);

test('warming opens one connection, sends nothing, and the payment uses it', async () => {
  const before = service.connections();
  await gateway.warm(patientAccount());
  await gateway.warm(patientAccount());
  expect(service.connections() - before).toBe(1);
  expect(service.seen).toHaveLength(0);
  expect(await pay()).toMatchObject({ outcome: 'approved' });
  expect(service.connections() - before).toBe(1);
});

test('a payment that comes while a connection is being warmed takes that one, and another opens its own', async () => {
  const before = service.connections();
  const warm = gateway.warm(patientAccount());
  const answers = await Promise.all([pay(), pay()]);
  await warm;
  expect(answers.map(({ outcome }) => outcome)).toEqual(['approved', 'approved']);
  expect(service.connections() - before).toBe(2);
  expect(service.seen).toHaveLength(2);
});

test('a warm connection is not used after the computer has slept for longer than the service keeps one', async () => {
  onTestFinished(() => void vi.useRealTimers());
  const before = service.connections();
  await gateway.warm(patientAccount());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + oneHour });
  expect(await pay()).toMatchObject({ outcome: 'approved' });
  expect(service.connections() - before).toBe(2);
});

test('a warm connection is not used after the service has sent something unasked', async () => {
  await gateway.warm(patientAccount());
  await until(() => service.open.size === 1);
  const [unasked] = service.open;
  unasked?.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  await until(() => service.open.size === 0);
  expect(await pay()).toMatchObject({ outcome: 'approved' });
});

test.each([
  ['an answer', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}', false],
  ['that it is busy, and ends', 'HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n', true],
  ['a frame of HTTP/2', '\0\0\0\u0004\0\0\0\0\0', false],
])('a service that begins with %s leaves the payment not sent', async (_name, unasked, ends) => {
  const eager = await startService(json(approvedForm()), {}, (socket) => {
    socket.write(unasked);
    if (ends) socket.end();
  });
  const onSent = vi.fn();
  const account = accountAt(eager.origin, { merchant: patient });
  expect(await gateway.sell(account, 'form', payment, { onSent })).toEqual({
    outcome: 'not-sent',
    cause: 'other',
    detail: 'the service spoke before the request',
  });
  expect([onSent.mock.calls.length, eager.connections()]).toEqual([0, 1]);
  await eager.close();
});

test('payments in a row share two connections, since undici rests one for a turn after each answer', async () => {
  const before = service.connections();
  for (let count = 0; count < 6; count++) expect(await pay()).toMatchObject({ outcome: 'approved' });
  expect(service.connections() - before).toBeLessThanOrEqual(2);
  expect(service.seen).toHaveLength(6);
});

const reversed = approvedJson({ operationType: 'REVERSE', codOper: 'SANDBOX_R-1', idtx: null });
test.each([
  ['a refusal', 'rejected', 'sell', { headerStatus: { code: 603 }, success: false, message: null, data: [] }],
  ['an approval without a reference', 'approved', 'sell', approvedSale({ codOper: null, idtx: null })],
  ['the approval of a refund', 'approved', 'refund', reversed],
] as const)(
  '%s that comes twice is not taken for the answer to the next payment',
  async (_name, ends, operation, told) => {
    const text = JSON.stringify(told);
    const again = `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    let first: Socket | null = null;
    service.answer = (response, socket) => {
      if (first !== null) {
        if (!first.destroyed) first.write(again);
        return void setTimeout(
          () => response.end(JSON.stringify(approvedJson({ status: 0, operationType: null }))),
          50,
        );
      }
      first = socket;
      return void response.end(text);
    };
    const pay = () =>
      operation === 'sell'
        ? gateway.sell(patientAccount(), 'json', payment)
        : gateway.refund(patientAccount(), 'json', reversal);
    expect(await pay()).toMatchObject({ outcome: ends });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await pay()).toMatchObject({ outcome: 'declined' });
  },
);

test('payments at the same time each get their own answer', async () => {
  service.answer = (response, _socket, seen) =>
    void response.end(JSON.stringify(approvedForm({ CODOPER: new URLSearchParams(seen.body).get('CDSC') })));
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      gateway.sell(accountAt(service.origin), 'form', { ...payment, description: `row ${index}` }),
    ),
  );
  expect(answers.map((answer) => answer.outcome !== 'not-sent' && answer.references.codOper)).toEqual(
    Array.from({ length: 12 }, (_, index) => `row ${index}`),
  );
});

test.each([
  ['a warm connection', () => gateway.warm(patientAccount()), 1],
  ['an idle connection', () => pay(), 2],
] as const)('%s that the service has closed is replaced before anything is sent', async (_, connect, requests) => {
  await connect();
  for (const socket of service.open) socket.end();
  await until(() => service.open.size === 0);
  expect(await pay()).toMatchObject({ outcome: 'approved' });
  expect(service.seen).toHaveLength(requests);
});

test('an idle connection that dies under the request leaves its outcome unknown, and is not tried again', async () => {
  await pay();
  service.answer = (_response, socket) => socket.destroy();
  expect(await pay()).toMatchObject({ outcome: 'unknown', cause: 'connection-lost' });
  expect(service.seen).toHaveLength(2);
});

test('a payment in whose way to the service the computer sleeps does not leave', async () => {
  onTestFinished(() => void vi.useRealTimers());
  // The timer of the connection may stand still meanwhile, as on Linux.
  const sleep = () => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + oneHour });
  const far = await startService(json(approvedForm()), {}, sleep);
  const account = accountAt(far.origin, { merchant: patient });
  expect(await gateway.sell(account, 'form', payment)).toMatchObject({ outcome: 'not-sent', cause: 'connect-timeout' });
  expect(far.seen).toEqual([]);
  await far.close();
});

test('warming towards an address without a service throws nothing, and tells that no connection stands', async () => {
  expect(await gateway.warm(accountAt('https://localhost:1', { merchant: patient }))).toBe('failed');
});

test.each(families)('every request of family %s names the program and its version', async (family) => {
  await gateway.sell(accountAt(service.origin), family, payment);
  await gateway.authorize(accountAt(service.origin), family, payment);
  await gateway.capture(accountAt(service.origin), family, capture);
  expect(service.seen.map(({ headers }) => headers['user-agent'])).toEqual(Array(3).fill('caja/test'));
  // Once each: a header that is written twice is refused by some firewalls.
  for (const { rawHeaders } of service.seen) {
    expect(rawHeaders.filter((name) => name.toLowerCase() === 'user-agent')).toHaveLength(1);
  }
});

test('the transport keeps no cookies', async () => {
  service.answer = bytes(JSON.stringify(approvedForm()), { 'set-cookie': 'session=1' });
  await pay();
  await pay();
  expect(service.seen[1]?.headers.cookie).toBeUndefined();
});

test('closing waits for the answer in progress', async () => {
  const answering = Promise.withResolvers<ServerResponse>();
  service.answer = (response) => answering.resolve(response);
  const answer = pay();
  const response = await answering.promise;
  const closed = gateway.close();
  response.end(JSON.stringify(approvedForm()));
  await closed;
  expect(await answer).toMatchObject({ outcome: 'approved' });
});

test('closing waits for an answer that comes soon and leaves one that does not come unknown', async () => {
  const ending = testGateway({ closeLimit: 3_000 });
  const sell = () => ending.sell(patientAccount(), 'form', payment);
  const responses: ServerResponse[] = [];
  service.answer = (response) => void responses.push(response);
  const soon = sell();
  await until(() => responses.length === 1);
  const never = sell();
  await until(() => responses.length === 2);
  const closed = ending.close();
  responses[0]?.end(JSON.stringify(approvedForm()));
  await closed;
  expect(await soon).toMatchObject({ outcome: 'approved' });
  // The end of its own wait would be `no-answer`.
  expect(await never).toMatchObject({ outcome: 'unknown', cause: 'connection-lost' });
});
