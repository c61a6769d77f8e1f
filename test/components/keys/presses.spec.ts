/**
 * The common tasks by keyboard alone: at most three presses besides what is said or chosen, and a focus that is never lost.
 * A task ends with what the operator sees and with what main was asked.
 */
import type { Language } from '#shared/languages.ts';
import type { Page } from '@playwright/test';
import { batch, batchRow, hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { attemptOf, detailsOf, earlierCardOf, idOf, listed } from '#test/fixtures/shown/attempts.ts';
import { merchantOf, merchantView, type SeatOptions } from '#test/fixtures/shown/seat.ts';
import { fieldOf } from '#test/components/stage/keyed-form.ts';
import { wordsOf } from '#test/components/stage/looks.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { expect, test } from '#test/components/stage/test.ts';
import type { ScreenName } from '#renderer/session/navigation.tsx';
import type { Translate } from '#renderer/words/i18n.ts';

/** What counts against the limit. */
const mostConfirmations = 3;

/** Presses by what they are for. Typed texts are data and are not counted. */
interface Presses {
  /** Keys that end a text of open length. */
  ends: number;
  /** Keys that say which records or which answer is meant: data as well, where nothing is typed. */
  choices: number;
  /** All others. */
  readonly confirmations: string[];
}

interface Clerk {
  readonly presses: Presses;
  readonly type: (text: string) => Promise<void>;
  readonly end: (text: string) => Promise<void>;
  readonly choose: (...keys: readonly string[]) => Promise<void>;
  readonly confirm: (key: string) => Promise<void>;
}

function clerkAt(page: Page): Clerk {
  const presses: Presses = { ends: 0, choices: 0, confirmations: [] };
  return {
    presses,
    type: (text) => page.keyboard.type(text),
    end: async (text) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      presses.ends++;
    },
    choose: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      presses.choices += keys.length;
    },
    confirm: async (key) => {
      await page.keyboard.press(key);
      presses.confirmations.push(key);
    },
  };
}

const focusOf = (page: Page) => page.locator('body :focus');

test.describe('a payment on the Charge form', () => {
  const t = wordsOf('en');
  const scene = { role: 'cashier', operatorName: 'Ana' } as const;
  const data = {
    amount: '120.50',
    concept: 'Order 1182',
    card: ['4059310181757001', '0930', '123'],
    name: 'María José Pérez Gómez',
    email: 'mj.perez@example.com',
    phone: '+507 6020-1236',
  } as const;

  for (const [operation, switching, concept] of [
    ['sell', [], ''],
    ['authorize', ['F8'], 'Web order'],
  ] as const) {
    const which = `${operation}, ${concept === '' ? 'own concept' : 'concept of the merchant'}`;
    test(`needs at most three presses besides the data: ${which}`, async ({ show, page, main }) => {
      const pending = main.payments[operation].waits();
      await show({ ...scene, merchant: { defaultConcept: concept } });
      await fieldOf(page, 'amount').and(page.locator(':focus')).waitFor();
      const { presses, type, end, confirm } = clerkAt(page);
      for (const key of switching) await confirm(key);
      await end(data.amount);
      if (concept === '') await end(data.concept);
      for (const part of data.card) await type(part);
      await end(data.name);
      await end(data.email);
      // The Enter that ends the last text reviews as well.
      await end(data.phone);
      await page.getByRole('heading', { name: t('charge:review.title') }).waitFor();
      const draft = await main.payments[operation].by(confirm('F9'));
      expect(draft).toMatchObject({
        amount: 120_50,
        taxAmount: 7_88,
        concept: concept || data.concept,
        description: concept || data.concept,
        firstName: 'María José',
        lastName: 'Pérez Gómez',
        email: data.email,
        phone: '50760201236',
        card: { number: data.card[0], expMonth: '09', expYear: '30', securityCode: data.card[2] },
      });
      pending.answers(attemptOf(operation, 'approved', { amount: 120_50 }));
      const title = t(operation === 'sell' ? 'outcomes:charged.title' : 'outcomes:held.title');
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
      expect(presses.confirmations.length).toBeLessThanOrEqual(2);
      // One for each text of open length, and none of them is passed by twice.
      expect(presses.ends).toBe(concept === '' ? 5 : 4);
    });
  }
});

const holds = Array.from({ length: 24 }, (_, index) => hold(index + 1, 100 + index));
const chargedAll = (captures: readonly { readonly holdId: string }[], batchId: string) =>
  batch(
    captures.map(({ holdId }, index) =>
      batchRow(holds.find(({ id }) => id === holdId) ?? hold(900, 1), {
        status: 'done',
        attempt: attemptOf('capture', 'approved', { id: idOf(100 + index), holdId }),
      }),
    ),
    true,
    batchId,
  );
const payment = attemptOf('sell', 'approved', {
  id: idOf(7),
  environment: 'test',
  lastName: 'Montenegro',
  amount: 1_250_50,
});
const unconfirmed = attemptOf('sell', 'unknown', { id: idOf(8), environment: 'test' });
const elsewhere = merchantView(merchantOf('production', { id: 'perno', name: 'Taller El Perno' }), { active: false });

