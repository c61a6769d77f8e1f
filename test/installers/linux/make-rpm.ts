/** Makes an rpm with `rpmbuild` out of staged files. */
import { cp, lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runChecked } from '../command.ts';
import type { PackageContents, PackageDescription } from './package-description.ts';

/** rpm's names of what Debian calls otherwise. */
const architectures: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

/** Percent signs begin macros in a spec file. */
const literal = (text: string): string => text.replaceAll('%', '%%');

export async function makeRpm(options: PackageDescription, contents: PackageContents): Promise<void> {
  const architecture = architectures[options.architecture] ?? options.architecture;
  const described = { ...options, architecture };
  const spec = path.join(contents.work, 'package.spec');
  await writeFile(spec, await specText(described, contents));
  const packed = path.join(contents.work, 'packed');
  const define = (name: string, value: string): string[] => ['--define', `${name} ${value}`];
  await runChecked('rpmbuild', [
    '-bb',
    '--quiet',
    '--target',
    `${architecture}-unknown-linux`,
    '--buildroot',
    contents.staged,
    ...define('_topdir', path.join(contents.work, 'rpm')),
    ...define('_rpmdir', packed),
    spec,
  ]);
  const [made] = (await readdir(packed, { recursive: true })).filter((name) => name.endsWith('.rpm'));
  await cp(path.join(packed, made ?? ''), contents.result);
}

/** Owns the program's folders; those of the system belong to other packages. */
async function listedFiles(staged: string): Promise<string[]> {
  const listed: string[] = [];
  for (const name of await readdir(staged, { recursive: true })) {
    const isFolder = (await lstat(path.join(staged, name))).isDirectory();
    if (!isFolder) listed.push(`"/${name}"`);
    else if (name.startsWith('opt/')) listed.push(`%dir "/${name}"`);
  }
  return listed;
}

async function specText(described: PackageDescription, contents: PackageContents): Promise<string> {
  return [
    // Neither strips nor compresses what is packed.
    '%define __os_install_post %{nil}',
    '%define _build_id_links none',
    'AutoReqProv: no',
    `Name: ${described.name}`,
    // A dash separates the release.
    `Version: ${described.version.replaceAll('-', '~')}`,
    'Release: 1',
    `Summary: ${described.summary}`,
    `License: ${described.license}`,
    `Vendor: ${described.vendor}`,
    `Packager: ${described.maintainer}`,
    `URL: ${described.url}`,
    `Group: ${described.category}`,
    `BuildArch: ${described.architecture}`,
    ...described.depends.map((name) => `Requires: ${name}`),
    '%description',
    literal(described.description),
    '%post',
    literal(await readFile(contents.afterInstall, 'utf8')),
    '%postun',
    literal(await readFile(contents.afterRemove, 'utf8')),
    '%files',
    '%defattr(-,root,root,-)',
    ...(await listedFiles(contents.staged)),
    '',
  ].join('\n');
}
