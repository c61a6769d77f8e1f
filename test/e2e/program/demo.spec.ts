/** `npm run demo -- --json` as a newcomer runs it: only JSON on its output, every step as planned, a picture of each. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '#build/paths.ts';
import { expect, test } from '#test/e2e/stage/fixture.ts';

const link = expect.stringMatching(
  /^https:\/\/localhost:\d+\/receipts\/[0-9a-f-]{36}\?token=[\w-]{22}&lang=en&sign=B%2F\.$/,
);
const code = expect.stringMatching(/^SANDBOX_LK-[0-9A-F]{16}$/);

// The other specs hold each of its steps.
test(
  'the demo authorizes, captures, sells and refunds and meets a decline, a 620, and lost answers until one is found',
  { tag: '@thorough' },
  async () => {
    test.setTimeout(300_000);
    const { stdout } = await promisify(execFile)(process.execPath, ['build/run/demo.ts', '--json'], { cwd: root });
    const { steps } = JSON.parse(stdout) as { readonly steps: readonly Record<string, string | null>[] };
    const nothing = { codOper: null, authToken: null, receiptUrl: null };
    const json = { family: 'json', codOper: code, authToken: null, receiptUrl: link };
    expect(steps.map(({ screenshot: _picture, ...shown }) => shown)).toEqual([
      { name: 'authorize-visa', operation: 'authorize', outcome: 'approved', ...json },
      { name: 'authorize-mastercard', operation: 'authorize', outcome: 'approved', ...json },
      { name: 'authorize-to-be-refused', operation: 'authorize', outcome: 'approved', ...json },
      { name: 'capture-visa', operation: 'capture', outcome: 'approved', ...json },
      { name: 'capture-mastercard', operation: 'capture', outcome: 'approved', ...json },
      { name: 'capture-620', operation: 'capture', outcome: 'rejected', family: 'json', ...nothing },
      { name: 'sell-visa', operation: 'sell', outcome: 'approved', ...json },
      { name: 'sell-mastercard', operation: 'sell', outcome: 'approved', ...json },
      { name: 'refund-part', operation: 'refund', outcome: 'approved', ...json, receiptUrl: null },
      { name: 'sell-declined', operation: 'sell', outcome: 'declined', ...json, receiptUrl: null },
      { name: 'sell-answer-lost', operation: 'sell', outcome: 'unknown', family: 'json', ...nothing },
      { name: 'sell-answer-found', operation: 'sell', outcome: 'approved', family: 'json', ...nothing },
    ]);
    expect(new Set(steps.flatMap(({ codOper }) => codOper ?? [])).size).toBe(9);
    for (const [index, { name, screenshot }] of steps.entries()) {
      expect(screenshot).toBe(`demo-out/${String(index + 1).padStart(2, '0')}-${name ?? ''}.png`);
      // A PNG's first chunk holds width and height.
      const picture = readFileSync(path.join(root, screenshot ?? ''));
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1280, 720]);
    }
  },
);
