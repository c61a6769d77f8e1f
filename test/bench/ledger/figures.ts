/** Figures of the benchmark, and the limits of its ratios. */
import { median, p95, type InTurn } from '#test/bench/measure.ts';
import type { Ratio } from '#test/bench/ratio.ts';

export interface Figures {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly size: number;
  /** All figures in ms: total of the load, 95th percentile of reads, median of an append with its two commits. */
  readonly load: number;
  readonly search: number;
  readonly bareSearch: number;
  readonly first: number;
  readonly holds: number;
  readonly deep: number;
  readonly append: number;
  readonly bareAppend: number;
}

interface Measured {
  readonly search: InTurn;
  readonly pages: {
    readonly first: readonly number[];
    readonly holds: readonly number[];
    readonly deep: readonly number[];
  };
  readonly append: InTurn;
}

export const figuresOf = ({ search, pages, append }: Measured): Omit<Figures, 'engine' | 'size' | 'load'> => ({
  search: p95(search.own),
  bareSearch: p95(search.bare),
  first: p95(pages.first),
  holds: p95(pages.holds),
  deep: p95(pages.deep),
  append: median(append.own),
  bareAppend: median(append.bare),
});

const frame = 16;
const [middle, million] = [100_000, 1_000_000];

/** Computes the ratios. Both engines have the same limits, and docs/benchmarks.md lists the missed ones. */
export function ratiosOf(all: readonly Figures[]): readonly Ratio[] {
  const within = all.flatMap(({ engine, size, search, bareSearch, append, bareAppend }): Ratio[] => [
    ...(engine === 'SQLite' && size === million
      ? [{ name: `search against one frame (${frame} ms), ${engine} ${size}`, ratio: search / frame, goal: 1 }]
      : []),
    {
      name: `search against the bare statement, ${engine} ${size}`,
      ratio: search / bareSearch,
      goal: 1.5,
    },
    {
      name: `append against two bare commits, ${engine} ${size}`,
      ratio: append / bareAppend,
      goal: 1.2,
    },
  ]);
  const growth = (['SQLite', 'PostgreSQL'] as const).flatMap((engine): Ratio[] => {
    const at = (size: number) => all.find((figures) => figures.engine === engine && figures.size === size);
    const [small, large] = [at(middle), at(million)];
    if (small === undefined || large === undefined) return [];
    return (['search', 'first', 'append', 'holds', 'deep'] as const).map((what) => ({
      name: `${what} from ${middle} to ${million}, ${engine}`,
      ratio: large[what] / small[what],
      // A deep page has no goal, because it grows with the rows above it.
      goal: what === 'deep' ? null : 1.5,
    }));
  });
  return [...within, ...growth];
}
