/** Versioned JSON documents: refuses those of a newer version, and preserves keys that a newer program added. */
import { z } from 'zod';
import { readBack } from '#shared/texts/text-kinds.ts';
import { isDeepStrictEqual } from 'node:util';

export interface DocumentDefinition<Content> {
  /** Name of the file, without `.json`. */
  readonly name: string;
  /** Strict schema. A key added later needs a `.default()`, so that older documents have a value for it. */
  readonly schema: z.ZodType<Content>;
  /** Defaults of top-level keys that differ between machines. */
  readonly defaults?: JsonObject;
  /**
   * True for a document that steers payments: nothing replaces a damaged one until a person has set it aside. Others are moved
   * aside when a new one replaces them. Until then every start reports them.
   */
  readonly steers?: boolean;
}

export interface KnownDocument<Content> {
  readonly content: Content;
  /** Stored form, without its version but with keys of newer programs. */
  readonly stored: JsonObject;
  /** Stored form without the keys that this program does not know. */
  readonly seen: unknown;
}

export type ReadDocument<Content> =
  | { readonly kind: 'read'; readonly document: KnownDocument<Content> }
  | { readonly kind: 'newer' };

const written = 1;
const versionSchema = z.int().min(1).default(written);

/** Reads a document. Throws when the text is not one of this definition. */
export function readDocument<Content>(definition: DocumentDefinition<Content>, text: string): ReadDocument<Content> {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error(`${definition.name} is not a JSON object`);
  const { version: number, ...stored } = value;
  // Checked first, because nothing else about a newer document is known.
  if (versionSchema.parse(number) > written) return { kind: 'newer' };
  const schema = readBack(definition.schema);
  const content = parseKnown(schema, { ...definition.defaults, ...stored });
  return { kind: 'read', document: { content, stored, seen: z.encode(schema, content) } };
}

/**
 * Returns the document with its new content. Throws when the schema could not read that content back.
 *
 * @param before the document stored now; null when there is none
 */
export function changeDocument<Content>(
  definition: DocumentDefinition<Content>,
  content: Content,
  before: KnownDocument<Content> | null,
): KnownDocument<Content> {
  const seen = z.encode(readBack(definition.schema), content);
  const stored = before === null ? seen : keepUnknown(seen, before.seen, before.stored);
  if (!isObject(stored)) throw new Error(`${definition.name} is not a JSON object`);
  return { content, stored, seen };
}

/** Returns the JSON that is written to the disk. */
export const fileContent = ({ stored }: KnownDocument<unknown>): JsonObject => ({ version: written, ...stored });

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses with a strict schema after removing the keys that it does not know. The schemas stay strict because the calls
 * of the screens use the same ones. Throws for any other mistake.
 */
export function parseKnown<Content>(schema: z.ZodType<Content>, value: unknown): Content {
  let known = value;
  for (;;) {
    const parsed = schema.safeParse(known);
    if (parsed.success) return parsed.data;
    const unknown = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys');
    if (unknown.length === 0) throw parsed.error;
    known = unknown.reduce<unknown>((rest, { path, keys }) => without(rest, path, keys), known);
  }
}

function without(value: unknown, [at, ...path]: readonly PropertyKey[], keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (index === at ? without(item, path, keys) : item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (at === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)));
  return Object.fromEntries(entries.map(([key, item]) => [key, key === at ? without(item, path, keys) : item]));
}

/**
 * Adds to `next` every key of `stored` that the program never saw, at any depth.
 *
 * @param seen the stored document as the program read it; a key in here but not in `next` was removed
 */
function keepUnknown(next: unknown, seen: unknown, stored: unknown): unknown {
  if (Array.isArray(next) && Array.isArray(seen) && Array.isArray(stored)) {
    return next.map((item: unknown, index) => {
      const before = isSame(item, seen[index]) ? index : seen.findIndex((other) => isSame(item, other));
      return before === -1 ? item : keepUnknown(item, seen[before], stored[before]);
    });
  }
  if (!isObject(next) || !isObject(seen) || !isObject(stored)) return next;
  const known = Object.entries(next).map(([key, value]) =>
    Object.hasOwn(seen, key) && Object.hasOwn(stored, key)
      ? [key, keepUnknown(value, seen[key], stored[key])]
      : [key, value],
  );
  const unknown = Object.entries(stored).filter(([key]) => !Object.hasOwn(seen, key) && !Object.hasOwn(next, key));
  return Object.fromEntries([...known, ...unknown]);
}

function isSame(one: unknown, other: unknown): boolean {
  const hasId = isObject(one) && isObject(other) && typeof one['id'] === 'string';
  return hasId ? one['id'] === other['id'] : isDeepStrictEqual(one, other);
}
