/**
 * Schemas for the service's answers: they keep unknown keys, coerce odd types and never fail. Numbers come as their text
 * (`exact-json.ts`), so that none is ever rounded.
 */
import { z } from 'zod';

const isNothing = (text: string): boolean => text === '' || text === '-';

/** Text, or a boolean as text. Blank, `-` (field notes) and anything else are null. */
export const looseText = z
  .unknown()
  .transform((value) => {
    if (typeof value === 'boolean') return String(value);
    const text = typeof value === 'string' ? value.trim() : '';
    return isNothing(text) ? null : text;
  })
  .default(null);

/** Text exactly as it came, blanks included, or a boolean as text. Blank, `-` (field notes) and anything else are null. */
export const exactText = z
  .unknown()
  .transform((value) => {
    if (typeof value === 'boolean') return String(value);
    return typeof value === 'string' && !isNothing(value.trim()) ? value : null;
  })
  .default(null);

/** Marks alone, zeros, and the words that programs write for no value. */
const namesNothing = /^(?:[^\p{L}\p{N}]*|0+|null|nil|none|undefined|false|n\/?a)$/iu;

/** A reference exactly as it came, because a capture sends it back. Null for one by which nothing can be found. */
export const exactReference = exactText.transform((text) =>
  text === null || namesNothing.test(text.trim()) ? null : text,
);

/**
 * A whole number without a sign, in the digits of its text: `410`, `410.0`. Null for `410.0001`, ` 410 `, `4.1e2`, and for `00`, with
 * which an issuer approves.
 */
export const wholeNumber = z
  .unknown()
  .transform((value) =>
    typeof value === 'string' && /^(?:0|[1-9]\d{0,14})(?:\.0+)?$/.test(value) ? Number.parseInt(value, 10) : null,
  )
  .default(null);

/** A number; null otherwise. Never for anything that decides or refers. */
export const looseNumber = z
  .unknown()
  .transform((value) =>
    typeof value === 'string' && /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value) && Number.isFinite(Number(value))
      ? Number(value)
      : null,
  )
  .default(null);

/** A boolean, or its word; null otherwise. */
export const looseBoolean = z
  .unknown()
  .transform((value) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : null;
  })
  .default(null);

/** An object of the given shape with unknown keys kept; null for arrays, texts and anything else. */
export const looseRecord = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).nullable().catch(null).default(null);

export const given = (texts: readonly (string | null | undefined)[]): readonly string[] =>
  texts.filter((text) => typeof text === 'string');

/** Returns the member at a path (`data.status`) as it came; undefined without one. */
export const memberAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
      value,
    );
