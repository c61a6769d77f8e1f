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

export async function accessibilityFindings(page: Page): Promise<readonly string[]> {
  await transitionsOver(page);
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, {
      preload: false,
      resultTypes: ['violations'],
      runOnly: { type: 'tag', values: rules },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, axeRules);
}