interface Stage {
  readonly page: Page;
  readonly main: MockedMain;
  readonly t: Translate;
  readonly clerk: Clerk;
  /** Main's settings and merchant change, as after what it was asked. */
  readonly change: (options: SeatOptions) => Promise<void>;
}

interface Task {
  readonly name: string;
  readonly language: Language;
  readonly screen?: ScreenName;
  readonly play: (stage: Stage) => Promise<void>;
}

/** Captures marked holds, from any screen. */
const captureMarked =
  (mark: readonly string[], count: number, left: readonly string[]): Task['play'] =>
  async ({ page, main, t, clerk }) => {
    await clerk.confirm('Control+2');
    await page.getByRole('grid').and(page.locator(':focus')).waitFor();
    await clerk.choose(...mark);
    await expect(page.getByText(t('holds:batch.selected', { count })).first()).toBeVisible();
    await clerk.confirm('Enter');
    await expect(page.getByRole('textbox', { name: t('holds:batch.description') })).toBeFocused();
    const sent = await main.holds.captureMany.by(clerk.confirm('F9'));
    const ids = sent.captures.map(({ holdId }) => holdId);
    expect(ids.toSorted()).toEqual(holds.map(({ id }) => id).filter((id) => !left.includes(id)));
    const title = t('holds:batch.headline.all', { charged: count, total: count, count });
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toBeFocused();
  };

