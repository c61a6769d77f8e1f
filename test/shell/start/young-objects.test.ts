/** The room for young objects, in a process of its own, whose flags of V8 may change. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const source = new URL('../../../electron/shell/start/young-objects.ts', import.meta.url).href;

/** Makes objects of which many live for a while. @returns the most bytes that were taken for young ones */
const most = (before: string): number =>
  Number(
    execFileSync(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { getHeapSpaceStatistics } from 'node:v8';
      import { boundYoungObjects } from '${source}';
      ${before}
      let kept = [];
      let most = 0;
      for (let round = 0; round < 30; round++) {
        for (let at = 0; at < 50_000; at++) kept.push({ at, text: 'x' + at });
        if (round % 2 === 1) kept = [];
        await new Promise((turn) => setImmediate(turn));
        most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
      }
      console.log(most);`,
    ]).toString(),
  );

test('V8 takes less than 32 MB for young objects, where it would take twice as much at least', () => {
  expect(most('')).toBeGreaterThan(67e6);
  expect(most('boundYoungObjects();')).toBeLessThan(32e6);
});
