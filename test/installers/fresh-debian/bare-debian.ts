/** A bare Debian 12 in an archive of the checkout's cache, made from the mirror that this machine's apt has. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { runChecked, runCommand } from '../command.ts';
import { LeftOut } from '../left-out.ts';

const release = 'bookworm';
const cache = path.join(root, '.cache/fresh-debian');
/** Packages that later runs need not fetch again. apt checks each against its list. */
export const packageCache = path.join(cache, 'packages');
/** Limit of what waits for the network, in ms. */
export const fetching = 600_000;

/** Returns lines of `sources.list`: this machine's of Debian 12, none on another system. */
export async function machineSources(): Promise<string> {
  const format = 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)';
  const output = await runChecked('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const wanted = new RegExp(`^deb \\S+ ${release}(?:-updates|-security)? main$`);
  return [...new Set(output.split('\n').filter((line) => wanted.test(line)))].map((line) => `${line}\n`).join('');
}

/** How this machine's apt reaches its mirror: proxies, trust, dates. */
async function machineOptions(): Promise<string[]> {
  const output = await runChecked('apt-config', ['dump', 'Acquire']);
  return output.split('\n').filter((line) => /^Acquire::(?:Check-|https?::|Retries|ForceIPv)/.test(line));
}

/**
 * Returns the archive. The first call makes it, in a minute or two; mmdebstrap asks Debian's own mirror where this machine
 * names none. What is kept names no mirror of this machine.
 */
export async function bareDebian(): Promise<string> {
  const archive = path.join(cache, `${release}.tar`);
  await mkdir(packageCache, { recursive: true });
  if (existsSync(archive)) return archive;
  const sources = await machineSources();
  const list = path.join(cache, 'sources.list');
  await writeFile(list, sources);
  const made = `${archive}.${process.pid}.tar`;
  const options = (await machineOptions()).map((line) => `--aptopt=${line}`);
  const own = ['--customize-hook=rm "$1"/etc/apt/sources.list.d/*', release, made, list];
  const args = ['--variant=minbase', ...options, ...(sources === '' ? [release, made] : own)];
  const { code, output } = await runCommand('mmdebstrap', args, { limit: fetching });
  await rm(list);
  if (code !== 0) {
    await rm(made, { force: true });
    throw new LeftOut(`no Debian could be made: ${output.split('\n').slice(-5).join(' ')}`);
  }
  await rename(made, archive);
  return archive;
}
