/**
 * Makes a runner ready for windows:
 * `node build/ci/prepare-system.ts [--sandbox] [--installers] [--key-store none] [--dry-run]`.
 */
import { parseArgs } from 'node:util';
import { runCommands } from './parts/run-commands.ts';
import { keyStoreOf, preparation } from './parts/systems.ts';

const flag = { type: 'boolean', default: false } as const;
const keyStore = { type: 'string', default: 'keyring' } as const;
const { values } = parseArgs({
  options: { sandbox: flag, installers: flag, 'key-store': keyStore, 'dry-run': flag },
});
runCommands(preparation(process.platform, { ...values, keyStore: keyStoreOf(values['key-store']) }));
