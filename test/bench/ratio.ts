/** A row of the benchmark: a figure against its baseline or its goal, measured in one run. */
export interface Ratio {
  readonly name: string;
  readonly ratio: number;
  /** Largest ratio that passes; null where the ratio is only reported. */
  readonly goal: number | null;
}

export const isHeld = ({ ratio, goal }: Ratio): boolean => goal === null || ratio <= goal;

/** A figure that suites print beside their ratios. */
export type FigureRow = Readonly<Record<string, unknown>>;

export interface Measured {
  readonly ratios: readonly Ratio[];
  /** Tables for people, each under its line of explanation. */
  readonly tables: readonly { readonly about: string; readonly rows: readonly FigureRow[] }[];
}
