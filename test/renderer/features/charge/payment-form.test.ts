/** The Charge form as data: its issues, and the draft made from the keyed values. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, taxWithin } from '#shared/payments/money.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { standardTaxRates } from '#shared/tax-rates.ts';
import { paymentDraftSchema } from '#shared/payments/attempt.ts';
import { draftToKeep, valuesOfDraft } from '#renderer/features/charge/kept/use-kept-draft.ts';
import { carriedValues } from '#renderer/features/charge/merchant-values.ts';
import { draftOf } from '#renderer/features/charge/form/payment-draft.ts';
import {
  descriptionText,
  emptyValues,
  nextTaxRate,
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
import { saidFields } from '#test/fixtures/payment-fields.ts';
import { merchantOf } from '#test/fixtures/shown/seat.ts';
import { times } from '#test/support/thorough.ts';

const now = new Date(2026, 10, 20);
const merchant = merchantOf('training', { customFields: [{ id: 'invoice', nameOrLabel: 'Invoice', value: '' }] });
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
const draft = (change: Partial<PaymentValues>, of: Merchant = merchant) =>
  draftOf({ ...filled, ...change }, of, draftId, now);

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
    ['one with further marks', { phone: '5517 7479 5203 9692/' }, 'phone', { kind: 'card-number-here' }],
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
    expect(fieldsInOrder(found)).toEqual(saidFields);
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

  test('takes a telephone and an e-mail as other programs copy them, with hidden marks and hyphens of print', () => {
    const copied = { phone: '\u202a+507\u00a06020\u20111236\u202c', email: '\u200bmailto:mj@example.com\u200b' };
    expect(draft(copied)).toMatchObject({ phone: '50760201236', email: 'mj@example.com' });
  });

  test('has the concept as its description where none was keyed, as the form shows it', () => {
    for (const description of ['', '  ']) {
      expect(descriptionText({ ...filled, description })).toBe('Order 1182');
      expect(draft({ description })).toMatchObject({ concept: 'Order 1182', description: 'Order 1182' });
    }
    const own = { ...merchant, defaultDescription: 'Hardware' };
    const values = { ...filled, description: emptyValues(own, 'sell').description };
    expect(descriptionText(values)).toBe('Hardware');
    expect(draftOf(values, own, draftId, now)).toMatchObject({ description: 'Hardware' });
    expect(issuesOf({ ...filled, concept: '', description: '' }, merchant, now)).toEqual({
      concept: { kind: 'required' },
    });
  });

  test('holds the optional fields that were keyed, and no others', () => {
    const made = draft({
      address: ' Vía España ',
      customFieldValues: { invoice: 'F-12' },
    });
    expect(made).toMatchObject({ address: 'Vía España' });
    expect(made).not.toHaveProperty('family');
    expect(made?.customFieldValues).toEqual([{ id: 'invoice', nameOrLabel: 'Invoice', value: 'F-12' }]);
  });

  test('holds the merchant’s IP address and language of the buyer where the request has them (section 4.1)', () => {
    const withBoth: Merchant = { ...merchant, buyerIp: '203.0.113.7', lang: 'EN' };
    const byForm: Merchant = { ...withBoth, families: { authorize: 'json', sell: 'form' } };
    const withNone: Merchant = { ...merchant, lang: null };
    const sent = [withBoth, byForm, withNone].map((of) => draft({ operation: 'sell' }, of));
    expect(sent.map((made) => [made?.ipCheck, made?.lang])).toEqual([
      ['203.0.113.7', 'EN'],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(draft({ operation: 'authorize' }, byForm)).toMatchObject({ ipCheck: '203.0.113.7', lang: 'EN' });
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
      { numRuns: times(300, 2_000) },
    );
    expect(made).toBeGreaterThan(30);
  });
});

describe('the tax', () => {
  const several: Merchant = { ...merchant, taxRates: [700, 0, 1000] };
  const unchosen: Merchant = { ...merchant, taxRates: null };

  test('is computed from the amount and the usual rate until another one is chosen or it is keyed', () => {
    expect(taxText(filled, merchant)).toBe('7.85');
    expect(taxText({ ...filled, amount: '' }, merchant)).toBe('');
    expect(taxText({ ...filled, taxAmount: '3' }, merchant)).toBe('3');
    expect(taxText(filled, { ...merchant, taxRates: [0] })).toBe('0.00');
    expect(taxText({ ...filled, taxRate: 1000 }, several)).toBe('10.91');
    // A rate that the merchant doesn't sell at any more.
    expect(taxText({ ...filled, taxRate: 1000 }, merchant)).toBe('7.85');
  });

  test('goes by one key through every rate that is offered, from a keyed tax too', () => {
    const turned = (values: PaymentValues, of: Merchant) => ({ ...values, ...nextTaxRate(values, of) });
    const walk = (of: Merchant, from: PaymentValues, steps: number) => {
      let values = from;
      return Array.from({ length: steps }, () => {
        values = turned(values, of);
        return taxText(values, of);
      });
    };
    expect(walk(several, filled, 4)).toEqual(['0.00', '10.91', '7.85', '0.00']);
    expect(walk(several, { ...filled, taxAmount: '3' }, 1)).toEqual(['7.85']);
    expect(walk(unchosen, filled, 5)).toEqual(['0.00', '7.85', '10.91', '15.65', '0.00']);
  });

  test('is never derived where nobody has chosen a rate: no draft is made without it', () => {
    const values = fc.record({
      amount: fc.integer({ min: 1, max: 99_999_999_999 }).map(decimalText),
      operation: fc.constantFrom('sell' as const, 'authorize' as const),
      taxAmount: fc.constantFrom(null, '', '  '),
    });
    fc.assert(
      fc.property(values, fc.constantFrom(null, ...standardTaxRates), (change, taxRate) => {
        const made = draft({ ...change, taxRate, taxAmount: null }, unchosen);
        if (taxRate === null) expect(made).toBeNull();
        else expect(made?.taxAmount).toBe(taxWithin(made?.amount ?? 0, taxRate));
        const blank = issuesOf({ ...filled, ...change }, unchosen, now);
        expect(blank).toEqual({ taxAmount: { kind: 'required' } });
      }),
    );
    expect(draft({ taxAmount: '0' }, unchosen)?.taxAmount).toBe(0);
    expect(draft({ taxAmount: '2.50' }, unchosen)?.taxAmount).toBe(250);
  });

  test('of a chosen rate outlives a restart and another merchant of the same rates, and no other one', () => {
    const chosen: PaymentValues = { ...filled, taxRate: 0 };
    const kept = draftToKeep(chosen, several);
    expect(kept?.texts.taxAmount).toBe('0.00');
    expect(kept === null ? '' : taxText(valuesOfDraft(kept, several), several)).toBe('0.00');
    expect(taxText(carriedValues(chosen, several, { ...several, name: 'Branch' }), several)).toBe('0.00');
    expect(taxText(carriedValues(chosen, several, merchant), merchant)).toBe('7.85');
    expect(taxText(carriedValues({ ...filled, taxAmount: '3' }, several, unchosen), unchosen)).toBe('');
  });
});

test('the Charge form without its card keeps everything except number and code', () => {
  expect(withoutCard(filled)).toEqual({ ...filled, cardNumber: '', securityCode: '' });
});
