/** Turns the shown state to the other language and colour scheme, and finds texts that stayed in the former language. */
import type { Page } from '@playwright/test';
import { languageChoices } from '#shared/languages.ts';
import { en } from '#shared/locales/en.ts';
import { es } from '#shared/locales/es.ts';
import type { MockedMain } from './mocked-main.ts';
import { looks, wordsOf, type Look } from './looks.ts';
import type { ShownSeat } from '#test/fixtures/shown/seat.ts';

/** All texts of a catalogue without placeholders. */
const textsIn = (texts: unknown): readonly string[] =>
  typeof texts === 'string' ? (texts.includes('{{') ? [] : [texts]) : Object.values(texts as object).flatMap(textsIn);

const texts = { en: new Set(textsIn(en)), es: new Set(textsIn(es)) };

/** True for a text of the program's own catalogue. */
export const isCatalogueText = (text: string): boolean => texts.en.has(text) || texts.es.has(text);

/** Texts that are the same in every language: the name of the built-in merchant, and the languages' own names. */
const data: ReadonlySet<string> = new Set(['Training', ...languageChoices.map(({ label }) => label)]);

/** Returns the look that is not shown, or null while the page shows nothing. */
export const otherLook = async (page: Page): Promise<Look | null> =>
  page.evaluate(([first, second]) => {
    const { lang, dataset } = document.documentElement;
    if (dataset['mantineColorScheme'] === undefined) return null;
    return lang.startsWith(first.language) ? second : first;
  }, looks);

/** Saves the look as the seat's own, as another window of Settings would, and waits until the page shows it. */
export async function turnTo(page: Page, main: MockedMain, settings: ShownSeat['settings'], look: Look): Promise<void> {
  main.seat.settings.answers({ ...settings, ...look });
  await main.emit('seat.changed', {});
  await page.locator(`html[lang^="${look.language}"][data-mantine-color-scheme="${look.theme}"]`).waitFor();
  await page
    .locator('.not-printed')
    .filter({ hasText: wordsOf(look.language)('notPrinted') })
    .waitFor({ state: 'attached' });
}

/** Shown texts and names that only the other language’s catalogue has. */
export async function textsOfAnother(page: Page, { language }: Look): Promise<readonly string[]> {
  const shown = await page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      const element = node instanceof Element ? node : node.parentElement;
      // A screen that is left keeps its texts until it is shown again.
      if (element?.checkVisibility() !== true) continue;
      // Told at one moment and kept as told: nobody changes the language within a dialog.
      if (element.closest('[role="dialog"], [role="status"], [role="alert"], [id$="-error"]') !== null) continue;
      if (node instanceof Text) found.add(node.data.trim());
      else if (node instanceof Element) {
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.add(node.getAttribute(name) ?? '');
      }
    }
    return [...found];
  });
  const [own, another] = language === 'en' ? [texts.en, texts.es] : [texts.es, texts.en];
  return shown.filter((text) => another.has(text) && !own.has(text) && !data.has(text));
}
