/** Reads texts that should be JSON: stored ones may be damaged, or of another version of the program. */
import type { z } from 'zod';

/** Returns the value of a text; undefined for one that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value of a text that fits a schema; null for any other. */
export function jsonAs<Value>(schema: z.ZodType<Value>, text: string): Value | null {
  const value = parsedJson(text);
  return value === undefined ? null : (schema.safeParse(value).data ?? null);
}
