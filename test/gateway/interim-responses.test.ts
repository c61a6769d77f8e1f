/** Interim responses that nobody asked for are skipped (RFC 9110, section 15.2), and never end the wait early. */
import type { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { approvedSale, accountAt, payment } from '#test/gateway/support/merchant.ts';
import { bytes, type Answer, type TestService } from '#test/gateway/support/test-service.ts';
import { gatewayFor } from '#test/gateway/support/gateway-for.ts';

let service: TestService;
const gateway = gatewayFor(bytes(''), (started) => (service = started));

const approved = JSON.stringify(approvedSale());
const final = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${approved.length}\r\n\r\n${approved}`;
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Writes the pieces one after the other, each in a segment of its own. */
const pieces =
  (...texts: readonly string[]): Answer =>
  (_response, socket) =>
    void writeAll(socket, texts);
async function writeAll(socket: Socket, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    socket.write(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function sell(answer: Answer, headersTimeout = 60_000) {
  service.answer = answer;
  service.seen.length = 0;
  const onSent = vi.fn();
  const account = accountAt(service.origin, { merchant: { headersTimeout } });
  const result = await gateway.sell(account, 'json', payment, { onSent });
  expect(onSent).toHaveBeenCalledTimes(1);
  expect(service.seen).toHaveLength(1);
  return result;
}

describe('an approval', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['after 100 Continue', [goOn, final]],
    ['after 100 Continue in one segment', [goOn + final]],
    [
      'after several',
      [goOn, 'HTTP/1.1 102 Processing\r\n\r\n', goOn, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', final],
    ],
    ['after 100 Continue with headers', ['HTTP/1.1 100 Continue\r\nx: HTTP/1.1 200 OK\r\n\r\n', final]],
    [
      'after 100 Continue in pieces',
      ['HTTP', '/1.1 1', '00 Con', 'tinue\r\n\r', `\n${final.slice(0, 5)}`, final.slice(5)],
    ],
    ['after 100 Continue of HTTP/1.0', ['HTTP/1.0 100 Continue\r\n\r\n', final]],
    ['byte by byte at its start', [...`${goOn}${final.slice(0, 20)}`].concat(final.slice(20))],
    ['alone', [final]],
  ];
  test.each(rows)('%s is read', async (_name, texts) => {
    expect(await sell(pieces(...texts))).toMatchObject({
      outcome: 'approved',
      references: { codOper: 'SANDBOX_LK-17' },
    });
  });

  test('on a connection that is used again is read each time', async () => {
    const before = service.connections();
    expect((await sell(pieces(goOn, final))).outcome).toBe('approved');
    expect((await sell(pieces(final))).outcome).toBe('approved');
    expect((await sell(pieces(goOn + final))).outcome).toBe('approved');
    expect(service.connections() - before).toBeLessThanOrEqual(1);
  });

  test('that quotes a head in its body keeps it', async () => {
    const quoting = JSON.stringify(approvedSale({ messageSys: goOn }));
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${quoting.length}\r\n\r\n`;
    expect(await sell(pieces(head, quoting))).toMatchObject({ outcome: 'approved', rawAnswer: quoting });
  });
});

test('a service that only ever says 100 Continue and 103 Early Hints gave no answer', async () => {
  const drip: Answer = (_response, socket) => {
    const timer = setInterval(() => socket.write(`${goOn}HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n`), 40);
    socket.on('close', () => clearInterval(timer));
  };
  expect(await sell(drip, 300)).toMatchObject({ outcome: 'unknown', cause: 'no-answer' });
});

test.each([
  ['100 Continue and an end', (_response, socket) => void socket.end(goOn), 'connection-lost'],
  ['half of 100 Continue and an end', (_response, socket) => void socket.end(goOn.slice(0, 15)), 'connection-lost'],
  [
    '101 Switching Protocols',
    pieces('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'not-understood',
  ],
] satisfies readonly (readonly [string, Answer, string])[])(
  '%s leaves the payment unknown',
  async (_name, answer, cause) => {
    expect(await sell(answer)).toMatchObject({ outcome: 'unknown', cause });
  },
);
