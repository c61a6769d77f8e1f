/** Completion of a name from its beginning. */
import { sameOperatorName } from '#shared/seat/operators.ts';

/** Returns the only name that begins with the typed text; the typed text when there are several or none. */
export function completedName(typed: string, names: readonly string[]): string {
  const start = typed.trim().toLowerCase();
  const [one, ...more] = names.filter((name) => start !== '' && name.toLowerCase().startsWith(start));
  return names.find((name) => sameOperatorName(name, typed)) ?? (one !== undefined && more.length === 0 ? one : typed);
}
