/**
 * `npm run screenshots`: takes pictures of every state that the component specs show, in both languages and schemes, at
 * every size, and writes a page that lays them out side by side. `-- PATTERN` chooses specs by their path. Without one it renews
 * the pictures of the documents too.
 */
import { spawnSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { picturesVariable, reportOf } from '#build/pictures-report.ts';
import { requireNode } from './node-version.ts';

requireNode();
process.chdir(root);
const folder = path.join(root, 'screenshots-out');

function run(...args: readonly string[]): number {
  const env = { ...process.env, [picturesVariable]: folder };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
}

await rm(folder, { recursive: true, force: true });
if (run(path.join(import.meta.dirname, 'build.ts')) !== 0) process.exit(1);
const playwright = path.join(root, 'node_modules/@playwright/test/cli.js');
const failed = run(playwright, 'test', '--config=test/components/playwright.config.ts', ...process.argv.slice(2));
const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.png')).toSorted();
const report = path.join(folder, 'index.html');
await writeFile(report, reportOf(files));
console.log(`${files.length} pictures, side by side in ${path.relative(root, report)}`);
const guide =
  process.argv.length > 2 ? 0 : run(playwright, 'test', '--config=test/components/guide/playwright.config.ts');
process.exitCode = failed === 0 ? guide : failed;
