/** Mutations of valid messages, as a page that was taken over could send them. Seeded, so that a failure comes again. */

/** Stands in every hostile text and name, so that an answer that repeats one is noticed. */
export const marker = 'PWNED';

const huge = marker + 'x'.repeat(400_000);
const deepValue = (levels: number): unknown => (levels === 0 ? marker : { [marker]: deepValue(levels - 1) });
const deep = deepValue(200);
const loop: Record<string, unknown> = { name: marker };
loop['self'] = loop;
/** As structured cloning lets it through: an own member of this name. */
const ownProto = JSON.parse(
  `{"__proto__":{"${marker}":true},"constructor":{"prototype":{"${marker}":true}}}`,
) as object;

const hostile: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  -0,
  1,
  -1,
  0.1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 53,
  -(2 ** 53),
  Number.MIN_VALUE,
  10n ** 30n,
  '',
  ' ',
  marker,
  huge,
  `\ud800${marker}`,
  `${marker}\udfff`,
  `${marker}\u0000`,
  `${marker}\u202e`,
  `${marker}'; drop table attempts; --`,
  `../../${marker}`,
  `4111 1111 1111 1111 ${marker}`,
  '4'.repeat(199),
  '__proto__',
  'constructor',
  'toString',
  [],
  {},
  [marker],
  Array.from({ length: 2_000 }, () => marker),
  Object.assign([], { length: 4_000_000_000 }),
  deep,
  loop,
  ownProto,
  new Date(0),
  new Map([[marker, marker]]),
  new Set([marker]),
  new Uint8Array(8),
  new ArrayBuffer(8),
  /x/,
  new Error(marker),
  Object(marker),
];

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'valueOf',
  '',
  marker,
  huge,
  '0',
  '-1',
  'ok',
];

/** @returns a function that makes a hostile copy of a message; each call another one */
export function createMutations(seed: number): (message: unknown) => unknown {
  let state = seed >>> 0;
  /** Mulberry32. */
  const next = (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const pick = <Value>(from: readonly Value[]): Value => from[next(from.length)] as Value;

  /** Changes one place somewhere in a value. */
  function changed(value: unknown): unknown {
    if (Array.isArray(value))
      return next(4) === 0 || value.length === 0 ? changedList(value) : replacedAt(value, next(value.length));
    if (typeof value === 'object' && value !== null) return changedObject(value as Readonly<Record<string, unknown>>);
    return leaf(value);
  }

  function leaf(value: unknown): unknown {
    if (typeof value !== 'string' || next(3) === 0) return pick(hostile);
    return pick([
      `${value}${marker}`,
      value.slice(1),
      value + value,
      value.toUpperCase(),
      `${value}\u0000`,
      `\ud800${value}`,
      value.repeat(50),
      ` ${value} `,
    ]);
  }

  function replacedAt(list: readonly unknown[], at: number): unknown {
    return list.map((each, index) => (index === at ? changed(each) : each));
  }

  const changedList = (list: readonly unknown[]): unknown =>
    pick<unknown>([
      [],
      [...list, pick(hostile)],
      Array.from({ length: 1_500 }, () => list[0]),
      { ...list },
      pick(hostile),
    ]);

  function changedObject(object: Readonly<Record<string, unknown>>): unknown {
    const keys = Object.keys(object);
    const how = next(10);
    if (how === 0) return pick(hostile);
    if (how === 1 || keys.length === 0) {
      const copy: Record<string, unknown> = { ...object };
      Object.defineProperty(copy, pick(names), {
        value: pick(hostile),
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return copy;
    }
    const key = pick(keys);
    if (how === 2) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
    if (how === 3) return [object];
    return { ...object, [key]: changed(object[key]) };
  }

  return (message) => {
    if (next(50) === 0) return changed(message);
    const { input, ...call } = message as { readonly input: unknown };
    return { ...call, input: changed(input) };
  };
}
