/** Reads what each file of the program imports: static, type-only, re-exported, dynamic, workers and stylesheets. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

export interface SourceFile {
  /** Path from the root of the project, with forward slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exportedNames: readonly string[];
}

/** An import of a file of the project, or of a package or module of the runtime. */
export type Import =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  /** Names a file that is not there. */
  | { readonly kind: 'unresolved'; readonly text: string }
  /** A dynamic import whose name is known only when it runs. */
  | { readonly kind: 'computed'; readonly text: string };

const rooms = ['shared', 'electron', 'renderer', 'build', 'test'];
/** The ending of code; everything else that is read is a stylesheet. */
const codeName = /\.tsx?$/u;

/** Paths of every code file and stylesheet below the five top folders. */
export function sourcePaths(root: string): readonly string[] {
  return globSync(`{${rooms.join(',')}}/**/*.{ts,tsx,css}`, { cwd: root }).map((name) => name.replaceAll('\\', '/'));
}

/** Reads every source file below `root`. */
export function readSources(root: string): readonly SourceFile[] {
  const exists = (name: string) => existsSync(path.join(root, name));
  return sourcePaths(root).map((name) => readSource(name, readFileSync(path.join(root, name), 'utf8'), exists));
}

/** Reads one file; `exists` tells whether a path from the root is a file of the project. */
export function readSource(file: string, text: string, exists: (file: string) => boolean): SourceFile {
  const { requests, computed, exportedNames } = codeName.test(file) ? readCode(file, text) : readStyles(text);
  const named = requests.map((request) => resolve(file, request, exists));
  return { path: file, imports: [...named, ...computed.map(asComputed)], exportedNames };
}

const asComputed = (text: string): Import => ({ kind: 'computed', text });

interface Read {
  readonly requests: readonly string[];
  readonly computed: readonly string[];
  readonly exportedNames: readonly string[];
}

// The parser's record of a module leaves out imports in types, workers and CommonJS.
const otherRequests = [
  /\bimport\(\s*['"]([^'"]+)['"]/gu,
  /\bnew URL\(\s*['"]([^'"]+\.tsx?)['"],\s*import\.meta\.url/gu,
  /\brequire\(\s*['"]([^'"]+)['"]/gu,
];

function readCode(file: string, text: string): Read {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  const computed = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => text.slice(start, end))
    .filter((request) => !/^['"]/u.test(request));
  return {
    requests: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...exports.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
      ...otherRequests.flatMap((pattern) => [...text.matchAll(pattern)].map(([, request]) => request ?? '')),
    ],
    computed,
    exportedNames: exports
      .filter(({ moduleRequest }) => moduleRequest === null)
      .flatMap(({ exportName }) => exportName.name ?? []),
  };
}

const readStyles = (text: string): Read => ({
  requests: [...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]|\bcomposes:[^;]+from\s+['"]([^'"]+)['"]/gu)].map(
    ([, imported, composed]) => imported ?? composed ?? '',
  ),
  computed: [],
  exportedNames: [],
});

function resolve(from: string, request: string, exists: (file: string) => boolean): Import {
  const bare = request.replace(/\?.*$/u, '');
  const isFile = bare.startsWith('#') || bare.startsWith('.');
  if (!isFile) return /^[@\w]/u.test(bare) ? { kind: 'package', name: packageName(bare) } : unresolved(bare);
  const target = bare.startsWith('#') ? bare.slice(1) : path.posix.join(path.posix.dirname(from), bare);
  return exists(target) ? { kind: 'file', path: target } : unresolved(bare);
}

const unresolved = (text: string): Import => ({ kind: 'unresolved', text });

/** `@scope/name/part` → `@scope/name`; `node:fs/promises` stays whole. */
const packageName = (request: string): string =>
  request.startsWith('node:')
    ? request
    : request
        .split('/')
        .slice(0, request.startsWith('@') ? 2 : 1)
        .join('/');
