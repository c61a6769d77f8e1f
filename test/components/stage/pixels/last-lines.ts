/** Reads the last line of texts as they are laid out. */
import type { Locator } from '@playwright/test';

export const lastLinesOf = (texts: Locator): Promise<readonly string[]> =>
  texts.evaluateAll((all) =>
    all.map((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const letters: { readonly letter: string; readonly top: number }[] = [];
      while (walker.nextNode() !== null) {
        const text = walker.currentNode as Text;
        for (const [at, letter] of [...text.data].entries()) {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          letters.push({ letter, top: range.getBoundingClientRect().top });
        }
      }
      return letters
        .filter(({ top }) => top === letters.at(-1)?.top)
        .map(({ letter }) => letter)
        .join('');
    }),
  );
