/**
 * While a slow service keeps a payment, its operator looks at it on another screen and comes back. No screen shows it as being sent
 * once the answer was seen, whatever the ledger still says.
 */
import { attemptOf, detailsOf, idOf, listed } from '#test/fixtures/shown/attempts.ts';
import { hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';
import { pressTwice, sendPayment } from '#test/components/stage/keyed-form.ts';
import { wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

const t = wordsOf('en');
const titles = {
  approved: 'Charged.',
  declined: 'Declined. Nothing was charged.',
  rejected: 'Not accepted. Nothing was charged.',
  'not-sent': 'Not sent. The card was not charged.',
  unknown: 'We don’t know yet whether it was charged. Do not charge again.',
} as const;

/** Ways to look at something else and back to Charge, which outcome comes meanwhile, and which of the two is first. */
const detours = [
  { place: 'holds', there: ['Control+2'], back: 'Control+1', outcome: 'approved', first: 'back' },
  { place: 'history', there: ['Control+3'], back: 'Control+1', outcome: 'declined', first: 'answered' },
  { place: 'history', there: ['Control+3'], back: 'Control+1', outcome: 'approved', first: 'back' },
  { place: 'reports', there: ['Control+4'], back: 'Control+1', outcome: 'rejected', first: 'back' },
  { place: 'settings', there: ['Control+5'], back: 'Control+1', outcome: 'not-sent', first: 'answered' },
  {
    place: 'every screen',
    there: ['Control+3', 'Control+2', 'Control+5', 'Control+3'],
    back: 'Control+1',
    outcome: 'unknown',
    first: 'back',
  },
  { place: 'the queue of unconfirmed payments', there: ['F10'], back: 'Escape', outcome: 'unknown', first: 'answered' },
] as const;

for (const [turn, { place, there, back, outcome, first }] of detours.entries()) {
  test(`to ${place}, ${outcome}, ${first} first${turn % 2 === 0 ? '' : ' @thorough'}`, async ({ show, page, main }) => {
    const sent = attemptOf('sell', 'unknown', { state: 'sending', unknownCause: null });
    const answer = main.payments.sell.waits();
    // The ledger is slow: its reads know of no answer.
    main.history.show.answers(detailsOf(sent, { timeline: [sent] }));
    main.history.search.answers({ attempts: [listed(sent)], more: false });
    main.reports.figures.answers(emptyReport);
    await show({ role: 'supervisor' });
    await sendPayment(page);
    await page
      .getByRole('heading', { name: t('charge:sending.title') })
      .first()
      .waitFor();
    const looked = place === 'history' || place === 'every screen' ? main.history.show.expect() : null;
    for (const key of there) await page.keyboard.press(key);
    await looked;
    if (first === 'back') await page.keyboard.press(back);
    answer.answers(attemptOf('sell', outcome));
    if (first === 'answered') await page.keyboard.press(back);
    const title = page.getByRole('heading', { level: 2, name: titles[outcome], exact: true }).filter({ visible: true });
    const beingSent = page
      .getByText(t('outcomes:sending.title.charged'))
      .or(page.getByText(t('outcomes:state.sending'), { exact: true }))
      .filter({ visible: true });
    await expect(title).toBeVisible();
    await expect(beingSent).toHaveCount(0);
    await page.keyboard.press('Control+3');
    await expect(title).toBeVisible();
    await expect(beingSent).toHaveCount(0);
  });
}

for (const operation of ['capture', 'void'] as const) {
  test(`a page that was started anew in the middle of a ${operation} leads to its hold`, async ({
    show,
    page,
    main,
  }) => {
    const held = attemptOf('authorize', 'approved', { id: idOf(1) });
    main.holds[operation].waits();
    main.holds.list.answers(holdsPage([hold(1, 100)]));
    main.history.show.answers(detailsOf(held, { timeline: [held] }));
    await show({ role: 'back-office', screen: 'holds', merchant: { allowVoids: true } });
    if (operation === 'void') {
      await page.getByRole('button', { name: t('reversals:void.open') }).waitFor();
      await page.keyboard.press('Control+Shift+x');
      await page.getByRole('textbox', { name: t('label.reason') }).fill('Not wanted');
    } else {
      await page.getByRole('grid').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: t('holds:review.label') }).waitFor();
    }
    await main.holds[operation].by(pressTwice(page));
    const shown = await main.history.show.by(page.reload());
    expect(shown).toMatchObject({ id: held.id });
    await expect(page.getByRole('status').filter({ hasText: t('banners:leftBehind') })).toContainText('120.00');
  });
}

test('a page that was started anew in the middle of a payment leads to it, once', async ({ show, page, main }) => {
  const sent = attemptOf('sell', 'approved');
  main.payments.sell.waits();
  main.history.show.answers(detailsOf(sent, { timeline: [sent] }));
  main.history.search.answers({ attempts: [listed(sent)], more: false });
  await show({ role: 'cashier' });
  await main.payments.sell.by(sendPayment(page));
  await main.history.show.by(page.reload());
  const banner = page.getByRole('status').filter({ hasText: t('banners:leftBehind') });
  await expect(banner).toContainText(t('banners:leftBehindNext'));
  await expect(banner).toContainText(/120\.00, .*7001, /);
  await banner.getByRole('button', { name: t('action.openInHistory') }).click();
  await expect(page.getByRole('heading', { name: titles.approved })).toBeVisible();
  await expect(banner).toBeHidden();
  await page.reload();
  await page.getByRole('navigation').waitFor();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await expect(banner).toBeHidden();
});
