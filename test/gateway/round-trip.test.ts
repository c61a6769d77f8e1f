/** Random valid payments are sent in both families and read back from the wire unchanged. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway } from '#electron/gateway/gateway.ts';
import { secretHash } from '#electron/gateway/wire-text.ts';
import { paymentDetailsSchema } from '#shared/payments/attempt.ts';
import { accountAt } from '#test/gateway/support/merchant.ts';
import { bytes, startService, type TestService } from '#test/gateway/support/test-service.ts';

const gateway = createGateway({ resolveProxy: async () => 'DIRECT' });
let service: TestService;
beforeAll(async () => {
  service = await startService(bytes('{}'));
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});
const lastBody = (): string => service.seen.at(-1)?.body ?? '';

describe('random valid payments', () => {
  const text = (max: number) =>
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }).filter((value) => {
      const trimmed = value.trim();
      return trimmed !== '' && trimmed.length <= max && trimmed.isWellFormed();
    });
  const digits = (min: number, max: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''));
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const payments = fc
    .record({
      amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      tax: fc.integer({ min: 0, max: 100 }),
      firstName: text(25),
      lastName: text(25),
      email: fc.constantFrom('a@example.org', "o'hara+x@example.org", 'under_score-1@mail.example.org'),
      phone: digits(1, 16),
      address: optional(text(100)),
      concept: text(100),
      description: text(150),
      ipCheck: optional(fc.ipV4()),
      lang: optional(fc.constantFrom('EN' as const, 'ES' as const)),
      customFieldValues: fc.array(
        fc.record({ id: text(150), nameOrLabel: text(150), value: fc.string({ maxLength: 9 }) }),
        {
          maxLength: 3,
        },
      ),
      card: fc.record({
        number: fc.constantFrom('4059310181757001', '5517747952039692', '5527316088871226'),
        expMonth: fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, '0')),
        expYear: digits(2, 2),
        securityCode: digits(3, 3),
        brand: fc.constantFrom('VISA' as const, 'MASTERCARD' as const),
      }),
      deviceSession: optional(text(200)),
    })
    .map(({ tax, card, address, ipCheck, lang, deviceSession, ...rest }) => ({
      card,
      ...paymentDetailsSchema.parse({
        ...rest,
        taxAmount: Math.floor((rest.amount / 100) * tax),
        ...(address === undefined ? {} : { address }),
        ...(ipCheck === undefined ? {} : { ipCheck }),
        ...(lang === undefined ? {} : { lang }),
      }),
      ...(deviceSession === undefined ? {} : { deviceSession }),
    }));

  test('random payments round-trip through the JSON on the wire', async () => {
    await fc.assert(
      fc.asyncProperty(payments, async (keyed) => {
        await gateway.authorize(accountAt(service.origin), 'json', keyed);
        const sent = JSON.parse(lastBody()) as Record<string, never>;
        const { card, deviceSession, customFieldValues, amount, taxAmount, firstName, lastName, ...same } = keyed;
        const { cclw, cardInformation, additionalData, ...rest } = sent;
        expect(cclw).toBe(accountAt(service.origin).secrets.cclw);
        expect(rest).toEqual({
          ...same,
          amount: amount / 100,
          taxAmount: taxAmount / 100,
          ...(customFieldValues.length === 0 ? {} : { customFieldValues }),
        });
        expect(additionalData).toEqual(deviceSession === undefined ? undefined : { sessionFraud: deviceSession });
        expect(cardInformation).toEqual({
          cardNumber: card.number,
          expMonth: card.expMonth,
          expYear: card.expYear,
          cvv: card.securityCode,
          firstName,
          lastName,
          cardType: card.brand,
        });
      }),
      { numRuns: 150 },
    );
  });

  test('random payments round-trip through the form on the wire', async () => {
    await fc.assert(
      fc.asyncProperty(payments, async (keyed) => {
        await gateway.sell(accountAt(service.origin), 'form', keyed);
        const { card } = keyed;
        expect(Object.fromEntries(new URLSearchParams(lastBody()))).toEqual({
          CCLW: accountAt(service.origin).secrets.cclw,
          txType: 'SALE',
          CMTN: (keyed.amount / 100).toFixed(2),
          CDSC: keyed.description,
          CCNum: card.number,
          ExpMonth: card.expMonth,
          ExpYear: card.expYear,
          CVV2: card.securityCode,
          Name: keyed.firstName,
          LastName: keyed.lastName,
          Email: keyed.email,
          ...(keyed.address === undefined ? {} : { Address: keyed.address }),
          Tel: keyed.phone,
          SecretHash: secretHash(card.number, card.securityCode, keyed.email, 'lower'),
        });
      }),
      { numRuns: 150 },
    );
  });
});
