/** Debian's Chromium as a folder that needs no package of its own, as the one inside Electron. */
import { chmod, copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runChecked } from '../command.ts';
import { LeftOut } from '../left-out.ts';
import type { FreshDebian } from './fresh-debian.ts';

/**
 * Libraries that Debian's Chromium takes from the system where Electron's has its own inside, with what they load
 * themselves. Every other library has to come with the dependencies of the deb.
 */
const builtIn = [
  'libdav1d6',
  'libdouble-conversion3',
  'libflac12',
  'libharfbuzz-subset0',
  'libminizip1',
  'libogg0',
  'libopenh264-7',
  'libopenjp2-7',
  'libopus0',
  'libxnvctrl0',
  // Electron loads the sound server's library where there is one, and Debian's links it.
  'libasyncns0',
  'libmp3lame0',
  'libmpg123-0',
  'libpulse0',
  'libsndfile1',
  'libvorbis0a',
  'libvorbisenc2',
  'libx11-xcb1',
];

/** Fills the folder and returns its executable, which opens a DevTools port where `CAJA_DEVTOOLS_PORT` names one. */
export async function makeChromium(debian: FreshDebian, folder: string): Promise<void> {
  const unpacked = debian.outside('chromium');
  const names = ['chromium', 'chromium-common', ...builtIn];
  const place = '/var/cache/apt/archives/chromium';
  const download = `apt-get download ${names.join(' ')}`;
  const fetched = await debian.runOnline(
    `mkdir -p ${place} && cd ${place} && ${download} && cd / && ${download} --print-uris`,
  );
  if (fetched.code !== 0) throw new LeftOut(`Debian's Chromium can't be fetched: ${fetched.output}`);
  // Files of earlier versions may lie beside.
  const files = [...fetched.output.matchAll(/^'[^']+' (\S+\.deb) \d+/gm)].map(([, name = '']) => name);
  const extract = files.map((name) => `dpkg-deb --extract ${place}/${name} /chromium`);
  const extracted = await debian.run(['mkdir /chromium', 'set -e', ...extract].join('\n'));
  if (extracted.code !== 0 || files.length !== names.length) throw new Error(`${files.join(' ')}\n${extracted.output}`);

  const from = path.join(unpacked, 'usr/lib/chromium');
  const isNeeded = (name: string): boolean => !/\.TOC$|^libVk|^locales$|^chrome-sandbox$/.test(name);
  await mkdir(path.join(folder, 'locales'), { recursive: true });
  for (const name of (await readdir(from)).filter(isNeeded))
    await copyFile(path.join(from, name), path.join(folder, name));
  await cp(path.join(from, 'locales/en-US.pak'), path.join(folder, 'locales/en-US.pak'));
  const libraries = path.join(folder, 'built-in');
  await mkdir(libraries);
  const found = await runChecked('find', [path.join(unpacked, 'usr/lib/x86_64-linux-gnu'), '-name', '*.so*']);
  for (const file of found.split('\n')) await copyFile(file, path.join(libraries, path.basename(file)));
  const executable = path.join(folder, 'start');
  await writeFile(executable, startScript);
  await chmod(executable, 0o755);
  await debian.run('rm -r /chromium');
}

const startScript = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
[ -z "$CAJA_DEVTOOLS_PORT" ] || set -- --remote-debugging-port="$CAJA_DEVTOOLS_PORT" "$@"
LD_LIBRARY_PATH="$here/built-in" exec "$here/chromium" "$@"
`;
