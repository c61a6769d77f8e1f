/** Every field of the table reaches the draft: keyed and validated on the Charge form, or a setting of the merchant. */
import { describe, expect, test } from 'vitest';
import { columnsOf, layout } from '#renderer/features/charge/form/form-layout.ts';
import { draftOf } from '#renderer/features/charge/form/payment-draft.ts';
import { emptyValues, type KeyedByKind, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';
import { issuesOf } from '#renderer/features/charge/form/payment-issues.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { decimalText } from '#shared/payments/money.ts';
import {
  fieldNames,
  formFields,
  paymentFields,
  type FormField,
  type FormKind,
} from '#shared/payments/payment-fields.ts';
import { newId } from '#shared/new-id.ts';
import { visa } from '#test/fixtures/drafts.ts';
import { exampleFields } from '#test/fixtures/payment-fields.ts';
import { merchantOf } from '#test/fixtures/shown/seat.ts';

const now = new Date(2026, 10, 20);
const merchant = merchantOf('training', {
  buyerIp: exampleFields.ipCheck,
  lang: exampleFields.lang,
  customFields: exampleFields.customFieldValues.map((field) => ({ ...field, value: '' })),
});

/** Keyed form of the example of a field, with surrounding blanks as people type them. */
const keyed: { readonly [Kind in FormKind]: (value: never) => KeyedByKind[Kind] } = {
  amount: (value: number) => decimalText(value),
  tax: (value: number) => decimalText(value),
  name: (value: string) => ` ${value} `,
  text: (value: string) => ` ${value} `,
  email: (value: string) => ` ${value}`,
  phone: (value: string) => `+${value.slice(0, 3)} ${value.slice(3)}`,
  'custom-fields': (value: typeof exampleFields.customFieldValues) =>
    Object.fromEntries(value.map((field) => [field.id, ` ${field.value} `])),
};

const filled = {
  ...emptyValues(merchant, 'authorize'),
  cardNumber: visa,
  expiry: '09/30',
  securityCode: '003',
  ...Object.fromEntries(
    formFields.map((name) => [name, keyed[paymentFields[name].kind](exampleFields[name] as never)]),
  ),
} as PaymentValues;

test('the filled Charge form becomes a draft with the value of every field but the one that main adds', () => {
  expect(issuesOf(filled, merchant, now)).toEqual({});
  const draft = draftOf(filled, merchant, newId(), now);
  const filledIn = fieldNames.filter((name) => name !== 'deviceSession');
  for (const name of filledIn) expect([name, draft?.[name]]).toEqual([name, exampleFields[name]]);
});

test('the grid of the Charge form has every field once, within its columns, the amount first', () => {
  const names = layout.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...formFields]));
  expect(names[0]).toBe('amount');
  const places = layout.map(({ section, order }) => `${section} ${order}`);
  expect(places).toEqual([...new Set(places)]);
});

describe.each(formFields)('the keyed %s', (name) => {
  test('has a width on the grid of 24 columns', () => {
    expect(columnsOf(name)).toBeGreaterThanOrEqual(4);
    expect(columnsOf(name)).toBeLessThanOrEqual(24);
  });
});

const entry = (name: FormField): PaymentField => paymentFields[name];
const ofKinds = (...kinds: readonly string[]) => formFields.filter((name) => kinds.includes(entry(name).kind));

test.each(formFields.filter((name) => entry(name).required && entry(name).kind !== 'tax' && name !== 'description'))(
  'the keyed %s is required',
  (name) => {
    expect(issuesOf({ ...filled, [name]: '' }, merchant, now)).toMatchObject({ [name]: { kind: 'required' } });
  },
);

test.each(formFields.filter((name) => !entry(name).required && typeof filled[name] === 'string'))(
  'the keyed %s is left out of the draft when it is empty',
  (name) => {
    const few = { ...filled, [name]: '' };
    expect(issuesOf(few, merchant, now)).toEqual({});
    expect(draftOf(few, merchant, newId(), now)).not.toHaveProperty(name);
  },
);

test.each(ofKinds('name', 'text', 'device-session'))('the keyed %s can’t exceed its limit', (name) => {
  const max = entry(name).max ?? 0;
  const long = 'a'.repeat(max + 1);
  expect(issuesOf({ ...filled, [name]: long }, merchant, now)).toEqual({
    [name]: { kind: 'too-long', count: long.length, max },
  });
});

test.each(ofKinds('name', 'text', 'email', 'phone'))('the keyed %s can’t hold a card number', (name) => {
  expect(issuesOf({ ...filled, [name]: visa }, merchant, now)).toEqual({ [name]: { kind: 'card-number-here' } });
});
