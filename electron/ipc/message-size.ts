/** Bounds of a message before anything reads it, so that no message costs more than a look at a bounded number of values. */
import { deepestMember, usualSize, type MessageSize, type Call } from '#shared/contract/call.ts';
import { contract } from '#shared/contract/contract.ts';

/** Longest group or call name to look up, in characters. */
const longestName = 40;

/**
 * Kind of excess: more values or characters than the call allows; deeper than any argument, or referring to itself; or a value
 * that no argument has, such as a date, a map, bytes or a big integer, which structured cloning lets through.
 */
export type Excess = 'too-large' | 'too-deep' | 'not-data';

/** Returns why a message is refused unread; null when it is within the bounds of its call. Visits a bounded number of values. */
export function excessOf(message: unknown): Excess | null {
  return excessOfValue(message, calledBy(message)?.size ?? usualSize);
}

/** Finds the call that a message names, without reading the rest of it; null for another message. */
export function calledBy(message: unknown): Call | null {
  const group = textOf(message, 'group');
  const name = textOf(message, 'name');
  return group === null || name === null ? null : callOf(group, name);
}

/** Finds a call by name; null when unknown. Checks own properties only, so that `constructor` or `__proto__` find nothing. */
export function callOf(group: string, name: string): Call | null {
  const groups: Readonly<Record<string, Readonly<Record<string, Call>>>> = contract;
  const calls = Object.hasOwn(groups, group) ? groups[group] : undefined;
  return calls !== undefined && Object.hasOwn(calls, name) ? (calls[name] ?? null) : null;
}

function textOf(message: unknown, name: 'group' | 'name'): string | null {
  if (typeof message !== 'object' || message === null || !Object.hasOwn(message, name)) return null;
  const value: unknown = (message as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && value.length <= longestName ? value : null;
}

function excessOfValue(message: unknown, size: MessageSize): Excess | null {
  let { characters, values } = size;
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: message, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') characters -= value.length;
    else if (typeof value === 'object' && value !== null) {
      // A message that refers to itself is endlessly deep.
      if (depth === deepestMember) return 'too-deep';
      if (Array.isArray(value)) {
        // Before the items, because a list without any may claim a length of billions.
        values -= value.length;
        if (values < 0) return 'too-large';
        for (const item of value) open.push({ value: item, depth: depth + 1 });
      } else if (Object.getPrototypeOf(value) === Object.prototype) {
        for (const name in value) {
          values -= 1;
          characters -= name.length;
          if (values < 0 || characters < 0) return 'too-large';
          open.push({ value: (value as Readonly<Record<string, unknown>>)[name], depth: depth + 1 });
        }
      } else return 'not-data';
    } else if (!plainTypes.has(typeof value)) return 'not-data';
    if (characters < 0) return 'too-large';
  }
  return null;
}

const plainTypes: ReadonlySet<string> = new Set(['number', 'boolean', 'undefined', 'object']);
