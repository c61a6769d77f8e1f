/**
 * No key is lost or lands elsewhere: whichever way leads into a form, what is typed next without a look at the screen is in its
 * field, whole, or nothing of it is and the page says so. The review and the request then say the same amount.
 */
import { setTimeout as pass } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { attemptOf } from '#test/fixtures/shown/attempts.ts';
import { merchantOf, merchantView, type SeatOptions } from '#test/fixtures/shown/seat.ts';
import { blindKeys, type BlindKeys } from '#test/components/stage/blind-keys.ts';
import { fieldOf, fillAll, review, sendPayment, wholePayment } from '#test/components/stage/keyed-form.ts';
import { wordsOf } from '#test/components/stage/looks.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { times } from '#test/support/thorough.ts';
import type { ScreenName } from '#renderer/session/navigation.tsx';

const t = wordsOf('en');

interface Stage {
  readonly page: Page;
  readonly main: MockedMain;
  readonly keys: BlindKeys;
  readonly change: (options: SeatOptions) => Promise<void>;
}

interface Way {
  readonly name: string;
  readonly screen?: ScreenName;
  readonly scene?: SeatOptions;
  /** Goes to where the way begins. */
  readonly begin: (stage: Stage) => Promise<unknown>;
  /** Goes in, without waiting for the page. */
  readonly go: (stage: Stage) => Promise<unknown>;
  /** What is typed, and how its fields show it. */
  readonly typed?: string;
  readonly shown?: Readonly<Record<string, string>>;
  /** The same for fields that are filled at once. */
  readonly texts?: Readonly<Record<string, string>>;
  /** What main is asked to send in the end. */
  readonly sent?: Readonly<Record<string, unknown>>;
  /** The page hears of it before the first key, as of a menu that a pointer has chosen from. */
  readonly isFirst?: boolean;
}

const caretIn = async (page: Page, name: string): Promise<void> => {
  await fieldOf(page, name).focus();
};
/** Opens something over the form and waits until it has the keys. */
const over =
  (opens: string, from = 'amount'): Way['begin'] =>
  async ({ page }) => {
    await caretIn(page, from);
    await page.keyboard.press(opens);
    await page.getByRole('dialog').locator(':focus').waitFor();
  };
const paletteAt =
  (words: string): Way['begin'] =>
  async (stage) => {
    await over('Control+k', 'concept')(stage);
    await stage.page.keyboard.type(words);
    await stage.page.getByRole('option', { selected: true }).filter({ hasText: words }).first().waitFor();
  };
const inHoldsSearch: Way['begin'] = async ({ page }) => {
  await page.getByRole('textbox', { name: t('holds:filter.label') }).focus();
};
const resultOf =
  (outcome: 'approved' | 'declined'): Way['begin'] =>
  async ({ page, main }) => {
    main.payments.sell.answers(attemptOf('sell', outcome));
    await sendPayment(page);
    await page.locator('h2:focus').waitFor();
  };
const hit =
  (key: string): Way['go'] =>
  ({ keys }) =>
    keys.hit(key);

const orderId = '0193a5c0-0000-7000-8000-000000000001';
const order = {
  id: orderId,
  read: { kind: 'order', order: { amount: '12.50', concept: 'Order 7' } },
  more: 0,
} as const;
/** Texts that the order brings into an empty form. */
const ordered: Readonly<Record<string, string>> = { amount: '12.50', concept: 'Order 7' };
const elsewhere = { id: 'perno', name: 'Taller El Perno' } as const;
const cashier = { role: 'cashier', operatorName: 'Ana' } as const;
const locked = { access: { kind: 'locked', name: 'Ana', names: ['Ana'] } } as const;

const withPasscode: Way['begin'] = async ({ page, main }) => {
  main.session.signIn.waits();
  await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
};
/** Main answers after some keys, as after the work that a passcode costs. */
const signedInAfter =
  (ms: number): Way['go'] =>
  async ({ keys, change }) => {
    await keys.hit('Enter');
    await pass(ms);
    await change(cashier);
  };

