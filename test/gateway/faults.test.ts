/**
 * Every fault of the network and of HTTP, over real TLS: the bytes that left, the outcome, and that nothing is sent
 * twice.
 */
import diagnostics from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { errors } from 'undici';
import type { Merchant } from '#shared/seat/merchant.ts';
import { freshGatewayFor, type testGateway } from '#test/gateway/support/gateway-for.ts';
import { approvedSale, accountAt, patient, payment } from '#test/gateway/support/merchant.ts';
import { startProxy } from '#test/gateway/support/test-proxy.ts';
import { bytes, json, startService, type Answer, type TestService } from '#test/gateway/support/test-service.ts';

let gateway: ReturnType<typeof testGateway>;
let service: TestService;
freshGatewayFor(json(null), (...made) => ([gateway, service] = made));

const approved = JSON.stringify(approvedSale());
const declined = JSON.stringify(approvedSale({ status: 0 }));
const sell = (options = {}, origin = service.origin, limits: Partial<Merchant> = {}) => {
  const merchant = { ...patient, ...limits, baseUrl: origin };
  return gateway.sell(accountAt('https://localhost', { merchant }), 'json', payment, options);
};

describe('before a byte has left', () => {
  const closers: (() => unknown)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  async function listen(onSocket: (socket: Socket) => void): Promise<string> {
    const server: Server = createServer((socket) => {
      socket.on('error', () => undefined);
      closers.push(() => socket.destroy());
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  }

  test('a port that refuses leaves the payment not sent', async () => {
    const origin = await listen(() => undefined);
    for (const close of closers.splice(0)) close();
    const onSent = vi.fn();
    expect(await sell({ onSent }, origin)).toMatchObject({ outcome: 'not-sent', cause: 'refused' });
    expect(onSent).not.toHaveBeenCalled();
  });

  test('a name that can’t be resolved leaves the payment not sent', async () => {
    // The resolver rejects a label of more than 63 characters without a query.
    expect(await sell({}, `https://${'a'.repeat(64)}.invalid`)).toMatchObject({ outcome: 'not-sent', cause: 'dns' });
  });

  test('a service that accepts the connection and never completes the handshake leaves the payment not sent', async () => {
    const origin = await listen(() => undefined);
    expect(await sell({}, origin, { connectTimeout: 200 })).toEqual({
      outcome: 'not-sent',
      cause: 'connect-timeout',
      detail: 'no connection within 200 ms',
    });
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['hangs up during the handshake', (socket) => socket.destroy()],
    ['resets the connection during the handshake', (socket) => socket.resetAndDestroy()],
    ['speaks plain HTTP', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('a service that %s leaves the payment not sent', async (_name, answer) => {
    const origin = await listen((socket) => socket.once('data', () => answer(socket)));
    expect(await sell({}, origin)).toMatchObject({ outcome: 'not-sent', cause: 'tls-other' });
  });

  test.each([
    'nonsense',
    'http://localhost:1',
    'https://user@localhost:1',
    'https://localhost:1/?a=1',
    'https://localhost:1/#a',
  ])('an address that can not be right: %s', async (address) => {
    expect(await sell({}, address)).toMatchObject({ outcome: 'not-sent', cause: 'configuration' });
  });

  test('a payment that is cancelled while the connection is made is never sent, and the next one is', async () => {
    const cancel = new AbortController();
    const onSent = vi.fn();
    const answer = sell({ cancel: cancel.signal, onSent });
    cancel.abort();
    expect(await answer).toMatchObject({ outcome: 'not-sent', cause: 'cancelled' });
    service.answer = json(approvedSale());
    expect(await sell()).toMatchObject({ outcome: 'approved' });
    expect(onSent).not.toHaveBeenCalled();
    expect(service.seen).toHaveLength(1);
  });

  test('a payment that was cancelled before it began is never sent', async () => {
    expect(await sell({ cancel: AbortSignal.abort() })).toMatchObject({ outcome: 'not-sent', cause: 'cancelled' });
  });
});

const whole = `HTTP/1.1 200 OK\r\ncontent-length: ${approved.length}\r\n\r\n${approved}`;
const chunked = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${approved.length.toString(16)};a=b\r\n${approved}\r\n`;

/** Answers that HTTP forbids, with the approval that they carry. */
const refusedByTheParser: readonly (readonly [string, string])[] = [
  ['two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\n${approved}`],
  ['a length and chunks', `HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n${approved}`],
  ['a length that is no number', `HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n${approved}`],
  ['NUL in a header', `HTTP/1.1 200 OK\r\nx: a\u0000b\r\ncontent-length: 3\r\n\r\n${approved}`],
  ['a folded header', `HTTP/1.1 200 OK\r\nx: a\r\n b\r\ncontent-length: 3\r\n\r\n${approved}`],
  ['a blank before a colon', `HTTP/1.1 200 OK\r\nx : a\r\ncontent-length: 3\r\n\r\n${approved}`],
  ['another protocol', `ICY 200 OK\r\n\r\n${approved}`],
  [
    'a decline and an approval behind it',
    [declined, approved].map((body) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`).join(''),
  ],
  [
    'a decline by its status and an approval behind it',
    `HTTP/1.1 402 No\r\ncontent-length: ${declined.length}\r\n\r\n${declined}${whole}`,
  ],
  [
    'a decline and an approval behind it, both in chunks',
    [declined, approved]
      .map(
        (body) =>
          `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      )
      .join(''),
  ],
  ['more than its length', `HTTP/1.1 200 OK\r\ncontent-length: ${approved.length - 9}\r\n\r\n${approved}`],
  ['a length of zero', `HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n${approved}`],
  ['no content by its status', `HTTP/1.1 204 No Content\r\n\r\n${approved}`],
  ['a last chunk before it', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${approved}`],
  ['a first chunk without a size', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${approved}`],
];

describe('after a byte has left', () => {
  const half = approved.slice(0, 200);
  type Fault = readonly [string, Answer, string, unknown];
  const faults: readonly Fault[] = [
    ['the connection closed without an answer', (_response, socket) => socket.destroy(), 'connection-lost', null],
    ['the connection ended without an answer', (_response, socket) => socket.end(), 'connection-lost', null],
    [
      'half a head',
      (_r, socket) => void socket.end('HTTP/1.1 200 OK\r\nconte'),
      'truncated',
      '22 bytes as they came\nHTTP/1.1 200 OK\r\nconte',
    ],
    [
      'half a body, then closed',
      (response, socket) => {
        response.writeHead(200, { 'content-length': approved.length });
        response.write(half, () => socket.destroy());
      },
      'truncated',
      half,
    ],
    [
      'half a body in UTF-8 that says UTF-16',
      (response, socket) => {
        response.writeHead(200, { 'content-length': approved.length, 'content-type': 'text/plain; charset=utf-16' });
        response.write(half, () => socket.destroy());
      },
      'truncated',
      `200 bytes that are no text (base64)\n${Buffer.from(half).toString('base64')}`,
    ],
    ['half a body that claims to be whole', bytes(half, { connection: 'close' }), 'truncated', half],
    ['an empty body', bytes(''), 'not-understood', ''],
    ['HTML', bytes('<html>Sorry</html>', { 'content-type': 'text/html' }), 'not-understood', '<html>Sorry</html>'],
    [
      'no HTTP',
      (_response, socket) => void socket.end('hello there\r\n\r\n'),
      'not-understood',
      '15 bytes as they came\nhello there\r\n\r\n',
    ],
    [
      'letters that begin no head',
      (_response, socket) => void socket.write('hello there'),
      'not-understood',
      '11 bytes as they came\nhello there',
    ],
    [
      'a head over the limit',
      (_response, socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}\r\n${approved}`),
      'too-large',
      expect.stringContaining('HTTP/1.1 200 OK'),
    ],
    ...refusedByTheParser.map(
      ([name, wire]) =>
        [
          name,
          (_response: ServerResponse, socket: Socket) => void socket.end(wire),
          'not-understood',
          `${Buffer.byteLength(wire)} bytes as they came\n${wire.replaceAll('\u0000', '\uFFFD')}`,
        ] as const,
    ),
    ['500 with HTML', bytes('<h1>Oops</h1>', {}, 500), 'http-status', '<h1>Oops</h1>'],
    ['502', bytes('', {}, 502), 'http-status', ''],
    ['401 with an approval', bytes(approved, {}, 401), 'http-status', null],
    ['a redirect', bytes('', { location: '/elsewhere' }, 302), 'redirect', ''],
    ['a redirect to nowhere', bytes('', {}, 302), 'http-status', ''],
    [
      '205 without a length',
      (_r, socket) => void socket.write('HTTP/1.1 205 Reset Content\r\n\r\n'),
      'not-understood',
      '',
    ],
    ['304, which names no address', bytes('', {}, 304), 'http-status', ''],
    ['a redirect that keeps the method', bytes('', { location: '/elsewhere' }, 307), 'redirect', ''],
    ['a body over the limit', bytes(' '.repeat(1_048_577) + approved), 'too-large', null],
    [
      'a small body that unfolds over the limit',
      bytes(gzipSync(' '.repeat(2_000_000) + approved), { 'content-encoding': 'gzip' }),
      'too-large',
      null,
    ],
    [
      'half a gzip body',
      bytes(gzipSync(approved).subarray(0, 200), { 'content-encoding': 'gzip' }),
      'truncated',
      expect.stringMatching(/^\d+ bytes that are no text \(base64\)\neyJ/),
    ],
    ...(['deflate', 'br'] as const).map((coding): Fault => {
      const compress = { deflate: deflateSync, br: brotliCompressSync }[coding];
      const body = Buffer.concat([compress(declined), compress(approved)]);
      return [
        `a decline and an approval by ${coding}`,
        bytes(body, { 'content-encoding': coding }),
        'not-understood',
        null,
      ];
    }),
    [
      'a coding that is no gzip',
      bytes(approved, { 'content-encoding': 'gzip' }),
      'not-understood',
      `${approved.length} bytes that are no text (base64)\n${Buffer.from(approved).toString('base64')}`,
    ],
    [
      'a coding nobody knows',
      bytes(approved, { 'content-encoding': 'rot13' }),
      'not-understood',
      `${approved.length} bytes that are no text (base64)\n${Buffer.from(approved).toString('base64')}`,
    ],
    [
      'a coding nobody knows, of bytes',
      bytes(Buffer.from([0, 1, 2]), { 'content-encoding': 'zstd' }),
      'not-understood',
      '3 bytes that are no text (withheld, because they may hold a secret)',
    ],
    [
      'broken chunks',
      (_r, socket) => void socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\nzz\r\n1}`),
      'not-understood',
      '{"a":',
    ],
  ];

  test.each(faults)('%s makes the payment unknown, sent once', async (_name, answer, cause, rawAnswer) => {
    service.answer = answer;
    const onSent = vi.fn();
    const result = await sell({ onSent });
    expect(result).toMatchObject({ outcome: 'unknown', cause, ...(rawAnswer === null ? {} : { rawAnswer }) });
    expect(onSent).toHaveBeenCalledTimes(1);
    expect(service.seen).toHaveLength(1);
  });

  const silences: readonly (readonly [string, Answer, Partial<Merchant>, string, string | null])[] = [
    ['no answer at all', () => undefined, { headersTimeout: 300 }, 'no-answer', null],
    [
      'half a body, then silence',
      (response) => void response.writeHead(200, { 'content-length': approved.length }).write(half),
      { bodyTimeout: 300 },
      'truncated',
      half,
    ],
    [
      'a body that drips without end',
      (response) => {
        const drip = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(drip));
      },
      { bodyTimeout: 300 },
      'truncated',
      null,
    ],
  ];
  test('silence makes the payment unknown after the timeout, sent once', async () => {
    // They wait together, each at a service of its own.
    await Promise.all(
      silences.map(async ([name, answer, limits, cause, rawAnswer]) => {
        const silent = await startService(answer);
        const onSent = vi.fn();
        const result = await sell({ onSent }, silent.origin, limits);
        const expected = { outcome: 'unknown', cause, ...(rawAnswer === null ? {} : { rawAnswer }) };
        expect(result, name).toMatchObject(expected);
        expect(onSent, name).toHaveBeenCalledTimes(1);
        await expect.poll(() => silent.seen.length).toBe(1);
        await silent.close();
      }),
    );
  });

  const readable: readonly (readonly [string, Answer])[] = [
    ['gzip', bytes(gzipSync(approved), { 'content-encoding': 'gzip' })],
    ['deflate', bytes(deflateSync(approved), { 'content-encoding': 'deflate' })],
    ['brotli', bytes(brotliCompressSync(approved), { 'content-encoding': 'br' })],
    ['a byte order mark', bytes(`\uFEFF${approved}`)],
    ['text/plain', bytes(approved, { 'content-type': 'text/plain;charset=utf-8' })],
    ['HTTP 201', bytes(approved, {}, 201)],
    [
      'a transfer coding of no effect',
      (_r, socket) => void socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n${approved}`),
    ],
    ['trailers', (_r, socket) => void socket.write(`${chunked}0\r\nx: 1\r\n\r\n`)],
    ['blank lines around it', (_r, socket) => void socket.write(`\r\n\r\n${whole}\r\n `)],
    ['the end of the connection', (_r, socket) => void socket.end(`HTTP/1.0 200 OK\r\n\r\n${approved}`)],
    [
      'slow chunks',
      (response) => {
        const pieces = approved.match(/.{1,100}/gs) ?? [];
        const next = (): void => {
          const piece = pieces.shift();
          if (piece === undefined) response.end();
          else response.write(piece, () => setTimeout(next, 30));
        };
        next();
      },
    ],
    [
      'early hints before the answer',
      (response) => {
        response.writeEarlyHints({ link: '</a>; rel=preload' });
        response.end(approved);
      },
    ],
  ];
  test.each(readable)('%s is read as an answer', async (_name, answer) => {
    service.answer = answer;
    expect(await sell()).toMatchObject({ outcome: 'approved', references: { codOper: 'SANDBOX_LK-17' } });
    expect(service.seen).toHaveLength(1);
  });

  test('a connection reset on the way makes the payment unknown, sent once', async () => {
    const proxy = await startProxy();
    service.answer = () => proxy.reset();
    const proxied = { environment: 'test', proxy: { kind: 'url', url: proxy.url } } as const;
    const account = accountAt(service.origin, { merchant: { ...patient, ...proxied } });
    expect(await gateway.sell(account, 'json', payment)).toMatchObject({
      outcome: 'unknown',
      cause: 'connection-lost',
    });
    expect(service.seen).toHaveLength(1);
    await proxy.close();
  });

  test('cancelling has no effect once a byte may have left', async () => {
    service.answer = json(approvedSale());
    const cancel = new AbortController();
    expect(await sell({ cancel: cancel.signal, onSent: () => cancel.abort() })).toMatchObject({ outcome: 'approved' });
  });

  test('onSent is called at the moment when undici writes the head of the request', async () => {
    service.answer = json(approvedSale());
    const order: string[] = [];
    const onHeaders = (): void => void order.push('head written');
    diagnostics.subscribe('undici:client:sendHeaders', onHeaders);
    await sell({ onSent: () => order.push('sent') });
    diagnostics.unsubscribe('undici:client:sendHeaders', onHeaders);
    expect(order).toEqual(['sent', 'head written']);
  });

  test('a request that undici would repeat by itself is not repeated', async () => {
    service.answer = json(approvedSale());
    // undici requeues a request that was written when the connection ends for a reason of its own.
    const onHeaders = (message: unknown): void => {
      const { socket } = message as { socket: Socket };
      setImmediate(() => socket.destroy(new errors.InformationalError('reset')));
    };
    diagnostics.subscribe('undici:client:sendHeaders', onHeaders);
    service.answer = () => undefined;
    const onSent = vi.fn();
    const answer = await sell({ onSent });
    diagnostics.unsubscribe('undici:client:sendHeaders', onHeaders);
    expect(answer).toMatchObject({ outcome: 'unknown', cause: 'connection-lost' });
    expect(onSent).toHaveBeenCalledTimes(1);
    expect(service.seen.length).toBeLessThanOrEqual(1);
  });
});
