/** Papers of several sheets as Chromium lays them out: each sheet has its number, the warning, and the headings of its table. */
import { expect, test, type Browser } from '@playwright/test';
import { batchPaper } from '#electron/paper/batch.ts';
import { dayClosePaper } from '#electron/paper/day-close.ts';
import { holdListPaper } from '#electron/paper/hold-list.ts';
import type { Paper } from '#electron/paper/page.ts';
import { reconciliationPaper } from '#electron/paper/reconciliation.ts';
import { receiptPaper } from '#electron/paper/receipt.ts';
import { wordsOf } from '#electron/shell/words.ts';
import { lastLinesOf } from '#test/components/stage/pixels/last-lines.ts';
import { launchChromium } from '#test/components/stage/chromium.ts';
import { attemptOf, detailsOf, idOf, now } from '#test/fixtures/shown/attempts.ts';
import { batch, batchRow, hold, holdsPage } from '#test/fixtures/shown/holds.ts';
import { busyFigures, reportOf } from '#test/fixtures/shown/report.ts';
import { comparison } from '#test/fixtures/shown/reconciliation.ts';
import { holdsOfTwoYears, reservedOfTwoYears } from '#test/fixtures/shown/two-years.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { mostListed } from '#shared/reports/figures.ts';
import { textOfPdf } from '#test/support/pdf-text.ts';
import { times } from '#test/support/thorough.ts';

const printed = { at: now, operator: 'Beto', seat: 'Recepción 2' };
const frame = { merchant: null, environment: 'training', size: 'letter', printed } as const;

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchChromium();
});
test.afterAll(() => browser.close());

const noReferences = { codOper: null, authToken: null, idtx: null, cardToken: null, relatedTx: null };
const longReference = 'LK-7F3A9B2C4D5E6F7081923A4B5C6D7E8F-00012345';

test('the results of a long batch have every row once with its reference whole, and the number of each page', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => {
    const references = { ...noReferences, codOper: index === 0 ? longReference : 'LK-1' };
    const attempt = attemptOf('capture', 'approved', { id: idOf(1_000 + index), references });
    return batchRow(hold(index + 1, 100), { status: 'done', attempt });
  });
  const words = wordsOf('es').paper;
  const page = await browser.newPage();
  await page.setContent(batchPaper(words, { ...frame, batch: batch(rows, true) }).html);
  const sheets = textOfPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(sheets.length).toBeGreaterThan(2);
  expect(sheets[0]).toContain(longReference);
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toContain(words.t('paper:page', { page: index + 1, pages: sheets.length }));
    expect(sheet).toContain(words.t('paper:noMoney.training'));
    expect(sheet).toContain(words.t('common:label.customer'));
    expect(sheet).toContain('Beto');
  }
  const customers = sheets.flatMap((sheet) => sheet.match(/María José Castillero \d+/g) ?? []);
  expect(customers).toEqual(rows.map(({ authorization }) => `María José ${authorization?.lastName}`));
});

test('a month beside the service’s records fits its sheets, with large amounts and every line that needs somebody', async () => {
  const words = wordsOf('es').paper;
  const days = Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
  const month = comparison(days, 1_000, { whole: false });
  // Each day as large as the whole month.
  const reconciled = { ...month, days: month.days.map((day) => ({ ...day, ...month.total })) };
  const page = await browser.newPage();
  // Room of a letter between its margins.
  await page.setViewportSize({ width: Math.floor(((216 - 30) * 96) / 25.4), height: 1600 });
  const paper = reconciliationPaper(words, { ...frame, reconciled });
  await page.setContent(paper.html);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond).toBe(0);
  // Sums that found no room in the first line have a line over them.
  const lines = await page
    .locator('.sums > div:last-child')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).borderTopStyle));
  expect(lines).toEqual(['solid', 'solid']);
  const sheets = textOfPdf(await page.pdf({ preferCSSPageSize: true })).join(' ');
  for (const next of ['ask-operator', 'resolve-found', 'refunded-elsewhere', 'unseen'] as const)
    expect(sheets.replaceAll(/\s+/g, ' ')).toContain(words.t(`reports:service.next.${next}`).slice(0, 20));
});

