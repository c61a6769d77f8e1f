#!/usr/bin/env node
/**
 * Stands for fpm, which Debian doesn't have: packs folders with Debian's own `dpkg-deb` and `rpmbuild`. electron-builder
 * starts it by CUSTOM_FPM_PATH with the options below; another option is refused.
 */
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeDeb } from './make-deb.ts';
import { makeRpm } from './make-rpm.ts';
import type { PackageContents, PackageDescription } from './package-description.ts';

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true, default: [] } as { type: 'string'; multiple: true; default: string[] };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    force: { type: 'boolean' },
    d: { ...texts, short: 'd' },
    'deb-recommends': texts,
    'deb-compression': { ...text, default: 'xz' },
    'deb-priority': { ...text, default: 'optional' },
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': { ...text, default: '' },
    architecture: { ...text, default: '' },
    'after-install': { ...text, default: '' },
    'after-remove': { ...text, default: '' },
    description: { ...text, default: '' },
    version: { ...text, default: '' },
    package: { ...text, default: '' },
    name: { ...text, default: '' },
    maintainer: { ...text, default: '' },
    vendor: { ...text, default: '' },
    url: { ...text, default: '' },
    category: { ...text, default: 'default' },
    license: { ...text, default: 'unknown' },
  },
});

const described: PackageDescription = {
  name: values.name,
  version: values.version,
  architecture: values.architecture,
  summary: values['rpm-summary'],
  description: values.description,
  maintainer: values.maintainer,
  vendor: values.vendor,
  url: values.url,
  category: values.category,
  license: values.license,
  priority: values['deb-priority'],
  compression: values['deb-compression'],
  depends: values.d,
  recommends: values['deb-recommends'],
};

/** Copies each `from=to` below the folder, as fpm's `-s dir` does. `from/` means what the folder contains. */
async function stageFiles(pairs: readonly string[], folder: string): Promise<void> {
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=');
    const target = path.join(folder, pair.slice(at + 1));
    await mkdir(path.dirname(target), { recursive: true });
    await cp(pair.slice(0, at), target, { recursive: true, verbatimSymlinks: true });
  }
}

/** Gives folders and programs the mode 755 and other files 644, whatever the builder's umask was. */
async function setModes(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    const { mode, isSymbolicLink } = await lstat(file).then((stat) => ({
      mode: stat.mode,
      isSymbolicLink: stat.isSymbolicLink(),
    }));
    if (!isSymbolicLink) await chmod(file, (mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

const work = await mkdtemp(path.join(tmpdir(), 'caja-package-'));
try {
  const contents: PackageContents = {
    staged: path.join(work, 'staged'),
    work,
    afterInstall: values['after-install'],
    afterRemove: values['after-remove'],
    result: path.resolve(values.package),
  };
  await stageFiles(positionals, contents.staged);
  await setModes(contents.staged);
  await mkdir(path.dirname(contents.result), { recursive: true });
  if (values.t === 'deb') await makeDeb(described, contents);
  else if (values.t === 'rpm') await makeRpm(described, contents);
  else throw new Error(`Packs deb and rpm, not ${values.t ?? 'nothing'}`);
} finally {
  await rm(work, { recursive: true, force: true });
}
