/** Makes a deb with `dpkg-deb` out of staged files. */
import { createHash } from 'node:crypto';
import { cp, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runChecked } from '../command.ts';
import type { PackageContents, PackageDescription } from './package-description.ts';

/** dpkg's names of what fpm calls otherwise. */
const compressors: Readonly<Record<string, string>> = { gz: 'gzip', zst: 'zstd' };

export async function makeDeb(described: PackageDescription, contents: PackageContents): Promise<void> {
  const { staged } = contents;
  await writeChangelog(described, path.join(staged, 'usr/share/doc', described.name));
  const sums: string[] = [];
  let bytes = 0;
  for (const name of (await readdir(staged, { recursive: true })).sort()) {
    const file = path.join(staged, name);
    const stat = await lstat(file);
    if (!stat.isFile()) continue;
    bytes += stat.size;
    // dpkg's format for `dpkg -V` knows no other hash.
    sums.push(
      `${createHash('md5')
        .update(await readFile(file))
        .digest('hex')}  ${name}\n`,
    );
  }
  const control = path.join(staged, 'DEBIAN');
  await mkdir(control, { mode: 0o755 });
  await writeFile(path.join(control, 'md5sums'), sums.join(''), { mode: 0o644 });
  await writeFile(path.join(control, 'control'), controlText(described, Math.ceil(bytes / 1024)), { mode: 0o644 });
  await cp(contents.afterInstall, path.join(control, 'postinst'));
  await cp(contents.afterRemove, path.join(control, 'postrm'));
  await runChecked('chmod', ['755', path.join(control, 'postinst'), path.join(control, 'postrm')]);
  await runChecked('dpkg-deb', [
    '--root-owner-group',
    `-Z${compressors[described.compression] ?? described.compression}`,
    // Nobody downloads it.
    '-z1',
    '--build',
    staged,
    contents.result,
  ]);
}

/** Writes the changelog of one entry that fpm gives to every package. */
async function writeChangelog({ name, version, maintainer }: PackageDescription, folder: string): Promise<void> {
  const date = new Date().toUTCString().replace('GMT', '+0000');
  const text = `${name} (${version}) whatever; urgency=medium\n\n  * Package created with FPM.\n\n -- ${maintainer}  ${date}\n`;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await writeFile(path.join(folder, 'changelog.gz'), gzipSync(text, { level: 9 }), { mode: 0o644 });
}

/** @param installedSize in KiB */
function controlText(described: PackageDescription, installedSize: number): string {
  const [synopsis = '', ...paragraphs] = described.description.split('\n');
  const fields = {
    Package: described.name,
    Version: described.version,
    License: described.license,
    Vendor: described.vendor,
    Architecture: described.architecture,
    Maintainer: described.maintainer,
    'Installed-Size': String(installedSize),
    Depends: described.depends.join(', '),
    Recommends: described.recommends.join(', '),
    Section: described.category,
    Priority: described.priority,
    Homepage: described.url,
    Description: [synopsis.trim(), ...paragraphs.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  };
  return Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
