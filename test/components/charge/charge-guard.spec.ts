/** The duplicate guard beside the form, another try without keying the card, and a change of merchant. */
import type { Page } from '@playwright/test';
import { expect, test } from '#test/components/stage/test.ts';
import { fieldOf, keyForm, review, sendPayment } from '#test/components/stage/keyed-form.ts';
import { inOneLook, wordsOf } from '#test/components/stage/looks.ts';
import { expectOnTop } from '#test/components/stage/pixels/on-top.ts';
import { attemptOf, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { embeddedAtFirst } from '#test/fixtures/shown/seat.ts';
import type { LookalikeAnswer } from '#shared/ledger/lookalikes.ts';

const foundOne = (needs: 'reason' | 'supervisor' = 'reason'): LookalikeAnswer => ({
  kind: 'found',
  earlier: [listed(attemptOf('sell', needs === 'reason' ? 'approved' : 'unknown', { operatorName: 'Beto' }))],
  count: 1,
  needs,
});
const t = wordsOf('en');
const scene = { role: 'cashier', operatorName: 'Ana' } as const;
const shop = (id: string, name: string) => ({ ...scene, environment: 'test', merchant: { id, name } }) as const;
const one = shop('one', 'Ferretería Uno');
const other = shop('other', 'Ferretería Dos');
const asked = t('charge:move.title', { merchant: 'Ferretería Dos' });

const tryAgain = (page: Page) => page.getByRole('button', { name: t('charge:result.tryAgain') });

/** Gives a reason for another payment like an earlier one. */
async function giveReason(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: t('charge:duplicate.reason') }).fill('A second drill');
  await page.keyboard.press('Enter');
}

const retry = { handle: '5a1d9f4e-3c1b-4e0a-9d52-6f0b5a7c8e21', seconds: 60 };
const notSent = { ...attemptOf('sell', 'not-sent'), retry };

