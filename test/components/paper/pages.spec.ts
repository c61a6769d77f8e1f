/** Papers of several sheets as Chromium lays them out: each sheet has its number, the warning, and the headings of its table. */
import { expect, test } from '@playwright/test';
import { batchPaper } from '#electron/paper/batch.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { launchChromium } from '#test/components/stage/chromium.ts';
import { attemptOf, idOf, now } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold } from '#test/fixtures/shown/holds.ts';
import { textOfPdf } from '#test/support/pdf-text.ts';

test('the results of a long batch have every row once, and the number of each page', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => {
    const attempt = attemptOf('capture', 'approved', { id: idOf(1_000 + index) });
    return batchRow(hold(index + 1, 100), { status: 'done', attempt });
  });
  const words = wordsOf('es').paper;
  const printed = { at: now, operator: 'Beto', seat: 'Recepción 2' };
  const frame = { merchant: null, environment: 'training', size: 'letter', printed } as const;
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.setContent(batchPaper(words, { ...frame, batch: batch(rows, true) }).html);
    const sheets = textOfPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(sheets.length).toBeGreaterThan(2);
    for (const [index, sheet] of sheets.entries()) {
      expect(sheet).toContain(words.t('paper:page', { page: index + 1, pages: sheets.length }));
      expect(sheet).toContain(words.t('paper:noMoney.training'));
      expect(sheet).toContain(words.t('holds:columns.customer'));
      expect(sheet).toContain('Beto');
    }
    const customers = sheets.flatMap((sheet) => sheet.match(/María José Castillero \d+/g) ?? []);
    expect(customers).toEqual(rows.map(({ authorization }) => `María José ${authorization?.lastName}`));
  } finally {
    await browser.close();
  }
});
