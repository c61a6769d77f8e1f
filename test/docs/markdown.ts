/** Finds the links, repository paths and function names in a Markdown file. Pure. */
import { headingAnchor } from '#renderer/words/documents/markdown.ts';

interface Reference {
  /** Line in the file, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A table row that names functions next to the files that hold them. */
interface NamedFunctions {
  readonly line: number;
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

interface MarkdownReferences {
  /** Targets of links that stay in the repository, with their anchors. */
  readonly links: readonly Reference[];
  /** Repository paths in code spans and diagrams. */
  readonly paths: readonly Reference[];
  readonly functions: readonly NamedFunctions[];
  /** Anchors of the headings, as GitHub generates them. */
  readonly anchors: ReadonlySet<string>;
}

/** A path from the root, or any path of a source file, because a shortened one would lead nowhere. */
const repositoryPath =
  /^(?:(?:shared|electron|renderer|build|test|docs|\.github)\/[\w./<>{},*-]*|[\w-]+\/[\w./-]+\.(?:tsx?|css|md))$/;
const pathInDiagram = /(?:shared|electron|renderer|build|test|docs)\/[\w./-]+\.\w+/g;

export function readReferences(markdown: string): MarkdownReferences {
  const links: Reference[] = [];
  const paths: Reference[] = [];
  const functions: NamedFunctions[] = [];
  const anchors = new Set<string>();
  let fence: string | null = null;
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1;
    const opened = /^\s*```(\w*)/.exec(text);
    if (opened !== null) {
      fence = fence === null ? (opened[1] ?? '') : null;
      continue;
    }
    if (fence !== null) {
      if (fence === 'mermaid') paths.push(...[...text.matchAll(pathInDiagram)].map(([path]) => ({ line, text: path })));
      continue;
    }
    const heading = /^#+ (.*)$/.exec(text);
    if (heading !== null) anchors.add(headingAnchor(heading[1] ?? ''));
    links.push(...linksIn(text).map((target) => ({ line, text: target })));
    const spans = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    const files = spans.filter((span) => repositoryPath.test(span));
    paths.push(...files.map((path) => ({ line, text: path })));
    const named = spans.flatMap((span) => /^(?:\w+\.)*(\w+)\(\)$/.exec(span)?.[1] ?? []);
    if (text.startsWith('|') && files.length > 0 && named.length > 0) functions.push({ line, files, functions: named });
  }
  return { links, paths, functions, anchors };
}

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '').filter((target) => !/^[a-z]+:/.test(target));
