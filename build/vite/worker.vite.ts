/**
 * Builds the thread for ledger files into one CommonJS file, the form that Electron is known to start from inside an
 * archive (electron/electron pull request 33216).
 */
import path from 'node:path';
import type { InlineConfig } from 'vite';
import { dist, root } from '#build/paths.ts';
import { leanOutput } from './lean-packages.ts';

export const workerConfig: InlineConfig = {
  root,
  configFile: false,
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir: path.join(dist, 'worker'),
    emptyOutDir: true,
    sourcemap: false,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: path.join(root, 'electron/ledger/copies/file-worker.ts'),
      external: ['pg-native'],
      platform: 'node',
      output: { ...leanOutput, format: 'cjs', entryFileNames: 'file-worker.cjs' },
    },
  },
};
