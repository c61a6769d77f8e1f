/** Builds each preload into one CommonJS file, the only form that a sandboxed renderer loads. */
import path from 'node:path';
import type { InlineConfig } from 'vite';
import { dist, root } from '#build/paths.ts';

/**
 * @param source relative to the root
 * @param outDir absolute. One folder a preload, because two in one build would share files, which no sandbox loads.
 */
const configOf = (source: string, outDir: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  build: {
    target: 'chrome150',
    outDir,
    emptyOutDir: true,
    sourcemap: false,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: path.join(root, source),
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs' },
    },
  },
});

export const preloadConfig: InlineConfig = configOf('electron/preload.ts', path.join(dist, 'preload'));

export const collectorConfig = (outDir: string = path.join(dist, 'collector')): InlineConfig =>
  configOf('electron/fingerprint/preload.ts', outDir);
