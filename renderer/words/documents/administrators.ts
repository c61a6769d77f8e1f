/** The documents for administrators, as the help shows them. They exist in English alone. */
import administration from '#docs/administration.md?raw';
import provisioning from '#docs/provisioning.md?raw';
import security from '#docs/security.md?raw';
import sharedLedger from '#docs/shared-ledger.md?raw';
import updates from '#docs/updates.md?raw';
import { readBlocks, type DocumentBlock } from './markdown.ts';

/** In the order of the list. */
export const documentNames = ['administration', 'provisioning', 'shared-ledger', 'security', 'updates'] as const;

/** A document by its file's name without the ending. */
type DocumentName = (typeof documentNames)[number];

const documents: Readonly<Record<DocumentName, readonly DocumentBlock[]>> = {
  administration: readBlocks(administration),
  provisioning: readBlocks(provisioning),
  'shared-ledger': readBlocks(sharedLedger),
  security: readBlocks(security),
  updates: readBlocks(updates),
};

export interface ReadingPlace {
  readonly name: DocumentName;
  /** Anchor of a heading, or null for the title. */
  readonly anchor: string | null;
}

export const documentOf = (name: DocumentName): readonly DocumentBlock[] => documents[name];

/** Returns the place that a link leads to; null outside of these documents. */
export function placeOfLink(from: DocumentName, target: string): ReadingPlace | null {
  const found = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(target);
  if (found === null) return null;
  const [, file = from, anchor = null] = found;
  const name = documentNames.find((known) => known === file);
  return name === undefined ? null : { name, anchor };
}
