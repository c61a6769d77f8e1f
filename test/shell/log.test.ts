/** The log is written wherever the program lies and whatever folder it is started in. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

test('a program without a package.json around it logs', () => {
  const folder = temporaryFolder();
  const script = `import { openLog } from ${JSON.stringify(path.join(root, 'electron/shell/log.ts'))};
    openLog(${JSON.stringify(folder)}).info('Started 1.0.0 on linux');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(readFileSync(path.join(folder, 'main.log'), 'utf8'), stderr).toContain('Started 1.0.0 on linux');
});
