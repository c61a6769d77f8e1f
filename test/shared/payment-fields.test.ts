/** The table of payment fields, and what every field in it keeps to: its limit, no card number in what is kept, the draft and the record. */
import { unkeyedFields } from '#electron/core/payments/drafts.ts';
import { describe, expect, test } from 'vitest';
import { shownAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { paymentDraftSchema } from '#shared/payments/attempt.ts';
import type { PaymentField, WireField } from '#shared/payments/field-kinds.ts';
import { families } from '#shared/payments/outcome.ts';
import { operations } from '#shared/payments/operations.ts';
import { fieldNames, keptFields, paymentFields, type PaymentFieldName } from '#shared/payments/payment-fields.ts';
import { draft } from '#test/fixtures/drafts.ts';
import { exampleFields, isAlwaysThere, keptExamples } from '#test/fixtures/payment-fields.ts';
import { attempt, detailsOf } from '#test/fixtures/shown/attempts.ts';

const entry = (name: PaymentFieldName): PaymentField => paymentFields[name];
const faults = (value: unknown): readonly string[] =>
  (paymentDraftSchema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));

describe('the table of payment fields', () => {
  const wires = families.flatMap((family) =>
    fieldNames.flatMap((name): readonly (readonly [string, PaymentFieldName, WireField])[] => {
      const wire = entry(name).wire[family];
      return wire === 'not sent' ? [] : [[family, name, wire]];
    }),
  );

  test.each(wires)('lets no request of the %s family lack %s where the service needs it', (_family, name, wire) => {
    if (Object.values(wire.presence).includes('required')) expect(entry(name).required).toBe(true);
    // A capture has only what its own draft holds.
    const { capture } = wire.presence;
    if (capture === 'required' || capture === 'optional') expect(entry(name).ofLater).toBe('the draft');
    expect(operations.some((operation) => wire.presence[operation] !== 'not sent')).toBe(true);
  });

  test.each(families)('gives each field of the %s family a name of its own', (family) => {
    const names = wires.filter(([of]) => of === family).map(([, , { name }]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('lets nothing be searched, exported or shown that is not kept', () => {
    for (const name of fieldNames.filter((field) => entry(field).kept === 'not kept')) {
      expect(entry(name)).toMatchObject({ searched: 'not searched', exported: 'not exported', shown: 'not shown' });
    }
  });
});

describe.each(fieldNames)('the field %s', (name) => {
  test('is taken by a draft', () => {
    expect(faults(draft(exampleFields))).toEqual([]);
  });

  test('may be absent only where it is optional', () => {
    const { [name]: _absent, ...rest } = draft(exampleFields);
    expect(faults(rest)).toEqual(isAlwaysThere(name) ? [name] : []);
  });
});

const limited = fieldNames.filter((name) => ['name', 'text', 'device-session'].includes(entry(name).kind));

test.each(limited)('the field %s has its limit in the draft', (name) => {
  const max = entry(name).max ?? 0;
  const text = (length: number) => 'ñ'.repeat(length);
  expect(faults(draft({ [name]: text(max) }))).toEqual([]);
  expect(faults(draft({ [name]: text(max + 1) }))).toEqual([name]);
});

test.each(keptFields)('the record takes %s, and does without it where it was not keyed', (name) => {
  const whole = detailsOf(attempt(), keptExamples);
  expect(shownAttemptSchema.parse(whole)[name]).toEqual(exampleFields[name]);
  const absent = shownAttemptSchema.safeParse({ ...whole, [name]: unkeyedFields[name] });
  expect(absent.success).toBe(!isAlwaysThere(name) || entry(name).ofLater === 'nowhere');
});