inOneLook('en', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;
  const title = t('charge:guard.title', { count: 1 });

  test.describe(`the guard beside the Charge form, ${look.language}, ${look.theme}`, () => {
    test('shows the earlier payment before the review, and goes on with a reason', async ({ show, page, main }) => {
      main.payments.lookalikes.answers(foundOne());
      main.payments.sell.waits();
      await show(scene);
      const question = await main.payments.lookalikes.by(keyForm(page));
      expect(question).toEqual({ merchantId: 'training', amount: 120_00, cardNumber: '4059310181757001' });
      const panel = page.getByRole('region', { name: title });
      await expect(panel).toContainText('María José Castillero');
      await expect(panel).toContainText('B/. 120.00');
      await expect(panel).toContainText('Beto');
      const summary = page.getByRole('complementary');
      await expect(summary.getByRole('term').filter({ hasText: t('fields:amount.label') })).toBeVisible();
      await expect(summary).toContainText('•••• 7001');
      // One button has the Enter key.
      await expect(summary.locator('button:has(kbd)')).toHaveText([new RegExp(t('charge:duplicate.goOn'))]);
      // Keying goes on undisturbed.
      await expect(fieldOf(page, 'phone')).toBeFocused();
      await page.keyboard.press('Enter');
      const reason = panel.getByRole('textbox', { name: t('charge:duplicate.reason') });
      await expect(reason).toBeFocused();
      await expect(page.getByText(t('charge:guard.reasonFirst'))).toBeVisible();
      await page.keyboard.type('A second drill');
      await page.keyboard.press('Enter');
      await expect(page.locator('#charge-read-back')).toBeFocused();
      await expect(summary).toContainText('A second drill');
      const draft = await main.payments.sell.by(page.keyboard.press('F9'));
      expect(draft).toMatchObject({ override: { reason: 'A second drill' }, card: { number: '4059310181757001' } });
    });

    for (const [fate, badge] of [
      ['captured', 'outcomes:badge.captured'],
      ['voided', 'outcomes:badge.voided'],
    ] as const) {
      test(`says in the form and the refusal that an earlier hold was ${fate}`, async ({ show, page, main }) => {
        const hold = attemptOf('authorize', 'approved', { id: idOf(8) });
        const earlier = [listed(hold, paymentOf(hold, fate, attemptOf('capture', 'approved', { holdId: hold.id })))];
        main.payments.lookalikes.answers({ kind: 'found', earlier, count: 1, needs: 'reason' });
        main.payments.sell.fails({ kind: 'duplicate', earlier, needs: 'reason' });
        await show(scene);
        await keyForm(page);
        const row = page.getByRole('listitem').filter({ hasText: 'María José' });
        await expect(row).toContainText(t(badge));
        await expect(row).not.toContainText(t('outcomes:badge.held'));
        await giveReason(page);
        await page.keyboard.press('F9');
        await expect(page.getByRole('heading', { name: t('charge:duplicate.earlier') })).toBeVisible();
        await expect(row).toContainText(t(badge));
      });
    }

    test('asks for a supervisor when an earlier payment is unknown', async ({ show, page, main }) => {
      main.payments.lookalikes.answers(foundOne('supervisor'));
      main.operators.approve.answers({ approvalId: idOf(5) });
      main.payments.sell.waits();
      await show(scene);
      await keyForm(page);
      const panel = page.getByRole('region', { name: title });
      await panel.getByRole('textbox', { name: t('charge:duplicate.reason') }).fill('A second drill');
      await panel.getByRole('textbox', { name: t('role.supervisor') }).fill('Celia');
      await panel.getByLabel(t('signIn:passcode')).fill('quiet harbour');
      const approval = await main.operators.approve.by(page.keyboard.press('Enter'));
      expect(approval).toMatchObject({ act: 'lookalike', subject: '7001 12000 training', name: 'Celia' });
      await expect(page.getByRole('heading', { name: t('charge:review.title') })).toBeVisible();
      const draft = await main.payments.sell.by(page.keyboard.press('F9'));
      expect(draft.override).toEqual({ reason: 'A second drill', approvalId: idOf(5) });
    });

    test('shows each field that it leads to in a low window @thorough', async ({ show, page, main }) => {
      main.payments.lookalikes.answers(foundOne('supervisor'));
      await show(scene);
      await page.setViewportSize({ width: 1264, height: 600 });
      await keyForm(page);
      await page.getByRole('region', { name: title }).waitFor();
      const uncovered = () =>
        page.evaluate(() => {
          const { x, y, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
          return [y + 2, y + height - 2].every((at) => document.elementFromPoint(x + width / 2, at)?.matches(':focus'));
        });
      await page.keyboard.press('Enter');
      for (const name of ['charge:duplicate.reason', 'role.supervisor'] as const) {
        await expect(page.getByRole('textbox', { name: t(name) })).toBeFocused();
        await expect.poll(uncovered, t(name)).toBe(true);
        await page.keyboard.type('Celia');
        await page.keyboard.press('Tab');
      }
      await expect.poll(uncovered, 'passcode').toBe(true);
      main.operators.approve.fails({ kind: 'wrong-passcode', left: 4 });
      await page.keyboard.type('wrong harbour');
      await page.keyboard.press('Enter');
      const left = page.getByText(t('signIn:wrong.left', { count: 4, name: 'Celia' }));
      await left.waitFor();
      await expect(() => expectOnTop(left)).toPass();
    });

    test('says that the check comes at sending, and delays nothing', async ({ show, page, main }) => {
      main.payments.lookalikes.answers({ kind: 'later' });
      await show(scene);
      await keyForm(page);
      await expect(page.getByText(t('charge:guard.later'))).toBeVisible();
      await review(page);
      await expect(page.getByText(t('charge:guard.later'))).toBeVisible();
    });
  });

  test.describe(`another try of an unsent payment, ${look.language}, ${look.theme}`, () => {
    test('needs no card while the seconds run', async ({ show, page, main }) => {
      main.payments.sell.answers(notSent);
      main.payments.tryAgain.answers(attemptOf('sell', 'approved'));
      await show(scene);
      await sendPayment(page);
      await expect(tryAgain(page)).toBeVisible();
      await expect(page.getByRole('timer')).toHaveText(/\b(60|5\d)\b/);
      const again = await main.payments.tryAgain.by(page.keyboard.press('F9'));
      expect(again.handle).toBe(retry.handle);
      expect(again.draftId).not.toBe(main.payments.sell.inputs[0]?.draftId);
      await expect(page.getByRole('button', { name: t('charge:title') })).toBeVisible();
    });

    test('needs the card once the minute is over, or main no longer keeps it', async ({ show, page, main }) => {
      await test.step('needs the card again once the minute is over', async () => {
        main.payments.sell.answers(notSent);
        await show(scene);
        await sendPayment(page);
        await expect(tryAgain(page)).toBeVisible();
        await page.clock.fastForward(61_000);
        await expect(page.getByText(t('charge:result.cardCleared'))).toBeVisible();
        await page.keyboard.press('F9');
        await page.keyboard.press('F3');
        await expect(fieldOf(page, 'cardNumber')).toBeFocused();
        expect(main.payments.tryAgain.inputs).toEqual([]);
      });
      await test.step('goes back to the card when main no longer keeps it', async () => {
        await page.getByRole('button', { name: t('charge:clear') }).click();
        main.payments.sell.answers(notSent);
        main.payments.tryAgain.fails({ kind: 'not-found' });
        await sendPayment(page);
        await tryAgain(page).click();
        await expect(page.getByText(t('charge:retry.over'))).toBeVisible();
        await expect(fieldOf(page, 'cardNumber')).toBeFocused();
        await expect(fieldOf(page, 'email')).toHaveValue('mj.castillero@example.com');
      });
    });

    test('goes on once the payment database that refused it is back', async ({ show, page, main }) => {
      main.payments.sell.fails({ kind: 'ledger', reason: 'disconnected', detail: '', retry });
      main.payments.tryAgain.answers(attemptOf('sell', 'approved'));
      await show({ ...scene, ledger: { available: false, reason: 'disconnected' } });
      await sendPayment(page);
      await expect(page.getByRole('timer')).toBeVisible();
      await page.keyboard.press('F9');
      main.ledger.status.answers(embeddedAtFirst);
      await main.emit('ledger.changed', {});
      await expect(page.getByRole('button', { name: /120\.00/ })).toBeFocused();
      expect(main.payments.tryAgain.inputs).toEqual([]);
      const again = await main.payments.tryAgain.by(page.keyboard.press('F9'));
      expect(again.handle).toBe(retry.handle);
    });

    test('goes on after the guard’s refusal with a reason', async ({ show, page, main }) => {
      const earlier = [listed(attemptOf('sell', 'approved'))];
      main.payments.sell.fails({ kind: 'duplicate', earlier, needs: 'reason', retry });
      main.payments.tryAgain.answers(attemptOf('sell', 'approved'));
      await show(scene);
      await sendPayment(page);
      // Without a reason nothing is sent.
      await page.keyboard.press('F9');
      await giveReason(page);
      await expect(page.getByText(t('charge:guard.given', { reason: 'A second drill' }))).toBeVisible();
      expect(main.payments.tryAgain.inputs).toEqual([]);
      const again = await main.payments.tryAgain.by(page.keyboard.press('F9'));
      expect(again).toMatchObject({ handle: retry.handle, override: { reason: 'A second drill' } });
    });
  });
});

