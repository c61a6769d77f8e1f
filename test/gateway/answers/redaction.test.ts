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
  ['the code in a text for people', JSON.stringify(approvedJson({ messageSys: `code ${securityCode} is wrong` }))],
  ['the code in an error', `{"error":"CVV2 ${securityCode} fail check"}`],
  ['the code under its name', `{"cvv":${securityCode},"CVC":"${securityCode}","securityCode":"${securityCode}"}`],
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
  });
});

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

test('a text for people stays on its line, without control characters or direction marks', () => {
  const body = JSON.stringify(
    approvedJson({ messageSys: 'Approved \u202e00.01\u2066 \u001b[31mred\r\nTotal\u2028: 5' }),
  );
  expect(readJson(body)).toMatchObject({
    service: { text: 'Approved \ufffd00.01\ufffd \ufffd[31mred Total : 5' },
    rawAnswer: body,
  });
});

test('a code that happens to be the security code stays a code', () => {
  const body = JSON.stringify({ headerStatus: { code: Number(securityCode) }, success: false, data: [] });
  const answer = readJson(body);
  expect(answer).toMatchObject({ service: { code: securityCode } });
});

test('what is not secret stays as it came, so the record can be read', () => {
  const body = JSON.stringify(
    approvedJson({ codOper: 'SANDBOX_1234567890123', idtx: 739, totalPay: '739.00', displayNum: '7001' }),
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
  ['with percent signs', [...number].map((digit) => `%3${digit}`).join('')],
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
