/** The documents for administrators inside the help: a list of them, the contents of one, and its text. */
import { Anchor, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { documentNames, documentOf, placeOfLink, type ReadingPlace } from '#renderer/words/documents/administrators.ts';
import { plainText } from '#renderer/words/documents/markdown.ts';
import { useText } from '#renderer/words/i18n.ts';
import { DocumentBlocks } from './document-blocks.tsx';
import classes from './help.module.css';

export function Administrators() {
  const { t } = useText();
  const text = useRef<HTMLElement>(null);
  const [{ name, anchor, sought }, setPlace] = useState<ReadingPlace & { readonly sought: number }>({
    name: 'administration',
    anchor: null,
    sought: 0,
  });
  const blocks = documentOf(name);
  const goTo = (place: ReadingPlace) => setPlace((former) => ({ ...place, sought: former.sought + 1 }));

  // The same link may be followed twice, so each following counts.
  useEffect(() => {
    if (sought === 0) return;
    const heading = text.current?.querySelector<HTMLElement>(anchor === null ? 'h3' : `[data-anchor="${anchor}"]`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  }, [anchor, sought]);

  return (
    <>
      <p className={classes.soft}>{t('help:administrators.note')}</p>
      <Group component="nav" gap={8} my={12} aria-label={t('help:administrators.documents')}>
        {documentNames.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={one === name ? 'filled' : 'default'}
            aria-current={one === name ? 'true' : undefined}
            onClick={() => setPlace({ name: one, anchor: null, sought: 0 })}
          >
            {t(`help:administrators.names.${one}`)}
          </Button>
        ))}
      </Group>
      <nav aria-label={t('help:administrators.contents')}>
        <ul lang="en" className={classes.contents}>
          {blocks.map(
            (block) =>
              block.kind === 'heading' &&
              block.level > 1 && (
                <li key={block.anchor} data-level={block.level}>
                  <Anchor component="button" type="button" onClick={() => goTo({ name, anchor: block.anchor })}>
                    {plainText(block.phrases)}
                  </Anchor>
                </li>
              ),
          )}
        </ul>
      </nav>
      <article ref={text} lang="en" className={classes.document}>
        <DocumentBlocks
          blocks={blocks}
          onFollow={(target) => {
            const place = placeOfLink(name, target);
            return place === null ? null : () => goTo(place);
          }}
        />
      </article>
    </>
  );
}
