/** The typed values as a draft that is kept: all but the card, and nothing that looks like one. */
import { expect, test } from 'vitest';
import { contract } from '#shared/contract/contract.ts';
import { newPayment } from '#renderer/features/charge/form/payment-form.ts';
import { draftToKeep, valuesOfDraft } from '#renderer/features/charge/kept/use-kept-draft.ts';
import { aMerchant } from '#test/fixtures/world.ts';

const customFields = [{ id: 'room', nameOrLabel: 'Room', value: '12' }];
const merchant = aMerchant({ defaultConcept: 'Stay', defaultOperation: 'authorize', customFields });
const empty = newPayment(merchant);
const typed = {
  ...empty,
  operation: 'sell',
  amount: '120.00',
  taxAmount: '7.00',
  firstName: 'María',
  concept: '',
  customFieldValues: { room: '14' },
} as const;

test('an untouched form is not kept', () => {
  expect(draftToKeep(empty, merchant)).toBeNull();
});

test('the typed values come back without card, expiry and code', () => {
  const card = { cardNumber: '4059310181757001', expiry: '09/30', securityCode: '123' } as const;
  const draft = draftToKeep({ ...typed, ...card }, merchant);
  expect(contract.payments.keepDraft.input.safeParse({ merchantId: 'shop', draft }).success).toBe(true);
  expect(JSON.stringify(draft)).not.toMatch(/4059|7001|09\/30|123/);
  expect(draft && valuesOfDraft(draft, merchant)).toEqual(typed);
});

test('a field with a card number or the beginning of one is left out, the others are kept', () => {
  for (const text of ['4059 3101 8175 7001', 'card 4059310181757001', '405931018175']) {
    const values = { ...typed, phone: text, concept: text, customFieldValues: { room: text } };
    const draft = draftToKeep(values, merchant);
    expect(contract.payments.keepDraft.input.safeParse({ merchantId: 'shop', draft }).success).toBe(true);
    expect(draft?.texts).toMatchObject({ firstName: 'María' });
    expect(JSON.stringify(draft)).not.toMatch(/4059/);
  }
});

test('a custom field that the merchant no longer has is dropped', () => {
  const draft = draftToKeep(typed, merchant);
  expect(draft && valuesOfDraft(draft, { ...merchant, customFields: [] }).customFieldValues).toEqual({});
});
