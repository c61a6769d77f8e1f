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
type Import =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly name: string }
  /** An import of a missing file. */
  | { readonly kind: 'unresolved'; readonly text: string }
  /** A dynamic import whose name is known only at run time. */
  | { readonly kind: 'computed' };

const topFolders = ['shared', 'electron', 'renderer', 'build', 'test'];
/** Ending of code files. Every other file that is read is a stylesheet. */
const codeName = /\.tsx?$/u;

/** Returns the paths of every code file and stylesheet below the five top folders. */
function sourcePaths(root: string): readonly string[] {
  return globSync(`{${topFolders.join(',')}}/**/*.{ts,tsx,css}`, { cwd: root }).map((name) =>
    name.replaceAll('\\', '/'),
  );
}

/** Reads every source file below `root`. */
export function readSources(root: string): readonly SourceFile[] {
  const exists = (name: string) => existsSync(path.join(root, name));
  return sourcePaths(root).map((name) => readSource(name, readFileSync(path.join(root, name), 'utf8'), exists));
}

/** Reads one file. `exists` tells if a path from the root is a file of the project. */
export function readSource(file: string, text: string, exists: (file: string) => boolean): SourceFile {
  const { requests, computed, exportedNames } = codeName.test(file) ? readCode(file, text) : readStyles(text);
  const named = requests.map((request) => resolve(file, request, exists));
  const unnamed = Array.from({ length: computed }, (): Import => ({ kind: 'computed' }));
  return { path: file, imports: [...named, ...unnamed], exportedNames };
}

interface ParsedFile {
  readonly requests: readonly string[];
  readonly computed: number;
  readonly exportedNames: readonly string[];
}

/** Text that may import by an expression. The parser's module record has no type imports, workers or CommonJS. */
const mayImportByExpression = /\bimport\s*\(|\brequire\s*\(|\bimport\.meta\.url\b/u;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Returns the node with the name that an expression imports; null where it imports nothing. */
function requestOf(node: Node): unknown {
  if (node.type === 'ImportExpression' || node.type === 'TSImportType') return node['source'];
  const { callee, arguments: args } = node as { readonly callee?: { name?: string }; readonly arguments?: unknown[] };
  if (node.type === 'CallExpression' && callee?.name === 'require') return args?.[0];
  if (node.type !== 'NewExpression' || callee?.name !== 'URL' || args?.length !== 2) return null;
  const file = args[0] as { readonly value?: unknown } | undefined;
  return typeof file?.value === 'string' && codeName.test(file.value) ? file : null;
}

function* expressionsOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) for (const item of value) yield* expressionsOf(item);
  if (!isNode(value)) return;
  const request = requestOf(value);
  if (request !== null) yield request;
  for (const key of Object.keys(value)) yield* expressionsOf(value[key]);
}

function readCode(file: string, text: string): ParsedFile {
  const { module, program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  const expressions = mayImportByExpression.test(text) ? [...expressionsOf(program)] : [];
  const values = expressions.map((node) => (node as { readonly value?: unknown }).value);
  const named = values.filter((value) => typeof value === 'string');
  return {
    requests: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...exports.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
      ...named,
    ],
    computed: values.length - named.length,
    exportedNames: exports
      .filter(({ moduleRequest }) => moduleRequest === null)
      .flatMap(({ exportName }) => exportName.name ?? []),
  };
}

const readStyles = (text: string): ParsedFile => ({
  requests: [...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]|\bcomposes:[^;]+from\s+['"]([^'"]+)['"]/gu)].map(
    ([, imported, composed]) => imported ?? composed ?? '',
  ),
  computed: 0,
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

/** Shortens `@scope/name/part` to `@scope/name`. `node:fs/promises` stays whole. */
const packageName = (request: string): string =>
  request.startsWith('node:')
    ? request
    : request
        .split('/')
        .slice(0, request.startsWith('@') ? 2 : 1)
        .join('/');
