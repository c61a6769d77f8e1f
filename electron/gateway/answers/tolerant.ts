/** Schemas for the service's answers: they keep unknown keys, coerce odd types and never fail. */
import { z } from 'zod';

/** Text, or a number or boolean as text. Blank, `-` (field notes) and anything else are null. */
export const looseText = z
  .unknown()
  .transform((value) => {
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') return null;
    const text = value.trim();
    return text === '' || text === '-' ? null : text;
  })
  .default(null);

/** A number, or a text that is one; null otherwise. */
export const looseNumber = z
  .unknown()
  .transform((value) => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return null;
    return Number(value);
  })
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
