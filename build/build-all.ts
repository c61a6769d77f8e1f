/** Builds the parts of the program, and decides if a build is due. */
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';
import { build, type InlineConfig } from 'vite';
import { mainConfig } from '#build/vite/main.vite.ts';
import { dist, root } from './paths.ts';
import { updateKeyFiles, updateKeys } from '#build/updates/update-key.ts';
import { legalFiles, legalFolder, writeLegal } from '#build/supply-chain/legal.ts';
import { notePackages } from '#build/supply-chain/packed-packages.ts';
import { collectorConfig, preloadConfig } from '#build/vite/preload.vite.ts';
import { rendererConfig } from '#build/vite/renderer.vite.ts';
import { workerConfig } from '#build/vite/worker.vite.ts';

const files = {
  main: path.join(dist, 'main/main.js'),
  worker: path.join(dist, 'worker/file-worker.cjs'),
  preload: path.join(dist, 'preload/preload.cjs'),
  collector: path.join(dist, 'collector/preload.cjs'),
  renderer: path.join(dist, 'renderer/index.html'),
} as const;

export type Part = keyof typeof files;
const parts = Object.keys(files) as readonly Part[];

/**
 * Builds one part; throws the errors of the build.
 * @param packages receives the packages that the part holds
 */
export async function buildPart(part: Part, mode: string, packages: Set<string> = new Set()): Promise<void> {
  const configs: Record<Part, InlineConfig> = {
    main: mainConfig(mode),
    worker: workerConfig,
    preload: preloadConfig,
    collector: collectorConfig(),
    renderer: rendererConfig,
  };
  // Vite chooses React's development build by NODE_ENV, whatever the mode.
  process.env['NODE_ENV'] = mode === 'development' ? 'development' : 'production';
  const config = configs[part];
  const plugins = [...(config.plugins ?? []), notePackages(packages)];
  await build({ ...config, plugins, mode, logLevel: 'warn' });
}

/** Builds every part and prints the time of each, then lists what they are made of. */
export async function buildAll(mode = 'production'): Promise<void> {
  const packages = new Set<string>();
  for (const part of parts) {
    const started = performance.now();
    await buildPart(part, mode, packages);
    console.log(`built ${part} in ${Math.round(performance.now() - started)} ms`);
  }
  await writeLegal(packages);
  const keys = updateKeys();
  if (keys.present === null) console.log(`There is no ${updateKeyFiles.present}: this build takes no updates.`);
  else if (keys.next === null) console.log(`There is no ${updateKeyFiles.next}: the key can't be changed later.`);
}

/** True when a part is missing or older than one of its source files. */
export async function isBuildDue(): Promise<boolean> {
  const built = [...Object.values(files), ...legalFiles.map((name) => path.join(legalFolder, name))];
  if (!built.every((file) => existsSync(file))) return true;
  const times = await Promise.all(built.map(async (file) => (await stat(file)).mtimeMs));
  const oldest = Math.min(...times);
  const sources = glob(
    ['{shared,electron,renderer}/**/*', 'build/**/*.ts', 'build/*.pem', 'package.json', 'package-lock.json'],
    { cwd: root },
  );
  for await (const source of sources) {
    const info = await stat(path.join(root, source));
    if (info.isFile() && info.mtimeMs > oldest) return true;
  }
  return false;
}
