/** Ends a start that an installed program must not make, with words for whoever made it. */
import { app } from 'electron';
import { endWithBox } from './end-with-box.ts';
import type { RefusedStart } from './refused-switches.ts';

/** Says what is refused on stderr and in a box of the system, then ends the program. Nothing is opened before. */
export function refuseStart(refused: readonly RefusedStart[], exitCode: number): void {
  // DevTools listen once the program is ready, which it has to be for the box.
  for (const { given, danger } of refused) {
    if (danger === 'reads') app.commandLine.removeSwitch(given.replace(/^--/, ''));
  }
  const names = refused.map(({ given }) => given).join(', ');
  process.stderr.write(`Caja does not start with ${names}. See docs/security.md, "Refused starts".\n`);
  endWithBox(exitCode, (t) => {
    const lines = refused.map(({ given, danger }) => `${given}: ${t(`shell:refusedStart.dangers.${danger}`)}`);
    return { title: t('shell:refusedStart.title'), text: [...lines, '', t('shell:refusedStart.mend')].join('\n') };
  });
}
