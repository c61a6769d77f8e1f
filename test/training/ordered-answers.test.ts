/** Answers on order: every published code and error text, processed or not, 3-D Secure, and answers made by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import path from 'node:path';
import { connect } from 'node:tls';
import { beforeEach, describe, expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { publishedCode, publishedCodes } from '#shared/seat/training-codes.ts';
import { faultSchema, type Fault, type OwnAnswer } from '#shared/seat/training.ts';
import { describeCode } from '#electron/training/families/service-words.ts';
import { type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  agentFor,
  authorization,
  formHeaders,
  formPayment,
  openLink,
  payForm,
  payJson,
  referJson,
  send,
  sendForm,
  withTraining,
  type Json,
} from './wire-client.ts';

let gateway: TrainingGateway;
withTraining({ equalPayments: null }, (started) => (gateway = started));
let before = 0;
beforeEach(() => {
  before = gateway.ledger().length;
});

const order = (fault: Fault): Promise<unknown> => gateway.order({ fault, times: 1 });
const entries = () => gateway.ledger().slice(before);

describe('a published code', () => {
  test.each(publishedCodes.map(({ code, text }) => [code, text] as const))(
    'the code %i is answered as %j, processed or not as ordered, in both families',
    async (code, text) => {
      for (const [processed, result] of [
        [false, 'rejected'],
        [true, 'approved'],
      ] as const) {
        await order({ kind: 'header-status', code, processed });
        const answer = await payJson(gateway, 'AUTH_CAPTURE');
        expect([answer.headerStatus, answer.success]).toEqual([{ code, description: text }, false]);
        await order({ kind: 'header-status', code, processed });
        expect(await payForm(gateway, 'SALE')).toEqual({ error: `${code} ${text}` });
        expect(entries().map((entry) => entry.result)).toEqual([result, result]);
        before = gateway.ledger().length;
      }
    },
  );

  test('only a code whose own words say so is processed without an order', () => {
    expect(publishedCodes.filter(({ processed }) => processed).map(({ code }) => code)).toEqual([60003, 60006, 60007]);
    expect(new Set(publishedCodes.map(({ code }) => code)).size).toBe(publishedCodes.length);
    expect([publishedCode(612)?.text, publishedCode(699), describeCode(200)]).toEqual([
      'TX DUPLICATE',
      undefined,
      'Success',
    ]);
  });

  test('a code that was never published is answered too', async () => {
    await order({ kind: 'header-status', code: 699, processed: true });
    expect((await payJson(gateway, 'AUTH')).headerStatus).toEqual({
      code: 699,
      description: 'CODE WITHOUT DESCRIPTION',
    });
    expect(entries()).toMatchObject([{ result: 'approved' }]);
  });
});

describe('a payment that was processed and answered with a refusal', () => {
  test('an authorization is a hold that can be captured, and a capture is a charge', async () => {
    await order({ kind: 'header-status', code: 550, processed: true });
    await payJson(gateway, 'AUTH');
    const held = entries()[0]?.codOper ?? '';
    await order({ kind: 'form-error', text: 'Timeout from acquirer', processed: true });
    const capture = await referJson(gateway, 'CAPTURE', held);
    expect([capture.headerStatus.code, capture.message]).toEqual([300, 'Timeout from acquirer']);
    expect(entries()).toMatchObject([
      { operation: 'AUTH', result: 'approved' },
      { operation: 'CAPTURE', result: 'approved', relatedTx: held },
    ]);
    expect((await referJson(gateway, 'CAPTURE', held)).headerStatus.code).toBe(622);
  });

  test('a hold of family B is captured by its token although the answer was an error', async () => {
    await order({ kind: 'form-error', text: 'Timeout from acquirer', processed: true });
    expect(await payForm(gateway, 'AUTH')).toEqual({ error: 'Timeout from acquirer' });
    const token = entries()[0]?.authToken ?? '';
    const fields = { CCLW: gateway.cclw, txType: 'CAPT', CMTN: '30.00', AuthRefNum: token };
    expect(await sendForm(gateway, fields)).toMatchObject({ Status: 'Approved' });
  });

  test('the bank’s own refusal is answered, because it could process nothing', async () => {
    await order({ kind: 'header-status', code: 550, processed: true });
    const answer = await referJson(gateway, 'CAPTURE', 'SANDBOX_NOBODY');
    expect(answer.headerStatus.code).toBe(620);
    expect(entries()).toMatchObject([{ operation: 'CAPTURE', result: 'rejected' }]);
  });
});

test('a merchant set to 3-D Secure gets a link and nothing else, and nothing is processed without an order', async () => {
  await order({ kind: 'three-d-secure' });
  const answer = await payJson(gateway, 'AUTH');
  expect([answer.success, answer.headerStatus.code]).toEqual([true, 200]);
  expect(Object.entries(answer.data)).toEqual([['url3DSRef', expect.stringMatching(/^https:\/\/localhost:/)]]);
  await order({ kind: 'three-d-secure' });
  expect(Object.keys(await payForm(gateway, 'SALE'))).toEqual(['url3DSRef']);
  await order({ kind: 'three-d-secure', processed: true });
  expect(Object.keys((await payJson(gateway, 'AUTH')).data)).toEqual(['url3DSRef']);
  expect(entries().map(({ result }) => result)).toEqual(['rejected', 'rejected', 'approved']);
});

describe('an answer made by hand', () => {
  const make = (change: Omit<OwnAnswer, 'kind' | 'processed'>, processed = true) =>
    order({ kind: 'answer', processed, ...change });
  const textOf = async (family: 'json' | 'form'): Promise<string> =>
    (await send(gateway, authorization(gateway, family))).text;

  test('keys of the record are replaced by any source text, left out and added', async () => {
    await make({
      record: {
        operationType: '"CAPTURE"',
        totalPay: '"1,213.22"',
        codOper: '12345678901234567891',
        displayNum: null,
        relatedTx: '" blank "',
      },
      envelope: { success: 'false', extra: '[1]' },
    });
    const text = await textOf('json');
    expect(text).toContain('"codOper":12345678901234567891');
    const answer = JSON.parse(text) as Json & { readonly data: Json };
    expect(answer).toMatchObject({ success: false, extra: [1] });
    expect(answer.data).toMatchObject({
      operationType: 'CAPTURE',
      totalPay: '1,213.22',
      relatedTx: ' blank ',
      status: 1,
    });
    expect(answer.data).not.toHaveProperty('displayNum');
    expect(entries()).toMatchObject([{ result: 'approved' }]);
  });

  test('in family B the record is the answer', async () => {
    await make({ record: { Amount: '"0"', RespCode: null } });
    const answer = JSON.parse(await textOf('form')) as Json;
    expect(answer).toMatchObject({ Status: 'Approved', Amount: '0' });
    expect(answer).not.toHaveProperty('RespCode');
  });

  test('texts of the body are replaced, so that a key can stand there twice', async () => {
    await make({ replace: [['"status":1', '"status":0,"status":1']] });
    expect(await textOf('json')).toContain('"status":0,"status":1');
  });

  test('body, status, type and encoding are those of the order', async () => {
    await make({ body: 'ñ', encoding: 'latin1', contentType: 'text/plain; charset=ISO-8859-1', status: 503 });
    const answer = await send(gateway, authorization(gateway, 'json'));
    expect([answer.status, answer.headers['content-type'], [...answer.bytes]]).toEqual([
      503,
      'text/plain; charset=ISO-8859-1',
      [0xf1],
    ]);
    await make({ body: '/wA=', encoding: 'base64', contentType: null });
    const bytes = await send(gateway, authorization(gateway, 'form'));
    expect([bytes.headers['content-type'], [...bytes.bytes]]).toEqual([undefined, [0xff, 0]]);
  });

  test('a 100 Continue that nobody asked for comes before the answer', async () => {
    await make({ continues: 2 });
    let continues = 0;
    const status = await new Promise((resolve, reject) => {
      const { path: url, headers, body } = authorization(gateway, 'form');
      httpsRequest(`${gateway.origin}${url}`, { method: 'POST', headers, agent: agentFor(gateway) }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('continue', () => (continues += 1))
        .on('error', reject)
        .end(body);
    });
    expect([status, continues]).toEqual([200, 2]);
  });

  test('its header fields are those of the order to the byte, in place of the usual ones', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\nX-Folded: a\r\n b\u0000\r\n\r\n';
    expect(faultSchema.parse({ kind: 'answer', processed: true, head })).toMatchObject({ head });
    await make({ head, body: '{"a":1}' });
    const { path: url, headers, body } = authorization(gateway, 'form');
    const { hostname, port } = new URL(gateway.origin);
    const lines = Object.entries({ ...headers, host: hostname, 'content-length': Buffer.byteLength(body ?? '') });
    const socket = connect({ host: hostname, port: Number(port), ca: gateway.ca });
    socket.write(
      `POST ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${String(body)}`,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString('latin1')).toBe(`${head}{"a":1}`);
    expect(entries()).toMatchObject([{ result: 'approved' }]);
  });

  test('not processed, it looks like the bank’s answer and refers to nothing', async () => {
    await make({}, false);
    const answer = await payJson(gateway, 'AUTH');
    expect(answer.data['status']).toBe(1);
    expect(entries()).toMatchObject([{ operation: 'AUTH', result: 'rejected', codOper: null }]);
    const capture = await referJson(gateway, 'CAPTURE', answer.data['codOper']);
    expect(capture.headerStatus.code).toBe(620);
    expect((await openLink(gateway, answer.data['returnUrl'])).status).toBe(404);
  });

  test('it can be ordered over the wire, and an order of another form is refused', async () => {
    const headers = { authorization: `Bearer ${gateway.token}` };
    const ordered = (fault: object) =>
      send(gateway, { path: '/__training/order', headers, body: JSON.stringify({ fault, times: 1 }) });
    expect((await ordered({ kind: 'answer', processed: true, continues: 99 })).status).toBe(400);
    expect((await ordered({ kind: 'answer', processed: true, contentType: 'a\r\nb: c' })).status).toBe(400);
    expect((await ordered({ kind: 'answer', processed: false, body: '{"error":"no"}' })).status).toBe(200);
    const body = new URLSearchParams(formPayment(gateway, 'SALE')).toString();
    expect((await send(gateway, { path: '/rest/ccprocessing', headers: formHeaders, body })).text).toBe(
      '{"error":"no"}',
    );
  });
});

test('the gateway judges the program’s table of codes, so nothing of it is imported here', () => {
  const folder = path.join(root, 'electron/training');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  const judging = files.filter((name) =>
    /payments\/(service-codes|header-codes)|electron\/gateway/.test(readFileSync(path.join(folder, name), 'utf8')),
  );
  expect(judging).toEqual([]);
});
