/** The user's guide inside the help, in the language of the screen and without a network. */
import type { Language } from '#shared/languages.ts';
import { useSession } from '#renderer/session/session.tsx';
import { guideOf, type GuidePlace } from '#renderer/words/guide/guide.ts';
import { matchingEntries } from '#renderer/words/matching.ts';
import { DocumentBlocks } from './document-blocks.tsx';
import classes from './help.module.css';

export const sectionsOf = (language: Language) =>
  guideOf(language).map(({ title, ...told }, index) => ({ name: title, index, ...told }));

/** @param seeking words that the shown sections have; empty for all sections */
export function Guide({ place, seeking }: { readonly place: GuidePlace | null; readonly seeking: string }) {
  const { settings } = useSession();
  return (
    <div className={classes.topics}>
      {matchingEntries(sectionsOf(settings.language), seeking).map(({ name, blocks, index }) => {
        const sought = place === `guide-${index}`;
        return (
          <section
            key={name}
            className={classes.topic}
            data-sought={sought}
            data-autofocus={sought ? true : undefined}
            tabIndex={sought ? -1 : undefined}
          >
            <h3 className={classes.heading}>{name}</h3>
            <div className={classes.document}>
              <DocumentBlocks blocks={blocks} onFollow={() => null} />
            </div>
          </section>
        );
      })}
    </div>
  );
}
