/**
 * `npm run screenshots`: takes pictures of every state that the component specs show, in both languages and schemes, at
 * every size, and writes a page that lays them out side by side. `-- PATTERN` chooses specs by their path. Without one it renews
 * the pictures of the documents too, if every spec has passed. `-- --baseline NAME` renews the pictures of the baseline whose
 * states have NAME in their names, and lays out the whole baseline; without a name it renews none.
 */
import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '#build/paths.ts';
import {
  baselineFolder,
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
const [first, ...named] = process.argv.slice(2);
const ofBaseline = first === '--baseline';
const patterns = ofBaseline
  ? ['frame/gallery', ...named.flatMap((name) => ['-g', name]), '--update-snapshots=all']
  : process.argv.slice(2);
const specs = (config: string) => (): number =>
  run(playwright, 'test', `--config=test/components/${config}`, ...patterns);
const states = specs('playwright.config.ts');
const documents = specs('guide/playwright.config.ts');
process.exitCode =
  ofBaseline && named.length === 0
    ? 0
    : patterns.length > 0
      ? states()
      : await renewPictures([states, documents], picturesOfDocuments, path.join(root, 'docs/images'));
if (ofBaseline) {
  await rm(picturesFolder, { recursive: true, force: true });
  await mkdir(picturesFolder);
  for (const name of (await readdir(baselineFolder)).filter((each) => each.endsWith('.png'))) {
    await copyFile(path.join(baselineFolder, name), path.join(picturesFolder, name.replace('.png', '.1280x720.png')));
  }
}
const files = (await readdir(picturesFolder).catch(() => [])).filter((name) => name.endsWith('.png')).toSorted();
const report = path.join(picturesFolder, 'index.html');
await writeFile(report, reportOf(files));
console.log(`${files.length} pictures, side by side in ${path.relative(root, report)}`);
