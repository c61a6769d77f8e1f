/** Ends starts that an installed program must not make, or whose command line can't be read. Nothing is opened before. */
import { app } from 'electron';
import type { RefusedCommandLine } from '#electron/shell/command-line.ts';
import { endWithWords, type EndedStart } from './end-with-words.ts';
import type { RefusedStart } from './refused-switches.ts';

/** Names each switch and variable that is refused, and what it does. */
export function refuseStart(refused: readonly RefusedStart[], refusal: Omit<EndedStart, 'wordsFor'>): void {
  // DevTools listen once the program is ready, which it has to be for the words.
  for (const { given, danger } of refused) {
    if (danger === 'reads') app.commandLine.removeSwitch(given.replace(/^--/, ''));
  }
  endWithWords({
    ...refusal,
    wordsFor: (t) => {
      const lines = refused.map(({ given, danger }) => `${given}: ${t(`shell:refusedStart.dangers.${danger}`)}`);
      return { title: t('shell:refusedStart.title'), text: [...lines, '', t('shell:refusedStart.mend')].join('\n') };
    },
  });
}

/** Names the argument that is wrong. */
export function refuseCommandLine({ option, why, exit }: RefusedCommandLine, exitCode: number): void {
  endWithWords({
    exitCode,
    silent: exit,
    wordsFor: (t) => ({ title: t('shell:commandLine.title'), text: t(`shell:commandLine.${why}`, { option }) }),
  });
}
