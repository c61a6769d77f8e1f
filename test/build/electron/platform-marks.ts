/**
 * Reads in Electron's own type declarations which of the names that the program uses exist on some systems alone. Reads text,
 * because the compiler has no interface. What it can't see: members in files that import nothing of Electron; their events it does.
 */

interface Declared {
  /** Class or interface. */
  readonly owner: string;
  readonly name: string;
  readonly isEvent: boolean;
  /** Systems of its `@platform` mark; empty for all. */
  readonly systems: string;
  /** The line of its declaration, with the types that it leads to. */
  readonly text: string;
}

/** Interfaces whose members are keys of an object that the program writes. */
const data = /Options|Preferences|Details$/;

const ownerLine = /^ {2}(?:class|interface) (\w+)(.*)/;
const memberLine = /^ {4}(?:on\(event: '([\w-]+)'|(?:static |readonly )*(\w+)\??[(:<])/;
/** Further forms of `on`, whose marks are the same. */
const forms = new Set(['on', 'off', 'once', 'addListener', 'removeListener']);

/** Reads `electron.d.ts`. */
export function declaredIn(declarations: string): readonly Declared[] {
  const found: Declared[] = [];
  let owner = '';
  let comment = '';
  let inComment = false;
  for (const line of declarations.split('\n')) {
    if (line.startsWith('    /**')) [comment, inComment] = ['', true];
    if (inComment) {
      comment += line;
      inComment = !line.includes('*/');
      continue;
    }
    const [, named, above = ''] = ownerLine.exec(line) ?? [];
    if (named !== undefined) {
      owner = named;
      // Options lead to those that they extend. A class repeats the members of the one above it.
      found.push({ owner, name: 'constructor', isEvent: false, systems: '', text: data.test(owner) ? above : '' });
    }
    const [, event, member] = memberLine.exec(line) ?? [];
    const name = event ?? member;
    if (name === undefined || (event === undefined && forms.has(name))) continue;
    const systems = /@platform ([\w,]+)/.exec(comment)?.[1] ?? '';
    found.push({ owner, name, isEvent: event !== undefined, systems, text: line });
    comment = '';
  }
  return found;
}

const imports = /import (?:type )?\{([^}]+)\} from 'electron';/g;
const events = /\b(?:on|once)\(\s*'([\w-]+)'|\bevent: ((?:'[\w-]+'(?: \| )?)+)/g;

/** Names that a source imports from Electron, each with the name that it has there. */
const importedBy = (source: string): readonly (readonly [string, string])[] =>
  [...source.matchAll(imports)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((each) => each.replace(/^\s*type /, '').trim())
      .filter((each) => each !== '')
      .map((each) => [each.split(' as ')[0] ?? '', each.split(' as ')[1] ?? each] as const),
  );

const allOf = (source: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...source.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined)));

/** Returns `Owner.name systems` of each marked name that the sources use, sorted. */
export function marksInUse(declared: readonly Declared[], sources: readonly string[]): readonly string[] {
  const byOwner = Map.groupBy(declared, ({ owner }) => owner);
  const listened = new Set(
    sources.flatMap((source) => [...allOf(source, events)].flatMap((named) => named.match(/[\w-]+/g) ?? [])),
  );
  const found = new Set<string>();

  /** Follows what a source can reach from one import, an object by its own name and a class by any. */
  const follow = (source: string, imported: string, local: string): void => {
    const isObject = /^[a-z]/.test(imported) && imported !== 'session';
    const first = imported.charAt(0).toUpperCase() + imported.slice(1);
    const accessed = allOf(source, /\.(\w+)\b/g);
    const ofObject = allOf(source, new RegExp(String.raw`\b${local}\??\.(\w+)\b`, 'g'));
    const keys = allOf(source, /\b(\w+)(?=:|,| \})/g);
    const waiting = [first];
    for (const seen = new Set<string>(); waiting.length > 0;) {
      const owner = waiting.pop() ?? '';
      if (seen.has(owner)) continue;
      seen.add(owner);
      const used = data.test(owner) ? keys : owner === first && isObject ? ofObject : accessed;
      for (const { name, isEvent, systems, text } of byOwner.get(owner) ?? []) {
        if (isEvent ? !listened.has(name) : name !== 'constructor' && !used.has(name)) continue;
        if (systems !== '') found.add(`${owner}.${name} ${systems}`);
        if (!isEvent) waiting.push(...(text.match(/\b[A-Z]\w+/g) ?? []).filter((type) => byOwner.has(type)));
      }
    }
  };
  for (const source of sources) for (const [imported, local] of importedBy(source)) follow(source, imported, local);
  // The one repeats the members of the other.
  const isRepeated = (mark: string): boolean => found.has(mark.replace(/^BaseWindow\./, 'BrowserWindow.'));
  return [...found].filter((mark) => !mark.startsWith('BaseWindow.') || !isRepeated(mark)).toSorted();
}
