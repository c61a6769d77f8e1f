/** The oldest Node: one version in every place that names one, and a sentence for whoever has an older one. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { readWorkflows } from './ci/workflow-files.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const check = './build/run/require-node.cjs';
const { engines, scripts } = JSON.parse(read('package.json')) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
};
const [, major = ''] = /^>=(\d+)\.0\.0$/.exec(engines.node) ?? [];
const { complaintOf } = createRequire(import.meta.url)(path.join(root, check)) as {
  readonly complaintOf: (version: string) => string | null;
};

test('engines, README and the workflows name one oldest Node', () => {
  expect(packages['']?.engines?.node).toBe(engines.node);
  expect(read('README.md').match(/Node \d[\d.]* or newer/g)).toEqual([`Node ${major} or newer`]);
  const used = readWorkflows().flatMap(({ text }) => text.match(/node-version: \S+/g) ?? []);
  expect(new Set(used)).toEqual(new Set([`node-version: ${major},`]));
});

test('no package needs a newer Node', () => {
  const wants = Object.entries(packages).flatMap(([name, { engines: own }]) => (own?.node ? [[name, own.node]] : []));
  // Of each range the alternative that the oldest Node fits, by its first number.
  const fits = (range = ''): boolean =>
    range.split('||').some((part) => {
      const [, sign = '', number = ''] = /^\s*(>=?|\^|~)?\s*v?(\d+|\*)/.exec(part) ?? [];
      return number === '*' || number === major || (sign.startsWith('>') && Number(number) <= Number(major));
    });
  expect(wants.length).toBeGreaterThan(100);
  expect(wants.filter(([, range]) => !fits(range))).toEqual([]);
});

test.each([
  ['18.20.8', true],
  ['22.18.0', true],
  ['23.11.1', true],
  ['24.0.0', false],
  ['24.21.0', false],
  ['100.0.0', false],
])('Node %s is told that it is too old: %s', (version, isTold) => {
  const told = complaintOf(version);
  expect(told === null ? null : told.split('\n')).toEqual(
    isTold ? [expect.stringMatching(`^Caja needs Node ${major}.0.0 or newer, and this is ${version}: `)] : null,
  );
});

test('every script is checked before its first file of TypeScript, by a file that the oldest Nodes can read', () => {
  const started = Object.values(scripts).flatMap((script) => script.match(/node .*?\.ts/g) ?? []);
  expect(started.length).toBeGreaterThan(10);
  expect(started.filter((each) => !each.startsWith(`node -r ${check} `))).toEqual([]);
  const code = read(check).replace(/\/\*[^]*?\*\//g, '');
  expect(code.match(/\?\?|\?\.|\*\*|\b(?:async|await|import|export)\b/g)).toBe(null);
  const told = spawnSync(
    process.execPath,
    ['-e', `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } }); require('${check}')`],
    { cwd: root, encoding: 'utf8' },
  );
  expect([told.status, told.stderr]).toEqual([1, expect.stringContaining('this is 20.20.2')]);
});
