/** Shows the blocks of a document. A link that leads nowhere inside the help is text, an address with it. */
import { Anchor } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { plainText, type DocumentBlock, type Phrase } from '#renderer/words/documents/markdown.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './help.module.css';
import { TableHead } from '#renderer/ui/parts.tsx';

/** Takes the target of a link. Returns what follows it, or null when the help has nothing there. */
type Follow = (target: string) => (() => void) | null;

interface BlocksProps {
  readonly blocks: readonly DocumentBlock[];
  readonly onFollow: Follow;
}

export function DocumentBlocks({ blocks, onFollow }: BlocksProps) {
  return blocks.map((block, index) => <ShownBlock key={index} block={block} onFollow={onFollow} />);
}

function ShownBlock({ block, onFollow }: { readonly block: DocumentBlock; readonly onFollow: Follow }) {
  switch (block.kind) {
    case 'heading':
      return createElement(
        `h${block.level + 2}`,
        { className: classes.heading, tabIndex: -1, 'data-anchor': block.anchor },
        phrased(block.phrases, onFollow),
      );
    case 'paragraph':
      return <p>{phrased(block.phrases, onFollow)}</p>;
    case 'code':
      return (
        <pre className={classes.code}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return createElement(
        block.numbered ? 'ol' : 'ul',
        { className: classes.points },
        block.items.map((item, index) => (
          <li key={index}>
            <DocumentBlocks blocks={item} onFollow={onFollow} />
          </li>
        )),
      );
    case 'table':
      return <DocumentTable rows={block.rows} onFollow={onFollow} />;
  }
}

/** A table that is wider than the help scrolls in its own box, by the arrow keys too. */
function DocumentTable({
  rows: [head = [], ...rows],
  onFollow,
}: {
  readonly rows: readonly (readonly (readonly Phrase[])[])[];
  readonly onFollow: Follow;
}) {
  return (
    // The keyboard scrolls only what it can reach (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={head.map(plainText).join(', ')} tabIndex={0} className={classes.wide}>
      <table className={parts.table}>
        <TableHead names={head.map((cell) => phrased(cell, onFollow))} />
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{phrased(cell, onFollow)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const phrased = (phrases: readonly Phrase[], onFollow: Follow): ReactNode =>
  phrases.map((phrase, index) => <Fragment key={index}>{shownPhrase(phrase, onFollow)}</Fragment>);

function shownPhrase(phrase: Phrase, onFollow: Follow): ReactNode {
  if (phrase.kind === 'text') return phrase.text;
  if (phrase.kind === 'code') return <code className={classes.name}>{phrase.text}</code>;
  const inner = phrased(phrase.phrases, onFollow);
  if (phrase.kind === 'strong') return <strong>{inner}</strong>;
  const follow = onFollow(phrase.target);
  if (follow !== null) {
    return (
      <Anchor component="button" type="button" inherit onClick={follow}>
        {inner}
      </Anchor>
    );
  }
  if (!/^https?:/.test(phrase.target)) return inner;
  return (
    <>
      {inner} ({phrase.target})
    </>
  );
}
