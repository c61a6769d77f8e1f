/** The bytes of an answer, over real TLS: charsets, marks, codings, and what is kept when no text can be made of them. */
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { redactBytes, redactEvidence } from '#electron/gateway/answers/redacted-bytes.ts';
import { readablePart } from '#electron/gateway/transport/content-encoding.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import { charsetOf } from '#electron/gateway/transport/body-text.ts';
import { approvedSale, accountAt, cclw, payment } from '#test/gateway/support/merchant.ts';
import { bytes, type TestService } from '#test/gateway/support/test-service.ts';
import { gatewayFor } from '#test/gateway/support/gateway-for.ts';

let service: TestService;
const gateway = gatewayFor(bytes(''), (started) => (service = started));

const approved = JSON.stringify(approvedSale({ name: 'MARÍA NÚÑEZ', codOper: 'LK-ñ' }));
const utf16 = (text: string, mark = ''): Buffer => Buffer.from(mark + text, 'utf16le');
const swapped = (text: Buffer): Buffer => Buffer.from(text).swap16();
const sell = async (body: Buffer, contentType: string, contentEncoding = '') => {
  const headers = {
    'content-type': contentType,
    ...(contentEncoding === '' ? {} : { 'content-encoding': contentEncoding }),
  };
  service.answer = bytes(body, headers);
  return gateway.sell(accountAt(service.origin), 'json', payment);
};
const latin1 = Buffer.from(approved, 'latin1');
const utf8 = Buffer.from(approved);

describe('a body', () => {
  const readable: readonly (readonly [string, Buffer, string, string])[] = [
    ['in UTF-8 without a charset', utf8, 'application/json', ''],
    ['in UTF-8 as plain text', utf8, 'text/plain; charset="UTF-8"', ''],
    ['in Latin-1', latin1, 'application/json; charset=ISO-8859-1', ''],
    ['in Windows-1252', latin1, "text/plain;charset='windows-1252'", ''],
    ['in UTF-16 with its mark', utf16(approved, '\uFEFF'), 'application/json', ''],
    ['in big-endian UTF-16 with its mark', swapped(utf16(approved, '\uFEFF')), 'application/json; charset=utf-8', ''],
    ['in UTF-16 by its charset', utf16(approved), 'application/json; charset=utf-16le', ''],
    ['with a UTF-8 mark against its charset', Buffer.from(`\uFEFF${approved}`), 'text/plain; charset=iso-8859-1', ''],
    ['with a content type that can’t be read', utf8, ';;charset=utf-16', ''],
    ['compressed twice, named once', gzipSync(gzipSync(utf8)), 'application/json', 'gzip'],
    ['compressed twice, named twice', gzipSync(deflateSync(utf8)), 'application/json', 'deflate, gzip'],
    ['compressed and not said so', gzipSync(latin1), 'application/json; charset=latin1', ''],
  ];
  test.each(readable)('%s is read', async (_name, body, contentType, contentEncoding) => {
    expect(await sell(body, contentType, contentEncoding)).toMatchObject({
      outcome: 'approved',
      references: { codOper: 'LK-ñ' },
      differences: [],
    });
  });

  test('in Latin-1 that says nothing is decided by its ASCII members and shows its lost letters', async () => {
    const readable = Buffer.from(JSON.stringify(approvedSale({ name: 'MARÍA NÚÑEZ', codOper: 'LK-9' })), 'latin1');
    expect(await sell(readable, 'application/json')).toMatchObject({
      outcome: 'approved',
      references: { codOper: 'LK-9' },
      differences: [],
      rawAnswer: expect.stringContaining('MAR\uFFFDA N\uFFFD\uFFFDEZ'),
    });
    // A reference that lost a letter is none.
    expect(await sell(latin1, '')).toMatchObject({ outcome: 'approved', references: { codOper: null } });
  });

  const unreadable: readonly (readonly [string, Buffer, string])[] = [
    ['in Latin-1 that says UTF-8', latin1, 'application/json; charset=utf-8'],
    ['in a charset that nobody knows', utf8, 'application/json; charset=klingon'],
    ['in UTF-7', utf8, 'application/json; charset=utf-7'],
    ['in UTF-8 that says UTF-16', Buffer.from('{"a":"bc"} '), 'application/json; charset=utf-16'],
    ['in UTF-16 without its mark', utf16('{"a":"bc"}'), 'application/json'],
    ['in big-endian UTF-16 without its mark', swapped(utf16('{"a":"bc"}')), ''],
    ['of half a character', Buffer.concat([utf8, Buffer.from([0xc3])]), 'application/json'],
    ['of random bytes', Buffer.from([0x80, 0x81, 0xfe, 0x00]), ''],
  ];
  test.each(unreadable)('%s can’t be decoded and is kept as bytes', async (_name, body, contentType) => {
    expect(await sell(body, contentType)).toMatchObject({
      outcome: 'unknown',
      cause: 'undecodable',
      references: { codOper: null },
      rawAnswer: `${body.length} bytes that are no text (base64)\n${body.toString('base64')}`,
    });
  });

  test.each([
    ['NUL bytes behind it', `${approved}\u0000`],
    ['NUL bytes between', approved.replaceAll(',', ',\u0000')],
    ['another document behind it', `${approved}\n${approved}`],
    ['a byte behind it', `${approved};`],
  ])('with %s is not understood', async (_name, body) => {
    expect(await sell(Buffer.from(body), 'application/json')).toMatchObject({
      outcome: 'unknown',
      cause: 'not-understood',
    });
  });

  test('of an error page in another charset is told by its HTTP status', async () => {
    service.answer = bytes(Buffer.from('<h1>Página no encontrada</h1>', 'latin1'), {}, 502);
    expect(await gateway.sell(accountAt(service.origin), 'json', payment)).toMatchObject({
      outcome: 'unknown',
      cause: 'http-status',
      service: { httpStatus: 502 },
    });
  });

  test('compressed more often than anybody would is not understood', async () => {
    const body = gzipSync(gzipSync(gzipSync(gzipSync(utf8))));
    expect(await sell(body, '', 'gzip')).toMatchObject({ outcome: 'unknown', cause: 'not-understood' });
  });
});

