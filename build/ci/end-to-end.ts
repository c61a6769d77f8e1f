/**
 * Runs the end-to-end specs on Electron itself, in a desktop of their own:
 * `node build/ci/end-to-end.ts [--key-store none] [--sandbox] [--dry-run] [FILE…]`.
 */
import { parseArgs } from 'node:util';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import path from 'node:path';
import { isDryRun, runCommands, type Command } from './parts/run-commands.ts';
import { desktopEnvironment, inDesktop, keyStoreOf } from './parts/systems.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'key-store': { type: 'string', default: 'keyring' },
    sandbox: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
});
const keyStore = keyStoreOf(values['key-store']);
// Fails without the binary, whatever the tests would do.
if (!isDryRun) executableOf('electron');
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const config = '--config=test/e2e/playwright.config.ts';
const specs: Command = [process.execPath, cli, 'test', config, '--workers=2', ...positionals];
runCommands([[process.execPath, 'build/run/build.ts'], inDesktop(process.platform, keyStore, specs)], {
  ...process.env,
  ...desktopEnvironment(process.platform, keyStore),
  CAJA_ELECTRON_TARGET: 'electron',
  CAJA_KEY_STORE: keyStore,
  CAJA_THOROUGH: '1',
  ...(values.sandbox ? { CAJA_CHROMIUM_SANDBOX: '1' } : {}),
});
