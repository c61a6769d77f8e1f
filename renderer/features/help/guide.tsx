/** The user's guide inside the help, in the language of the screen and without a network. */
import { createElement, Fragment } from 'react';
import { useSession } from '#renderer/session/session.tsx';
import { guideOf, type GuideBlock, type GuidePlace } from '#renderer/words/guide/guide.ts';
import classes from './help.module.css';

export function Guide({ place }: { readonly place: GuidePlace | null }) {
  const { settings } = useSession();
  return (
    <div className={classes.topics}>
      {guideOf(settings.language).map(({ title, blocks }, index) => {
        const sought = place === `guide-${index}`;
        return (
          <section
            key={title}
            className={classes.topic}
            data-sought={sought}
            data-autofocus={sought ? true : undefined}
            tabIndex={sought ? -1 : undefined}
          >
            <h3 className={classes.heading}>{title}</h3>
            {blocks.map((block) => (
              <Block key={JSON.stringify(block)} block={block} />
            ))}
          </section>
        );
      })}
    </div>
  );
}

function Block({ block }: { readonly block: GuideBlock }) {
  if (block.kind === 'text') return <p className={classes.paragraph}>{withNames(block.text)}</p>;
  if (block.kind === 'list') {
    const List = block.numbered ? 'ol' : 'ul';
    return (
      <List className={classes.points}>
        {block.items.map((item) => (
          <li key={item}>{withNames(item)}</li>
        ))}
      </List>
    );
  }
  return (
    <table className={classes.meanings}>
      <thead>
        <tr>
          {block.head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell) => (
              <td key={cell}>{withNames(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Every second part between `**` is a name of the screen. */
const withNames = (text: string) =>
  createElement(
    Fragment,
    null,
    ...text.split('**').map((part, index) => (index % 2 === 1 ? <strong key={part}>{part}</strong> : part)),
  );
