/** Searches everything that the seats of a soak wrote for keyed cards and secrets. */
import { securityCode, visa } from '#test/fixtures/drafts.ts';
import { filesBelow, leaksIn, leaksInBytes } from '#test/security/leaks.ts';
import type { Place } from './place.ts';

export function leaksOf({ folder, program, secrets, told, all }: Place): readonly string[] {
  const files = filesBelow(folder).filter((file) => !file.startsWith(program));
  const keyed = [...told.keys()].map((id) => ({ number: visa, securityCode, email: `${id}@example.org` }));
  return [
    ...leaksIn(files, keyed, secrets).map(({ file, what }) => `${what} in ${file}`),
    ...all.flatMap(({ name, output }) =>
      leaksInBytes(Buffer.from(output), keyed).map((what) => `${what} in the output of ${name}`),
    ),
  ];
}
