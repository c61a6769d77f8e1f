/** Log redaction: card numbers, security codes and keys never pass, and useful details stay. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText, redactValue } from '#electron/core/redact.ts';
import { passesLuhn } from '#shared/payments/card.ts';
import { mastercard, otherVisa, visa } from '#test/fixtures/drafts.ts';
import { textsIn } from '#test/support/texts-in.ts';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

describe('a card number', () => {
  test.each([
    ['alone', visa],
    ['in groups', '4059 3101 8175 7001'],
    ['with dashes', '4059-3101-8175-7001'],
    ['with dots', '4059.3101.8175.7001'],
    ['with no-break spaces', '4059\u00a03101\u00a08175\u00a07001'],
    ['with zero-width spaces', '4059\u200b3101\u200b8175\u200b7001'],
    ['encoded for a form', '4059%203101%208175%207001'],
    ['encoded for a form with plus signs', '4059+3101+8175+7001'],
    ['in a URL', `https://localhost/pay?CCNum=${visa}&CVV2=739`],
    ['in JSON', `{"cardInformation":{"cardNumber":"${visa}"}}`],
    ['in JSON as a number', `{"n":${visa}}`],
    ['in JSON inside JSON', JSON.stringify(JSON.stringify({ body: { note: visa } }))],
    ['after other digits', `0000${visa}`],
    ['before other digits', `${visa}123`],
    ['across a line break', '40593101\n81757001'],
  ])('%s does not pass', (_name, text) => {
    const redacted = redactText(`before ${text} after`);
    expect(digitsOf(redacted)).not.toContain(visa);
    expect(redacted).toMatch(/^before .*removed\].* after$/s);
  });

  test('does not pass, whatever precedes, follows or separates its digits', () => {
    const separator = fc.constantFrom('', '', ' ', '-', '.', '\u00a0', '\u2013', ' - ', '%20', '+');
    const around = fc.string({ unit: fc.constantFrom('0', '1', '4', '7', '9', ' ', 'a', '-'), maxLength: 25 });
    const card = fc.constantFrom(visa, otherVisa, mastercard);
    fc.assert(
      fc.property(around, card, separator, around, (before, number, between, after) => {
        const redacted = redactText(before + number.split('').join(between) + after);
        expect(digitsOf(redacted.replaceAll('%20', ' '))).not.toContain(number);
      }),
      { numRuns: 1000 },
    );
  });

  test('of any length from 13 to 19 does not pass', () => {
    const body = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 11, maxLength: 17 });
    fc.assert(
      fc.property(fc.constantFrom('2', '3', '4', '5', '6'), body, (first, rest) => {
        const check = [...'0123456789'].find((digit) => passesLuhn(first + rest + digit)) ?? '';
        const number = first + rest + check;
        expect(digitsOf(redactText(`x${number}x`))).not.toContain(number);
      }),
    );
  });
});

describe('a named secret', () => {
  test.each([
    'authorization: 739PART|739TWO',
    '["authorization","739PART|739TWO"]',
    '-----BEGIN PRIVATE KEY-----\n739\n-----END PRIVATE KEY-----',
    ...textsIn(`
    cvv=739&x=1 | {"cvv":"739"} | {\\"cvv\\":\\"739\\"} | { securityCode: '739' } | CVV2: 739
    SecretHash=739abc&Email=a | CCLW=739ABC&txType=AUTH | {"cclw": "739ABC"} | api_key = 739KEY
    clientCertificatePassphrase: "739 with \\"quotes\\" inside" | password="739" | cardToken: 739`),
  ])('does not pass: %s', (line) => {
    expect(redactText(line)).not.toContain('739');
  });

  test('is removed up to its end and no further', () => {
    expect(redactText('POST cvv=739&CMTN=12.00&Name=Ana')).toBe('POST cvv=[removed]&CMTN=12.00&Name=Ana');
    expect(redactText('{"cclw":"ABC","amount":12.5}')).toBe('{"cclw":[removed],"amount":12.5}');
  });
});

describe('a useful line of the log', () => {
  test.each([
    'Attempt 0193f1c2-8a5b-7c3d-9e4f-1a2b3c4d5e6f approved in 412 ms',
    '2026-11-20T19:28:45.123Z connect ECONNREFUSED 127.0.0.1:8443',
    'headerStatus 620 INVALID RELATED TX, amount 1250.00, started 1763666925123',
    'codOper SANDBOX_4711, idtx 998877',
  ])('stays as it is: %s', (line) => {
    expect(redactText(line)).toBe(line);
  });
});

describe('an object in the log', () => {
  test('loses its secret members at any depth, and keeps the rest', () => {
    const redacted = redactValue({
      amount: 1250,
      card: { number: visa, securityCode: '739', brand: 'VISA' },
      secrets: { cclw: 'ABC', apiKey: null },
      list: [{ CVV2: 739 }, `paid with ${visa}`, Number(visa), BigInt(visa)],
      headers: new Map([['authorization', 'A|B']]),
      bytes: Buffer.from(visa),
    });
    expect(redacted).toMatchObject({ amount: 1250, card: { brand: 'VISA' }, secrets: { apiKey: null } });
    const text = JSON.stringify(redacted);
    for (const secret of [visa, '739', 'ABC']) expect(text).not.toContain(secret);
  });

  test('of 256 KiB, in which a list begins again and again, costs less than two seconds of the processor', () => {
    const begun = process.cpuUsage();
    redactText('pan:[ '.repeat(43_690));
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  test('may be an error with causes, or refer to itself', () => {
    const error = Object.assign(new Error(`refused ${visa}`, { cause: new TypeError(`bad ${visa}`) }), {
      request: { cvv: '739' },
    });
    const loop: Record<string, unknown> = { error };
    loop['self'] = loop;
    const text = JSON.stringify(redactValue(loop));
    expect(text).toContain('refused [card number removed]');
    expect(text).toContain('[circular]');
    expect(text).not.toContain(visa);
    expect(text).not.toContain('739');
  });
});
