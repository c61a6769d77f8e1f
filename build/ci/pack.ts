/**
 * Packs for this system with the secrets that are there: `node build/ci/pack.ts [--dry-run] [ARGUMENT…]`, which are
 * those of `npm run package`. A secret that a workflow lacks arrives as an empty variable, and means an unsigned program.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommands } from './parts/run-commands.ts';

const secrets = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];
/** The three belong together: without one of them nothing is notarised. */
const notary = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];

/** @param keep writes the text of a key and returns its file, because the packer wants a file */
export function packingEnvironment(
  given: Readonly<Record<string, string | undefined>>,
  keep: (text: string) => string,
): Record<string, string | undefined> {
  const env = { ...given };
  for (const name of secrets) if (!env[name]) delete env[name];
  if (notary.every((name) => env[name])) env['APPLE_API_KEY'] = keep(env['APPLE_API_KEY'] ?? '');
  else for (const name of notary) delete env[name];
  // Without a certificate it must not take any that happens to be in a keychain.
  if (env['CSC_LINK'] === undefined) env['CSC_IDENTITY_AUTO_DISCOVERY'] = 'false';
  return env;
}

function inFile(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'notary-')), 'key.p8');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const args = process.argv.slice(2).filter((argument) => argument !== '--dry-run');
  runCommands([['npm', 'run', 'package', '--', ...args]], packingEnvironment(process.env, inFile));
}
