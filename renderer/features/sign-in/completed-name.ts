/** A name of which only the beginning was typed. */
import { sameOperatorName } from '#shared/seat/operators.ts';

/** The one name that begins with what was typed; what was typed when there are several, or none. */
export function completedName(typed: string, names: readonly string[]): string {
  const start = typed.trim().toLowerCase();
  const [one, ...more] = names.filter((name) => start !== '' && name.toLowerCase().startsWith(start));
  return names.find((name) => sameOperatorName(name, typed)) ?? (one !== undefined && more.length === 0 ? one : typed);
}
