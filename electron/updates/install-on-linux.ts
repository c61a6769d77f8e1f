/** Installs a downloaded package on Linux, as root. */
import { spawn } from 'node:child_process';
import { oneMinute } from '#shared/durations.ts';

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
