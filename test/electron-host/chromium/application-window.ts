/** The first window on a display. It is an application window, which has no address bar. */
import { setTimeout as delay } from 'node:timers/promises';
import { customSchemes, schemeHosts, toChromium } from '../schemes.ts';
import { browser } from './browser.ts';

let address: string | null = null;

/**
 * Returns the arguments that make Chromium open an application window. It loses that form when its origin changes, so
 * the origin is guessed: the program's first scheme with the program's name as host.
 */
export function applicationWindowArguments(name: string): readonly string[] {
  const [scheme = 'app'] = customSchemes();
  address = `${toChromium(`${scheme}://${name}/`)}stand-in-is-starting`;
  return [
    `--app=${address}`,
    // Keeps Chromium from resolving the host, because the program itself serves the page.
    `--host-resolver-rules=MAP ${schemeHosts} ~NOTFOUND`,
    '--window-size=1280,800',
    // Hides the bar that warns about the missing sandbox.
    '--test-type',
  ];
}

/** Returns the window's target to the first caller, and null to all later ones. */
export async function takeApplicationWindow(): Promise<string | null> {
  const wanted = address;
  address = null;
  if (wanted === null) return null;
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const { targetInfos } = await browser.send('Target.getTargets', {});
    const found = targetInfos.find(({ type, url }) => type === 'page' && url === wanted);
    if (found) return found.targetId;
    await delay(50);
  }
  return null;
}
