/** Texts that only look like a card number are kept (that one is refused: `argument-bounds.test.ts`). */
import { describe, expect, test } from 'vitest';
import { isCardNumberAsPhone, passesLuhn } from '#shared/payments/card.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { contract } from '#shared/contract/contract.ts';
import { captureDraftSchema } from '#shared/payments/attempt.ts';
import { paymentDetailsSchema } from '#shared/payments/field-schemas.ts';

const id = '01990000-0000-7000-8000-000000000001';

const details = {
  amount: 12_000,
  taxAmount: 785,
  firstName: 'María',
  lastName: 'González',
  email: 'maria@example.org',
  phone: '50760201236',
  address: 'Calle 50, 1182',
  concept: 'Order 1234567890123456',
  description: 'Room 12, 14 nights, invoice 2026-11-20-000417',
  customFieldValues: [{ id: 'order', nameOrLabel: 'Order', value: '0000417' }],
};
const capture = { holdId: id, amount: 12_000, description: 'Order 7' };
const resolve = { id, resolution: { outcome: 'declined', reference: 'SANDBOX_Q7', note: 'Looked up' } };

/** Returns the paths at which each schema found an issue. */
const issuesOf = (
  schema: {
    safeParse(value: unknown): { error?: { issues: readonly { path: readonly PropertyKey[] }[] } | undefined };
  },
  value: unknown,
) => (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('what is no card number', () => {
  test('names, orders, invoices and references are accepted', () => {
    expect(issuesOf(paymentDetailsSchema, details)).toEqual([]);
    expect(issuesOf(captureDraftSchema, capture)).toEqual([]);
    expect(issuesOf(contract.history.resolve.input, resolve)).toEqual([]);
    // The check digit is right, but the first digits belong to no card that the service accepts.
    const order = '1000000000000008';
    expect(passesLuhn(order)).toBe(true);
    expect(issuesOf(paymentDetailsSchema, { ...details, description: `Order ${order}` })).toEqual([]);
  });

  test('a telephone number is accepted, even with the check digit of a VISA number of 13 digits', () => {
    const phone = Array.from({ length: 10 }, (_, last) => `491701234567${last}`).find(passesLuhn) ?? '';
    expect(isCardNumberAsPhone(phone)).toBe(false);
    expect(issuesOf(paymentDetailsSchema, { ...details, phone })).toEqual([]);
    expect(holdsCardNumber(`call +49 170 ${phone.slice(5)} first`)).toBe(false);
    expect(holdsCardNumber(`number ${phone}`)).toBe(true);
    expect(issuesOf(paymentDetailsSchema, { ...details, phone: '4059310181757002' })).toEqual([]);
  });
});
