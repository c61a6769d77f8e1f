/** Findings of axe on the current state, by the rules of the end-to-end specs. */
import { createHash } from 'node:crypto';
import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { axeRules, transitionsOver } from '#test/e2e/stage/axe.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The script that the stage adds to the page once per load, because adding it for each check would cost five times the check. */
export const axeScript = axe.source;

/** All rules, or the one whose findings depend on the colour scheme. */
const extents = {
  whole: { type: 'tag', values: axeRules },
  contrast: { type: 'rule', values: ['color-contrast'] },
} as const;

/** Structures without findings, so that a worker inspects each once. Their texts differ, which no rule looks at. */
const clean = new Set<string>();

/**
 * Describes what the rules look at: elements with their roles, states, classes and styles, whether they have a text and a name, the colour
 * scheme and the size of the window.
 */
const structureOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const parts = [`${innerWidth}x${innerHeight} ${document.documentElement.dataset['mantineColorScheme']}`];
    const named =
      /^(?:id|for|href|value|aria-(?:label|labelledby|describedby|controls|owns|activedescendant)|title|placeholder)$/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const node = walker.currentNode;
      if (node instanceof Text) parts.push(node.data.trim() === '' ? '' : 'text');
      else if (node instanceof Element) {
        parts.push(node.tagName);
        for (const { name, value } of node.attributes) {
          parts.push(named.test(name) ? `${name} ${value === ''}` : `${name}=${value}`);
        }
      }
    }
    return parts.join('\n');
  });

export async function accessibilityFindings(
  page: Page,
  extent: keyof typeof extents = 'whole',
): Promise<readonly string[]> {
  await transitionsOver(page);
  const structure = createHash('sha256')
    .update(extent)
    .update(await structureOf(page))
    .digest('base64');
  if (clean.has(structure)) return [];
  const findings = await page.evaluate(async ({ type, values }) => {
    const { violations } = await window.axe.run(document, {
      preload: false,
      resultTypes: ['violations'],
      runOnly: { type, values: [...values] },
      // Asks a person to look at hidden parts. It is never a violation.
      rules: type === 'tag' ? { 'hidden-content': { enabled: false } } : {},
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, extents[extent]);
  if (findings.length === 0) clean.add(structure);
  return findings;
}
