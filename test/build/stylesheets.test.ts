/** Classes of the stylesheets: a name known to only one side silently leaves an element without its style. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#build/paths.ts';

const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));

/** Classes named by a stylesheet, except in comments, texts and the classes of libraries in `:global`. */
const namedIn = (styles: string): ReadonlySet<string> =>
  new Set(
    [...styles.replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'|:global\([^)]*\)/gu, '').matchAll(/\.([a-z_][\w-]*)/giu)].map(
      ([, name]) => name ?? '',
    ),
  );

/** Classes used by the code, by stylesheet. */
function askedFor(code: string, file: string): ReadonlyMap<string, readonly string[]> {
  const imports = [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/gu)];
  return new Map(
    imports.map(([, name, request = '']) => {
      const sheet = request.startsWith('#') ? request.slice(1) : path.posix.join(path.posix.dirname(file), request);
      const uses = code.matchAll(new RegExp(String.raw`(?<![\w/.-])${name}(?:\.(\w+)|\['([^']+)'\])`, 'gu'));
      return [sheet, [...uses].map(([, dotted, bracketed]) => dotted ?? bracketed ?? '')];
    }),
  );
}

const sheets = filesOf('renderer/**/*.module.css');
const asked = filesOf('renderer/**/*.{ts,tsx}').map((file) => askedFor(textOf(file), file));

test('the check of stylesheets finds classes on both sides', () => {
  expect([...namedIn(".one:hover > .two-more {} /* .not */ a[href='.no'] {}")]).toEqual(['one', 'two-more']);
  const code = "import x from './x.module.css';\nx.one; x['two-more']; other.three; classes.x.four;";
  expect([...askedFor(code, 'renderer/ui/x.tsx')]).toEqual([['renderer/ui/x.module.css', ['one', 'two-more']]]);
});

describe.each(sheets)('%s', (sheet) => {
  const names = namedIn(textOf(sheet));
  const uses = new Set(asked.flatMap((bySheet) => bySheet.get(sheet) ?? []));

  test('has every class that the screens use', () => {
    expect([...uses].filter((name) => !names.has(name))).toEqual([]);
  });

  test('has no class that is unused', () => {
    expect([...names].filter((name) => !uses.has(name))).toEqual([]);
  });
});