test.describe('the guard’s question', () => {
  test('is asked anew for another amount, and drops the reason for the former one', async ({ show, page, main }) => {
    main.payments.lookalikes.answers(foundOne());
    await show(scene);
    await keyForm(page, { phone: '' });
    await giveReason(page);
    await expect(page.getByText(t('charge:guard.given', { reason: 'A second drill' }))).toBeVisible();
    await expect(fieldOf(page, 'phone')).toBeFocused();
    const question = await main.payments.lookalikes.by(fieldOf(page, 'amount').fill('121'));
    expect(question.amount).toBe(121_00);
    await expect(page.getByRole('textbox', { name: t('charge:duplicate.reason') })).toBeVisible();
  });

  test('waits for the former one, and a late answer for another card is never shown', async ({ show, page, main }) => {
    const first = main.payments.lookalikes.waits();
    await show(scene);
    await main.payments.lookalikes.by(keyForm(page));
    const second = main.payments.lookalikes.waits();
    // The mask gives way to the digits when the field is entered.
    await fieldOf(page, 'cardNumber').focus();
    await fieldOf(page, 'cardNumber').fill('5517747952039692');
    await page.clock.fastForward(1_000);
    expect(main.payments.lookalikes.inputs).toHaveLength(1);
    const asked = main.payments.lookalikes.expect();
    first.answers(foundOne());
    expect(await asked).toMatchObject({ cardNumber: '5517747952039692' });
    await expect(page.getByRole('region')).toHaveCount(0);
    second.answers({ kind: 'none' });
    await review(page);
  });

  test('is not asked of an incomplete number, and never delays the review', async ({ show, page, main }) => {
    await test.step('is not asked of a number that is incomplete or has a wrong digit', async () => {
      await show(scene);
      await keyForm(page, { cardNumber: '4059310181757002' });
      await fieldOf(page, 'cardNumber').focus();
      await fieldOf(page, 'cardNumber').fill('405931018175700');
      await page.clock.fastForward(1_000);
      expect(main.payments.lookalikes.inputs).toEqual([]);
    });
    await test.step('never delays the review, and an answer that comes then stops the sending', async () => {
      const pending = main.payments.lookalikes.waits();
      await main.payments.lookalikes.by(keyForm(page));
      await review(page);
      pending.answers(foundOne());
      await expect(page.getByText(t('charge:guard.inReview'))).toBeVisible();
      await page.keyboard.press('F9');
      await expect(page.getByRole('textbox', { name: t('charge:duplicate.reason') })).toBeFocused();
      expect(main.payments.sell.inputs).toEqual([]);
    });
  });

  test('is asked again when the earlier payment changes, and keeps what is typed', async ({ show, page, main }) => {
    main.payments.lookalikes.answers(foundOne('supervisor'));
    await show({ ...scene, role: 'supervisor' });
    await keyForm(page);
    const reason = page.getByRole('textbox', { name: t('charge:duplicate.reason') });
    await reason.fill('A second dr');
    const asked = main.payments.lookalikes.expect();
    await main.emit('history.changed', { attemptIds: [idOf(1)] });
    await asked;
    await expect(reason).toHaveValue('A second dr');
    main.payments.lookalikes.answers({ kind: 'none' });
    await main.emit('history.changed', { attemptIds: null });
    await expect(reason).toBeHidden();
  });

  test('lists three of many, and says how many more there are', async ({ show, page, main }) => {
    const earlier = [1, 2, 3].map((number) => listed(attemptOf('sell', 'approved', { id: idOf(number) })));
    main.payments.lookalikes.answers({ kind: 'found', earlier, count: 7, needs: 'reason' });
    await show({ ...scene, role: 'back-office' });
    await keyForm(page);
    await expect(page.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByText(t('charge:guard.more', { count: 4 }))).toBeVisible();
    await expect(page.getByRole('button', { name: /^See it in History/ })).toHaveCount(3);
  });
});

