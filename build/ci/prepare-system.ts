/** Makes a runner ready for windows: `node build/ci/prepare-system.ts [--sandbox] [--installers] [--dry-run]`. */
import { parseArgs } from 'node:util';
import { runCommands } from './parts/run-commands.ts';
import { preparation } from './parts/systems.ts';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { sandbox: flag, installers: flag, 'dry-run': flag } });
runCommands(preparation(process.platform, values));
