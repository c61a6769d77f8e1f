/** Stylesheets and screens agree: a class that a screen names exists, and one that no screen names is gone. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';

/** Class names that a screen takes from each stylesheet, by the stylesheet's path from the root. */
function namedClasses(): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const file of globSync('renderer/**/*.tsx', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const code = text.replace(/^import .*$/gm, '');
    for (const [, name = '', from = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(file), from);
      const classes = named.get(sheet) ?? new Set<string>();
      for (const [, used = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) classes.add(used);
      named.set(sheet, classes);
    }
  }
  return named;
}

/** Class names that a stylesheet defines itself; those in `:global()` belong to a library. */
function definedClasses(sheet: string): ReadonlySet<string> {
  const text = readFileSync(path.join(root, sheet), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '');
  return new Set([...text.matchAll(/\.([A-Za-z]\w*)/g)].map(([, name = '']) => name));
}

const named = namedClasses();

test('every stylesheet belongs to a screen', () => {
  expect([...named.keys()].sort()).toEqual(globSync('renderer/**/*.module.css', { cwd: root }).sort());
});

test.each([...named])('every class of %s is defined and used', (sheet, classes) => {
  expect([...classes].sort()).toEqual([...definedClasses(sheet)].sort());
});
