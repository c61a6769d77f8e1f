/** Says whether the stand-in is the one that its tests proved in a thorough run, after which `npm test` leaves them out. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const proof = path.join('test', 'host', 'proved.txt');

/** Returns a digest of the stand-in, its tests and the packages that they run on. @param root folder of the checkout */
function digestOf(root: string): string {
  const hash = createHash('sha256');
  const files = globSync('test/{electron-host,host}/**', { cwd: root }).filter(
    (file) => file !== proof && statSync(path.join(root, file)).isFile(),
  );
  for (const file of ['package-lock.json', ...files.toSorted()])
    hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return `${hash.digest('hex')}\n`;
}

export const isStandInProved = (root: string): boolean =>
  existsSync(path.join(root, proof)) && readFileSync(path.join(root, proof), 'utf8') === digestOf(root);

/** Notes that a thorough run without a failure has tried this stand-in. */
export const noteProvedStandIn = (root: string): void => writeFileSync(path.join(root, proof), digestOf(root));
