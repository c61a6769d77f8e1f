/** Rules of imports: one row per room with its runtime, the rooms below it and its packages. */

/** Globals and modules that a room can rely on. `any`: code that builds or tests the program. */
export type Runtime = 'pure' | 'node' | 'dom' | 'preload' | 'electron' | 'any';

export interface Room {
  readonly runtime: Runtime;
  /** Rooms that it may import, besides itself. */
  readonly rooms: readonly string[];
  /** Packages that it may import, beyond those of its runtime. */
  readonly packages: readonly string[];
}

const core = ['shared', 'electron/core'];
/** Rooms behind the ports of the core. `documents` also reads versioned files and writes those that must survive a power cut. */
const implementations = [...core, 'electron/documents'];

const screenPackages = ['react', '@mantine/core', '@mantine/hooks', '@tabler/icons-react', '@tanstack/react-query'];
const belowFeatures = [
  'shared',
  'shared/contract',
  'shared/words',
  'renderer/session',
  'renderer/words',
  'renderer/ui',
  'renderer/form',
];
const feature = (...packages: readonly string[]): Room => ({
  runtime: 'dom',
  rooms: belowFeatures,
  packages: [...screenPackages, ...packages],
});

/** The rooms. A file belongs to the one with the longest matching path. */
export const rooms = {
  shared: { runtime: 'pure', rooms: [], packages: ['zod', 'card-validator', 'uuid'] },
  // The words of the payment fields follow their table.
  'shared/locales': { runtime: 'pure', rooms: ['shared'], packages: [] },
  // The words of a payment, for the screens and for what main prints and writes.
  'shared/words': { runtime: 'pure', rooms: ['shared', 'shared/locales'], packages: [] },
  'shared/contract': { runtime: 'pure', rooms: ['shared'], packages: ['zod'] },

  'electron/core': { runtime: 'node', rooms: ['shared', 'shared/contract'], packages: ['zod', 'p-limit'] },
  'electron/documents': { runtime: 'node', rooms: [...core, 'electron/vault'], packages: ['zod'] },
  'electron/vault': { runtime: 'node', rooms: core, packages: ['zod'] },
  'electron/gateway': { runtime: 'node', rooms: [...core, 'shared/locales'], packages: ['zod', 'undici'] },
  'electron/ledger': { runtime: 'node', rooms: implementations, packages: ['zod', 'kysely', 'pg'] },
  'electron/export': { runtime: 'node', rooms: ['shared', 'electron/documents'], packages: ['csv-stringify', 'hucre'] },
  // Layouts are made from data alone, so that tests read them without a window.
  'electron/paper': { runtime: 'node', rooms: ['shared', 'shared/locales', 'shared/words'], packages: [] },
  'electron/training': {
    runtime: 'node',
    rooms: [...implementations, 'shared/locales'],
    packages: ['zod', 'commander', '@peculiar/x509', 'reflect-metadata'],
  },
  'electron/ipc': { runtime: 'electron', rooms: [...core, 'shared/contract'], packages: ['zod'] },
  'electron/shell': {
    runtime: 'electron',
    rooms: [...core, 'shared/contract', 'shared/locales', 'electron/ipc', 'electron/paper'],
    packages: ['commander', 'electron-log', 'electron-store', 'i18next', 'zod'],
  },
  // The collector's window has guards like the screens', and nothing else of theirs.
  'electron/fingerprint': { runtime: 'electron', rooms: [...core, 'shared/contract', 'electron/shell'], packages: [] },
  'electron/fingerprint/preload.ts': { runtime: 'preload', rooms: ['shared/contract'], packages: [] },
  'electron/updates': {
    runtime: 'electron',
    // The command line, of which a relaunch keeps a part.
    rooms: [...core, 'electron/shell'],
    packages: ['zod', 'electron-updater'],
  },
  'electron/calls': {
    runtime: 'node',
    rooms: [
      ...core,
      'shared/contract',
      'shared/words',
      'electron/ipc',
      'electron/shell',
      'electron/export',
      'electron/paper',
      'electron/ledger',
      'electron/training',
    ],
    packages: ['hucre'],
  },
  'electron/open-records.ts': { runtime: 'node', rooms: [...implementations, 'electron/ledger'], packages: [] },
  'electron/compose.ts': {
    runtime: 'electron',
    rooms: [
      ...implementations,
      'electron/open-records.ts',
      'shared/contract',
      'electron/calls',
      'electron/shell',
      'electron/ipc',
      'electron/vault',
      'electron/gateway',
      'electron/fingerprint',
      'electron/ledger',
      'electron/training',
      'electron/updates',
    ],
    packages: [],
  },
  'electron/main.ts': {
    runtime: 'electron',
    rooms: ['shared', 'electron/compose.ts', 'electron/shell', 'electron/fingerprint'],
    packages: [],
  },
  'electron/preload.ts': { runtime: 'preload', rooms: ['shared/contract'], packages: [] },

  // The guides and the documents for administrators, which the help shows.
  docs: { runtime: 'pure', rooms: [], packages: [] },
  'renderer/words': {
    runtime: 'dom',
    rooms: ['shared', 'shared/locales', 'shared/words', 'docs'],
    packages: ['react', 'i18next', 'react-i18next'],
  },
  'renderer/session': {
    runtime: 'dom',
    rooms: ['shared', 'shared/contract'],
    packages: ['react', '@tanstack/react-query'],
  },
  'renderer/ui': {
    runtime: 'dom',
    rooms: ['shared', 'shared/words', 'renderer/session', 'renderer/words'],
    packages: [...screenPackages, 'react-dom'],
  },
  'renderer/form': {
    runtime: 'dom',
    rooms: ['shared', 'shared/contract', 'renderer/session', 'renderer/words', 'renderer/ui'],
    packages: [...screenPackages, 'zod'],
  },
  'renderer/features/charge': feature('zod'),
  'renderer/features/history': feature(),
  'renderer/features/holds': feature('react-i18next'),
  'renderer/features/reports': feature(),
  'renderer/features/settings': feature('@mantine/form'),
  'renderer/features/sign-in': feature(),
  'renderer/features/palette': feature(),
  'renderer/features/help': feature(),
  'renderer/features/unconfirmed': feature(),
  'renderer/frame': {
    runtime: 'dom',
    rooms: [
      ...belowFeatures,
      'renderer/features/charge',
      'renderer/features/history',
      'renderer/features/holds',
      'renderer/features/reports',
      'renderer/features/settings',
      'renderer/features/sign-in',
      'renderer/features/palette',
      'renderer/features/help',
      'renderer/features/unconfirmed',
    ],
    packages: screenPackages,
  },
  'renderer/main.tsx': {
    runtime: 'dom',
    rooms: ['shared', 'renderer/frame', 'renderer/session', 'renderer/words', 'renderer/ui'],
    packages: [
      'react',
      'react-dom',
      'zod',
      '@mantine/core',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },

  build: {
    runtime: 'any',
    rooms: ['shared', 'shared/locales', 'electron/core', 'electron/ledger', 'electron/training', 'test/electron-host'],
    packages: [],
  },
  // A separate program in place of Electron, so it must not know the program that it runs.
  'test/electron-host': { runtime: 'any', rooms: [], packages: [] },
} as const satisfies Readonly<Record<string, Room>>;

/** Rooms that may import every other one. */
export const everywhere = ['test'] as const;

/** Most code files in one folder, subfolders not counted. */
export const mostFiles = 15;
