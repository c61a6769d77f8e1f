/** JSON laid out in lines for reading, without a change to any value. */

/** What the language has and its type library does not name yet: figures that keep their spelling. */
const exactJson = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
};

/** JSON with line breaks; null when the text is none. `55.0` stays `55.0`: what came is evidence. */
export function laidOut(text: string): string | null {
  try {
    const value = exactJson.parse(text, (_key, part, { source }) =>
      typeof part === 'number' && source !== undefined ? exactJson.rawJSON(source) : part,
    );
    return JSON.stringify(value, null, 2);
  } catch {
    return null;
  }
}
