/** The state of the Charge form: a key changes what its own field reads and nothing else, and the card leaves it at once. */
import { describe, expect, test, vi } from 'vitest';
import { createFormStore, type FormState } from '#renderer/features/charge/form/form-store.ts';
import { descriptionText, taxText } from '#renderer/features/charge/form/payment-form.ts';
import type { FieldName } from '#renderer/features/charge/form/payment-issues.ts';
import { visa } from '#test/fixtures/drafts.ts';
import { saidFields as texts } from '#test/fixtures/payment-fields.ts';
import { merchantOf } from '#test/fixtures/shown/seat.ts';

const merchant = merchantOf('training');

/** What each field shows: its text and its issue. React renders a field again only when one of them is another value. */
const viewsOf = (state: FormState): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ...texts.map((name) => [name, state.values[name]] as const),
    ...texts.map((name) => [`issue of ${name}`, state.issues[name]] as const),
    ['description', descriptionText(state.values)],
    ['taxAmount', taxText(state.values, state.merchant)],
    ['operation', state.values.operation],
    ['moreShown', state.moreShown],
  ]);

/** Fields whose text comes from another one. */
const followers: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  amount: ['taxAmount'],
  concept: ['description'],
};

describe.each(texts)('a key in the %s', (name) => {
  test('changes what this field reads and no other, while others have issues', () => {
    const form = createFormStore(merchant);
    form.change({ email: 'nobody', phone: 'six', cardNumber: '4059', expiry: '13/30', amount: '5' });
    for (const left of texts) form.leave(left);
    form.change({ [name]: '1' });
    const before = viewsOf(form.state());
    form.change({ [name]: '12' });
    const after = viewsOf(form.state());
    const changed = [...after].filter(([view, value]) => !Object.is(value, before.get(view))).map(([view]) => view);
    expect(changed).toEqual([name, ...(followers[name] ?? [])]);
  });
});

test('the state of the form tells its follower of a key when there is time, and of everything else at once', () => {
  const form = createFormStore(merchant);
  const told: string[] = [];
  form.tell((pace) => told.push(pace));
  form.change({ concept: 'O' });
  expect(told).toEqual(['keyed']);
  form.change({ cardNumber: visa, securityCode: '123' });
  vi.stubGlobal('document', { activeElement: null });
  form.forgetCard();
  vi.unstubAllGlobals();
  expect(told.at(-1)).toBe('at once');
  expect(JSON.stringify(form.state())).not.toContain(visa);
  expect(form.state().values.securityCode).toBe('');
  expect(form.state().cardRound).toBe(1);
});

test('a full name is divided only while there is no last name, and typing another first name settles it', () => {
  const form = createFormStore(merchant);
  form.change({ firstName: 'María José Pérez Gómez' });
  form.divideName();
  expect(form.state().values).toMatchObject({ firstName: 'María José', lastName: 'Pérez Gómez' });
  expect(form.state().divided).toBe('María José Pérez Gómez');
  form.change({ firstName: 'Ana María Ríos Vega' });
  expect(form.state().divided).toBeNull();
  form.divideName();
  expect(form.state().values).toMatchObject({ firstName: 'Ana María Ríos Vega', lastName: 'Pérez Gómez' });
});
