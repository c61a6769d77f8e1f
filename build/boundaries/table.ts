/** Rules of imports: one row per room with its runtime, the rooms below it and its packages. */

import { core, shared, within, type Room } from './room.ts';
import { screenRooms } from './screen-rooms.ts';

const sharedRoom = (below: readonly string[], ...packages: readonly string[]): Room => ({
  runtime: 'pure',
  rooms: ['shared/texts', ...below.map((room) => (room === '' ? 'shared' : `shared/${room}`))],
  packages: ['zod', ...packages],
});

/** Subjects of the core. */
const subjects = [
  'audit',
  'holds',
  'merchants',
  'operators',
  'orders',
  'payments',
  'policy',
  'provisioning',
  'records',
  'reports',
  'updates',
  'work',
];
const coreRoom = (below: readonly string[], ...packages: readonly string[]): Room => ({
  runtime: 'node',
  rooms: [...shared, 'shared/contract', ...core(...below)],
  packages,
});

const ledgerRoom = (below: readonly string[], ...packages: readonly string[]): Room => ({
  runtime: 'node',
  rooms: [...shared, ...core('payments', 'operators'), 'electron/documents', ...within('electron/ledger', below)],
  packages: ['kysely', ...packages],
});
const records = ['rows', 'engine', 'events.ts'];
const parts = ['migrations', 'attempts', 'operators', 'seats', 'holds', 'days', 'search', 'journal', 'trail', 'copies'];