const ways: readonly Way[] = [
  { name: 'Ctrl+1 in the search of another screen', screen: 'holds', begin: inHoldsSearch, go: hit('Control+1') },
  { name: 'Ctrl+1 in another field', begin: ({ page }) => caretIn(page, 'concept'), go: hit('Control+1') },
  { name: 'Ctrl+N in another field', begin: ({ page }) => caretIn(page, 'concept'), go: hit('Control+n') },
  { name: 'F2 in the search of another screen', screen: 'holds', begin: inHoldsSearch, go: hit('F2') },
  { name: 'F2 at a result', begin: resultOf('approved'), go: hit('F2') },
  { name: 'the first digit at a result', begin: resultOf('approved'), go: async () => {} },
  {
    name: 'the menu, in another field',
    begin: ({ page }) => caretIn(page, 'concept'),
    go: ({ main }) => main.emit('menu.command', { command: 'new-payment' }),
    isFirst: true,
  },
  {
    name: 'the menu, in the search of another screen',
    screen: 'holds',
    begin: inHoldsSearch,
    go: ({ main }) => main.emit('menu.command', { command: 'charge' }),
    isFirst: true,
  },
  { name: 'Esc from the palette', begin: over('Control+k'), go: hit('Escape') },
  { name: 'Esc from the help', begin: over('F1'), go: hit('Escape') },
  { name: 'Esc from the queue of unconfirmed payments', begin: over('F10'), go: hit('Escape') },
  { name: 'the palette, to Charge', begin: paletteAt(t('nav.charge')), go: hit('Enter') },
  {
    name: 'the palette, to the customer',
    begin: paletteAt(t('charge:customers.find')),
    go: hit('Enter'),
    typed: 'Guadalupe',
    shown: { firstName: 'Guadalupe' },
    texts: { firstName: 'Guadalupe' },
    sent: { firstName: 'Guadalupe' },
  },
  {
    name: 'F3 after a decline',
    begin: resultOf('declined'),
    go: hit('F3'),
    typed: '49160127761369880930123',
    shown: { cardNumber: '•••• •••• •••• 6988', expiry: '09/30', securityCode: '123' },
    texts: { cardNumber: '4916012776136988', expiry: '09/30', securityCode: '123' },
    sent: { card: { brand: 'VISA', number: '4916012776136988', expMonth: '09', expYear: '30', securityCode: '123' } },
  },
  {
    name: 'an order that is discarded',
    begin: async ({ page, main }) => {
      await fieldOf(page, 'concept').fill('Bits');
      main.payments.waitingOrder.answers(order);
      await main.emit('payments.orders', {});
      await page.getByRole('button', { name: t('charge:order.discard') }).focus();
    },
    go: hit('Enter'),
  },
  {
    name: 'an order that comes',
    begin: async ({ page, main }) => {
      await caretIn(page, 'amount');
      main.payments.waitingOrder.answers(order);
    },
    go: ({ main }) => main.emit('payments.orders', {}),
  },
  {
    name: 'another merchant, from the palette',
    begin: async (stage) => {
      stage.main.merchants.activate.answers(merchantView(merchantOf('test', elsewhere)));
      await paletteAt(elsewhere.name)(stage);
      await stage.page.keyboard.press('Enter');
      await stage.page
        .getByRole('button', { name: t('settings:merchants.use') })
        .and(stage.page.locator(':focus'))
        .waitFor();
    },
    go: async ({ main, keys, change }) => {
      await main.merchants.activate.by(keys.hit('Enter'));
      await change({ ...cashier, environment: 'test', merchant: elsewhere });
    },
  },
  ...[0, 60, 250].map((ms): Way => ({
    name: `unlocking in ${ms} ms`,
    scene: locked,
    begin: withPasscode,
    go: signedInAfter(ms),
  })),
  {
    name: 'signing in',
    scene: { access: { kind: 'signed-out', names: ['Ana'] } },
    begin: withPasscode,
    go: signedInAfter(120),
  },
];

/** Texts of the form's fields by name. Empty while there is no form. */
const keyed = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLInputElement>('#charge-form input[id^="charge-"]')].map(({ id, value }) => [
        id.replace('charge-', ''),
        value,
      ]),
    ),
  );

