/** Faults of the training gateway that clients read as an approval, on the wire, and how orders of faults begin and end. */
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '#shared/seat/training.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedIn,
  authorization,
  captureOf,
  errorCode,
  jsonHeaders,
  payForm,
  payJson,
  send,
  sendJson,
  trainerHeaders,
  withTraining,
  type Envelope,
  type WireAnswer,
} from './wire-client.ts';

let gateway: TrainingGateway;
// One payment is repeated here, and which answer it gets is the fault's affair.
withTraining({ equalPayments: null }, (started) => (gateway = started));
let before = { processed: 0, received: 0 };
beforeEach(async () => {
  await gateway.order({ fault: { kind: 'none' }, times: null });
  before = gateway.status();
});

const orderOnce = (fault: Fault) => gateway.order({ fault, times: 1 });
const counted = () => {
  const { processed, received } = gateway.status();
  return { processed: processed - before.processed, received: received - before.received };
};

/** The part of an approval that a fault changes, its expected value, and the text of the approval. */
type Delivered = readonly [changed: unknown, expected: unknown, approval: string];
const deliveries: readonly (readonly [Fault, (answer: WireAnswer) => Delivered])[] = [
  [{ kind: 'bom' }, ({ bytes, text }) => [[...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], text.slice(1)]],
  [{ kind: 'text-plain' }, ({ headers, text }) => [headers['content-type'], 'text/plain', text]],
  [{ kind: 'gzip' }, ({ headers, bytes }) => [headers['content-encoding'], 'gzip', String(gunzipSync(bytes))]],
  [
    { kind: 'slow-chunks' },
    ({ headers, ms, text }) => [[headers['transfer-encoding'], ms > 500], ['chunked', true], text],
  ],
  [{ kind: 'delay', milliseconds: 300 }, ({ ms, text }) => [ms > 280, true, text]],
];

// Tested over one family, because both send their answers through the same code.
test.each(deliveries)('the fault %j delivers the whole answer in an unusual way', async (fault, read) => {
  await orderOnce(fault);
  const [changed, expected, approval] = read(await send(gateway, authorization(gateway, 'json')));
  expect(changed).toEqual(expected);
  expect(approvedIn(approval)).toBe(true);
  expect(counted().processed).toBe(1);
});

test.each(['json', 'form'] as const)(
  'redirect processes nothing of family %s, and following it is a payment that the ledger shows',
  async (family) => {
    await gateway.order({ fault: { kind: 'redirect' }, times: null });
    const request = authorization(gateway, family);
    const answer = await send(gateway, request);
    expect([answer.status, counted().processed]).toEqual([307, 0]);
    const location = new URL(answer.headers.location ?? '');
    expect(location.origin).toBe(gateway.origin);
    const followed = await send(gateway, { ...request, path: location.pathname });
    expect(approvedIn(followed.text)).toBe(true);
    expect(counted()).toEqual({ processed: 1, received: 2 });
  },
);

test('wrong-types answers with numbers as text and text as numbers, but for the code of family B', async () => {
  await gateway.order({ fault: { kind: 'wrong-types' }, times: 2 });
  expect(await payJson(gateway, 'AUTH')).toMatchObject({
    headerStatus: { code: '200' },
    data: { status: '1', totalPay: 30, requestPayAmount: '30.0', displayNum: 7001 },
  });
  expect(await payForm(gateway, 'SALE')).toMatchObject({
    Status: 'Approved',
    Amount: 30,
    RespCode: '00',
    Name: null,
  });
});

test('a declined capture leaves the authorization open', async () => {
  const authorized = await payJson(gateway, 'AUTH');
  const body = captureOf(gateway, authorized.data['codOper']);
  await orderOnce({ kind: 'decline', reason: 'do-not-honor' });
  expect((await sendJson(gateway, 'CAPTURE', body)).data['status']).toBe(0);
  expect((await sendJson(gateway, 'CAPTURE', body)).data['status']).toBe(1);
});

describe('an order', () => {
  test('counts down by requests and then switches itself off', async () => {
    await gateway.order({ fault: { kind: 'decline', reason: 'stolen-card' }, times: 2 });
    const seen: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      seen.push((await payJson(gateway, 'AUTH')).data['status']);
    }
    expect(seen).toEqual([0, 0, 1]);
    expect(gateway.status().active).toEqual({ fault: { kind: 'none' }, times: null });
  });

  test('without a count acts until it is switched off', async () => {
    await gateway.order({ fault: { kind: 'http-502' }, times: null });
    for (let count = 0; count < 3; count++) {
      const { status, headers, text } = await send(gateway, authorization(gateway, 'json'));
      expect([status, headers['content-type']]).toEqual([502, 'text/html;charset=utf-8']);
      expect(text).toMatch(/^<!doctype html>/);
    }
    await gateway.order({ fault: { kind: 'none' }, times: null });
    expect((await send(gateway, authorization(gateway, 'json'))).status).toBe(200);
  });

  test('can be sent over the wire, and an invalid one changes nothing', async () => {
    const path = '/__training/order';
    const order = { fault: { kind: 'decline', reason: 'stolen-card' }, times: 3 };
    const headers = trainerHeaders(gateway);
    const answer = await send(gateway, { path, headers, body: JSON.stringify(order) });
    const { processed, received } = before;
    const status = { origin: gateway.origin, active: order, answersRecords: true, processed, received };
    expect(JSON.parse(answer.text)).toEqual(status);
    for (const body of ['{"fault":{"kind":"explode"},"times":1}', 'no json'])
      expect((await send(gateway, { path, headers, body })).status).toBe(400);
    expect(gateway.status().active).toEqual(order);
  });
});

test('closing the gateway ends answers that are still being delayed', async () => {
  const closing = await startTrainingGateway();
  await closing.order({ fault: { kind: 'delay', milliseconds: 60_000 }, times: 1 });
  const waiting = errorCode(send(closing, authorization(closing, 'json')));
  await expect.poll(() => closing.status().processed).toBe(1);
  await closing.close();
  expect(await waiting).toBe('ECONNRESET');
});

test('an envelope that was refused is a refusal under every delivery fault too', async () => {
  await orderOnce({ kind: 'gzip' });
  const body = JSON.stringify(captureOf(gateway, 'SANDBOX_NOBODY'));
  const answer = await send(gateway, { path: '/rest/processTx/CAPTURE', headers: jsonHeaders(gateway), body });
  const envelope = JSON.parse(gunzipSync(answer.bytes).toString('utf8')) as Envelope;
  expect(envelope.headerStatus.code).toBe(620);
});
