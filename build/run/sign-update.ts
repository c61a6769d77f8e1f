/**
 * `npm run sign-update -- FILE… --key KEY [--days N]`: signs lists of an update (`latest*.yml`) with the private key in the file
 * KEY, to be taken for N days.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readSigningKey, signList, stampAt, usualDays } from '#build/updates/sign-list.ts';
import { updateKeys } from '#build/updates/update-key.ts';

const { values, positionals } = parseArgs({
  options: { key: { type: 'string' }, days: { type: 'string', default: String(usualDays) } },
  allowPositionals: true,
});
if (values.key === undefined || positionals.length === 0) {
  console.error('npm run sign-update -- FILE… --key KEY [--days N]');
  process.exit(2);
}
try {
  const key = readSigningKey(readFileSync(values.key, 'utf8'), process.env['CAJA_UPDATE_KEY_PASSPHRASE']);
  const stamp = stampAt(new Date(), Number(values.days));
  for (const file of positionals) console.log(`Signed: ${signList(file, key, updateKeys(), stamp)}`);
  console.log(`Seats take it until ${stamp.validUntil}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
