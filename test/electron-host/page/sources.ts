/** The text of the scripts that go into every page, made of the functions beside this file. */
import { readFileSync } from 'node:fs';
import { makeBridgeSide } from './bridge-side.ts';
import { makeCodec } from './codec.ts';
import { runIsolatedWorld, type IsolatedFlags } from './isolated-world.ts';
import { runMainWorld } from './main-world.ts';

/** The script of the page's own world. `secret` names the events of the bridge; the page never learns it. */
export const mainWorldSource = (secret: string): string =>
  `(${runMainWorld.toString()})(${JSON.stringify(secret)}, ${makeCodec.toString()}, ${makeBridgeSide.toString()});`;

/** The script of the isolated world, with the preload in it. */
export function isolatedWorldSource(secret: string, preloadFile: string | undefined): string {
  const flags: IsolatedFlags = {
    preloadFile: preloadFile ?? '',
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
