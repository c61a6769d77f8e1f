/** Installs a downloaded update on Linux. electron-updater deletes a running AppImage before the new one is in place. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { UpdateRefused } from '#electron/core/ports/updater.ts';
import { oneMinute } from '#shared/durations.ts';

/**
 * Puts the new AppImage in the place of the present one, which stays until the new one is complete.
 * @param sha512 base64
 */
export function replaceAppImage(present: string, file: string, sha512: string): void {
  const next = `${present}.update`;
  try {
    copyFileSync(file, next);
    if (createHash('sha512').update(readFileSync(next)).digest('base64') !== sha512)
      throw new UpdateRefused('file', `${next} is not the file of the signed list`);
    chmodSync(next, 0o755);
    const open = openSync(next, 'r+');
    fsyncSync(open);
    closeSync(open);
    renameSync(next, present);
  } finally {
    rmSync(next, { force: true });
  }
}

/**
 * Runs as root. Copies the package to a place where nobody else may write and compares the copy, because the file in the
 * account's own folder can be exchanged while the password is asked for. Arguments: the file, its SHA-512 as hex.
 */
const asRoot = `
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -- "$1" "$folder/caja.deb"
echo "$2  $folder/caja.deb" | sha512sum --check --status
dpkg --install "$folder/caja.deb"
`;

/** Longest wait for an administrator's password in ms. */
const longestAsked = 5 * oneMinute;

/**
 * Installs a Debian package. The system asks for an administrator's password. Rejects when none is given in time, and when the
 * package is not installed.
 * @param sha512 base64
 * @param timeout in ms
 */
export async function installDeb(file: string, sha512: string, timeout = longestAsked): Promise<void> {
  const hex = Buffer.from(sha512, 'base64').toString('hex');
  const args = ['/bin/sh', '-c', asRoot, 'sh', file, hex];
  const asking = spawn('pkexec', args, { stdio: 'ignore', timeout });
  const status = await new Promise<number | null>((resolve, reject) => {
    asking.on('exit', resolve);
    // The time limit can't end it once it runs as root, and then its end still comes.
    asking.on('error', (error) => asking.pid === undefined && reject(error));
  });
  if (status !== 0) throw new Error(`The package was not installed: pkexec ended with ${status}`);
}
