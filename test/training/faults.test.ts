/** Each fault of the training gateway on the wire, compared with what the gateway processed. */
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { declineReasons, type Fault } from '#shared/seat/training.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedIn,
  authorization,
  captureOf,
  errorCode,
  formPayment,
  jsonHeaders,
  payment,
  send,
  sendForm,
  sendJson,
  trainerHeaders,
  type Envelope,
} from './wire-client.ts';

let gateway: TrainingGateway;
beforeEach(async () => {
  // One payment is repeated here, and which answer it gets is the fault's affair.
  gateway = await startTrainingGateway({ equalPayments: null });
});
afterEach(() => gateway.close());

const orderOnce = (fault: Fault) => gateway.order({ fault, times: 1 });
const families = ['json', 'form'] as const;

describe.each(families)('family %s', (family) => {
  test.each([
    ['lost-answer', 1, 'ECONNRESET'],
    ['half-answer', 1, 'ECONNRESET'],
    ['closed-before', 0, 'ECONNRESET'],
  ] as const)('the fault %s breaks the connection; requests processed: %i', async (kind, processed, code) => {
    await orderOnce({ kind });
    expect(await errorCode(send(gateway, authorization(gateway, family)))).toBe(code);
    expect(gateway.status()).toMatchObject({ processed, received: 1 });
    expect(approvedIn((await send(gateway, authorization(gateway, family))).text)).toBe(true);
  });

  test.each([
    ['http-500', 1, 500],
    ['http-502', 0, 502],
  ] as const)('the fault %s answers a page of HTML; requests processed: %i', async (kind, processed, status) => {
    await orderOnce({ kind });
    const answer = await send(gateway, authorization(gateway, family));
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html;charset=utf-8']);
    expect(answer.text).toMatch(/^<!doctype html>/);
    expect(gateway.status().processed).toBe(processed);
  });

  test('empty-body answers 200 without a byte after it has processed', async () => {
    await orderOnce({ kind: 'empty-body' });
    const answer = await send(gateway, authorization(gateway, family));
    expect([answer.status, answer.bytes.length, gateway.status().processed]).toEqual([200, 0, 1]);
  });

  test('bom, text-plain, gzip and slow-chunks deliver the whole answer in an unusual way', async () => {
    await orderOnce({ kind: 'bom' });
    const marked = await send(gateway, authorization(gateway, family));
    expect([...marked.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(approvedIn(marked.text.slice(1))).toBe(true);

    await orderOnce({ kind: 'text-plain' });
    const plain = await send(gateway, authorization(gateway, family));
    expect([plain.headers['content-type'], approvedIn(plain.text)]).toEqual(['text/plain', true]);

    await orderOnce({ kind: 'gzip' });
    const zipped = await send(gateway, authorization(gateway, family));
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(approvedIn(gunzipSync(zipped.bytes).toString('utf8'))).toBe(true);

    await orderOnce({ kind: 'slow-chunks' });
    const slow = await send(gateway, authorization(gateway, family));
    expect([slow.headers['transfer-encoding'], approvedIn(slow.text)]).toEqual(['chunked', true]);
    expect(slow.ms).toBeGreaterThan(500);
    expect(gateway.status().processed).toBe(4);
  });

  test('oversized answers more than 1 MiB', async () => {
    await orderOnce({ kind: 'oversized' });
    const answer = await send(gateway, authorization(gateway, family));
    expect(answer.bytes.length).toBeGreaterThan(1_048_576);
    expect(approvedIn(answer.text)).toBe(true);
  });

  test('delay processes at once and answers late', async () => {
    await orderOnce({ kind: 'delay', milliseconds: 300 });
    const started = performance.now();
    const answer = await send(gateway, authorization(gateway, family));
    expect(performance.now() - started).toBeGreaterThan(280);
    expect(approvedIn(answer.text)).toBe(true);
  });

  test('redirect processes nothing, and following it is a payment that the ledger shows', async () => {
    await gateway.order({ fault: { kind: 'redirect' }, times: null });
    const request = authorization(gateway, family);
    const answer = await send(gateway, request);
    expect([answer.status, gateway.status().processed]).toEqual([307, 0]);
    const location = new URL(answer.headers.location ?? '');
    expect(location.origin).toBe(gateway.origin);
    const followed = await send(gateway, { ...request, path: location.pathname });
    expect(approvedIn(followed.text)).toBe(true);
    expect(gateway.status()).toMatchObject({ processed: 1, received: 2 });
  });

  test.each(declineReasons)('decline %s declines a card that would be approved', async (reason) => {
    await orderOnce({ kind: 'decline', reason });
    const { text } = await send(gateway, authorization(gateway, family));
    expect(approvedIn(text)).toBe(false);
    expect(text).toMatch(family === 'json' ? /"status":0/ : /"Status":"Declined","Amount":"0.0"/);
    expect(gateway.ledger()).toMatchObject([{ result: 'declined' }]);
  });
});

describe('wrong-types', () => {
  test('wrong-types answers family A with numbers as text and text as numbers', async () => {
    await orderOnce({ kind: 'wrong-types' });
    const answer = await sendJson(gateway, 'AUTH', payment(gateway));
    expect(answer.headerStatus.code).toBe('200');
    expect(answer.data).toMatchObject({ status: '1', totalPay: 30, requestPayAmount: '30.0', displayNum: 7001 });
  });

  test('wrong-types answers family B with numbers as text, but for the code', async () => {
    await orderOnce({ kind: 'wrong-types' });
    const answer = await sendForm(gateway, formPayment(gateway, 'SALE'));
    expect(answer).toMatchObject({ Status: 'Approved', Amount: 30, RespCode: '00', Name: null });
  });
});

describe('codes and errors', () => {
  test('a headerStatus code refuses and processes nothing', async () => {
    await orderOnce({ kind: 'header-status', code: 612 });
    const answer = await sendJson(gateway, 'AUTH', payment(gateway));
    expect(answer).toMatchObject({ headerStatus: { code: 612, description: 'TX DUPLICATE' }, success: false });
    expect(gateway.status().processed).toBe(0);
  });

  test.each([60003, 60006, 60007])('code %i is answered after the payment was processed', async (code) => {
    await orderOnce({ kind: 'header-status', code });
    expect((await sendJson(gateway, 'AUTH_CAPTURE', payment(gateway))).headerStatus.code).toBe(code);
    expect(gateway.ledger()).toMatchObject([{ operation: 'AUTH_CAPTURE', result: 'approved', amount: '30.00' }]);
  });

  test('each family has its own words for the other one’s refusals, and nothing is processed', async () => {
    await orderOnce({ kind: 'form-error', text: 'no such company' });
    expect(await sendForm(gateway, formPayment(gateway, 'SALE'))).toEqual({ error: 'no such company' });
    await orderOnce({ kind: 'form-error', text: 'no such company' });
    const answer = await sendJson(gateway, 'AUTH', payment(gateway));
    expect([answer.headerStatus.code, answer.message]).toEqual([300, 'no such company']);
    await orderOnce({ kind: 'header-status', code: 60003 });
    expect(await sendForm(gateway, formPayment(gateway, 'SALE'))).toEqual({ error: '60003 TX Pending' });
    expect(gateway.status().processed).toBe(0);
  });

  test('a declined capture leaves the authorization open', async () => {
    const authorized = await sendJson(gateway, 'AUTH', payment(gateway));
    const body = captureOf(gateway, String(authorized.data['codOper']));
    await orderOnce({ kind: 'decline', reason: 'do-not-honor' });
    expect((await sendJson(gateway, 'CAPTURE', body)).data['status']).toBe(0);
    expect((await sendJson(gateway, 'CAPTURE', body)).data['status']).toBe(1);
  });
});

describe('an order', () => {
  test('an order counts down by requests and then switches itself off', async () => {
    await gateway.order({ fault: { kind: 'decline', reason: 'stolen-card' }, times: 2 });
    const seen: unknown[] = [];
    for (let count = 0; count < 3; count++) {
      seen.push((await sendJson(gateway, 'AUTH', payment(gateway))).data['status']);
    }
    expect(seen).toEqual([0, 0, 1]);
    expect(gateway.status().active).toEqual({ fault: { kind: 'none' }, times: null });
  });

  test('an order without a count acts until it is switched off', async () => {
    await gateway.order({ fault: { kind: 'http-502' }, times: null });
    for (let count = 0; count < 3; count++)
      expect((await send(gateway, authorization(gateway, 'json'))).status).toBe(502);
    await gateway.order({ fault: { kind: 'none' }, times: null });
    expect((await send(gateway, authorization(gateway, 'json'))).status).toBe(200);
  });

  test('an order can be sent over the wire, and an invalid one changes nothing', async () => {
    const path = '/__training/order';
    const order = { fault: { kind: 'decline', reason: 'stolen-card' }, times: 3 };
    const headers = trainerHeaders(gateway);
    const answer = await send(gateway, { path, headers, body: JSON.stringify(order) });
    expect(JSON.parse(answer.text)).toEqual({
      origin: gateway.origin,
      active: order,
      answersRecords: true,
      processed: 0,
      received: 0,
    });
    expect((await send(gateway, { path, headers, body: '{"fault":{"kind":"explode"},"times":1}' })).status).toBe(400);
    expect((await send(gateway, { path, headers, body: 'no json' })).status).toBe(400);
    expect(gateway.status().active).toEqual(order);
  });

  test('an order from a web page is refused', async () => {
    const headers = { ...trainerHeaders(gateway), origin: 'https://example.org' };
    const body = JSON.stringify({ fault: { kind: 'http-500' }, times: null });
    expect((await send(gateway, { path: '/__training/order', headers, body })).status).toBe(403);
    expect(gateway.status().active.fault.kind).toBe('none');
  });
});

test('closing the gateway ends answers that are still being delayed', async () => {
  await orderOnce({ kind: 'delay', milliseconds: 60_000 });
  const waiting = errorCode(send(gateway, authorization(gateway, 'json')));
  await expect.poll(() => gateway.status().processed).toBe(1);
  await gateway.close();
  expect(await waiting).toBe('ECONNRESET');
  gateway = await startTrainingGateway();
});

test('an envelope that was refused is a refusal under every delivery fault too', async () => {
  await orderOnce({ kind: 'gzip' });
  const body = JSON.stringify(captureOf(gateway, 'SANDBOX_NOBODY'));
  const answer = await send(gateway, { path: '/rest/processTx/CAPTURE', headers: jsonHeaders(gateway), body });
  const envelope = JSON.parse(gunzipSync(answer.bytes).toString('utf8')) as Envelope;
  expect(envelope.headerStatus.code).toBe(620);
});
