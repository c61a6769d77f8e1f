/** Installs a downloaded update on Linux. electron-updater deletes a running AppImage before the new one is in place. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { UpdateRefused } from '#electron/core/ports/updater.ts';

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

/**
 * Installs a Debian package. The system asks for an administrator's password.
 * @param sha512 base64
 * @param command and first arguments of the program that gives the rights
 */
export function installDeb(
  file: string,
  sha512: string,
  [command, ...first]: readonly [string, ...string[]] = ['pkexec'],
): void {
  const hex = Buffer.from(sha512, 'base64').toString('hex');
  const { status, error } = spawnSync(command, [...first, '/bin/sh', '-c', asRoot, 'sh', file, hex], {
    stdio: 'ignore',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`The package was not installed: ${command} ended with ${status}`);
}