/** Finds the payment by what the caller says, from any screen. */
const findBy =
  (text: string): Task['play'] =>
  async ({ page, main, t, clerk }) => {
    await clerk.confirm('Control+k');
    await clerk.type(text);
    await page.getByRole('option', { selected: true }).filter({ hasText: 'Montenegro' }).waitFor();
    await main.history.show.by(clerk.confirm('Enter'), ({ id }) => id === payment.id);
    const details = page.getByRole('complementary');
    await expect(details.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeVisible();
    await expect(details).toContainText('1,250.50');
    await expect(page.getByRole('grid')).toBeFocused();
  };

/** Records what became of an unconfirmed payment, from any screen, whose focus comes back. */
const resolveAs =
  (opening: string, key: string, reference: string, resolution: object): Task['play'] =>
  async ({ page, main, t, clerk }) => {
    const before = await focusOf(page).getAttribute('id');
    await clerk.confirm(opening);
    await page.getByRole('listbox').and(page.locator(':focus')).waitFor();
    await clerk.confirm('Enter');
    await page.getByRole('dialog').getByRole('radio').first().and(page.locator(':focus')).waitFor();
    await clerk.choose(key);
    if (reference !== '') await clerk.end(reference);
    await expect(page.getByText(t('history:resolve.noteNeeded'))).toHaveCount(0);
    await clerk.type('Asked the bank');
    main.history.unknowns.answers([]);
    const sent = await main.history.resolve.by(clerk.confirm('F9'));
    expect(sent).toMatchObject({ id: unconfirmed.id, resolution: { ...resolution, note: 'Asked the bank' } });
    await expect(page.getByText(t('unconfirmed:empty'))).toBeVisible();
    await main.emit('history.changed', { attemptIds: [unconfirmed.id] });
    await expect(page.getByRole('button', { name: t('action.close') }).last()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(() => focusOf(page).getAttribute('id')).toBe(before);
  };

const tasks: readonly Task[] = [
  {
    name: 'one hold is captured',
    language: 'en',
    play: async ({ page, main, t, clerk }) => {
      await clerk.confirm('Control+2');
      await page.getByRole('grid').and(page.locator(':focus')).waitFor();
      await clerk.confirm('Enter');
      await expect(page.getByRole('textbox', { name: t('fields:description.label') })).toBeFocused();
      const sent = await main.holds.capture.by(clerk.confirm('F9'));
      expect(sent).toEqual({ holdId: idOf(1), amount: 120_00, description: 'Drill and bits' });
      await expect(page.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('grid')).toBeFocused();
    },
  },
  {
    name: 'the first 20 of 24 holds are captured',
    language: 'en',
    play: captureMarked(
      ['Shift+End', ...Array<string>(4).fill('Shift+ArrowUp')],
      20,
      [21, 22, 23, 24].map((number) => idOf(number)),
    ),
  },
  { name: 'all holds are captured', language: 'es', play: captureMarked(['Control+a'], 24, []) },
  { name: 'a payment is found by its amount', language: 'en', play: findBy('1250.50') },
  { name: 'a payment is found by a name', language: 'es', screen: 'settings', play: findBy('montenegro') },
  {
    name: 'an unconfirmed payment is resolved as charged',
    language: 'en',
    play: resolveAs('F10', '1', 'SANDBOX_77', { outcome: 'approved', reference: 'SANDBOX_77' }),
  },
  {
    name: 'an unconfirmed payment is resolved as not sent',
    language: 'es',
    screen: 'history',
    play: resolveAs('Control+u', '4', '', { outcome: 'not-sent', reference: '' }),
  },
  {
    name: 'a receipt is printed again',
    language: 'es',
    play: async ({ page, main, t, clerk }) => {
      await clerk.confirm('Control+k');
      await clerk.type('montenegro');
      await page.getByRole('option', { selected: true }).filter({ hasText: 'Montenegro' }).waitFor();
      await clerk.confirm('Control+p');
      const dialog = page.getByRole('dialog', { name: t('printing:title.receipt') });
      await expect(dialog.getByRole('button', { name: t('printing:print') })).toBeFocused();
      const sent = await main.paper.print.by(clerk.confirm('Enter'));
      expect(sent).toMatchObject({ document: { kind: 'receipt', attemptId: payment.id }, language: 'es' });
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('complementary')).toContainText('1,250.50');
    },
  },
  {
    name: 'the language is switched',
    language: 'en',
    play: async ({ page, main, clerk, change }) => {
      const sent = await main.seat.save.by(clerk.confirm('Control+Shift+L'));
      expect(sent).toMatchObject({ language: 'es' });
      await change({ settings: { language: 'es' } });
      await expect(page.getByRole('heading', { level: 1, name: wordsOf('es')('charge:title') })).toBeVisible();
    },
  },
  {
    name: 'the card of an earlier customer is charged again',
    language: 'es',
    play: async ({ page, main, t, clerk }) => {
      await clerk.confirm('F5');
      await clerk.type('montene');
      await page.getByRole('option').filter({ hasText: 'Montenegro' }).waitFor();
      await clerk.choose('ArrowDown');
      await clerk.confirm('Shift+Enter');
      const amount = page.getByRole('dialog').getByRole('textbox', { name: t('fields:amount.label') });
      await amount.and(page.locator(':focus')).waitFor();
      expect(clerk.presses.confirmations.length + clerk.presses.choices, 'presses to the review').toBe(3);
      await clerk.end('45.50');
      // Says that the customer agreed.
      await clerk.choose('Space');
      const sent = await main.payments.recharge.by(clerk.confirm('F9'));
      expect(sent).toMatchObject({ attemptId: payment.id, amount: 45_50, concept: payment.concept });
      await expect(page.getByRole('heading', { level: 2, name: t('outcomes:charged.title') })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(fieldOf(page, 'firstName')).toBeFocused();
    },
  },
  {
    name: 'the merchant is switched',
    language: 'en',
    play: async ({ page, main, t, clerk, change }) => {
      await clerk.confirm('Control+Shift+M');
      await page.getByRole('option', { selected: true }).filter({ hasText: 'Taller El Perno' }).waitFor();
      await clerk.confirm('Enter');
      await expect(page.getByRole('button', { name: t('settings:merchants.use') })).toBeFocused();
      const sent = await main.merchants.activate.by(clerk.confirm('Enter'));
      expect(sent).toEqual({ merchantId: 'perno' });
      await change({ environment: 'production', merchant: { id: 'perno', name: 'Taller El Perno' } });
      await expect(page.getByRole('banner')).toContainText('Taller El Perno');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
];

for (const { name, language, screen = 'charge', play } of tasks) {
  test(`${name}, three presses at most, the focus in the screen, ${language}`, async ({ show, change, page, main }) => {
    main.holds.list.answers(holdsPage(holds));
    main.holds.capture.answers(attemptOf('capture', 'approved', { holdId: idOf(1) }));
    main.holds.captureMany.answers(({ captures, batchId }) => chargedAll(captures, batchId));
    main.history.unknowns.answers([unconfirmed]);
    main.history.resolve.answers(unconfirmed);
    main.history.search.answers({ attempts: [listed(payment)], more: false });
    main.history.show.answers(detailsOf(payment));
    main.paper.print.answers({ printed: true });
    main.seat.save.answers((settings) => settings);
    main.merchants.activate.answers(elsewhere);
    const { firstName, lastName, email, phone, startedAt } = payment;
    const person = { firstName, lastName, email, phone };
    main.payments.customers.answers([{ ...person, address: null, lastAt: startedAt, againId: payment.id }]);
    main.payments.earlierCard.answers(earlierCardOf(payment));
    main.payments.recharge.answers(attemptOf('recharge', 'approved', { cardOf: payment.id, amount: 45_50 }));
    const merchants = [merchantView(merchantOf('test')), elsewhere];
    await show({ environment: 'test', settings: { language }, screen, merchants });
    await focusOf(page).waitFor();
    const clerk = clerkAt(page);
    await play({ page, main, t: wordsOf(language), clerk, change });
    expect(clerk.presses.confirmations.length).toBeLessThanOrEqual(mostConfirmations);
    expect(clerk.presses.choices).toBeLessThanOrEqual(8);
    await expect(focusOf(page)).toHaveCount(1);
  });
}
