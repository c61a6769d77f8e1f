/** Texts of bounded length. The bound comes first and ends the check, so that no other rule looks at a longer text. */
import { z } from 'zod';

/** Blanks that may be pasted around a text that is trimmed, in characters. */
const blanksAround = 200;

/** A text of at most `max` characters. Add further rules behind it. */
export const boundedText = (max: number): z.ZodString => z.string().max(max, { abort: true });

/** A text of 1 to `max` characters without the blanks around it. */
export const trimmedText = (max: number): z.ZodString =>
  boundedText(max + blanksAround)
    .trim()
    .min(1)
    .max(max, { abort: true });
