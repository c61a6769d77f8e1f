/** Tables of texts, many to a line. */

/** Reads the texts of a block, which ` | ` and the ends of lines divide. */
export const textsIn = (block: string): readonly string[] =>
  block.split(/ \| |\n/).flatMap((text) => text.trim() || []);

/** Reads blocks by code, as rows of a table of tests. */
export const byCode = (blocks: Readonly<Record<number, string>>): readonly (readonly [number, readonly string[]])[] =>
  Object.entries(blocks).map(([code, block]) => [Number(code), textsIn(block)]);
