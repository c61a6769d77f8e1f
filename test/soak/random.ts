/** Chance from a seed, so that a run can be repeated with the same troubles. */
export interface Chance {
  /** A number from 0, included, to 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True so many times of a hundred. */
  percent(times: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** A chance of its own, which the order of asking does not change. */
  fork(name: string): Chance;
}

/** Mulberry32, a published generator of 32 bits that is good enough for tests. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const chance: Chance = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
    whole: (least, most) => least + Math.floor(chance.next() * (most - least + 1)),
    percent: (times) => chance.next() * 100 < times,
    pick(values) {
      const value = values[chance.whole(0, values.length - 1)];
      if (value === undefined) throw new Error('Nothing to pick from');
      return value;
    },
    fork: (name) => chanceFrom([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)),
  };
  return chance;
}
