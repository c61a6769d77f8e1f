/** Shows the blocks of a document. A link that leads nowhere inside the help is text, an address with it. */
import { Anchor } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { plainText, type DocumentBlock, type Phrase } from '#renderer/words/documents/markdown.ts';
import classes from './help.module.css';

/** Takes the target of a link. Returns what follows it, or null when the help has nothing there. */
type Follow = (target: string) => (() => void) | null;

interface BlocksProps {
  readonly blocks: readonly DocumentBlock[];
  readonly onFollow: Follow;
}

export function DocumentBlocks({ blocks, onFollow }: BlocksProps) {
  return inOrder(blocks.map((block) => <ShownBlock block={block} onFollow={onFollow} />));
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
        ...block.items.map((item) => (
          <li>
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
    <div role="region" aria-label={head.map(plainText).join(', ')} tabIndex={0} className={classes.wide}>
      <table className={classes.meanings}>
        <thead>
          {createElement('tr', null, ...head.map((cell) => <th scope="col">{phrased(cell, onFollow)}</th>))}
        </thead>
        {createElement(
          'tbody',
          null,
          ...rows.map((row) => createElement('tr', null, ...row.map((cell) => <td>{phrased(cell, onFollow)}</td>))),
        )}
      </table>
    </div>
  );
}

function phrased(phrases: readonly Phrase[], onFollow: Follow): ReactNode {
  return inOrder(
    phrases.map((phrase) => {
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
      return /^https?:/.test(phrase.target) ? inOrder([inner, ` (${phrase.target})`]) : inner;
    }),
  );
}

/** Parts of a document never change their order, so they need no keys. */
const inOrder = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
