/** The capture of one hold: its form, its issues, in progress, each outcome, each refusal. */
import type { Page } from '@playwright/test';
import { inOneLook } from '#test/components/stage/looks.ts';
import type { MockedMain } from '#test/components/stage/mocked-main.ts';
import { expectOnTop } from '#test/components/stage/pixels/on-top.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { attemptOf, detailsOf, idOf, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { merchantOf, merchantView } from '#test/fixtures/shown/seat.ts';
import type { Failure } from '#shared/failure.ts';

const titles = {
  approved: 'Charged.',
  unknown: 'We don’t know yet whether it was charged. Do not charge again.',
} as const;

inOneLook('en', (look, t) => {
  const scene = { role: 'back-office', operatorName: 'Beto', screen: 'holds', settings: look } as const;

  test.describe(`the capture of a hold, ${look.language}, ${look.theme}`, () => {
    test.beforeEach(({ main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100)]));
      main.holds.find.answers([hold(1, 100)]);
    });

    test('is opened with Enter, sent only with F9, and shows that it is in progress', async ({ show, page, main }) => {
      main.holds.capture.waits();
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      const form = page.getByRole('region', { name: t('holds:review.label') });
      await expect(form.getByRole('textbox', { name: t('fields:description.label') })).toBeFocused();
      await page.keyboard.press('Enter');
      expect(main.holds.capture.inputs).toEqual([]);
      const sent = await main.holds.capture.by(page.keyboard.press('F9'));
      expect(sent).toEqual({ holdId: idOf(1), amount: 120_00, description: 'Drill and bits' });
      await expect(page.getByRole('status').filter({ hasText: t('holds:review.capturing') })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]:focus')).toBeVisible();
    });

    test('that is refused shows amount, customer, reason and key together at 1093 × 614', async ({
      show,
      page,
      main,
    }) => {
      const failed = { at: '2026-11-21T13:00:00.000Z', detail: 'ENOSPC: no space left on device' };
      main.holds.capture.fails({ kind: 'ledger', reason: 'read-only', detail: '' });
      await show({ ...scene, merchant: { allowSmallerCapture: true }, backups: { failed } });
      await page.setViewportSize({ width: 1093, height: 614 });
      await page.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: t('holds:review.label') }).waitFor();
      await page.keyboard.press('F9');
      const notice = page.getByRole('alert').filter({ hasText: t('failures:ledger.read-only') });
      await notice.waitFor();
      const summary = page.getByRole('complementary');
      await expectOnTop(
        summary.locator('[data-size="hero"]'),
        summary.getByText('Castillero 1'),
        notice,
        summary.getByRole('button', { name: t('holds:review.submit', { amount: '' }).trim() }),
      );
    });

    test('keeps what is typed during a visit to another screen', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100), hold(2, 110)]));
      main.history.search.answers({ attempts: [], more: false });
      await show({ ...scene, merchant: { allowSmallerCapture: true } });
      await page.getByRole('grid').focus();
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      const amount = page.getByRole('textbox', { name: t('holds:review.amount') });
      const description = page.getByRole('textbox', { name: t('fields:description.label') });
      await amount.fill('80.00');
      await description.fill('Counter 3');
      await page.keyboard.press('Control+3');
      await expect(page.getByRole('heading', { level: 1, name: t('nav.history') })).toBeVisible();
      await page.keyboard.press('Control+2');
      await expect(amount).toBeFocused();
      await expect(amount).toHaveValue('80.00');
      await expect(description).toHaveValue('Counter 3');
      main.holds.capture.answers(attemptOf('capture', 'approved'));
      const sent = await main.holds.capture.by(page.keyboard.press('F9'));
      expect(sent).toEqual({ holdId: idOf(2), amount: 80_00, description: 'Counter 3' });
    });

    const waysOff: readonly (readonly [string, (page: Page, main: MockedMain) => Promise<unknown>])[] = [
      ['Escape', (page) => page.keyboard.press('Escape')],
      ['another row', (page) => page.getByRole('row').filter({ hasText: 'Castillero 1' }).click()],
      [
        'another hold from History',
        async (page, main) => {
          const { authorization } = hold(3, 120);
          const payment = paymentOf(authorization, 'open');
          main.history.search.answers({ attempts: [listed(authorization, payment)], more: false });
          main.history.show.answers(detailsOf(authorization, { payment }));
          main.holds.find.answers([hold(3, 120)]);
          await page.keyboard.press('Control+3');
          await page.getByRole('button', { name: t('outcomes:next.captureNow') }).waitFor();
          await page.keyboard.press('F3');
          await page.getByRole('region', { name: t('holds:review.label') }).waitFor();
        },
      ],
    ];
    for (const [way, leave] of waysOff) {
      test(`keeps what is typed when ${way} leads off it`, async ({ show, page, main }) => {
        main.holds.list.answers(holdsPage([hold(1, 100), hold(2, 110)]));
        await show({ ...scene, merchant: { allowSmallerCapture: true } });
        const row = page.getByRole('row').filter({ hasText: 'Castillero 2' });
        await row.dblclick();
        const amount = page.getByRole('textbox', { name: t('holds:review.amount') });
        const description = page.getByRole('textbox', { name: t('fields:description.label') });
        const search = page.getByRole('textbox', { name: t('holds:filter.label') });
        await search.fill('Castillero');
        await amount.fill('80.00');
        await description.fill('Counter 3');
        await leave(page, main);
        await expect(search).toHaveValue('Castillero');
        await expect(description.and(page.locator('[value="Counter 3"]'))).toHaveCount(0);
        await row.dblclick();
        await expect(amount).toHaveValue('80.00');
        await expect(description).toHaveValue('Counter 3');
      });
    }

    test('is never that of another hold when a search takes its row away', async ({ show, page, main }) => {
      main.holds.list.answers(({ text }) => holdsPage(text === '' ? [hold(1, 100), hold(2, 110)] : [hold(2, 110)]));
      main.holds.find.answers([hold(1, 100)]);
      main.holds.capture.waits();
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: t('fields:description.label') }).waitFor();
      await page.keyboard.press('Control+f');
      await main.holds.list.by(page.keyboard.type('Castillero 2'), ({ text }) => text === 'Castillero 2');
      await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
      await expect(page.getByRole('textbox', { name: t('holds:filter.label') })).toBeFocused();
      await expect(page.getByRole('complementary')).toContainText('Castillero 1');
      const sent = await main.holds.capture.by(page.keyboard.press('F9'));
      expect(sent.holdId).toBe(idOf(1));
      // Nor is another one shown as the one that is sent.
      await expect(page.getByRole('grid').locator('[data-active="true"]')).toHaveCount(0);
    });

    test('ends when another seat has captured the hold, and says so', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100), hold(2, 110)]));
      await show(scene);
      await page.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: t('fields:description.label') }).waitFor();
      await page.keyboard.type('Counter');
      const captured = attemptOf('capture', 'approved');
      main.holds.list.answers(holdsPage([hold(2, 110)]));
      main.holds.find.answers([hold(1, 100, { state: 'captured', capture: captured })]);
      await main.emit('history.changed', { attemptIds: [captured.id] });
      const summary = page.getByRole('complementary');
      const told = t('holds:review.why.captured', { date: '21 Nov, 09:55' });
      await expect(summary.getByText(told)).toBeVisible();
      await expect(page.locator(':focus').filter({ hasText: told })).toBeVisible();
      await expect(page.getByText(t('banner.typingNext'))).toBeVisible();
      await page.keyboard.press('F9');
      await expect(summary.getByRole('alert')).toHaveText(t('holds:review.cant'));
      await page.keyboard.press('Escape');
      await expect(summary).toContainText('Castillero 2');
      await expect(page.getByRole('grid')).toBeFocused();
      await page.keyboard.press('F9');
      expect(main.holds.capture.inputs).toEqual([]);
    });

    test('leaves a dialog above it its keys when it is refused', async ({ show, page, main }) => {
      const answer = main.holds.capture.waits();
      await show({ ...scene, merchant: { allowSmallerCapture: true } });
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await main.holds.capture.by(page.keyboard.press('F9'));
      await page.keyboard.press('F1');
      const seeking = page.getByRole('dialog').getByRole('textbox', { name: t('help:search') });
      await seeking.focus();
      await page.keyboard.type('4');
      answer.fails({ kind: 'ledger', reason: 'disconnected', detail: '' });
      const amount = page.getByRole('textbox', { name: t('holds:review.amount'), includeHidden: true });
      await amount.waitFor();
      await page.keyboard.type('0');
      await expect(seeking).toHaveValue('40');
      await expect(amount).toHaveValue('120.00');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    test('refuses wrong descriptions and amounts', async ({ show, page, main }) => {
      await test.step('refuses an empty description, and a card number in it', async () => {
        await show({ ...scene, merchant: { allowSmallerCapture: true } });
        await page.getByRole('button', { name: t('holds:review.open') }).click();
        await expect(page.getByRole('textbox', { name: t('holds:review.amount') })).toBeFocused();
        const field = page.getByRole('textbox', { name: t('fields:description.label') });
        for (const [text, words] of [
          ['', t('holds:review.descriptionEmpty')],
          ['4059310181757001', t('charge:issue.card-number-here')],
        ] as const) {
          await field.fill(text);
          await page.keyboard.press('F9');
          await expect(field).toHaveAccessibleDescription(new RegExp(words.slice(0, 20)));
          await expect(field).toBeFocused();
        }
        expect(main.holds.capture.inputs).toEqual([]);
      });
      await test.step('refuses an amount above the hold, and a text that is no amount', async () => {
        const amount = page.getByRole('textbox', { name: t('holds:review.amount') });
        const review = page.getByRole('region', { name: t('holds:review.label') });
        const submit = new RegExp(`^${t('holds:review.submit', { amount: '' }).trim()}`);
        for (const [text, key] of [
          ['130.00', 'holds:review.amountOver'],
          ['much', 'holds:review.amountWrong'],
        ] as const) {
          await amount.fill(text);
          await page.keyboard.press('F9');
          await expect(review).toContainText(t(key, { amount: 'B/.\u00a0120.00' }));
          await expect(review.getByRole('button', { name: submit })).not.toContainText('120.00');
        }
        expect(main.holds.capture.inputs).toEqual([]);
      });
    });

    test('takes a pasted amount with separators or currency, which its button names', async ({ show, page, main }) => {
      main.holds.list.answers(holdsPage([hold(1, 100, {}, { amount: 2_000_00 })]));
      main.holds.capture.answers(attemptOf('capture', 'approved'));
      await show({ ...scene, merchant: { allowSmallerCapture: true } });
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      const amount = page.getByRole('textbox', { name: t('holds:review.amount') });
      for (const [text, read] of [
        ['B/. 80', '80.00'],
        ['1,234.56', '1,234.56'],
      ] as const) {
        await amount.fill(text);
        await expect(
          page.getByRole('button', { name: t('holds:review.submit', { amount: `B/.\u00a0${read}` }) }),
        ).toBeVisible();
      }
      const sent = await main.holds.capture.by(page.keyboard.press('F9'));
      expect(sent.amount).toBe(1_234_56);
    });

    const refusals: readonly (readonly [name: string, failure: Failure, words: string])[] = [
      ['taken', { kind: 'hold-not-open', state: 'capturing' }, t('failures:hold-not-open.capturing')],
      ['captured', { kind: 'hold-not-open', state: 'captured' }, t('failures:hold-not-open.captured')],
      ['unknown', { kind: 'hold-not-open', state: 'capture-unknown' }, t('failures:hold-not-open.capture-unknown')],
      ['amount', { kind: 'amount-not-allowed' }, t('failures:amount-not-allowed.body')],
      [
        'other merchant',
        { kind: 'merchant-missing', name: 'Bakery', environment: 'production' },
        t('failures:merchant-missing.title'),
      ],
      [
        'other environment',
        { kind: 'other-environment', environment: 'production' },
        t('failures:other-environment.title'),
      ],
      ['record', { kind: 'ledger', reason: 'disk-full', detail: '' }, t('failures:ledger.disk-full')],
    ];
    test('says why it was not sent, what was done, and what is not known yet', async ({ show, page, main }) => {
      await test.step('is not sent, and says why', async () => {
        await show(scene);
        for (const [name, failure, words] of refusals) {
          await test.step(name, async () => {
            main.holds.capture.fails(failure);
            await page.getByRole('button', { name: t('holds:review.open') }).click();
            await page.keyboard.press('F9');
            await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
            await page.keyboard.press('Escape');
          });
        }
      });
      await test.step('states the money first, in what was done and in what is unknown', async () => {
        const open = page.getByRole('button', { name: t('holds:review.open') });
        for (const [index, outcome] of (['approved', 'unknown'] as const).entries()) {
          main.holds.capture.answers(attemptOf('capture', outcome, { id: idOf(50 + index) }));
          await open.click();
          await page.keyboard.press('F9');
          const title = titles[outcome];
          await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeFocused();
          await page.getByRole('button', { name: t('action.close'), exact: true }).click();
          await expect(open).toBeVisible();
        }
      });
      await test.step('shows that its answer is not in the ledger yet', async () => {
        main.holds.capture.fails({ kind: 'not-recorded', attempt: attemptOf('capture', 'approved'), safe: true });
        await page.getByRole('button', { name: t('holds:review.open') }).click();
        await page.keyboard.press('F9');
        await expect(page.getByText(t('failures:not-recorded.safe'))).toBeVisible();
        await expect(page.getByRole('heading', { name: titles.approved })).toBeVisible();
      });
    });

    for (const state of ['altered', 'captured'] as const) {
      test(`can’t be sent again once it was refused as ${state}`, async ({ show, page, main }) => {
        const others = [hold(2, 110)];
        main.holds.capture.fails({ kind: 'hold-not-open', state });
        await show(scene);
        await page.getByRole('button', { name: t('holds:review.open') }).click();
        const submit = page.getByRole('button', { name: t('holds:review.submit', { amount: 'B/.\u00a0120.00' }) });
        await expect(submit).toBeVisible();
        // The list knows of a capture elsewhere. Only the way of money finds what was altered.
        if (state === 'captured') main.holds.list.answers(holdsPage(others));
        await page.keyboard.press('F9');
        const alert = page.getByRole('alert').filter({ hasText: t(`failures:hold-not-open.${state}`) });
        await expect(alert).toBeVisible();
        await expect(page.getByRole('definition').filter({ hasText: t(`holds:states.${state}`) })).toBeVisible();
        await expect(submit).toBeHidden();
        await expect(page.locator(':focus').filter({ has: alert })).toBeVisible();
        await page.keyboard.press('F9');
        expect(main.holds.capture.inputs).toHaveLength(1);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('grid')).toBeFocused();
        await expect(alert).toBeHidden();
      });
    }

    test('is told of once the capture on another seat has ended', async ({ show, page, main }) => {
      main.holds.capture.fails({ kind: 'hold-not-open', state: 'capturing' });
      await show(scene);
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await page.keyboard.press('F9');
      await expect(page.getByRole('alert').filter({ hasText: t('failures:hold-not-open.capturing') })).toBeVisible();
      main.holds.list.answers(holdsPage([]));
      main.holds.find.answers([hold(1, 100, { state: 'captured' })]);
      await main.emit('history.changed', { attemptIds: [idOf(1)] });
      await expect(page.getByRole('definition').filter({ hasText: t('holds:states.captured') })).toBeVisible();
      await expect(page.getByText(t('failures:hold-not-open.capturing'))).toBeHidden();
    });

    test('asks for the field of the token before the first live capture', async ({ show, page, main }) => {
      const live = { environment: 'production', merchantId: 'esquina', family: 'form' } as const;
      const merchant = merchantOf('production');
      main.holds.list.answers(holdsPage([hold(1, 100, { expiryIsEstimate: false }, live)]));
      main.merchants.confirmCaptureField.answers(merchantView({ ...merchant, captureTokenFieldConfirmed: true }));
      await show({ ...scene, environment: 'production' });
      await page.getByRole('button', { name: t('holds:review.open') }).click();
      await expect(page.getByRole('heading', { name: t('holds:token.title') })).toBeVisible();
      const save = page.getByRole('button', { name: t('holds:token.save') });
      await expect(save).toBeDisabled();
      await page.getByRole('checkbox').check();
      const confirmed = await main.merchants.confirmCaptureField.by(save.click());
      expect(confirmed).toEqual({ merchantId: 'esquina', field: 'AuthRefNum' });
    });
  });
});