test('the total of the days stands on the sheet of the last day', async () => {
  const words = wordsOf('en').paper;
  const page = await browser.newPage();
  for (let count = 12; count <= 31; count += times(4, 1)) {
    const days = Array.from({ length: count }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
    await page.setContent(reconciliationPaper(words, { ...frame, reconciled: comparison(days, 1_000) }).html);
    const sheets = textOfPdf(await page.pdf({ preferCSSPageSize: true }));
    const withTotal = sheets.find((sheet) => sheet.includes(words.t('reports:export.sections.sums')));
    expect.soft(withTotal, `${count} days`).toContain(`${count}/10/2026`);
  }
});

/** Amounts of the rows that name a card, in minor units. */
const amountsIn = (text: string): readonly number[] =>
  [...text.matchAll(/•••• \d{4}.*?B\/\. ([\d,.]+)/g)].map(([, amount = '']) => Number(amount.replace(/[,.]/g, '')));
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
/** The word of a hold, with a blank in it. */
const wholeWord = /^preautoriz(?:ad[ao]s?|ación|aciones)$/i;
const brokenWord = /P\s*r\s*e\s*a\s*u\s*t\s*o\s*r\s*i\s*z/gi;

test('papers of 443 holds list all of them, or say what they leave out, with the sums of the screens', async () => {
  const words = wordsOf('es').paper;
  const { t, money, moment } = words;
  const all = holdsOfTwoYears();
  const { totals } = holdsPage(all);
  const [current, past] = [true, false].map((lives) => all.filter(({ expiresAt }) => expiresAt > now === lives));
  if (current === undefined || past === undefined) throw new Error('unreachable');
  const listOf = { ...frame, cut: false, totals, text: '', show: 'waiting' } as const;
  const waiting = { open: totals.open, expired: totals.expired };
  const openHolds = [...current, ...past].slice(0, mostListed).map(({ authorization, expiresAt }) => ({
    id: authorization.id,
    startedAt: authorization.startedAt,
    operation: 'authorize' as const,
    amount: heldAmount(authorization),
    currencySign: authorization.currencySign,
    operatorName: authorization.operatorName,
    brand: authorization.card?.brand ?? null,
    lastFour: authorization.card?.lastFour ?? null,
    customer: null,
    expiresAt,
  }));
  const { figures } = reportOf([{ ...busyFigures, waiting }], { openHolds });
  // The width within the margins of a letter sheet.
  const page = await browser.newPage({ viewport: { width: 703, height: 900 } });
  await page.emulateMedia({ media: 'print' });
  const textOf = async ({ html }: Paper): Promise<string> => {
    await page.setContent(html);
    const wide = page
      .locator('.sums dd')
      .evaluateAll((sums) => sums.filter((sum) => sum.scrollWidth > sum.clientWidth));
    expect(await wide).toEqual([]);
    const text = textOfPdf(await page.pdf({ preferCSSPageSize: true }))
      .join(' ')
      .replaceAll('\u00a0', ' ');
    expect(text).not.toContain('UTC');
    for (const [word] of text.matchAll(brokenWord)) expect(word).not.toMatch(/\s/);
    for (const [word] of text.matchAll(/preautoriz\p{L}*/giu)) expect(word).toMatch(wholeWord);
    return text;
  };
  const plain = (amount: number): string => money(amount, 'B/.').replaceAll('\u00a0', ' ');

  const queue = await textOf(holdListPaper(words, { ...listOf, part: null, holds: current }));
  expect(amountsIn(queue)).toHaveLength(190);
  expect(sumOf(amountsIn(queue))).toBe(reservedOfTwoYears());
  expect(queue.includes(`${t('holds:totals.open')} ${plain(reservedOfTwoYears())}`)).toBe(true);
  expect(queue.includes(t('paper:holdList.withoutExpired', { count: 253 }))).toBe(true);
  for (const { expiresAt, authorization } of current)
    for (const part of [moment(expiresAt), authorization.concept, authorization.operatorName])
      expect(queue.includes(part ?? ''), part ?? '').toBe(true);

  const expired = await textOf(holdListPaper(words, { ...listOf, part: 'expired', holds: past }));
  expect(sumOf(amountsIn(expired))).toBe(totals.expired.amount);
  expect(expired.includes(t('paper:holdList.part', { part: t('holds:totals.expired') }))).toBe(true);
  expect(expired.includes(t('holds:totals.open'))).toBe(false);

  const day = { first: '2026-11-21', last: '2026-11-21', closes: [], currencySign: 'B/.' };
  const close = await textOf(dayClosePaper(words, { ...frame, ...day, figures }));
  const left = totals.open.amount + totals.expired.amount - sumOf(amountsIn(close));
  expect(amountsIn(close)).toHaveLength(mostListed);
  expect(close.includes(t('reports:moreHolds', { count: 443 - mostListed, amount: plain(left) }))).toBe(true);
  const besides = t('reports:waitingExpired', { count: 253, total: plain(totals.expired.amount) });
  expect(close).toContain(`${plain(totals.open.amount)} ${t('holds:totals.count', { count: 190 })}. ${besides}`);
  for (const { expiresAt } of current) expect(close.includes(moment(expiresAt)), expiresAt).toBe(true);
});

test('the figures of a day are on one line, and the counts of its tables below one another', async () => {
  const page = await browser.newPage();
  await page.setViewportSize({ width: Math.floor(((216 - 30) * 96) / 25.4), height: 1600 });
  const day = { first: '2026-11-21', last: '2026-11-21', closes: [], currencySign: 'B/.' };
  const { figures } = reportOf([busyFigures]);
  await page.setContent(dayClosePaper(wordsOf('es').paper, { ...frame, ...day, figures }).html);
  const tops = await page
    .locator('.sums dd')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  const counts = page.locator('.side th:nth-child(2)');
  const rights = await counts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)));
  expect(rights).toHaveLength(4);
  expect(new Set(rights).size).toBe(2);
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
  for (const size of ['roll-58', 'roll-80'] as const)
    // Spanish words are longer.
    for (const language of times(['es'] as const, ['en', 'es'] as const))
      for (const [merchant, texts] of [[small, {}] as const, [large, {}] as const, [large, longTexts] as const]) {
        const shown = detailsOf(attemptOf('sell', 'approved', texts));
        const paper = receiptPaper(wordsOf(language).paper, { shown, merchant, size, copies: 'customer', printed });
        if (paper === null) throw new Error('An approved sale has a receipt');
        const page = await browser.newPage({ viewport: { width: size === 'roll-58' ? 181 : 272, height: 400 } });
        await page.emulateMedia({ media: 'print' });
        await page.setContent(paper.html);
        const name = `${size}, ${language}, ${merchant.name}, ${shown.concept}`;
        expect(textOfPdf(await page.pdf({ preferCSSPageSize: true })), name).toHaveLength(1);
        for (const line of await lastLinesOf(page.locator('.head strong')))
          expect(line.length, `${name}: “${line}”`).toBeGreaterThan(merchant === small ? 3 : 10);
        expect((await lastLinesOf(page.locator('.copy').last()))[0], name).not.toMatch(/^·/);
        const height = await page.locator('article').evaluate((article) => article.getBoundingClientRect().height);
        expect((height * 25.4) / 96, name).toBeGreaterThan(0.75 * paper.height);
        await page.close();
      }
});
