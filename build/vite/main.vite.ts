/**
 * Builds the main process into ESM files with every package inside: what the window needs is one, the rest of a start another, and what
 * it can do without are others.
 * Only Electron and Node's own modules stay outside.
 */
import path from 'node:path';
import type { InlineConfig } from 'vite';
import { dist, root } from '#build/paths.ts';
import { updateKeys } from '#build/updates/update-key.ts';
import { leanOutput, leanPackages } from './lean-packages.ts';

/**
 * Returns the build configuration. `development` keeps `process.env.CAJA_DEV_SERVER`, the address of `npm run dev`.
 * Every other build has `undefined` in its place, so that no shipped program can be pointed at foreign pages. The public keys
 * of updates, or null, stand in place of `process.env.CAJA_UPDATE_KEY` and `process.env.CAJA_UPDATE_KEY_NEXT`.
 */
export const mainConfig = (mode: string): InlineConfig => ({
  root,
  configFile: false,
  publicDir: false,
  define: {
    'process.env.CAJA_UPDATE_KEY': JSON.stringify(updateKeys().present),
    'process.env.CAJA_UPDATE_KEY_NEXT': JSON.stringify(updateKeys().next),
    ...(mode === 'development' ? {} : { 'process.env.CAJA_DEV_SERVER': 'undefined' }),
  },
  plugins: [...leanPackages],
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir: path.join(dist, 'main'),
    emptyOutDir: true,
    // A map is not packed, and the bundle would name one that is not there.
    sourcemap: mode === 'development',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: path.join(root, 'electron/main.ts'),
      external: ['electron', /^electron\//, 'pg-native'],
      platform: 'node',
      output: { ...leanOutput, format: 'esm', entryFileNames: 'main.js', chunkFileNames: '[name].js' },
    },
  },
});
