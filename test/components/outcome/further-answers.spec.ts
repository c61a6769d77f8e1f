/** Answers that nobody documented on the screens: one of each class as the result of a payment, then in History. Their words are unit tests. */
import { inOneLook } from '#test/components/stage/looks.ts';
import { sendPayment } from '#test/components/stage/keyed-form.ts';
import { expect, test } from '#test/components/stage/test.ts';
import { furtherAnswers } from '#test/fixtures/answers/further-answers.ts';
import { recordedAttempt } from '#test/fixtures/answers/read-further.ts';
import { attemptOf, detailsOf, hoursFromNow, listed, paymentOf } from '#test/fixtures/shown/attempts.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Page } from '@playwright/test';

/** An answer for each headline of a result. */
const headlines: Readonly<Record<string, string>> = {
  'json sell: a timeout in words': 'We don’t know yet whether it was charged. Do not charge again.',
  'json authorize: success 1': 'We don’t know yet whether it is held. Do not hold or charge it again.',
  'json sell: 1,234.50': 'Charged, amount unconfirmed.',
  'json authorize: a sale for a hold': 'We don’t know yet whether it was held or charged. Do not charge again.',
  'form sell: HTML in a decline': 'Declined. Nothing was charged.',
  'json sell: a receipt, with a user part': 'Charged.',
};

const shown: readonly Attempt[] = await Promise.all(
  Object.keys(headlines).map(async (name, index) => {
    const further = furtherAnswers.find((each) => each.name === name);
    if (further === undefined) throw new Error(`there is no answer ${name}`);
    return { ...(await recordedAttempt(further, index + 1)), startedAt: hoursFromNow(-index / 60) };
  }),
);

/** Reads the headline of the attempt, and what only an answer's own markup could have made around it. */
async function readPanel(page: Page, { id }: Attempt) {
  const headline = page.locator(`#outcome-${id}`);
  await headline.waitFor();
  return headline.evaluate((heading) => {
    const whole = heading.closest('aside') ?? heading.closest('section');
    const foreign = whole?.querySelectorAll('script, iframe, img, a, b, svg[onload], strong').length;
    const showsCard = whole?.textContent.includes('4059310181757001');
    return { headline: heading.textContent, foreign, showsCard, hacked: Reflect.has(window, 'hacked') };
  });
}

inOneLook('en', (look) => {
  test('answers that nobody documented say in both places what became of the money', async ({ show, page, main }) => {
    const expected = Object.values(headlines).map((headline) => ({
      headline,
      foreign: 0,
      showsCard: false,
      hacked: false,
    }));
    const results: unknown[] = [];
    await show({ role: 'supervisor', settings: look });
    for (const attempt of shown) {
      const operation = attempt.operation === 'authorize' ? 'authorize' : 'sell';
      main.payments[operation].answers(attempt);
      await sendPayment(page, operation);
      results.push(await readPanel(page, attempt));
      await page.keyboard.press('F2');
    }
    expect(results).toEqual(expected);

    const details = new Map(
      shown.map((attempt) => {
        const opened = attempt.operation === 'authorize' && attempt.state === 'approved';
        return [attempt.id, detailsOf(attempt, opened ? { payment: paymentOf(attempt, 'open') } : {})];
      }),
    );
    main.history.search.answers({ attempts: shown.map((attempt) => listed(attempt)), more: false });
    main.history.show.answers(({ id }) => details.get(id) ?? detailsOf(attemptOf('sell', 'approved')));
    await main.emit('menu.command', { command: 'history' });
    await page.getByRole('grid').focus();
    const seen: unknown[] = [];
    for (const attempt of shown) {
      seen.push(await readPanel(page, attempt));
      await page.keyboard.press('ArrowDown');
    }
    expect(seen).toEqual(expected);
  });
});
