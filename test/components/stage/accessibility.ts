/** Findings of axe on the current state. */
import axe from 'axe-core';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    readonly axe: typeof axe;
    /** Numbers of the elements that were shown, and of those without findings. */
    inspected?: { readonly numbers: Map<string, number>; readonly clean: Set<number> };
  }
}

/** The script that the stage adds to the page once per load, because adding it for each check would cost five times the check. */
export const axeScript = axe.source;

/** The rules that count: everything of WCAG 2.2 that a machine can check, levels A and AA, and axe's best practice. */
const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Waits for transitions to end, because contrast differs halfway through a fade. One of something that is not drawn never
 * begins, and so never ends: none lasts longer than the bound.
 */
export const transitionsOver = (win: Page): Promise<void> =>
  win.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime);
    });
    const ended = Promise.all(passing.map(({ finished }) => finished.catch(() => undefined)));
    await Promise.race([ended, new Promise((bound) => setTimeout(bound, 3_000))]);
  });

/** All rules, or the one whose findings depend on the colour scheme. */
const extents = {
  whole: { type: 'tag', values: axeRules },
  contrast: { type: 'rule', values: ['color-contrast'] },
} as const;

/**
 * Inspects what is new in the state. An element is known from a state without findings by its ancestors, its roles, states, classes and
 * styles, and by having a text and a name or none, because no rule looks at their words. A new order of headings and landmarks has the whole page
 * inspected, and a new element the part around it.
 */
export async function accessibilityFindings(
  page: Page,
  extent: keyof typeof extents = 'whole',
): Promise<readonly string[]> {
  await transitionsOver(page);
  return page.evaluate(async ({ type, values }) => {
    const named =
      /^(?:id|for|href|value|name|aria-(?:label|labelledby|describedby|controls|owns|activedescendant)|title|placeholder)$/;
    // Ends with the page, as every state that it knows.
    const { numbers, clean } = (window.inspected ??= { numbers: new Map(), clean: new Set() });
    const numberOf = (text: string): number => numbers.get(text) ?? numbers.set(text, numbers.size).size - 1;
    const shown = new Map<Element, number>();
    const looks = `${type} ${innerWidth}x${innerHeight} ${document.documentElement.dataset['mantineColorScheme']}`;
    for (const element of document.querySelectorAll('body, body *')) {
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
      const attributes = [...element.attributes].map(({ name, value }) =>
        named.test(name) ? `${name} ${value === ''}` : `${name}=${value}`,
      );
      const { parentElement: parent, tagName } = element;
      const within = parent === null ? looks : (shown.get(parent) ?? looks);
      shown.set(element, numberOf([within, tagName, hasText, ...attributes].join('\n')));
    }
    const outline = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, main, nav, aside, header, footer, section')];
    const order = numberOf(outline.map((element) => shown.get(element)).join(' '));
    const fresh = [...shown.keys()].filter((element) => !clean.has(shown.get(element) ?? 0));
    if (fresh.length === 0 && clean.has(order)) return [];
    const around = new Set(fresh.map(({ parentElement }) => parentElement ?? document.body));
    const { violations } = await window.axe.run(clean.has(order) ? { include: [...around] } : document, {
      preload: false,
      resultTypes: ['violations'],
      runOnly: { type, values: [...values] },
      // Asks a person to look at hidden parts. It is never a violation.
      rules: type === 'tag' ? { 'hidden-content': { enabled: false } } : {},
    });
    if (violations.length === 0) for (const number of [...shown.values(), order]) clean.add(number);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, extents[extent]);
}
