/** Preserves keys that a newer version added: drops them on reading and restores them on writing. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';

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

/** Removes keys from the object at the path. */
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
export function keepUnknown(next: unknown, seen: unknown, stored: unknown): unknown {
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

/** Compares items of a list by id, or by value when they have no id. */
function isSame(one: unknown, other: unknown): boolean {
  const hasId = isObject(one) && isObject(other) && typeof one['id'] === 'string';
  return hasId ? one['id'] === other['id'] : isDeepStrictEqual(one, other);
}
