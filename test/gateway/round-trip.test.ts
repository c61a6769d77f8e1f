/** Random valid payments are sent in both families and read back from the wire unchanged. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretHash } from '#electron/gateway/wire-text.ts';
import { paymentDetailsSchema } from '#shared/payments/field-schemas.ts';
import { anyFields, digits } from '#test/fixtures/payment-fields.ts';
import { accountAt } from '#test/gateway/support/merchant.ts';
import { bytes, type TestService } from '#test/gateway/support/test-service.ts';
import { gatewayFor } from '#test/gateway/support/gateway-for.ts';
import { times } from '#test/support/thorough.ts';

let service: TestService;
const gateway = gatewayFor(bytes('{}'), (started) => (service = started));
const lastBody = (): string => service.seen.at(-1)?.body ?? '';

describe('random valid payments', () => {
  const payments = fc
    .record({
      fields: anyFields,
      card: fc.record({
        number: fc.constantFrom('4059310181757001', '5517747952039692', '5527316088871226'),
        expMonth: fc.integer({ min: 1, max: 12 }).map((month) => String(month).padStart(2, '0')),
        expYear: digits(2, 2),
        securityCode: digits(3, 3),
        brand: fc.constantFrom('VISA' as const, 'MASTERCARD' as const),
      }),
    })
    .map(({ fields, card }) => ({ card, ...paymentDetailsSchema.parse(fields) }));

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
      { numRuns: times(15, 150) },
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
      { numRuns: times(15, 150) },
    );
  });
});
