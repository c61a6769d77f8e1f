/** The Charge form as data: its issues, and the draft made from the keyed values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merchantSchema, type Merchant } from '#shared/seat/merchant.ts';
import { paymentDraftSchema } from '#shared/payments/attempt.ts';
import { draftOf } from '#renderer/features/charge/form/payment-draft.ts';
import {
  descriptionText,
  emptyValues,
  taxText,
  withoutCard,
  type PaymentValues,
} from '#renderer/features/charge/form/payment-form.ts';
import {
  fieldsInOrder,
  issuesOf,
  type FieldName,
  type FieldIssue,
} from '#renderer/features/charge/form/payment-issues.ts';

const now = new Date(2026, 10, 20);
const merchant: Merchant = merchantSchema.parse({
  id: 'training',
  name: 'Training',
  environment: 'training',
  baseUrl: 'https://127.0.0.1:8443',
  customFields: [{ id: 'invoice', nameOrLabel: 'Invoice', value: '' }],
});
const filled: PaymentValues = {
  ...emptyValues(merchant, 'sell'),
  amount: '120',
  cardNumber: '4059 3101 8175 7001',
  expiry: '09/30',
  securityCode: '003',
  firstName: ' María José ',
  lastName: 'Castillero',
  email: 'mj@example.com',
  phone: '+507 6020-1236',
  concept: 'Order 1182',
  description: 'Drill and bits',
};
const draftId = '0199b2f0-0000-7000-8000-000000000001';
const draft = (change: Partial<PaymentValues>, override: string | null = null, of: Merchant = merchant) =>
  draftOf({ ...filled, ...change }, of, draftId, now, override);

describe('an issue of the Charge form', () => {
  const cases: readonly (readonly [string, Partial<PaymentValues>, FieldName, FieldIssue])[] = [
    ['an empty amount', { amount: '' }, 'amount', { kind: 'required' }],
    ['letters in the amount', { amount: '12a' }, 'amount', { kind: 'amount', issue: { kind: 'not-a-number' } }],
    ['an amount of zero', { amount: '0.00' }, 'amount', { kind: 'amount', issue: { kind: 'zero' } }],
    [
      'a thousands separator',
      { amount: '1,234.50' },
      'amount',
      { kind: 'amount', issue: { kind: 'separator', reading: 123_450 } },
    ],
    ['a wrong check digit', { cardNumber: '4059310181757002' }, 'cardNumber', { kind: 'card-number', issue: 'luhn' }],
    ['a missing digit', { cardNumber: '405931018175700' }, 'cardNumber', { kind: 'card-number', issue: 'length' }],
    [
      'a card of another brand',
      { cardNumber: '6013770095374264' },
      'cardNumber',
      { kind: 'card-number', issue: 'other-brand' },
    ],
    ['letters in the number', { cardNumber: '4059x' }, 'cardNumber', { kind: 'card-number', issue: 'not-digits' }],
    ['an expired card', { expiry: '10/26' }, 'expiry', { kind: 'expiry', issue: 'past' }],
    ['a thirteenth month', { expiry: '13/30' }, 'expiry', { kind: 'expiry', issue: 'month' }],
    ['a code of two digits', { securityCode: '12' }, 'securityCode', { kind: 'security-code' }],
    ['a first name of 26', { firstName: 'a'.repeat(26) }, 'firstName', { kind: 'too-long', count: 26, max: 25 }],
    ['a broken e-mail', { email: 'nobody@' }, 'email', { kind: 'email' }],
    ['letters in the phone', { phone: 'call me' }, 'phone', { kind: 'phone' }],
    ['a phone of 17 digits', { phone: '1'.repeat(17) }, 'phone', { kind: 'phone-too-long', count: 17, max: 16 }],
    ['more tax than amount', { taxAmount: '120.01' }, 'taxAmount', { kind: 'tax-over-amount' }],
    ['a long concept', { concept: 'a'.repeat(101) }, 'concept', { kind: 'too-long', count: 101, max: 100 }],
    ['a long description', { description: 'a'.repeat(151) }, 'description', { kind: 'too-long', count: 151, max: 150 }],
    ['a card number in the concept', { concept: 'card 4059-3101-8175-7001' }, 'concept', { kind: 'card-number-here' }],
    ['a card number as the phone', { phone: '5517747952039692' }, 'phone', { kind: 'card-number-here' }],
    ['a broken IP address', { ipCheck: '203.0.113.777' }, 'ipCheck', { kind: 'ip' }],
    ['a long address', { address: 'a'.repeat(101) }, 'address', { kind: 'too-long', count: 101, max: 100 }],
    [
      'a long custom field',
      { customFieldValues: { invoice: 'a'.repeat(151) } },
      'custom.invoice',
      { kind: 'too-long', count: 151, max: 150 },
    ],
  ];
  test.each(cases)('about %s is shown at its field and prevents a draft', (_name, change, field, issue) => {
    expect(issuesOf({ ...filled, ...change }, merchant, now)).toEqual({ [field]: issue });
    expect(draft(change)).toBeNull();
  });

  test('does not exist when every field is valid', () => {
    expect(issuesOf(filled, merchant, now)).toEqual({});
  });

  test('comes in the order in which a caller states the fields', () => {
    const found = issuesOf(emptyValues(merchant, 'sell'), merchant, now);
    expect(fieldsInOrder(found)).toEqual([
      'amount',
      'concept',
      'cardNumber',
      'expiry',
      'securityCode',
      'firstName',
      'lastName',
      'email',
      'phone',
    ]);
  });
});

describe('the draft of the Charge form', () => {
  test('holds the keyed values without the extra characters that people type', () => {
    expect(draft({})).toEqual({
      draftId,
      merchantId: 'training',
      amount: 12_000,
      taxAmount: 785,
      card: { number: '4059310181757001', expMonth: '09', expYear: '30', securityCode: '003', brand: 'VISA' },
      firstName: 'María José',
      lastName: 'Castillero',
      email: 'mj@example.com',
      phone: '50760201236',
      concept: 'Order 1182',
      description: 'Drill and bits',
      lang: 'ES',
      customFieldValues: [],
    });
  });

  test('has the concept as its description where none was keyed, as the form shows it', () => {
    for (const description of ['', '  ']) {
      expect(descriptionText({ ...filled, description })).toBe('Order 1182');
      expect(draft({ description })).toMatchObject({ concept: 'Order 1182', description: 'Order 1182' });
    }
    const own = { ...merchant, defaultDescription: 'Hardware' };
    const values = { ...filled, description: emptyValues(own, 'sell').description };
    expect(descriptionText(values)).toBe('Hardware');
    expect(draftOf(values, own, draftId, now, null)).toMatchObject({ description: 'Hardware' });
    expect(issuesOf({ ...filled, concept: '', description: '' }, merchant, now)).toEqual({
      concept: { kind: 'required' },
    });
  });

  test('holds the optional fields that were keyed, and no others', () => {
    const made = draft({
      address: ' Vía España ',
      ipCheck: '203.0.113.7',
      lang: '',
      family: 'form',
      brand: 'MASTERCARD',
      customFieldValues: { invoice: 'F-12' },
    });
    expect(made).toMatchObject({ address: 'Vía España', ipCheck: '203.0.113.7', family: 'form' });
    expect(made?.card.brand).toBe('MASTERCARD');
    expect(made?.customFieldValues).toEqual([{ id: 'invoice', nameOrLabel: 'Invoice', value: 'F-12' }]);
    expect(made).not.toHaveProperty('lang');
  });

  test('holds the device session only for JSON authorizations (section 4.1)', () => {
    expect(draft({ deviceSession: 's-1', operation: 'authorize' })?.deviceSession).toBe('s-1');
    expect(draft({ deviceSession: 's-1', operation: 'sell' })).not.toHaveProperty('deviceSession');
    expect(draft({ deviceSession: 's-1', operation: 'authorize', family: 'form' })).not.toHaveProperty('deviceSession');
  });

  test('holds the reason of an override', () => {
    expect(draft({}, 'second order')?.override).toEqual({ reason: 'second order' });
  });

  test('is always valid by the contract, whatever was keyed', () => {
    const text = fc.string({ maxLength: 160, unit: 'grapheme' });
    const cents = fc.integer({ min: 1, max: 99_999_999_999 }).map((units) => (units / 100).toFixed(2));
    const values = fc.record(
      {
        amount: fc.oneof(text, cents),
        firstName: text,
        lastName: text,
        email: fc.oneof(text, fc.emailAddress()),
        phone: fc.oneof(text, fc.stringMatching(/^[\d +()-]{1,20}$/)),
        taxAmount: fc.oneof(text, fc.constant(null), fc.constant('0')),
        concept: text,
        description: text,
        address: text,
        ipCheck: fc.oneof(text, fc.ipV4()),
      },
      // Changes a few fields at a time, so that many forms are otherwise valid.
      { requiredKeys: [] },
    );
    let made = 0;
    fc.assert(
      fc.property(fc.tuple(values, fc.subarray(Object.keys(filled))), ([change, kept]) => {
        const some = Object.fromEntries(Object.entries(change).filter(([name]) => !kept.includes(name)));
        const found = draft(some);
        if (found === null) return;
        made++;
        expect(paymentDraftSchema.safeParse(found).error?.issues).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
    expect(made).toBeGreaterThan(100);
  });
});

test('the tax is computed from the amount and the rate until it is keyed', () => {
  expect(taxText(filled, merchant)).toBe('7.85');
  expect(taxText({ ...filled, amount: '' }, merchant)).toBe('');
  expect(taxText({ ...filled, taxAmount: '3' }, merchant)).toBe('3');
  expect(taxText(filled, { ...merchant, taxRate: 0 })).toBe('0.00');
});

test('the Charge form without its card keeps everything except number, code and corrected type', () => {
  expect(withoutCard({ ...filled, brand: 'VISA' })).toEqual({ ...filled, cardNumber: '', securityCode: '', brand: '' });
});
