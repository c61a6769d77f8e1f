/** What a request leaves of a card in the memory of main: no string that anything holds, and a body of zeros. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTransport } from '#electron/gateway/transport/transport.ts';
import { bodyOf } from '#electron/gateway/transport/transport-result.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { accountAt } from './support/merchant.ts';
import type { Order } from './support/pay-and-look.ts';
import { bytes, startService, type TestService } from './support/test-service.ts';
import { draft } from '#test/fixtures/drafts.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(bytes('{}'));
});
afterAll(() => service.close());

const number = '5517747952039692';
const securityCode = '047';
const another = '5555555555554444';
const paidWith = (number: string, securityCode: string) =>
  draft({ merchantId: 'shop', card: { number, securityCode, expMonth: '09', expYear: '31', brand: 'MASTERCARD' } });
const input = paidWith(number, securityCode);

test('nothing in main holds the number or the code after a payment over either family', async () => {
  const folder = temporaryFolder();
  const child = fork(join(import.meta.dirname, 'support/pay-and-look.ts'), {
    serialization: 'advanced',
  });
  onTestFinished(() => void child.kill());
  const done = async (order: Order): Promise<unknown> => {
    child.send(order);
    const [told] = (await once(child, 'message')) as unknown[];
    return told;
  };
  const pay = {
    kind: 'pay',
    account: accountAt(service.origin),
  } as const;
  const sell = (input: object) => ({ group: 'payments', name: 'sell', input }) as const;
  for (const family of ['json', 'form'] as const)
    expect(await done({ ...pay, family, call: sell(input) })).toBe('unknown');
  expect(service.seen.map(({ body }) => body.includes(number))).toEqual([true, true]);
  // The look finds a card that is held.
  await done({ kind: 'hold' });
  await done({ ...pay, family: 'json', call: sell(paidWith(another, '951')) });
  const file = join(folder, 'main.heapsnapshot');
  expect(await done({ kind: 'look', file })).toBe('looked');
  const text = readFileSync(file, 'latin1');
  const strings = text.lastIndexOf('"strings":[');
  const codes = [securityCode, '951'].flatMap((code) => [`"${code}"`, `\\"${code}\\"`]);
  expect([number, another, ...codes].filter((sought) => text.includes(sought, strings))).toEqual([another, '"951"']);
});

describe('the body of a request is zeros', () => {
  test.each<[string, string, (there: TestService) => void]>([
    ['an answer', 'answered', (there) => void (there.answer = bytes('{}'))],
    ['a connection that broke', 'broken', (there) => void (there.answer = (_response, socket) => socket.destroy())],
    ['a cancellation', 'not-sent', () => undefined],
  ])('after %s', async (_after, kind, prepare) => {
    const transport = createTransport({ userAgent: 'caja/test', resolveProxy: () => Promise.resolve('DIRECT') });
    prepare(service);
    const text = JSON.stringify(input);
    const body = bodyOf(text);
    expect(body.toString()).toBe(text);
    const cancel = new AbortController();
    if (kind === 'not-sent') cancel.abort();
    const before = service.seen.length;
    const request = { path: '/rest/processTx/SALE', headers: { 'content-type': 'application/json' }, body };
    expect(await transport.send(accountAt(service.origin), request, { cancel: cancel.signal })).toMatchObject({ kind });
    expect(body.every((byte) => byte === 0)).toBe(true);
    const seen = service.seen.slice(before).map((each) => each.body);
    expect(seen).toEqual(kind === 'not-sent' ? [] : [text]);
    await transport.close();
  });
});
