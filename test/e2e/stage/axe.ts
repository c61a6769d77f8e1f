/** Runs axe on the current screen by the rules of WCAG 2.2 A and AA and of best practice. A finding names its rule and elements. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules that count: everything of WCAG 2.2 that a machine can check, levels A and AA, and axe's best practice. */
export const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function axeFindings(win: Page): Promise<readonly string[]> {
  await transitionsOver(win);
  const { violations } = await new AxeBuilder({ page: win }).setLegacyMode(true).withTags(axeRules).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

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
