/** Builds the scripts that are injected into every page. */
import { readFileSync } from 'node:fs';
import { makeBridgeSide } from './bridge-side.ts';
import { makeCodec } from './codec.ts';
import { runIsolatedWorld, type IsolatedFlags } from './isolated-world.ts';
import { runMainWorld } from './main-world.ts';

/** Returns the script of the page's own world. `secret` names the bridge's events and is never exposed to the page. */
export const mainWorldSource = (secret: string, subFrames: boolean): string =>
  `(${runMainWorld.toString()})(${JSON.stringify(secret)}, ${String(subFrames)}, ${makeCodec.toString()}, ${makeBridgeSide.toString()});`;

/** Returns the script of the isolated world, including the preload. */
export function isolatedWorldSource(secret: string, preloadFile: string | undefined, subFrames: boolean): string {
  const flags: IsolatedFlags = {
    preloadFile: preloadFile ?? '',
    subFrames,
    platform: process.platform,
    arch: process.arch,
    versions: { ...process.versions },
  };
  const preload = preloadFile === undefined ? '' : readFileSync(preloadFile, 'utf8');
  return [
    `(${runIsolatedWorld.toString()})(${JSON.stringify(secret)}, ${makeCodec.toString()}, ${makeBridgeSide.toString()}, ${JSON.stringify(flags)},`,
    `function (require, module, exports, process, global, __filename) {${preload}`,
    `});`,
    `//# sourceURL=${preloadFile ?? 'preload'}`,
  ].join('\n');
}
