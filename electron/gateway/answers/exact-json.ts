/** Reads JSON without loss: numbers keep the text they came with, and members that came twice are reported. */

/** A JSON value whose numbers are the texts they came as: `12345678901234567891`, `1.0`, `1e3`. */
export interface ExactJson {
  readonly value: unknown;
  /**
   * Paths (`data.status`, also inside a list) of members that came twice in one object with different values, also in other letters
   * (`Status`). `JSON.parse` keeps only the last.
   */
  readonly contradicted: ReadonlySet<string>;
}

/** The third argument of a reviver, which TypeScript's library does not declare yet. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** A real answer is three objects deep and has about a hundred members. The reviver's cost grows with both. */
const deepest = 64;
const mostMembers = 20_000;
/**
 * Depth down to which repeated members are looked for. No member that decides is deeper, and a record's custom fields, which are, may
 * share a label.
 */
const deepestCompared = 3;

/**
 * @returns null for a value that is too deep or too large to be an answer
 * @throws SyntaxError when the text is not one JSON value
 */
export function parseExactly(text: string): ExactJson | null {
  const members = repeatedMembers(text);
  if (members === null) return null;
  const value = parseWith(text, withSources);
  const contradicted = members.filter(({ first, second }) => canonical(first) !== canonical(second));
  return { value, contradicted: new Set(contradicted.flatMap(({ paths }) => paths)) };
}

const withSources: Reviver = (key, value, { source }) => {
  // Never a member of an answer. Some copies of an object would make it the copy's prototype.
  if (key === '__proto__') return undefined;
  return typeof value === 'number' ? (source ?? String(value)) : value;
};

const canonical = (text: string): string => JSON.stringify(parseWith(text, withSources)) ?? '';

interface RepeatedMember {
  readonly paths: readonly string[];
  readonly first: string;
  readonly second: string;
}

interface Level {
  readonly isList: boolean;
  /** An object in a list has the path of the list. Null below the compared depth. */
  readonly path: string | null;
  /** By the key in lower case. */
  readonly seen: Map<string, { readonly key: string; readonly value: string }>;
  key: string | null;
  valueStart: number;
}

/** Lists the members with differing texts, in one pass over text that need not be valid. Null beyond the bounds. */
function repeatedMembers(text: string): readonly RepeatedMember[] | null {
  const repeated: RepeatedMember[] = [];
  const levels: Level[] = [];
  let members = 0;

  const endMember = (level: Level | undefined, end: number): void => {
    if (level === undefined || level.path === null || level.key === null) return;
    const value = text.slice(level.valueStart, end).trim();
    const { path, key } = level;
    const earlier = level.seen.get(key.toLowerCase());
    if (earlier !== undefined && earlier.value !== value) {
      const paths = [earlier.key, key].map((each) => joined(path, each));
      repeated.push({ paths, first: earlier.value, second: value });
    }
    level.seen.set(key.toLowerCase(), { key, value });
    level.key = null;
  };

  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1);
    switch (text[index]) {
      case '"': {
        const end = endOfText(text, index);
        // The value's own text is not a key: a key is set until the member ends.
        if (level !== undefined && !level.isList && level.path !== null && level.key === null) {
          level.key = keyOf(text.slice(index, end + 1));
          level.valueStart = end + 1;
        }
        index = end;
        break;
      }
      case ':':
        if (level !== undefined) level.valueStart = index + 1;
        break;
      case '{':
      case '[':
        if (levels.length === deepest || ++members > mostMembers) return null;
        levels.push({
          isList: text[index] === '[',
          path: pathInside(level, levels.length),
          seen: new Map(),
          key: null,
          valueStart: index,
        });
        break;
      case '}':
      case ']':
        endMember(level, index);
        levels.pop();
        break;
      case ',':
        if (++members > mostMembers) return null;
        endMember(level, index);
        break;
      default:
        break;
    }
  }
  return repeated;
}

const joined = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

function pathInside(level: Level | undefined, depth: number): string | null {
  if (level === undefined) return '';
  if (level.path === null || depth >= deepestCompared) return null;
  if (level.isList) return level.path;
  return level.key === null ? null : joined(level.path, level.key);
}

/** Returns the index of the closing quote, or of the last character when there is none. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length - 1;
}

/** Decodes a key with escapes, because `"co\u0064e"` is the same key as `"code"`. */
function keyOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
