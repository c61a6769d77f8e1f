/** The first window at a display: one of Chromium's application windows, which have a title and no address bar. */
import { setTimeout as delay } from 'node:timers/promises';
import { customSchemes, schemeHosts, toChromium } from '../schemes.ts';
import { browser } from './browser.ts';

let address: string | null = null;

/**
 * Arguments that make Chromium open an application window. It stays one as long as its pages are of the origin that it
 * was opened with, which is guessed: the program's first scheme with the program's name as host.
 */
export function applicationWindowArguments(name: string): readonly string[] {
  const [scheme = 'app'] = customSchemes();
  address = `${toChromium(`${scheme}://${name}/`)}stand-in-is-starting`;
  return [
    `--app=${address}`,
    // Nobody is asked for a host that does not exist: the page comes from the program as soon as it is ready.
    `--host-resolver-rules=MAP ${schemeHosts} ~NOTFOUND`,
    '--window-size=1280,800',
    // Without it a bar says that Chromium runs without its sandbox.
    '--test-type',
  ];
}

/** The target of that window, for the first page that wants one; null for all later ones. */
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
