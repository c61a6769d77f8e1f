/** The public keys of updates that are built into the program. Without one the program takes no updates. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { readUpdateKey } from '#electron/core/updates/update-list.ts';

/** Places of the keys in a checkout that makes releases. A list signed by either is taken. */
export const updateKeyFiles = { present: 'build/update-key.pem', next: 'build/update-key-next.pem' } as const;

/** Keys as PEM; null where there is none. */
export type UpdateKeys = Readonly<Record<keyof typeof updateKeyFiles, string | null>>;

/** @throws Error for anything but public Ed25519 keys, and for a next one without a present one */
export function updateKeys(folder = root): UpdateKeys {
  const present = keyIn(path.join(folder, updateKeyFiles.present));
  const next = keyIn(path.join(folder, updateKeyFiles.next));
  if (present === null && next !== null) throw new Error(`${updateKeyFiles.next} needs ${updateKeyFiles.present}.`);
  return { present, next };
}

function keyIn(file: string): string | null {
  if (!existsSync(file)) return null;
  return readUpdateKey(readFileSync(file, 'utf8')).export({ type: 'spki', format: 'pem' }).toString();
}
