/** No secret survives in the kept answer, however the service echoes it. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formFamily } from '#electron/gateway/answers/form-answer.ts';
import { jsonFamily } from '#electron/gateway/answers/json-answer.ts';
import { readAnswer } from '#electron/gateway/answers/read-answer.ts';
import { secretsOf } from '#electron/gateway/answers/redaction.ts';
import {
  apiKey,
  approvedForm,
  approvedJson,
  cclw,
  accountAt,
  payment as base,
} from '#test/gateway/support/merchant.ts';
import { askedFor } from '#test/gateway/support/readers.ts';

const payment = { ...base, card: { ...base.card, securityCode: '739' } };
const { number, securityCode } = payment.card;
const asked = askedFor('authorize');
const secrets = secretsOf(accountAt('https://localhost'), payment);
const hash = createHash('sha512').update(`${number}${securityCode}${payment.email}`).digest('hex');
const readJson = (body: string) => readAnswer(jsonFamily, { kind: 'answered', httpStatus: 200, body }, secrets, asked);
const kept = (body: string) =>
  JSON.stringify([
    readJson(body),
    readAnswer(
      formFamily,
      { kind: 'broken', cause: 'truncated', httpStatus: 200, body, evidence: null, detail: '' },
      secrets,
      asked,
    ),
  ]);

const percentSigns = (digits: string): string => digits.replaceAll(/\d/g, '%3$&');
const spaced = number.replace(/(.{4})(?=.)/g, '$1 ');
const echoes: readonly (readonly [string, string])[] = [
  [
    'the request as JSON',
    JSON.stringify(approvedJson({ request: { cardInformation: { cardNumber: number, cvv: securityCode } } })),
  ],
  ['the request as a form', `CCNum=${number}&CVV2=${securityCode}&SecretHash=${hash}&CCLW=${cclw}`],
  ['a JSON number', `{"card":${number},"success":true}`],
  ['blanks between groups', `{"messageSys":"card ${spaced} refused"}`],
  ['dashes', JSON.stringify(approvedForm({ RespText: spaced.replaceAll(' ', '-') }))],
  ['dots and no-break blanks', `<p>${spaced.replaceAll(' ', '.')} ${spaced.replaceAll(' ', '\u00a0')}</p>`],
  ['a blank after each digit', [...number].join(' ')],
  ['markup between groups', `<p><b>${spaced.replaceAll(' ', '</b><b class="n">')}</b></p>`],
  ['percent-encoding', spaced.replaceAll(' ', '%20')],
  ['HTML entities', [...number].map((digit) => `&#${digit.charCodeAt(0)};`).join('')],
  ['JSON escapes', `{"messageSys":"${[...number].map((digit) => `\\u003${digit}`).join('')}"}`],
  ['full-width digits', [...number].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join('')],
  ['an exponent', '{"card":4.059310181757001e15}'],
  ['number and code together', `{"hashInput":"${number}${securityCode}${payment.email}"}`],
  ['a reference', JSON.stringify(approvedJson({ codOper: number, cardToken: `tok-${number}`, idtx: Number(number) }))],
  ['a code of the service', JSON.stringify({ headerStatus: { code: Number(number) }, success: false })],
  ['a code of family B', JSON.stringify(approvedForm({ RespCode: number }))],
  [
    'a risk score',
    JSON.stringify(approvedJson({ binInfo: { risk_score: Number(number), ip_address: { risk: number } } })),
  ],
  ['a receipt link', JSON.stringify(approvedJson({ returnUrl: `https://pay.example.org/?c=${number}` }))],
  ['the hash in upper case', `{"SecretHash":"${hash.toUpperCase()}"}`],
  ['the web code in lower case', `<!-- ${cclw.toLowerCase()} -->`],
  ['the API key, whole and in parts', `${apiKey} ${encodeURIComponent(apiKey)} ${apiKey.split('|').join(' ')}`],
  ['another published card', '{"other":"5517747952039692"}'],
  ['another published card in groups', '5517 7479 5203 9692'],
  ['number, expiry and code', `{"track":"${number}|09|2031|${securityCode}"}`],
  ['the code in a text for people', JSON.stringify(approvedJson({ messageSys: `code ${securityCode} is wrong` }))],
  ['the code in a name', JSON.stringify(approvedJson({ name: `Ana ${securityCode}` }))],
  ['the code in an error', `{"error":"CVV2 ${securityCode} fail check"}`],
  ['the code under its name', `{"cvv":${securityCode},"CVC":"${securityCode}","securityCode":"${securityCode}"}`],
  ['the code under other names', `{"cvvCode":"${securityCode}","codigo_verificacion":"${securityCode}"}`],
  ['the code as card verification value', `{"cardVerificationValue":"${securityCode}"}`],
  ['the code behind many blanks', `{"cvv"${' '.repeat(9)}:${' '.repeat(9)}"${securityCode}"}`],
  ['the code in JSON inside JSON', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ cvv: securityCode }) }) })],
  ['the code in JSON inside HTML', `{"page":"&quot;cvv&quot;:&quot;${securityCode}&quot;"}`],
  [
    'the code in links',
    JSON.stringify(
      approvedJson({ returnUrl: `https://pay.example.org/?q=${encodeURIComponent(`{"cvv":"${securityCode}"}`)}` }),
    ),
  ],
  [
    'the code in percent signs',
    JSON.stringify(approvedJson({ returnUrl: `https://pay.example.org/?cvv=${percentSigns(securityCode)}` })),
  ],
  [
    'the code in the page of 3-D Secure',
    JSON.stringify(approvedJson({ url3DSRef: `https://pay.example.org/?cvv=${securityCode}` })),
  ],
  ['the code in any sentence', `{"detail":"code ${securityCode} is wrong","errors":["not ${securityCode}"]}`],
  ['the code on a page', `<td>${securityCode}</td>`],
];

describe('an echo of', () => {
  test.each(echoes)('an echo of %s is redacted', (_name, body) => {
    const text = kept(body);
    const digits = [text, text.replace(/<[^>]*>/g, '')].join('|').replace(/[^0-9A-Za-z]|%20|u00a0/g, '');
    expect(digits).not.toContain(number);
    expect(digits).not.toContain('5517747952039692');
    expect(text.toLowerCase()).not.toContain(hash);
    expect(text.toLowerCase()).not.toContain(cclw.toLowerCase());
    for (const segment of apiKey.split('|')) expect(text).not.toContain(segment);
    expect(text).not.toMatch(new RegExp(`(?<![0-9])${securityCode}(?![0-9])`));
    expect(text).not.toMatch(/%3[0-9]/);
  });
});

const [half, otherHalf] = [number.slice(0, 8), number.slice(8)];
test.each([
  ['two members', JSON.stringify({ panFirst: half, note: 'and the rest', panLast: otherHalf }), otherHalf],
  ['numbered members', JSON.stringify({ pan1: half, pan2: otherHalf }), otherHalf],
  ['members the other way round', JSON.stringify({ last: otherHalf, first: half }), otherHalf],
  ['members with a figure between', JSON.stringify({ first: half, count: 5, last: otherHalf }), otherHalf],
  ['a name and its value', JSON.stringify({ [half]: { rest: otherHalf } }), otherHalf],
  ['a text and a code', JSON.stringify(approvedJson({ messageSys: half, authStatus: otherHalf })), otherHalf],
  ['digits on lines of their own', JSON.stringify({ pan: [...number] }, null, 2), '"7"'],
  ['elements', `<b>${spaced.replaceAll(' ', `</b><b class="${'digits-of-a-card-'.repeat(4)}2">`)}</b>`, '8175'],
  ['digits with letters between', `{"messageSys":"${[...number].join('x')}"}`, '8x1x7x5'],
  ['groups with words between', JSON.stringify(approvedJson({ name: spaced.replaceAll(' ', ' and ') })), '8175'],
  ['headers', `HTTP/1.1 302\r\nlocation: /?c=${half}\r\nset-cookie: c=${otherHalf}\r\n\r\n`, otherHalf],
])('a number in %s is redacted', (_name, body, remnant) => {
  expect(kept(body)).not.toContain(JSON.stringify(remnant).slice(1, -1));
});

const codes = [...number].map((digit) => digit.charCodeAt(0));
test.each([
  ['backwards', [...number].reverse().join('')],
  [
    'backwards in groups',
    [...number]
      .reverse()
      .join('')
      .replace(/(.{4})/g, '$1 '),
  ],
  ['by the codes of its digits', codes.join(', ')],
  ['by entities without an end', codes.map((code) => `&#${code}`).join(' ')],
  ['by entities of entities', codes.map((code) => `&amp;#${code};`).join('')],
  ['in hexadecimal', Buffer.from(number).toString('hex')],
  ['in hexadecimal escapes', codes.map((code) => String.raw`\x${code.toString(16)}`).join('')],
  ['in the escapes of newer languages', codes.map((code) => String.raw`\u{${code.toString(16)}}`).join('')],
  ['as a list of bytes', codes.map((code) => `0x${code.toString(16)}`).join(',')],
  ['as code points', codes.map((code) => `U+00${code.toString(16)}`).join(' ')],
  ['in the percent signs of old scripts', codes.map((code) => `%u00${code.toString(16)}`).join('')],
  ['in octal escapes', codes.map((code) => String.raw`\0${code.toString(8)}`).join('')],
  ['as a hexadecimal number', BigInt(number).toString(16).toUpperCase()],
])('a number %s is redacted', (_name, echo) => {
  const [start, end] = [echo.slice(0, 13), echo.slice(-13)].map((part) => JSON.stringify(part).slice(1, -1));
  for (const text of [kept(`<p>${echo}</p>`), kept(JSON.stringify(approvedJson({ codOper: echo })))]) {
    expect(text).not.toContain(start);
    expect(text).not.toContain(end);
  }
});

test.each(['"\\', '"', `${[...number].reverse().join('')} `, 'cvv%22', '<', '0,'])(
  '64 KiB of %j cost less than a second of the processor',
  (unit) => {
    const begun = process.cpuUsage();
    kept(`{${unit.repeat(65_536 / unit.length)}`);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  },
);

test.each(['', '{', '{"cardNumber":"', '{"card":{"n":"'])(
  'an echo in base64 is redacted whole, behind %j',
  (before) => {
    const request = `${before}${number}","cvv":"${securityCode}","key":"${apiKey}"}`;
    for (const encoding of ['base64', 'base64url'] as const) {
      const encoded = Buffer.from(request).toString(encoding);
      expect(kept(`<p>Support id ${encoded}</p>`)).not.toContain(encoded.slice(8, 28));
      expect(kept(JSON.stringify(approvedJson({ codOper: encoded })))).not.toContain(encoded.slice(8, 28));
    }
  },
);

test('a text for people stays on its line, without control characters, direction marks or piles of accents', () => {
  const body = JSON.stringify(
    approvedJson({
      messageSys: `Approved \u202e00.01\u2066 \u001b[31mred\r\nTotal\u2028: 5 o${'\u0310'.repeat(99)} ก็้ิ`,
    }),
  );
  expect(readJson(body)).toMatchObject({
    service: { text: `Approved \ufffd00.01\ufffd \ufffd[31mred Total : 5 o${'\u0310'.repeat(4)}\ufffd ก็้ิ` },
    rawAnswer: body,
  });
});

test('a code that happens to be the security code stays a code', () => {
  const body = JSON.stringify({ headerStatus: { code: Number(securityCode) }, success: false, data: [] });
  const answer = readJson(body);
  expect(answer).toMatchObject({ service: { code: securityCode } });
  const ofAmount = readJson(JSON.stringify(approvedJson({ totalPay: securityCode })));
  expect(ofAmount).toMatchObject({ differences: [{ field: 'amount', answered: securityCode }] });
});

test('a token that begins and ends like its card is kept', () => {
  const cardToken = `${number.slice(0, 9)}000${number.slice(-4)}`;
  expect(readJson(JSON.stringify(approvedJson({ cardToken })))).toMatchObject({ references: { cardToken } });
});

test('what is not secret stays as it came, so the record can be read', () => {
  const body = JSON.stringify(
    approvedJson({
      codOper: 'SANDBOX_1234567890123',
      idtx: 739,
      totalPay: '739.00',
      displayNum: '7001',
      bin: number.slice(0, 8),
      cvvResult: 'M',
      rrn: '632112345678',
    }),
  );
  const answer = readJson(body);
  expect(answer).toMatchObject({
    outcome: 'approved',
    rawAnswer: body,
    answeredAmount: 73_900,
    references: { codOper: 'SANDBOX_1234567890123', idtx: '739' },
  });
});

test.each([
  ['as it is', number],
  ['with dots', spaced.replaceAll(' ', '.')],
  ['with no-break blanks', spaced.replaceAll(' ', '\u00a0')],
  ['with two blanks', spaced.replaceAll(' ', '  ')],
  ['with escaped tabs', spaced.replaceAll(' ', '\\t')],
  ['with percent signs', percentSigns(number)],
  ['in Arabic digits', [...number].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('')],
])('a capture carries no card, and an answer’s card numbers go all the same: %s', (_name, spelled) => {
  const body = `{"error":"card ${spelled}, cvv 123"}`;
  const expected = { outcome: 'unknown', rawAnswer: '{"error":"card [redacted], cvv [redacted]"}' };
  for (const payer of [null, payment]) {
    const flying = secretsOf(accountAt('https://localhost'), payer);
    const answer = readAnswer(formFamily, { kind: 'answered', httpStatus: 200, body }, flying, asked);
    expect(answer).toMatchObject({ ...expected, service: { text: 'card [redacted], cvv [redacted]' } });
  }
});
