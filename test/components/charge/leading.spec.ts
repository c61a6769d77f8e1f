/** What stands before the text of a field is painted and not only in the page. Looks at the pixels. */
import type { Locator, Page } from '@playwright/test';
import { fieldOf } from '#test/components/stage/keyed-form.ts';
import { inOneLook } from '#test/components/stage/looks.ts';
import { expect, test } from '#test/components/stage/test.ts';

/** Least number of pixels that tell a sign from a speck. */
const leastInk = 40;

/** Number of pixels within the box of the element whose colour differs clearly from the most frequent one. */
async function inkIn(page: Page, element: Locator): Promise<number> {
  const clip = await element.boundingBox();
  if (clip === null) return 0;
  const picture = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (pen === null) return 0;
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const pixels = [...new Uint32Array(data.buffer)];
    const counts = Map.groupBy(pixels, (pixel) => pixel);
    const [ground = 0] = [...counts.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
    const apart = (pixel: number, shift: number): number =>
      Math.abs(((pixel >> shift) & 255) - ((ground >> shift) & 255));
    return pixels.filter((pixel) => apart(pixel, 0) + apart(pixel, 8) + apart(pixel, 16) > 48).length;
  }, picture);
}

/** The element that is before the text of a field. */
const beforeText = (page: Page, name: string, what: string): Locator =>
  page.locator(`[data-field="${name}"]`).locator(what);

inOneLook('es', (look) => {
  test(`currency sign and mark of the card are painted, ${look.language}, ${look.theme}`, async ({ show, page }) => {
    await show({ settings: look });
    const sign = beforeText(page, 'amount', 'label + div > span > span');
    const mark = beforeText(page, 'cardNumber', 'svg');
    // No card, Visa, Mastercard.
    for (const cardNumber of ['', '4059310181757001', '5517747952039692']) {
      await fieldOf(page, 'cardNumber').fill(cardNumber);
      await fieldOf(page, 'expiry').focus();
      expect(await inkIn(page, sign), cardNumber).toBeGreaterThan(leastInk);
      expect(await inkIn(page, mark), cardNumber).toBeGreaterThan(leastInk);
      // The caret and the ring of the focused field hide nothing either.
      await fieldOf(page, 'cardNumber').focus();
      expect(await inkIn(page, mark), cardNumber).toBeGreaterThan(leastInk);
    }
  });
});
