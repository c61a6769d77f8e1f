/** Papers of several sheets as Chromium lays them out: each sheet has its number, the warning, and the headings of its table. */
import { expect, test } from '@playwright/test';
import { batchPaper } from '#electron/paper/batch.ts';
import { receiptPaper } from '#electron/paper/receipt.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { launchChromium } from '#test/components/stage/chromium.ts';
import { attemptOf, detailsOf, idOf, now } from '#test/fixtures/shown/attempts.ts';
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

const small = { name: 'Miramar', address: '', phone: '', taxId: '', note: '', taxed: false };
const large = {
  name: 'Hotel y Restaurante Miramar de Boquete, S. A.',
  address: 'Av. Balboa 12, Edificio Torre del Mar\nCiudad de Panamá',
  phone: '+507 6020-1236',
  taxId: '155-1234-5678 DV 12',
  note: 'Gracias por su compra. No se aceptan devoluciones después de 30 días sin el recibo.',
  taxed: true,
};
const longTexts = {
  environment: 'production',
  firstName: 'María José de los Ángeles',
  lastName: 'Castillero Domínguez Arosemena',
  concept: 'Habitación doble del 21 al 25 de noviembre con desayuno y traslado al aeropuerto',
  statementDescriptor: 'PF*MIRAMAR',
} as const;

test('a receipt on a roll is one page, of which less than a fifth stays white', async () => {
  const printed = { at: now, operator: 'Beto', seat: 'Recepción 2' };
  const browser = await launchChromium();
  try {
    for (const size of ['roll-58', 'roll-80'] as const)
      for (const language of ['en', 'es'] as const)
        for (const [merchant, texts] of [[small, {}] as const, [large, {}] as const, [large, longTexts] as const]) {
          const shown = detailsOf(attemptOf('sell', 'approved', texts));
          const paper = receiptPaper(wordsOf(language).paper, { shown, merchant, size, copies: 'customer', printed });
          if (paper === null) throw new Error('An approved sale has a receipt');
          const page = await browser.newPage({ viewport: { width: size === 'roll-58' ? 181 : 272, height: 400 } });
          await page.emulateMedia({ media: 'print' });
          await page.setContent(paper.html);
          const name = `${size}, ${language}, ${merchant.name}, ${shown.concept}`;
          expect(textOfPdf(await page.pdf({ preferCSSPageSize: true })), name).toHaveLength(1);
          const height = await page.locator('article').evaluate((article) => article.getBoundingClientRect().height);
          expect((height * 25.4) / 96, name).toBeGreaterThan(0.75 * paper.height);
          await page.close();
        }
  } finally {
    await browser.close();
  }
});