test.each([
  ['text/plain;charset=utf-8', 'utf-8'],
  ['application/json; charset="ISO-8859-1"; x=y', 'iso-8859-1'],
  ['application/json', null],
  ['application/json; charset=', null],
  ['', null],
  ['charset=utf-8', null],
])('the charset of the content type %j is %j', (contentType, charset) => {
  expect(charsetOf(contentType)).toBe(charset);
});

describe('the bytes that are kept', () => {
  const keyed = { ...payment, card: { ...payment.card, securityCode: '739' } };
  const secrets = secretsOf(accountAt('https://localhost'), keyed);
  const { number } = keyed.card;
  const echo = `<p>\u00ff ${number} cvv 739 ${cclw}</p>`;
  const ebcdic = Buffer.from([0xc3, ...[...number].map((digit) => 0xf0 + Number(digit)), 0x40]);

  test.each([
    ['one byte a character', Buffer.from(echo, 'latin1')],
    ['UTF-16', utf16(echo)],
    ['big-endian UTF-16', swapped(utf16(echo))],
    ['UTF-32', Buffer.concat([...echo].map((mark) => Buffer.from([0, 0, 0, mark.charCodeAt(0)])))],
    ['EBCDIC', ebcdic],
  ])('carry no secret in %s', (_name, body) => {
    const [title, base64 = ''] = redactBytes(body, secrets).split('\n');
    expect(title).toMatch(/^\d+ bytes that are no text \(.+\)$/);
    const kept = Buffer.from(base64, 'base64').toString('latin1');
    for (const secret of [number, '739', cclw]) expect(kept.replaceAll('\0', '')).not.toContain(secret);
    expect(body).not.toEqual(Buffer.from(base64, 'base64'));
    expect(kept.includes('[redacted]') || base64 === '').toBe(true);
  });

  test.each([
    ['in a head', `HTTP/1.1 200 OK\r\nx: ${number}\r\nx: cvv=739\r\n\r\n`],
    ['in a body', `HTTP/1.1 200 OK\r\n\r\n${echo}`],
    ['cut by chunks', `HTTP/1.1 200 OK\r\n\r\n8\r\n${number.slice(0, 8)}\r\n8\r\n${number.slice(8)}\r\n0\r\n\r\n`],
    [
      'cut twice by chunks',
      `HTTP/1.1 200 OK\r\n\r\n${[number.slice(0, 6), number.slice(6, 11), number.slice(11)].map((part) => `${part.length}\r\n${part}\r\n`).join('')}`,
    ],
    ['compressed', Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), gzipSync(echo)])],
    [
      'compressed and named',
      Buffer.concat([Buffer.from('HTTP/1.1 200\r\nContent-Encoding: br\r\n\r\n'), Buffer.from(number)]),
    ],
  ])('carry no secret as they came, %s', (_name, wire) => {
    const kept = redactEvidence({ of: 'wire', bytes: Buffer.from(wire as string) }, secrets);
    expect(kept).toMatch(/^\d+ bytes as they came\nHTTP\/1.1 200/);
    for (const secret of [number, number.slice(8), '739', cclw]) expect(kept).not.toContain(secret);
    expect(kept).toMatch(/\[redacted\]|withheld/);
  });

  test.each([
    ['gzip', gzipSync(echo).subarray(0, -4)],
    ['deflate', deflateSync(echo).subarray(0, -2)],
    ['gzip', Buffer.from('no gzip')],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
    ['', gzipSync(echo).subarray(0, -4)],
  ])('of a damaged %s body are searched uncompressed, or withheld', async (contentEncoding, body) => {
    const evidence = await readablePart(body, { contentEncoding, contentType: '' }, 1_000);
    const kept = redactEvidence(evidence, secrets);
    const [, base64 = ''] = kept.split('\n');
    const text = Buffer.from(base64, 'base64').toString('latin1');
    expect(text).not.toContain(number);
    expect(text.includes('[redacted]') || text === 'no gzip' || kept.includes('withheld')).toBe(true);
  });

  test('are cut after the secrets are gone', () => {
    const long = Buffer.concat([Buffer.alloc(786_426, 0xff), Buffer.from(number), Buffer.alloc(100_000, 0xfe)]);
    const kept = Buffer.from(redactBytes(long, secrets).split('\n')[1] ?? '', 'base64');
    expect(kept).toHaveLength(786_432);
    expect(kept.subarray(786_426).toString('latin1')).toBe('[redac');
  });
});