/** The rooms. A file belongs to the one with the longest matching path. */
export const rooms = {
  // Kinds of texts, of which even an id is one.
  'shared/texts': { runtime: 'pure', rooms: [], packages: ['zod'] },
  shared: { runtime: 'pure', rooms: ['shared/texts'], packages: ['zod', 'uuid'] },
  'shared/payments': sharedRoom([''], 'card-validator'),
  'shared/updates': sharedRoom(['']),
  'shared/ledger': sharedRoom(['', 'payments']),
  'shared/reports': sharedRoom(['', 'payments', 'ledger']),
  'shared/seat': sharedRoom(['', 'payments', 'ledger']),
  'shared/policy': sharedRoom(['', 'seat']),
  'shared/audit': sharedRoom(['', 'payments', 'ledger', 'seat', 'updates']),
  'shared/paper': sharedRoom(['', 'ledger', 'seat', 'reports']),
  'shared/failure.ts': sharedRoom(['', 'payments', 'ledger', 'seat', 'policy', 'audit']),
  'shared/work': sharedRoom(['', 'seat', 'failure.ts']),
  // The words of the payment fields follow their table.
  'shared/locales': { runtime: 'pure', rooms: shared, packages: [] },
  // The words of a payment, for the screens and for what main prints and writes.
  'shared/words': { runtime: 'pure', rooms: [...shared, 'shared/locales'], packages: [] },
  'shared/contract': { runtime: 'pure', rooms: shared, packages: ['zod'] },

  'electron/core/ports': { runtime: 'node', rooms: [...shared, 'shared/contract'], packages: ['zod'] },
  'electron/core': {
    runtime: 'node',
    rooms: [...shared, 'shared/contract', 'electron/core/ports'],
    packages: ['zod', 'p-limit'],
  },
  'electron/core/audit': coreRoom([]),
  'electron/core/work': coreRoom([]),
  'electron/core/orders': coreRoom([]),
  'electron/core/updates': coreRoom(['audit'], 'zod'),
  'electron/core/policy': coreRoom(['updates'], 'zod'),
  'electron/core/merchants': coreRoom(['policy'], 'zod'),
  'electron/core/operators': coreRoom(['policy'], 'zod'),
  'electron/core/provisioning': coreRoom(['policy', 'merchants', 'operators'], 'zod'),
  'electron/core/records': coreRoom(['merchants', 'reports'], 'zod'),
  'electron/core/reports': coreRoom(['merchants']),
  'electron/core/payments': coreRoom(['merchants', 'operators'], 'zod'),
  'electron/core/holds': coreRoom(['merchants', 'payments'], 'p-limit'),
  'electron/core/seat.ts': coreRoom(['policy']),
  'electron/core/dialogs.ts': coreRoom(['operators']),
  // Creates the use cases of a seat over its ports.
  'electron/core/use-cases.ts': coreRoom(['merchants', 'operators', 'payments', 'holds', 'records', 'reports']),

  'electron/documents': {
    runtime: 'node',
    rooms: [...shared, ...core('audit', 'merchants', 'operators', 'records'), 'electron/vault'],
    packages: ['zod'],
  },
  'electron/vault': { runtime: 'node', rooms: [...shared, ...core('merchants', 'policy')], packages: ['zod'] },
  'electron/gateway': {
    runtime: 'node',
    rooms: [...shared, ...core('payments'), 'shared/locales'],
    packages: ['zod', 'undici'],
  },
  'electron/ledger/rows': ledgerRoom([], 'zod'),
  'electron/ledger/migrations': ledgerRoom(['rows']),
  'electron/ledger/engine': ledgerRoom(['rows']),
  'electron/ledger/events.ts': ledgerRoom(['rows', 'engine']),
  'electron/ledger/attempts': ledgerRoom(records),
  'electron/ledger/operators': ledgerRoom(records),
  'electron/ledger/search': ledgerRoom([...records, 'attempts']),
  'electron/ledger/seats': ledgerRoom([...records, 'attempts', 'operators']),
  'electron/ledger/holds': ledgerRoom([...records, 'attempts', 'seats']),
  'electron/ledger/days': ledgerRoom([...records, 'attempts', 'holds']),
  'electron/ledger/sqlite': ledgerRoom(['rows', 'engine', 'migrations', 'search']),
  'electron/ledger/postgres': ledgerRoom(['rows', 'engine', 'migrations', 'search'], 'pg'),
  'electron/ledger/journal': ledgerRoom([...records, 'attempts', 'days', 'seats', 'sqlite'], 'zod'),
  'electron/ledger/trail': ledgerRoom([...records, 'days', 'journal'], 'zod'),
  'electron/ledger/copies': ledgerRoom(
    [...records, 'attempts', 'migrations', 'sqlite', 'postgres', 'days', 'journal', 'trail'],
    'pg',
  ),
  // The ledger over its parts, and its opening on both engines.
  'electron/ledger': ledgerRoom([...records, ...parts, 'sqlite', 'postgres']),
  // The ledger that this seat uses, among those that it may open.
  'electron/ledger/current': {
    runtime: 'node',
    rooms: [
      ...shared,
      ...core('merchants', 'operators', 'payments', 'policy', 'records', 'work'),
      'electron/documents',
      'electron/ledger',
      ...within('electron/ledger', ['engine', 'operators', 'sqlite', 'journal', 'trail', 'copies']),
    ],
    packages: [],
  },
  'electron/export': {
    runtime: 'node',
    rooms: [...shared, 'electron/documents'],
    packages: ['csv-stringify'],
  },
  // Layouts are made from data alone, so that tests read them without a window.
  'electron/paper': { runtime: 'node', rooms: [...shared, 'shared/locales', 'shared/words'], packages: [] },
  'electron/training': {
    runtime: 'node',
    rooms: [...shared, ...core('merchants'), 'electron/documents', 'shared/locales'],
    packages: ['zod', 'commander', '@peculiar/x509', 'reflect-metadata'],
  },
  'electron/ipc': { runtime: 'electron', rooms: [...shared, ...core(), 'shared/contract'], packages: ['zod'] },
  'electron/shell': {
    runtime: 'electron',
    rooms: [
      ...shared,
      ...core('dialogs.ts', 'holds', 'merchants', 'operators', 'policy', 'provisioning'),
      'shared/contract',
      'shared/locales',
      'electron/ipc',
      'electron/paper',
    ],
    packages: ['commander', 'electron-log', 'electron-store', 'i18next', 'zod'],
  },
  // The collector's window has guards like the screens', and nothing else of theirs.
  'electron/fingerprint': {
    runtime: 'electron',
    rooms: [...shared, 'electron/core/ports', 'shared/contract', 'electron/shell'],
    packages: [],
  },
  'electron/fingerprint/preload.ts': { runtime: 'preload', rooms: ['shared/contract'], packages: [] },
  'electron/updates': {
    runtime: 'electron',
    // The command line, of which a relaunch keeps a part.
    rooms: [...shared, ...core('audit', 'payments', 'updates'), 'electron/shell'],
    packages: ['zod', 'electron-updater'],
  },
  'electron/calls': {
    runtime: 'node',
    rooms: [
      ...shared,
      ...core(...subjects, 'dialogs.ts', 'seat.ts', 'use-cases.ts'),
      'shared/contract',
      'shared/locales',
      'shared/words',
      'electron/ipc',
      'electron/shell',
      'electron/export',
      'electron/paper',
      'electron/ledger',
      'electron/ledger/current',
      'electron/ledger/copies',
      'electron/ledger/trail',
      'electron/training',
    ],
    packages: [],
  },
  'electron/open-records.ts': {
    runtime: 'node',
    rooms: [
      ...shared,
      ...core('audit', 'merchants', 'payments', 'policy'),
      'electron/documents',
      ...within('electron/ledger', ['current', 'journal']),
    ],
    packages: [],
  },
  'electron/compose.ts': {
    runtime: 'electron',
    rooms: [
      ...shared,
      ...core(...subjects, 'seat.ts', 'use-cases.ts'),
      'electron/documents',
      'electron/open-records.ts',
      'shared/contract',
      'electron/calls',
      'electron/shell',
      'electron/ipc',
      'electron/vault',
      'electron/gateway',
      'electron/fingerprint',
      'electron/ledger/current',
      'electron/training',
      'electron/updates',
    ],
    packages: [],
  },
  'electron/main.ts': {
    runtime: 'electron',
    rooms: [...shared, 'electron/compose.ts', 'electron/shell', 'electron/fingerprint'],
    packages: [],
  },
  'electron/preload.ts': { runtime: 'preload', rooms: ['shared/contract'], packages: [] },

  ...screenRooms,

  build: {
    runtime: 'any',
    rooms: [
      ...shared,
      'shared/locales',
      ...core('payments', 'updates'),
      'electron/ledger/copies',
      'electron/ledger/rows',
      'electron/ledger/search',
      'electron/ledger/sqlite',
      'electron/training',
      'test/electron-host',
    ],
    packages: [],
  },
  // A separate program in place of Electron, so it must not know the program that it runs.
  'test/electron-host': { runtime: 'any', rooms: [], packages: [] },
} as const satisfies Readonly<Record<string, Room>>;

/** Rooms that may import every other one. */
export const everywhere = ['test'] as const;

/** Most code files in one folder, subfolders not counted. Functions have a limit of their own (`max-lines-per-function`). */
export const mostFiles = 25;
