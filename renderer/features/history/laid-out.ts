/** Lays JSON out in lines without changing any value. */

/** JSON.rawJSON, which keeps the spelling of numbers. Missing from the type library so far. */
const exactJson = JSON as unknown as {
  rawJSON(text: string): unknown;
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
};

/** Returns JSON with line breaks; null when the text is not JSON. Keeps `55.0` as `55.0`, because the answer is evidence. */
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
