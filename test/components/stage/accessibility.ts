/** Findings of axe on the current state, by the rules of the end-to-end specs. */
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

export async function accessibilityFindings(
  page: Page,
  extent: keyof typeof extents = 'whole',
): Promise<readonly string[]> {
  await transitionsOver(page);
  return page.evaluate(async ({ type, values }) => {
    const { violations } = await window.axe.run(document, {
      preload: false,
      resultTypes: ['violations'],
      runOnly: { type, values: [...values] },
      // Asks a person to look at hidden parts. It is never a violation.
      rules: type === 'tag' ? { 'hidden-content': { enabled: false } } : {},
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, extents[extent]);
}
