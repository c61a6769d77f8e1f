/** The wire carries exactly what was keyed: exact amounts, every character, the published hash. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formBody, secretHash } from '#electron/gateway/wire-text.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { capture, accountAt, payment } from '#test/gateway/support/merchant.ts';
import { bytes, type TestService } from '#test/gateway/support/test-service.ts';
import { gatewayFor } from '#test/gateway/support/gateway-for.ts';
import { times } from '#test/support/thorough.ts';

let service: TestService;
const gateway = gatewayFor(bytes('{}'), (started) => (service = started));
const lastBody = (): string => service.seen.at(-1)?.body ?? '';

describe('SecretHash', () => {
  const published =
    'c50a947dac2832f38335a1ce366a3c6428daf3bfe6df7702ecdbd10ec0e3fee80fbf0c1dbe6ea39d0ac00764b32ba47b2148ce29d9251497ad04606667275d77';
  test('the SecretHash equals the published vector, in both cases', () => {
    expect(secretHash('4580458045804580', '123', 'example@example.org', 'lower')).toBe(published);
    expect(secretHash('4580458045804580', '123', 'example@example.org', 'upper')).toBe(published.toUpperCase());
  });
});

describe('percent-encoding in family B', () => {
  const hostile = '&=+%ñ😀';
  const encoded = '%26%3D%2B%25%C3%B1%F0%9F%98%80';
  const fields = [
    ['CDSC', { description: hostile }],
    ['Name', { firstName: hostile }],
    ['LastName', { lastName: hostile }],
    ['Email', { email: hostile }],
    ['Address', { address: hostile }],
    ['Tel', { phone: hostile }],
  ] as const;

  test.each(fields)('the field %s arrives as it was keyed and disturbs no other field', async (name, change) => {
    await gateway.authorize(accountAt(service.origin), 'form', { ...payment, address: 'x', ...change });
    expect(lastBody()).toContain(`&${name}=${encoded}&`);
    expect([...new URLSearchParams(lastBody()).keys()]).toHaveLength(14);
    expect(new URLSearchParams(lastBody()).get(name)).toBe(hostile);
  });

  test('the web code and the token of a capture are encoded too', async () => {
    const account = accountAt(service.origin, { secrets: { cclw: hostile } });
    await gateway.capture(account, 'form', { ...capture, authToken: hostile });
    expect(lastBody()).toBe(`CCLW=${encoded}&txType=CAPT&CMTN=1234.50&AuthRefNum=${encoded}`);
  });

  test('a blank is %20, marks that URLs tolerate are encoded, half a pair is U+FFFD', () => {
    expect(formBody({ a: "b c!'()*~", d: '\ud83d' })).toBe('a=b%20c%21%27%28%29%2A~&d=%EF%BF%BD');
  });

  test('any text survives any form decoder', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), anyText()), (texts) => {
        const fields = Object.fromEntries(
          Object.entries(texts).map(([key, text]) => [key.toWellFormed(), text.toWellFormed()]),
        );
        const sent = formBody(fields);
        expect(sent).toMatch(/^[A-Za-z0-9\-._~%=&]*$/);
        expect([...new URLSearchParams(sent)]).toEqual(Object.entries(fields));
      }),
      { numRuns: times(30, 500) },
    );
  });
});

describe('amounts', () => {
  const amounts: readonly (readonly [number, string])[] = [
    [10 + 20, '0.30'],
    [1, '0.01'],
    [10, '0.10'],
    [100, '1.00'],
    [105, '1.05'],
    [1_015, '10.15'],
    [123_450, '1234.50'],
    [9_007_199_254, '90071992.54'],
    [99_999_999_999, '999999999.99'],
  ];
  test.each(amounts)('%i minor units are sent as %s in every operation', async (amount, text) => {
    const account = accountAt(service.origin);
    const keyed = { ...payment, amount, taxAmount: amount };
    for (const operation of ['authorize', 'sell'] as const) {
      await gateway[operation](account, 'json', keyed);
      expect(lastBody()).toContain(`"amount":${text},"taxAmount":${text},`);
      await gateway[operation](account, 'form', keyed);
      expect(lastBody()).toContain(`&CMTN=${text}&`);
    }
    await gateway.capture(account, 'json', { ...capture, amount });
    expect(lastBody()).toContain(`"amount":${text},`);
    await gateway.capture(account, 'form', { ...capture, amount });
    expect(lastBody()).toContain(`&CMTN=${text}&`);
  });

  test('a tax of zero is sent as 0.00', async () => {
    await gateway.sell(accountAt(service.origin), 'json', { ...payment, taxAmount: 0 });
    expect(lastBody()).toContain('"taxAmount":0.00,');
  });
});
