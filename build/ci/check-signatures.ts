/**
 * Checks the signatures in `release/`: `node build/ci/check-signatures.ts`. `CAJA_SIGNED=true` says that the workflow had
 * a certificate. Otherwise it leaves a mark beside the installers, by which the release says that they are unsigned.
 */
import { globSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { packedFolder } from './parts/packed-program.ts';
import { unsignedMark } from './parts/release-files.ts';
import { runCommands } from './parts/run-commands.ts';
import { signatureChecks } from './parts/signatures.ts';

const release = path.join(root, 'release');
const signed = process.env['CAJA_SIGNED'] === 'true';
const kits = globSync('C:/Program Files (x86)/Windows Kits/10/bin/*/x64/signtool.exe').toSorted();
runCommands(
  signatureChecks(process.platform, signed, {
    files: readdirSync(release).map((name) => path.join(release, name)),
    folder: packedFolder(),
    signtool: kits.at(-1) ?? 'signtool',
  }),
);
if (!signed && process.platform !== 'linux') {
  writeFileSync(path.join(release, unsignedMark(process.platform)), 'Packed without a certificate.\n');
  console.log('No certificate was given: the installers are unsigned and marked so.');
}
