/** The rooms of the page. */
import { shared, type Room } from './room.ts';

const screenPackages = ['react', '@mantine/core', '@mantine/hooks', '@tabler/icons-react', '@tanstack/react-query'];
const belowFeatures = [
  ...shared,
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

export const screenRooms = {
  // The guides and the documents for administrators, which the help shows.
  docs: { runtime: 'pure', rooms: [], packages: [] },
  'renderer/words': {
    runtime: 'dom',
    rooms: [...shared, 'shared/locales', 'shared/words', 'docs'],
    packages: ['react', 'i18next'],
  },
  'renderer/session': {
    runtime: 'dom',
    rooms: [...shared, 'shared/contract'],
    packages: ['react', '@tanstack/react-query'],
  },
  'renderer/ui': {
    runtime: 'dom',
    rooms: [...shared, 'shared/words', 'renderer/session', 'renderer/words'],
    packages: [...screenPackages, 'react-dom'],
  },
  'renderer/form': {
    runtime: 'dom',
    rooms: [...shared, 'shared/contract', 'renderer/session', 'renderer/words', 'renderer/ui'],
    packages: [...screenPackages, 'zod'],
  },
  'renderer/features/charge': feature('zod'),
  'renderer/features/history': feature(),
  'renderer/features/holds': feature(),
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
    rooms: [...shared, 'renderer/frame', 'renderer/session', 'renderer/words', 'renderer/ui'],
    packages: [
      'react',
      'react-dom',
      'zod',
      '@mantine/core',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
} as const satisfies Readonly<Record<string, Room>>;
