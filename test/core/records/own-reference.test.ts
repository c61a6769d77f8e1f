/** Our reference in a request: within every limit, found at the end, and the rest as it was keyed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { ownReference, withReference } from '#shared/ledger/own-reference.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { cardPayment } from '#electron/core/payments/drafts.ts';
import { draft } from '#test/fixtures/drafts.ts';

const { description: described, customFieldValues: custom } = paymentFields;
const item = { id: 'a', nameOrLabel: 'Table', value: '7' };

test('is added where it fits, in one place at least unless both are full', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: described.max }), fc.nat({ max: custom.max }), (description, count) => {
      const id = newId();
      const reference = ownReference(id);
      const keyed = { description, customFieldValues: Array.from({ length: count }, () => item) };
      const sent = withReference(keyed, id);
      expect(sent.description.length).toBeLessThanOrEqual(described.max);
      expect(sent.customFieldValues.length).toBeLessThanOrEqual(custom.max);
      const fits = description.length + reference.length + 3 <= described.max;
      expect(sent.description).toBe(fits ? `${description} | ${reference}` : description);
      expect(sent.customFieldValues.slice(0, count)).toEqual(keyed.customFieldValues);
      expect(sent.customFieldValues.slice(count).map(({ value }) => value)).toEqual(
        count < custom.max ? [reference] : [],
      );
    }),
  );
});

test('is no custom field where the operation has none, as in a capture', () => {
  const id = newId();
  expect(withReference({ amount: 1, description: 'Delivered' }, id)).toEqual({
    amount: 1,
    description: `Delivered | ${ownReference(id)}`,
  });
});

test('stands in no payment of a merchant without the address of the records', () => {
  const keyed = draft();
  const { description, customFieldValues } = cardPayment(keyed, { recordsUrl: null });
  expect({ description, customFieldValues }).toEqual({ description: keyed.description, customFieldValues: [] });
  expect(cardPayment(keyed, { recordsUrl: 'https://records.example.com' }).description).toContain('CJ-');
});
