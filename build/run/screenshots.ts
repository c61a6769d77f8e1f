/**
 * `npm run screenshots`: takes pictures of every state that the component specs show, in both languages and schemes, at
 * every size, and writes a page that lays them out side by side. `-- PATTERN` chooses specs by their path. Without one it renews
 * the pictures of the documents too, if every spec has passed.
 */
import { spawnSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '#build/paths.ts';
import {
  picturesFolder,
  picturesOfDocuments,
  picturesVariable,
  renewPictures,
  reportOf,
} from '#build/pictures-report.ts';

process.chdir(root);

function run(...args: readonly string[]): number {
  const env = { ...process.env, [picturesVariable]: picturesFolder };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

await rm(picturesFolder, { recursive: true, force: true });
if (run(path.join(import.meta.dirname, 'build.ts')) !== 0) process.exit(1);
const playwright = path.join(root, 'node_modules/@playwright/test/cli.js');
const patterns = process.argv.slice(2);
const specs = (config: string) => (): number =>
  run(playwright, 'test', `--config=test/components/${config}`, ...patterns);
const states = specs('playwright.config.ts');
const documents = specs('guide/playwright.config.ts');
process.exitCode =
  patterns.length > 0
    ? states()
    : await renewPictures([states, documents], picturesOfDocuments, path.join(root, 'docs/images'));
const files = (await readdir(picturesFolder).catch(() => [])).filter((name) => name.endsWith('.png')).toSorted();
const report = path.join(picturesFolder, 'index.html');
await writeFile(report, reportOf(files));
console.log(`${files.length} pictures, side by side in ${path.relative(root, report)}`);
