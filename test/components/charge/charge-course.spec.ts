/** The course of a payment on the Charge screen: in progress, each outcome in both languages, and every refusal to send. */
import { expect, test } from '#test/components/stage/test.ts';
import { fieldOf, keyCard, keyForm, review, sendPayment } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { withStoppedClock } from '#test/components/stage/stopped-clock.ts';
import { attemptOf, detailsOf, idOf, listed, now, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { type Failure } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { outcomes, type Outcome } from '#shared/payments/outcome.ts';

/** The headline of each outcome of a sale, which states the money first. Those of the other operations are unit tests. */
const titles: Readonly<Record<Outcome, string>> = {
  approved: 'Charged.',
  declined: 'Declined. Nothing was charged.',
  rejected: 'Not accepted. Nothing was charged.',
  'not-sent': 'Not sent. The card was not charged.',
  unknown: 'We don’t know yet whether it was charged. Do not charge again.',
};

const nextStep = {
  approved: 'charge:title',
  declined: 'charge:result.anotherCard',
  rejected: 'charge:result.correct',
  'not-sent': 'charge:result.tryAgain',
  unknown: 'action.openInHistory',
} as const satisfies Record<Outcome, string>;

inOneLook('en', (look, t) => {
  const scene = { role: 'cashier', operatorName: 'Ana', settings: look } as const;

  test.describe(`a payment in progress, ${look.language}, ${look.theme}`, () => {
    test('takes no digit, keeps no card, and can be cancelled until its first byte', async ({ show, page, main }) => {
      main.payments.sell.waits();
      await show(scene);
      const draft = await main.payments.sell.by(sendPayment(page));
      expect(draft.card).toMatchObject({ number: '4059310181757001' });
      await expect(page.getByRole('heading', { name: t('charge:sending.title') })).toBeVisible();
      await expect(page.getByRole('region', { name: t('charge:sending.title') })).toBeFocused();
      await expect(page.getByRole('textbox')).toHaveCount(0);
      for (const name of ['cardNumber', 'securityCode']) await expect(fieldOf(page, name)).toHaveCount(0);
      const typed = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value));
      expect(typed).not.toContain('123');
      expect(typed.join(' ').replaceAll(/\W/g, '')).not.toContain('4059310181757001');
      expect((await page.content()).replaceAll(/\W/g, '')).not.toContain('4059310181757001');
      await expect(page.getByRole('status').filter({ hasText: t('charge:sending.connecting') })).toBeVisible();
      await page.keyboard.type('25');
      await expect(page.getByText(t('banner.typingEarly'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('action.cancel') })).toBeVisible();
      await main.emit('payments.sent', { draftId: draft.draftId });
      await expect(page.getByRole('button', { name: t('action.cancel') })).toBeHidden();
      await expect(page.getByText(t('charge:sending.connecting'))).toBeHidden();
    });

    test('never says that nothing has left after a look at another screen', async ({ show, page, main }) => {
      main.payments.sell.waits();
      main.history.search.answers({ attempts: [], more: false });
      await show(scene);
      const draft = await main.payments.sell.by(sendPayment(page));
      await expect(page.getByText(t('charge:sending.connecting'))).toBeVisible();
      await page.keyboard.press('Control+3');
      await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
      await main.emit('payments.sent', { draftId: draft.draftId });
      await page.keyboard.press('Control+1');
      await expect(page.getByRole('region', { name: t('charge:sending.title') })).toBeVisible();
      await expect(page.getByRole('main').getByText(t('charge:sending.awaited'))).toBeVisible();
      await expect(page.getByText(t('charge:sending.connecting'))).toBeHidden();
    });

    test('leaves nothing in the page when it is not one of this page', async ({ show, page, main }) => {
      await show(scene);
      await expect(page.locator('#charge-amount')).toBeFocused();
      const session = await page.context().newCDPSession(page);
      /** Counts the updates of states that React keeps. */
      async function keptUpdates(): Promise<number> {
        const { result: proto } = await session.send('Runtime.evaluate', { expression: 'Object.prototype' });
        const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: proto.objectId ?? '' });
        const functionDeclaration = `function () { return this.filter((each) => Object.hasOwn(each, 'eagerState')).length; }`;
        const of = { objectId: objects.objectId ?? '', functionDeclaration, returnByValue: true };
        return (await session.send('Runtime.callFunctionOn', of)).result.value as number;
      }
      const before = await keptUpdates();
      const payments = 200;
      for (let at = 0; at < payments; at++) await main.emit('payments.sent', { draftId: idOf(at) });
      expect((await keptUpdates()) - before).toBeLessThan(payments / 4);
    });

    test('makes no format of figures or dates of its own', async ({ stage, show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'approved'));
      // Parts that are read while the page is idle make formats of their own. Those of this page are not read, and those of the next are.
      const neverIdle = await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
      stage.spoil();
      await show(scene);
      await neverIdle.dispose();
      stage.spoil();
      await page.evaluate(() => {
        const made: string[] = [];
        Object.assign(window, { made });
        for (const name of ['NumberFormat', 'DateTimeFormat', 'DisplayNames'] as const) {
          const construct = (target: new (...args: never[]) => object, args: never[]): object => {
            made.push(name);
            return new target(...args);
          };
          Object.assign(Intl, { [name]: new Proxy(Intl[name], { construct }) });
        }
      });
      await sendPayment(page);
      await expect(page.getByRole('heading', { name: titles.approved, exact: true })).toBeFocused();
      expect(await page.evaluate((): unknown => Reflect.get(window, 'made'))).toEqual([]);
    });

    test('shows the elapsed seconds, and the word not to repeat it beside them', async ({ show, page, main }) => {
      main.payments.sell.waits();
      await show(scene);
      await withStoppedClock(page, async () => {
        await main.payments.sell.by(sendPayment(page));
        await page.clock.runFor(67_000);
        await expect(page.getByRole('timer')).toHaveText('1:07');
      });
      await page.setViewportSize({ width: 640, height: 360 });
      await expect(page.getByText(t('charge:sending.doNotClose'))).toBeInViewport({ ratio: 1 });
    });

    test('shows that it is being cancelled, and that it was too late', async ({ show, page, main }) => {
      main.payments.sell.waits();
      const cancel = main.payments.cancel.waits();
      await show(scene);
      const draft = await main.payments.sell.by(sendPayment(page));
      const cancelled = await main.payments.cancel.by(page.keyboard.press('Escape'));
      expect(cancelled.draftId).toBe(draft.draftId);
      await expect(page.getByRole('button', { name: t('charge:sending.cancelling') })).toBeDisabled();
      cancel.answers({ cancelled: false });
      await expect(page.getByText(t('charge:sending.tooLate'))).toBeVisible();
    });

    test('changes the page three times until its outcome, and the form not at all', async ({ show, page, main }) => {
      const pending = main.payments.sell.waits();
      await show(scene);
      await page.evaluate(() => {
        const changes = { page: 0, form: 0 };
        Object.assign(window, { changes });
        const observer = new MutationObserver((records) => {
          const elements = records.map(({ target }) => (target instanceof Element ? target : target.parentElement));
          // The stopwatch goes on by itself.
          if (elements.some((element) => element?.closest('[role="timer"]') === null)) changes.page++;
          changes.form += elements.filter((element) => element?.closest('form') != null).length;
        });
        const watch = ({ key }: KeyboardEvent): void => {
          if (key !== 'F9') return;
          observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        };
        window.addEventListener('keydown', watch, { capture: true });
      });
      const draft = await main.payments.sell.by(sendPayment(page));
      await page.getByRole('button', { name: t('action.cancel') }).waitFor();
      await main.emit('payments.sent', { draftId: draft.draftId });
      await expect(page.getByRole('button', { name: t('action.cancel') })).toBeHidden();
      pending.answers(attemptOf('sell', 'approved'));
      await expect(page.getByRole('heading', { name: titles.approved, exact: true })).toBeFocused();
      expect(await page.evaluate((): unknown => Reflect.get(window, 'changes'))).toEqual({ page: 3, form: 0 });
    });
  });

  test.describe(`a payment under review, ${look.language}, ${look.theme}`, () => {
    test('is read back in place of the form, takes no digit, and goes back as it was', async ({ show, page }) => {
      await show(scene);
      await keyForm(page, { amount: '1250.50' });
      await review(page);
      const card = page.getByRole('region', { name: t('charge:readBack.label') });
      for (const words of [
        '1,250.50',
        'Visa •••• 7001',
        '09/30',
        'María José Castillero',
        'Order 1182',
        '+507 6020-1236',
      ])
        await expect(card).toContainText(words);
      await expect(card).not.toContainText('4059');
      const amount = 'B/.\u00a01,250.50';
      const words = { amount, card: t('brand.ending', { brand: 'Visa', lastFour: '7001' }), merchant: 'Training' };
      await expect(card).toContainText(t('charge:say.sell', words));
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await page.keyboard.type('25');
      await expect(page.getByText(t('banner.typingEarly'))).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(card).toBeHidden();
      await expect(fieldOf(page, 'amount')).toHaveValue('1250.50');
    });

    test('says that the service can’t be reached, until it can be', async ({ show, page, main }) => {
      main.payments.warm.answers({ connection: 'failed' });
      await show(scene);
      const note = page.getByRole('status').filter({ hasText: t('charge:offline', { time: '10:00' }) });
      await expect(note).toBeVisible();
      await keyForm(page);
      await review(page);
      await expect(note).toBeVisible();
      main.payments.warm.answers({ connection: 'stands' });
      await page.clock.fastForward(15_000);
      await expect(note).toBeHidden();
    });

    test('raises no alarm when no connection was asked for', async ({ show, page, main }) => {
      main.payments.warm.answers({ connection: 'not-tried' });
      await main.payments.warm.by(show(scene));
      await keyForm(page);
      await review(page);
      await expect(page.getByText(t('charge:offline', { time: '10:00' }))).toBeHidden();
    });
  });

  test.describe(`the result of a payment, ${look.language}, ${look.theme}`, () => {
    test('is told once, by the focus on its headline, above buttons in a row', async ({ show, page, main }) => {
      const receiptUrl = 'https://localhost:8443/r/1';
      main.payments.sell.answers(attemptOf('sell', 'approved', { amount: 1250_50, receiptUrl }));
      await show(scene);
      await sendPayment(page);
      const title = page.getByRole('heading', { level: 2, name: titles.approved, exact: true });
      await expect(title).toBeFocused();
      await expect(title).toHaveAccessibleDescription(/1,250\.50/);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.getByRole('button', { name: t('outcomes:receipt') }).waitFor();
      const buttons = page.getByRole('main').getByRole('button').filter({ visible: true });
      const distances = await buttons.evaluateAll((shown) => {
        const boxes = shown.map((each) => each.getBoundingClientRect());
        return boxes.slice(1).map((box, index) => Math.round(box.left - (boxes[index]?.right ?? 0)));
      });
      expect(distances).toEqual([8, 8]);
    });

    test('leaves a dialog above it its keys, and acts on none of them', async ({ show, page, main }) => {
      const answer = main.payments.sell.waits();
      await show(scene);
      await main.payments.sell.by(sendPayment(page));
      await page.keyboard.press('F1');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: t('help:search') }).focus();
      await page.keyboard.type('un');
      answer.answers({ ...attemptOf('sell', 'not-sent'), retry: { handle: idOf(7), seconds: 60 } });
      await expect(page.getByText(titles['not-sent'])).toBeVisible();
      await page.keyboard.type('confirmed');
      await expect(dialog.getByRole('textbox')).toHaveValue('unconfirmed');
      await page.keyboard.press('F9');
      expect(main.payments.tryAgain.inputs).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      main.payments.tryAgain.waits();
      await main.payments.tryAgain.by(page.keyboard.press('F9'));
    });

    test('of a hold leads to its capture, and not by the key that sends', async ({ show, page, main }) => {
      const held = hold(7, 100);
      main.payments.authorize.answers({ ...held.authorization, id: held.id });
      main.holds.find.answers([held]);
      main.holds.list.answers(holdsPage([hold(1, 5), held]));
      await show({ ...scene, role: 'back-office' });
      await sendPayment(page, 'authorize');
      await expect(page.getByRole('button', { name: t('outcomes:next.showHold') })).toBeVisible();
      await page.keyboard.press('F9');
      await expect(page.getByRole('button', { name: t('outcomes:next.captureNow') })).toBeVisible();
      await page.keyboard.press('F3');
      const summary = page.getByRole('complementary');
      await expect(summary.getByRole('region', { name: t('holds:review.label') })).toBeVisible();
      await expect(summary).toContainText('Castillero 7');
    });

    test('of a hold says that it was captured meanwhile, and leads to no other one', async ({ show, page, main }) => {
      const held = hold(7, 100);
      main.payments.authorize.answers(held.authorization);
      main.holds.list.answers(holdsPage([]));
      await show({ ...scene, role: 'back-office' });
      await sendPayment(page, 'authorize');
      await expect(page.getByRole('button', { name: t('outcomes:next.captureNow') })).toBeVisible();
      await main.emit('menu.command', { command: 'holds' });
      await expect(page.getByText(t('holds:empty.title'))).toBeVisible();
      const payment = paymentOf(held.authorization, 'captured', attemptOf('capture', 'approved', { holdId: held.id }));
      main.history.show.answers(detailsOf(held.authorization, { payment }));
      await main.history.show.by(main.emit('menu.command', { command: 'charge' }));
      await expect(page.getByRole('heading', { name: t('history:payment.captured.title') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('outcomes:next.captureNow') })).toHaveCount(0);
    });

    test('of a hold offers a cashier only to look at it', async ({ show, page, main }) => {
      const held = hold(7, 100);
      main.payments.authorize.answers(held.authorization);
      main.holds.find.answers([held]);
      main.holds.list.answers(holdsPage([hold(1, 5)]));
      await show(scene);
      await sendPayment(page, 'authorize');
      await expect(page.getByRole('button', { name: t('outcomes:next.showHold') })).toBeVisible();
      await expect(page.getByRole('button', { name: t('outcomes:next.captureNow') })).toHaveCount(0);
      await page.keyboard.press('Control+g');
      await expect(page.getByRole('complementary')).toContainText('Castillero 7');
    });

    test('that is unknown is resolved by a supervisor there, by keys and a note', async ({ show, page, main }) => {
      const unknown = attemptOf('sell', 'unknown');
      main.payments.sell.answers(unknown);
      main.history.show.answers(detailsOf(unknown));
      main.history.resolve.answers(unknown);
      await show({ ...scene, role: 'supervisor' });
      await sendPayment(page);
      await expect(page.getByRole('button', { name: t('unconfirmed:resolve') })).toBeVisible();
      await page.keyboard.press('F3');
      await page.getByRole('dialog').getByRole('radio').first().and(page.locator(':focus')).waitFor();
      await page.keyboard.press('4');
      await page.keyboard.type('Not in the portal');
      const note = 'Not in the portal';
      const outcome = 'not-sent';
      const resolution = { outcome, how: 'person', operatorName: 'Ana', at: now, reference: '', note } as const;
      main.history.show.answers(detailsOf({ ...unknown, resolution }));
      const sent = await main.history.resolve.by(page.keyboard.press('F9'));
      expect(sent).toMatchObject({ id: unknown.id, resolution: { outcome, note } });
      const title = t('outcomes:resolved.title.not-sent.charged');
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
    });

    test('that is unknown tells a cashier what to read out to a supervisor', async ({ show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'unknown', { id: '0199b2f0-0000-7000-8000-00000a7f3a21' }));
      await show(scene);
      await sendPayment(page);
      const readOut = page.getByRole('region', { name: t('unconfirmed:readOut.title') });
      for (const words of ['7F3-A21', '120.00', '7001', '09:55']) await expect(readOut).toContainText(words);
      // Said once, by the result.
      await expect(readOut).not.toContainText(t('unconfirmed:readOut.next'));
      await expect(page.getByRole('button', { name: t('unconfirmed:resolve') })).toHaveCount(0);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await withStoppedClock(page, async () => {
        await page.keyboard.press('F3');
        await expect(readOut.getByRole('status')).toHaveText(t('action.copied'));
      });
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toMatch(/^7F3-A21 · .*09:55 · B\/\.\u00a0120\.00 · Visa .*7001$/);
    });

    test('states money and next step for each outcome, and leads back to the form', async ({ show, page, main }) => {
      await test.step('states money and next step for each outcome', async () => {
        await show(scene);
        for (const [index, outcome] of outcomes.entries()) {
          main.payments.sell.answers(attemptOf('sell', outcome, { id: idOf(index + 1) }));
          await sendPayment(page);
          const title = page.getByRole('heading', { level: 2, name: titles[outcome], exact: true });
          await expect(title).toBeFocused();
          await expect(page.getByRole('button', { name: t(nextStep[outcome]) })).toBeVisible();
          await expect(page.getByRole('heading', { level: 1, name: t('charge:titleDone') })).toBeVisible();
          await page.getByRole('button', { name: t('charge:title') }).click();
        }
      });
      await test.step('says that its answer is not in the ledger yet: on disk, or in memory', async () => {
        for (const safe of [true, false]) {
          main.payments.sell.fails({ kind: 'not-recorded', attempt: attemptOf('sell', 'approved'), safe });
          await sendPayment(page);
          const words = t(safe ? 'failures:not-recorded.safe' : 'failures:not-recorded.unsafe');
          await expect(page.getByText(words)).toBeVisible();
          await expect(page.getByText('SANDBOX_QX1K')).toBeVisible();
          await page.keyboard.press('F2');
        }
      });
      await test.step('leads back to the form, filled except for the card', async () => {
        main.payments.sell.answers(attemptOf('sell', 'declined'));
        await sendPayment(page);
        await page.getByRole('button', { name: t('charge:result.anotherCard') }).click();
        await expect(page.getByText(t('charge:kept'))).toBeVisible();
        await expect(fieldOf(page, 'cardNumber')).toBeFocused();
        for (const name of ['cardNumber', 'expiry', 'securityCode']) await expect(fieldOf(page, name)).toHaveValue('');
        await expect(fieldOf(page, 'email')).toHaveValue('mj.castillero@example.com');
      });
    });

    const undecided: Readonly<Record<string, Partial<Attempt>>> = {
      declined: { state: 'declined' },
      unknown: { state: 'unknown' },
      'not sent': { state: 'not-sent' },
      'of another amount': { answeredAmount: 100_00 },
    };
    test('that is undecided stays, and says that digits were not taken', async ({ show, page, main }) => {
      await show(scene);
      for (const [name, change] of Object.entries(undecided)) {
        await test.step(name, async () => {
          main.payments.sell.answers(attemptOf('sell', 'approved', change));
          await sendPayment(page);
          const title = page.getByRole('heading', { level: 2 }).and(page.locator(':focus'));
          await title.waitFor();
          await page.keyboard.type('25');
          await expect(page.getByText(t('banner.typingEarly'))).toBeVisible();
          await expect(title).toBeFocused();
          await page.keyboard.press('F2');
          await expect(page.getByText(t('banner.typingEarly'))).toBeHidden();
          await expect(fieldOf(page, 'amount')).toHaveValue('');
        });
      }
    });

    test('shows an answered amount that differs from the requested one', async ({ show, page, main }) => {
      main.payments.sell.answers(attemptOf('sell', 'approved', { answeredAmount: 100_00 }));
      await show(scene);
      await sendPayment(page);
      const panel = page.getByRole('region', { name: t('outcomes:amount.title.charged') });
      await expect(panel).toContainText(t('outcomes:amount.other', { answered: '“100.00”' }));
      await expect(panel).toContainText(`${t('outcomes:difference.asked')} B/.\u00a0120.00`);
      await expect(panel).toContainText(t('outcomes:amount.next.charged'));
    });
  });

  test.describe(`a refused payment, ${look.language}, ${look.theme}`, () => {
    const refusals: readonly (readonly [name: string, failure: Failure, words: string])[] = [
      ['record', { kind: 'ledger', reason: 'disk-full', detail: 'SQLITE' }, t('failures:ledger.disk-full')],
      ['refused field', { kind: 'invalid', issues: [{ path: 'email', code: 'format' }] }, t('failures:invalid.title')],
      ['a bug', { kind: 'internal', reference: 'R-77' }, t('failures:internal.body', { reference: 'R-77' })],
    ];
    test('names the reason, and leads back to the form without the card', async ({ show, page, main }) => {
      await show(scene);
      await keyForm(page);
      const back = page.getByRole('button', { name: t('charge:review.back') });
      for (const [name, failure, words] of refusals) {
        await test.step(name, async () => {
          main.payments.sell.fails(failure);
          await keyCard(page);
          await review(page);
          await page.keyboard.press('F9');
          await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
          await expect(page.getByText(t('charge:result.cardCleared'))).toBeVisible();
          await expect(back).toBeFocused();
          await back.click();
          await expect(fieldOf(page, 'cardNumber')).toHaveValue('');
        });
      }
    });

    test('asks for a reason when it resembles an earlier one, and is sent with it', async ({ show, page, main }) => {
      main.payments.sell.fails({
        kind: 'duplicate',
        earlier: [listed(attemptOf('sell', 'approved'))],
        needs: 'reason',
      });
      await show(scene);
      await sendPayment(page);
      await expect(page.getByRole('heading', { name: t('charge:duplicate.earlier') })).toBeVisible();
      const reason = page.getByRole('textbox', { name: t('charge:duplicate.reason') });
      await expect(reason).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(reason).toHaveAccessibleDescription(t('charge:duplicate.reasonRequired'));
      await reason.fill('A second drill');
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('charge:overrideKept', { reason: 'A second drill' }))).toBeVisible();
      await expect(fieldOf(page, 'cardNumber')).toBeFocused();
    });

    test('asks for a supervisor when an earlier one is unknown', async ({ show, page, main }) => {
      main.payments.sell.fails({
        kind: 'duplicate',
        earlier: [listed(attemptOf('sell', 'unknown'))],
        needs: 'supervisor',
      });
      main.operators.approve.fails({ kind: 'wrong-passcode', left: 2 });
      await show(scene);
      await sendPayment(page);
      await expect(page.getByText(t('charge:duplicate.ask'))).toBeVisible();
      await page.getByRole('textbox', { name: t('charge:duplicate.reason') }).fill('A second drill');
      await page.getByRole('textbox', { name: t('role.supervisor') }).fill('Celia');
      await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
      const wrong = await main.operators.approve.by(page.keyboard.press('Enter'));
      expect(wrong).toMatchObject({ name: 'Celia', act: 'lookalike', subject: expect.stringMatching(/^7001 12000 /) });
      await expect(page.getByRole('alert').filter({ hasText: t('failures:wrong-passcode.title') })).toBeVisible();
      main.operators.approve.answers({ approvalId: idOf(5) });
      await page.getByLabel(t('signIn:passcode')).fill('quiet harbour');
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('charge:overrideKept', { reason: 'A second drill' }))).toBeVisible();
    });

    test('asks a supervisor only for the reason', async ({ show, page, main }) => {
      const earlier = [listed(attemptOf('sell', 'unknown', { startedAt: now }))];
      main.payments.sell.fails({ kind: 'duplicate', earlier, needs: 'supervisor' });
      await show({ ...scene, role: 'supervisor' });
      await sendPayment(page);
      await expect(page.getByRole('textbox', { name: t('charge:duplicate.reason') })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('role.supervisor') })).toBeHidden();
    });
  });
});
