/** `npm run sign-update -- FILE… --key KEY`: signs lists of an update (`latest*.yml`) with the private key in the file KEY. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readSigningKey, signList } from '#build/updates/sign-list.ts';
import { updateKey } from '#build/updates/update-key.ts';

const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
if (values.key === undefined || positionals.length === 0) {
  console.error('npm run sign-update -- FILE… --key KEY');
  process.exit(2);
}
try {
  const key = readSigningKey(readFileSync(values.key, 'utf8'), process.env['CAJA_UPDATE_KEY_PASSPHRASE']);
  for (const file of positionals) console.log(`Signed: ${signList(file, key, updateKey())}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
