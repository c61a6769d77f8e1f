/** A setting that stands in a schema alone is rendered, refused and saved: of a merchant, and as a field of a form. */
import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readForm, type SettingRow } from '#renderer/form/keyed-values.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { MerchantGroup } from '#renderer/features/settings/merchants/merchant-group.tsx';
import { newMerchant, readMerchant, toValues } from '#renderer/features/settings/merchants/merchant-values.ts';
import type { MerchantForm } from '#renderer/features/settings/merchants/use-merchant-editor.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { amountSchema } from '#shared/payments/money.ts';
import { nameText } from '#shared/texts/text-kinds.ts';
import type * as Table from '#shared/seat/merchant.ts';
import { newPasscodeSchema } from '#shared/seat/operators.ts';
import { roleSchema } from '#shared/role.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';

vi.mock('#shared/seat/merchant.ts', async (original) => {
  const table = await original<typeof Table>();
  const planted = {
    cutOff: { ...table.merchantSettings.jsonHoldDays, schema: z.int().max(23).default(6), range: { min: 0, max: 23 } },
    till: { ...table.merchantSettings.hashCase, group: 'payments', schema: z.enum(['one', 'two']).default('one') },
  };
  Object.assign(planted.till, { values: ['one', 'two'] });
  Object.assign(table.merchantSettings, planted);
  Reflect.apply(Array.prototype.push, table.merchantSettingNames, Object.keys(planted));
  const shape = Object.fromEntries(Object.entries(planted).map(([name, { schema }]) => [name, schema]));
  return {
    ...table,
    merchantSchema: table.merchantSchema.extend(shape),
    keyedMerchantSchema: table.keyedMerchantSchema.extend(shape),
  };
});

startBothLanguages();
for (const [key, words] of [
  ['fields.cutOff', 'Cut-off hour'],
  ['fields.till', 'Till'],
  ['hints.cutOff', 'By the clock of the service.'],
  ['options.till.one', 'First till'],
  ['options.till.two', 'Second till'],
] as const) {
  i18next.addResource('en', 'settings', key, words);
}
const english = i18next.getFixedT('en') as unknown as Translate;
const spanish = i18next.getFixedT('es') as unknown as Translate;
const shown = (what: React.ReactNode): string => renderToStaticMarkup(<MantineProvider>{what}</MantineProvider>);

const base = { ...newMerchant('shop'), name: 'Shop', baseUrl: 'https://pay.example.test', taxRates: [700] };
const values = { ...toValues(base), cutOff: '6', till: 'two' };

test('a planted setting of a merchant has its field in its part of the page, with its words, its value and its bounds', () => {
  const form = { values, errors: { cutOff: 'Enter a number.' } } as unknown as MerchantForm;
  const markup = shown(<MerchantGroup form={form} group="payments" />);
  expect(markup).toMatch(/Cut-off hour.*By the clock of the service\..*inputMode="numeric".*value="6"/i);
  expect(markup).toMatch(/aria-invalid="true".*Enter a number\./);
  expect(markup).toContain('<option value="two" selected="">Second till</option>');
});

/** The planted setting is in no type. */
function withCutOff(cutOff: string) {
  const keyed = { ...values, cutOff };
  return keyed;
}

test.each([
  ['24', { key: 'range', min: 0, max: 23 }],
  ['six', { key: 'whole' }],
  ['', { key: 'required' }],
])('a planted setting of a merchant refuses %j', (cutOff, issue) => {
  expect(readMerchant(withCutOff(cutOff), base)).toEqual({ ok: false, issues: { cutOff: issue } });
});

test('a planted setting of a merchant is saved, and shown again', () => {
  const read = readMerchant(withCutOff(' 23 '), base);
  expect(read).toMatchObject({ ok: true, merchant: { cutOff: 23, till: 'two' } });
  expect(read.ok && toValues(read.merchant)).toMatchObject({ cutOff: '23', till: 'two' });
});

const schema = z.strictObject({
  id: z.string(),
  name: nameText(16),
  minutes: z.int().min(1).max(15),
  limit: amountSchema.nullable(),
  role: roleSchema,
  loud: z.boolean(),
  passcode: newPasscodeSchema,
});
const rows: readonly SettingRow<keyof z.infer<typeof schema>>[] = [
  { name: 'name', label: 'Name', hint: 'As on the door.', refusals: { too_small: 'Who is it?' } },
  { name: 'minutes', label: 'Minutes' },
  { name: 'limit', as: 'amount', label: 'Limit', placeholder: 'None' },
  { name: 'role', label: 'Role', options: [{ value: 'cashier', label: 'Cashier' }] },
  { name: 'loud', label: 'Loud' },
  { name: 'passcode', as: 'passcode', label: 'Passcode', again: { label: 'Again', differs: 'Not the same.' } },
];
const start = { id: 'O-1', minutes: 5, limit: 500_00, loud: true };
const keyed = {
  name: ' Ana ',
  minutes: '5',
  limit: '',
  role: 'cashier',
  loud: false,
  passcode: 'quiet harbour',
  'passcode again': 'quiet harbour',
};
const readAs = (t: Translate, change: object) => readForm(t, schema, rows, { ...keyed, ...change }, start);

test('a planted field of a form is rendered by the kind and the bounds of its schema', () => {
  const action = { mutate: () => undefined, isPending: false, isSuccess: true, error: null, reset: () => undefined };
  const markup = shown(<SettingForm schema={schema} rows={rows} start={start} action={action} submit="Keep it" />);
  expect(markup).toMatch(/Name<\/label>.*As on the door\..*maxLength="16"/i);
  expect(markup).toMatch(/inputMode="numeric"[^>]*value="5"/i);
  expect(markup).toMatch(/placeholder="None"[^>]*inputMode="decimal"[^>]*value="500\.00"/i);
  expect(markup).toMatch(/<option value="cashier">Cashier<\/option>/);
  expect(markup).toMatch(/type="checkbox"[^>]*checked=""/);
  expect(markup.match(/type="password"/g)).toHaveLength(2);
  expect(markup).toMatch(/role="status".*Saved/);
});

test.each([
  [{ name: '' }, { name: 'Who is it?' }, { name: 'Who is it?' }],
  [{ name: 'Ana of the long name' }, { name: 'Too long: 16 characters at most.' }, null],
  [{ name: '4059310181757001' }, { name: english('settings:issues.cardNumberHere') }, null],
  [{ minutes: '16' }, { minutes: 'Enter a number from 1 to 15.' }, { minutes: 'Escriba un número de 1 a 15.' }],
  [{ minutes: '' }, { minutes: 'Enter a number from 1 to 15.' }, null],
  [{ limit: 'much' }, { limit: 'Enter an amount such as 1.00.' }, null],
  [{ passcode: '12345678' }, { passcode: english('signIn:tooEasy') }, { passcode: spanish('signIn:tooEasy') }],
  [{ 'passcode again': 'quiet' }, { 'passcode again': 'Not the same.' }, null],
])('a planted field of a form refuses %j beside it, in the language of the seat', (change, issues, inSpanish) => {
  expect(readAs(english, change)).toEqual({ value: null, issues });
  if (inSpanish !== null) expect(readAs(spanish, change).issues).toEqual(inSpanish);
});

test('a planted field of a form is sent as its schema reads it, with what nobody keys', () => {
  const { value } = readAs(english, {});
  const { 'passcode again': _again, ...sent } = keyed;
  expect(value).toEqual({ ...sent, id: 'O-1', name: 'Ana', minutes: 5, limit: null });
  expect(readAs(english, { limit: '12.50' }).value).toMatchObject({ limit: 12_50 });
});
