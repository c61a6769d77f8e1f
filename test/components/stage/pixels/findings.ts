/** Findings of the look at the pixels: what is cut, painted over or beyond its box, and two primary buttons with one key. */
import type { Page } from '@playwright/test';
import { picturesVariable } from '#build/pictures-report.ts';
import { transitionsOver } from '../accessibility.ts';
import { times } from '#test/support/thorough.ts';
import { isCatalogueText } from '../other-look.ts';

export type Size = { readonly width: number; readonly height: number };

/** A laptop at 175 % and at 125 %, the design's size, two large screens, and 200 % zoom. */
export const sizes = [
  { width: 1093, height: 614 },
  { width: 1280, height: 720 },
  { width: 1536, height: 864 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 640, height: 360 },
] as const satisfies readonly Size[];

/** Draws the ring of the focus around everything that can take it, without moving it. @returns what ends that */
async function showRings(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const selector = 'a[href], button:enabled, input:enabled, select:enabled, textarea, summary, [tabindex="0"]';
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const forcedPseudoClasses = ['focus', 'focus-visible'];
  await Promise.all(nodeIds.map((nodeId) => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })));
  return () => session.detach();
}

/** Looks at the shown state as it is. */
export async function pixelFindings(page: Page): Promise<readonly string[]> {
  await transitionsOver(page);
  const hideRings = await showRings(page);
  const findings = await page.evaluate(() => window.lookAtPixels());
  await hideRings();
  // A customer's name may be shortened where its title has the whole, and a sentence in a row whose details say it. No label may.
  return findings
    .filter(({ kind, text }) => kind !== 'shortened' || (isCatalogueText(text) && !text.endsWith('.')))
    .map(({ kind, text, where, px }) => `${kind}: “${text.slice(0, 60)}”, ${where}, ${px.toFixed(1)} px`);
}

/** Looks at the shown state at several sizes of the window. */
export async function findingsAt(page: Page, at: readonly Size[]): Promise<readonly string[]> {
  const usual = page.viewportSize();
  const found: string[] = [];
  for (const size of at) {
    await page.setViewportSize(size);
    found.push(...(await pixelFindings(page)).map((finding) => `${size.width} × ${size.height}: ${finding}`));
  }
  if (usual !== null) await page.setViewportSize(usual);
  return found;
}

/**
 * Looks at the last state of a spec: as it is, and in Spanish, whose words are longer. `npm run test:thorough` and
 * `npm run screenshots` look at every size and language.
 */
export async function findingsOfState(page: Page): Promise<readonly string[]> {
  if (times(0, 1) === 1 || process.env[picturesVariable] !== undefined) return findingsAt(page, sizes);
  const language = await page.evaluate(() => document.documentElement.lang);
  return language.startsWith('es') ? pixelFindings(page) : [];
}
