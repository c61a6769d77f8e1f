/**
 * While a slow service keeps a payment, its operator looks at it on another screen and comes back. No screen shows it as being sent
 * once the answer was seen, whatever the ledger still says.
 */
import type { Page } from '@playwright/test';
import { attemptOf, detailsOf, listed } from '#test/fixtures/shown/attempts.ts';
import { emptyReport } from '#test/fixtures/shown/report.ts';
import { sendPayment } from '#test/components/stage/keyed-form.ts';
import { wordsOf } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { times } from '#test/support/thorough.ts';

const t = wordsOf('en');
const outcomes = ['approved', 'declined', 'rejected', 'not-sent', 'unknown'] as const;
const titles = {
  approved: 'Charged.',
  declined: 'Declined. Nothing was charged.',
  rejected: 'Not accepted. Nothing was charged.',
  'not-sent': 'Not sent. The card was not charged.',
  unknown: 'We don’t know yet whether it was charged. Do not charge again.',
} as const;

/** Ways to look at something else, and back to Charge. */
const detours = {
  holds: { there: ['Control+2'], back: ['Control+1'] },
  history: { there: ['Control+3'], back: ['Control+1'] },
  reports: { there: ['Control+4'], back: ['Control+1'] },
  settings: { there: ['Control+5'], back: ['Control+1'] },
  'every screen': { there: ['Control+3', 'Control+2', 'Control+5', 'Control+3'], back: ['Control+1'] },
  'the queue of unconfirmed payments': { there: ['F10'], back: ['Escape'] },
} as const;

const press = async (page: Page, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

for (const [turn, [place, { there, back }]] of Object.entries(detours).entries()) {
  for (const [index, outcome] of outcomes.entries()) {
    // Each place and each outcome comes in `npm test`, and all of their pairs in `npm run test:thorough`.
    if ((turn + index) % times(3, 1) !== 0) continue;
    const comesBackFirst = index % 2 === 0;
    test(`to ${place}, ${outcome}, ${comesBackFirst ? 'back' : 'answered'} first`, async ({ show, page, main }) => {
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
      const looked = there.some((key) => key === 'Control+3') ? main.history.show.expect() : null;
      await press(page, there);
      await looked;
      if (comesBackFirst) await press(page, back);
      answer.answers(attemptOf('sell', outcome));
      if (!comesBackFirst) await press(page, back);
      const title = page
        .getByRole('heading', { level: 2, name: titles[outcome], exact: true })
        .filter({ visible: true });
      const beingSent = page
        .getByText(t('outcomes:sending.title.charged'))
        .or(page.getByText(t('outcomes:state.sending'), { exact: true }))
        .filter({ visible: true });
      await expect(title).toBeVisible();
      await expect(beingSent).toHaveCount(0);
      await press(page, ['Control+3']);
      await expect(title).toBeVisible();
      await expect(beingSent).toHaveCount(0);
    });
  }
}
