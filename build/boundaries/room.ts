/** A row of the table of rooms, and the rooms that many rows name. */

/** Globals and modules that a room can rely on. `any`: code that builds or tests the program. */
export type Runtime = 'pure' | 'node' | 'dom' | 'preload' | 'electron' | 'any';

export interface Room {
  readonly runtime: Runtime;
  /** Rooms that it may import, besides itself. */
  readonly rooms: readonly string[];
  /** Packages that it may import, beyond those of its runtime. */
  readonly packages: readonly string[];
}

export const within = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${folder}/${name}`);

/** Words of the domain, which every runtime knows. The folder itself holds plain values. */
export const shared = [
  'shared',
  ...within('shared', [
    'payments',
    'texts',
    'ledger',
    'seat',
    'updates',
    'policy',
    'audit',
    'reports',
    'paper',
    'failure.ts',
    'work',
  ]),
];
/** The folder of the core itself holds what several subjects need. */
export const core = (...names: readonly string[]) => [
  'electron/core',
  'electron/core/ports',
  ...within('electron/core', names),
];
