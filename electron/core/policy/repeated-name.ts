/** Finds what `JSON.parse` drops: of a name that an object has twice it keeps the last value alone. */

/** A string, with the colon that makes it a name, or an end of an object or a list. */
const parts = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}[\]]/g;

/** @param json a text that `JSON.parse` takes. @returns the first name that an object has twice; null for none */
export function repeatedName(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [part, spelled, colon] of json.matchAll(parts)) {
    if (part === '{' || part === '[') open.push(part === '{' ? new Set() : null);
    else if (part === '}' || part === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(`"${spelled}"`) as string;
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return null;
}
