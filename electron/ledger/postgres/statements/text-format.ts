/** Text format of the values of a statement. */

/** Thrown before anything is sent, so that the connection stays usable. */
export class UnsendableValue extends TypeError {}

/** Encodes a value. Throws `UnsendableValue` for anything that the ledger does not store. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `{${value.map(asElement).join(',')}}`;
  throw new UnsendableValue(`A statement can't take a ${typeof value}.`);
}

function asElement(value: unknown): string {
  const text = asText(value);
  if (text === null) return 'NULL';
  return Array.isArray(value) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
