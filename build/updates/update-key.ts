/** The public key of updates that is built into the program. Without one the program takes no updates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { readUpdateKey } from '#electron/core/updates/update-signature.ts';

/** Place of the key in a checkout that makes releases. */
const updateKeyFile = path.join(root, 'build/update-key.pem');

/** Returns the key as PEM; null where there is none. @throws Error for anything but a public Ed25519 key */
export function updateKey(file = updateKeyFile): string | null {
  if (!existsSync(file)) return null;
  return readUpdateKey(readFileSync(file, 'utf8')).export({ type: 'spki', format: 'pem' }).toString();
}