/** Fills what is still empty, reviews and sends. Returns what main was asked to send. */
async function sendRest({ page, main }: Stage) {
  const texts = await keyed(page);
  await fillAll(page, Object.fromEntries(Object.entries(wholePayment).filter(([name]) => texts[name] === '')));
  await fieldOf(page, 'phone').focus();
  await review(page);
  return main.payments.sell.by(page.keyboard.press('F9'));
}

/** Speeds and rhythms by turns of the ways, so that each is seen. A slowed processor is a busy one, so the slowest are for the thorough run. */
const paces = [
  { slower: 20, apart: 90 },
  { slower: 6, apart: 0 },
  { slower: 20, apart: 30 },
  { slower: 1, apart: 0 },
  { slower: 6, apart: 90 },
  { slower: 20, apart: 0 },
  { slower: 1, apart: 30 },
  { slower: 6, apart: 30 },
  { slower: 1, apart: 90 },
].filter(({ slower }) => slower <= times(6, 20));
const pacesOf = (turn: number) => paces.filter((_pace, index) => times(Number(index === turn % paces.length), 1) === 1);

for (const [turn, way] of ways.entries()) {
  for (const { slower, apart } of pacesOf(turn)) {
    test(`${way.name}, ${slower} times slower, keys ${apart} ms apart`, async ({ show, change, page, main }) => {
      const { typed = '342.71', shown = { amount: typed }, sent = { amount: 342_71 } } = way;
      const merchants = [
        merchantView(merchantOf('training')),
        merchantView(merchantOf('test', elsewhere), { active: false }),
      ];
      main.history.search.answers({ attempts: [], more: false });
      main.payments.sell.answers(attemptOf('sell', 'approved'));
      await show({ ...cashier, ...way.scene, merchants, ...(way.screen === undefined ? {} : { screen: way.screen }) });
      const keys = await blindKeys(page);
      const stage = { page, main, keys, change };
      await way.begin(stage);
      const before = await keyed(page);
      await keys.slowDown(slower);
      const gone = way.go(stage);
      if (way.isFirst === true) await gone;
      await keys.type(typed, apart);
      await keys.slowDown(1);
      await gone;
      await keys.end();

      const fields = Object.keys(shown);
      await fieldOf(page, fields[0] ?? 'amount').waitFor();
      // What comes late, comes within two frames.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const after = await keyed(page);
      const others = Object.entries(after).filter(([name]) => !fields.includes(name));
      for (const [name, text] of others)
        expect(['', before[name], ordered[name], wholePayment[name]], name).toContain(text);
      const isTaken = fields.some((name) => after[name] !== '' && after[name] !== ordered[name]);
      if (isTaken) for (const [name, text] of Object.entries(shown)) expect(after[name], name).toBe(text);
      else {
        await expect(page.getByText(t('banner.typing'))).toBeVisible();
        await fieldOf(page, fields[0] ?? 'amount').click();
        for (const [name, text] of Object.entries(way.texts ?? { amount: typed })) await fieldOf(page, name).fill(text);
      }
      expect(await sendRest(stage)).toMatchObject({ ...sent });
    });
  }
}

for (const { slower, apart } of pacesOf(0)) {
  test(`Ctrl+L keeps the passcode apart, ${slower} × slower, ${apart} ms`, async ({ show, change, page, main }) => {
    main.session.lock.answers(undefined);
    await show(cashier);
    await caretIn(page, 'concept');
    const before = await keyed(page);
    const keys = await blindKeys(page);
    await keys.slowDown(slower);
    const locking = async (): Promise<void> => {
      await main.session.lock.by(keys.hit('Control+l'));
      await change(locked);
    };
    await Promise.all([locking(), keys.type('quiet harbour', apart)]);
    await keys.slowDown(1);
    await keys.end();
    expect(['', 'quiet harbour']).toContain(await page.getByLabel(t('signIn:passcode')).inputValue());
    expect(await keyed(page)).toEqual(before);
  });
}
