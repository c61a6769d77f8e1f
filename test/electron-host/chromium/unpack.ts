/** Unpacks the Chromium of `@sparticuz/chromium` into the checkout's cache, once per version. */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

export interface UnpackedChromium {
  readonly executable: string;
  readonly libraries: string;
  readonly fonts: string;
}

const root = path.resolve(import.meta.dirname, '../../..');
const packageFolder = path.join(root, 'node_modules/@sparticuz/chromium');

const expand = (from: string, to: string, mode: number): Promise<void> =>
  pipeline(
    createReadStream(path.join(packageFolder, 'bin', from)),
    createBrotliDecompress(),
    createWriteStream(to, { mode }),
  );

async function expandArchive(from: string, folder: string): Promise<void> {
  const archive = path.join(folder, 'archive.tar');
  await expand(from, archive, 0o600);
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar could not unpack ${from}: ${stderr}`);
  await rm(archive);
}

/** Tells whether the package is installed and has a Chromium for this system. */
export const isPackageHere = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync(packageFolder);

/** Returns the unpacked Chromium. The first call unpacks it (3 s); concurrent processes are safe. */
export async function unpackedChromium(): Promise<UnpackedChromium> {
  if (!isPackageHere()) throw new Error('The npm package @sparticuz/chromium is not installed, or not for this system');
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const cache = path.join(root, '.cache');
  const folder = path.join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const fresh = await mkdtemp(path.join(cache, 'chromium-unpacking-'));
    await expand('chromium.br', path.join(fresh, 'chromium'), 0o755);
    await expandArchive('al2023.tar.br', fresh);
    await expandArchive('fonts.tar.br', fresh);
    const fonts = `<fontconfig><dir>${path.join(folder, 'fonts')}</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`;
    await writeFile(path.join(fresh, 'fonts/stand-in.conf'), `<?xml version="1.0"?>\n${fonts}\n`);
    // Another process may have been faster. Its folder is used then.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  }
  return {
    executable: path.join(folder, 'chromium'),
    libraries: path.join(folder, 'lib'),
    fonts: path.join(folder, 'fonts'),
  };
}