test.describe('the card that main keeps', () => {
  for (const [way, act] of [
    ['back to the form', 'F3'],
    ['a new payment', 'F2'],
    ['another screen', 'Control+3'],
  ] as const) {
    test(`is wiped on the way to ${way}`, async ({ show, page, main }) => {
      main.payments.sell.answers(notSent);
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      await sendPayment(page);
      await expect(tryAgain(page)).toBeVisible();
      await main.payments.forgetCard.by(page.keyboard.press(act));
      await expect(page.getByRole('main')).toBeVisible();
    });
  }
});

test.describe('a change of merchant', () => {
  test('says nothing of last keys that were typed long before', async ({ show, change, page }) => {
    await show(one);
    await fieldOf(page, 'concept').pressSequentially('Order 1182');
    await page.clock.fastForward(60_000);
    await change(other);
    await expect(page.getByRole('alertdialog', { name: asked })).toBeVisible();
    await expect(page.getByText(t('banner.typing'))).toBeHidden();
  });

  test('keeps what was typed on request, but never the card', async ({ show, change, page }) => {
    await show(one);
    await keyForm(page);
    await review(page);
    await change(other);
    await page.getByRole('button', { name: t('charge:move.keep') }).click();
    await expect(fieldOf(page, 'amount')).toHaveValue('120.00');
    await expect(fieldOf(page, 'email')).toHaveValue('mj.castillero@example.com');
    await expect(fieldOf(page, 'cardNumber')).toHaveValue('');
    await expect(fieldOf(page, 'securityCode')).toHaveValue('');
  });

  test('asks before typed values go along, not when there are none', async ({ show, change, page }) => {
    await test.step('asks nothing when nothing was typed', async () => {
      await show(one);
      await change(other);
      await expect(page.getByRole('banner')).toContainText('Ferretería Dos');
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(fieldOf(page, 'amount')).toBeVisible();
    });
    await test.step('asks before typed values go along, not on the way back, and starts empty', async () => {
      await change(one);
      await keyForm(page);
      await change(other);
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await change(one);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await expect(fieldOf(page, 'amount')).toHaveValue('120.00');
      await expect(fieldOf(page, 'cardNumber')).toHaveValue('');
      await change(other);
      await expect(page.getByRole('alertdialog', { name: asked })).toContainText('Ferretería Uno');
      await expect(page.getByRole('button', { name: t('charge:move.empty') })).toBeFocused();
      await page.keyboard.press('Enter');
      for (const name of ['amount', 'cardNumber', 'expiry', 'securityCode', 'firstName', 'email']) {
        await expect(fieldOf(page, name)).toHaveValue('');
      }
    });
  });

  for (const [what, name, before, after] of [
    ['environment', 'Training', scene, { ...scene, environment: 'production' }],
    ['currency', 'Ferretería Uno', one, { ...one, merchant: { ...one.merchant, currencySign: '$' } }],
  ] as const)
    test(`to another ${what} carries nothing and says so`, async ({ show, change, page }) => {
      await show(before);
      await keyForm(page);
      await change(after);
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      for (const field of ['amount', 'firstName']) await expect(fieldOf(page, field)).toHaveValue('');
      await expect(page.getByRole('status').filter({ hasText: name })).toContainText('was cleared');
    });

  test('closes a result that was seen and says where it is', async ({ show, change, page, main }) => {
    main.payments.sell.answers(attemptOf('sell', 'approved'));
    await show(one);
    await sendPayment(page);
    await expect(page.getByRole('button', { name: t('charge:title') })).toBeVisible();
    await change(other);
    const before = { merchant: 'Ferretería Dos', before: 'Ferretería Uno' };
    await expect(page.getByText(t('charge:move.closed', before))).toBeVisible();
    await expect(fieldOf(page, 'amount')).toHaveValue('');
    await fieldOf(page, 'amount').fill('1');
    await expect(page.getByText(t('charge:move.closed', before))).toBeHidden();
  });

  test('closes a result that can be mended and asks about the typed values', async ({ show, change, page, main }) => {
    main.payments.sell.answers(notSent);
    await show(one);
    await sendPayment(page);
    await expect(tryAgain(page)).toBeVisible();
    await change(other);
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(fieldOf(page, 'amount')).toHaveValue('');
    await page.keyboard.press('F9');
    expect(main.payments.tryAgain.inputs).toEqual([]);
  });

  test('during a payment still shows its result, with its own merchant', async ({ show, change, page, main }) => {
    const sale = main.payments.sell.waits();
    await show(one);
    await main.payments.sell.by(sendPayment(page));
    await change(other);
    await expect(page.getByRole('banner')).toContainText('Ferretería Dos');
    await expect(page.getByRole('heading', { name: t('charge:sending.title') })).toBeVisible();
    sale.answers(attemptOf('sell', 'approved', { merchantName: 'Ferretería Uno' }));
    await expect(page.getByRole('button', { name: t('charge:title') })).toBeVisible();
    await expect(page.getByRole('complementary')).toContainText('Ferretería Uno');
    await page.keyboard.press('F2');
    await expect(fieldOf(page, 'amount')).toHaveValue('');
  });

  test('drops the reason that was given for the former one', async ({ show, change, page, main }) => {
    main.payments.lookalikes.answers(foundOne());
    main.payments.sell.waits();
    await show(one);
    await keyForm(page);
    await giveReason(page);
    await expect(page.getByRole('heading', { name: t('charge:review.title') })).toBeVisible();
    main.payments.lookalikes.answers({ kind: 'none' });
    await change(other);
    await page.getByRole('button', { name: t('charge:move.keep') }).click();
    await expect(page.getByText(t('charge:kept'))).toBeVisible();
    await keyForm(page, {});
    await review(page);
    const draft = await main.payments.sell.by(page.keyboard.press('F9'));
    expect(draft).toMatchObject({ merchantId: 'other' });
    expect(draft.override).toBeUndefined();
  });
});

test('the connection is warmed when the screen opens, at the first key and at the review', async ({
  show,
  page,
  main,
}) => {
  await show(scene);
  await expect.poll(() => main.payments.warm.inputs.length).toBe(1);
  await fieldOf(page, 'amount').fill('1');
  await expect.poll(() => main.payments.warm.inputs.length).toBe(2);
  await keyForm(page);
  expect(main.payments.warm.inputs).toHaveLength(2);
  await review(page);
  await expect.poll(() => main.payments.warm.inputs.length).toBe(3);
});
