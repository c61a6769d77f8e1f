/** Bundles a process of a test into one file, because it is started hundreds of times and loading modules would dominate. */
import path from 'node:path';
import { build } from 'vite';
import { root } from '#build/paths.ts';
import { leanOutput, leanPackages } from '#build/vite/lean-packages.ts';
import { workerConfig } from '#build/vite/worker.vite.ts';

/**
 * @param folder for the bundle and, beside it as in the program, the thread that it starts
 * @param entry source file, from the root
 * @returns absolute path of the bundle
 */
export async function bundleProcess(folder: string, entry: string): Promise<string> {
  const outDir = path.join(folder, 'main');
  const worker = { ...workerConfig.build, outDir: path.join(folder, 'worker') };
  await build({ ...workerConfig, build: worker, logLevel: 'error' });
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [...leanPackages],
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      rolldownOptions: { output: leanOutput },
    },
    ssr: { noExternal: true },
  });
  return path.join(outDir, `${path.basename(entry, '.ts')}.js`);
}
