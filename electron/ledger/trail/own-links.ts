/**
 * The latest links of this seat's hash chain in its ledger, with the entries that they are about, in its journal. A ledger that has
 * lost some gets them back from here, so that a failover or an older file leaves no gap.
 */
import type { Database, Work } from '#electron/ledger/engine/engine.ts';
import { lostRemovals } from '#electron/ledger/engine/ledger-settings.ts';
import { addMissing } from '#electron/ledger/engine/statements.ts';
import type { EventRow } from '#electron/ledger/rows/tables.ts';
import { entriesOf, eventDigest, linksAfter, type ChainPoint, type LinkRow } from '#electron/ledger/trail/link.ts';
import type { SeatJournal } from '#electron/ledger/journal/seat-journal.ts';
import { isInPlace, removing } from './linked-deeds.ts';

/** A link with its entry; null for a payment's. */
export interface KeptLink {
  readonly link: LinkRow;
  readonly event: EventRow | null;
}

export type OwnLinks = ReturnType<typeof createOwnLinks>;

const kept = 5_000;

/** @param ledger id of the ledger, so that nothing is put back into another file in its place, where the chain has the same key */
export function createOwnLinks(journal: SeatJournal, ledger: string) {
  return {
    /** Keeps links in the place of others with their numbers, with the next durable entry of the journal or a moment later. */
    keepSoon(links: readonly KeptLink[]): void {
      journal.writeSoon(({ run }) => {
        for (const { link, event } of links) {
          run(
            'insert or replace into links (ledger, signer, link, content) values (?, ?, ?, ?)',
            ledger,
            link.signer,
            link.link,
            JSON.stringify({ link, event }),
          );
        }
        const last = links.at(-1)?.link;
        if (last === undefined) return;
        run('delete from links where ledger = ? and signer = ? and link <= ?', ledger, last.signer, last.link - kept);
      });
    },
    /** Returns the number of the last link of a chain; 0 for none. */
    last(signer: string): number {
      journal.flush();
      const [row] = journal.read('select max(link) as link from links where ledger = ? and signer = ?', ledger, signer);
      return Number(row?.['link'] ?? 0);
    },
    /** Returns the links that follow the last one that the ledger has of a chain, without a gap, in order. */
    after(signer: string, place: ChainPoint): readonly KeptLink[] {
      journal.flush();
      const rows = journal.read(
        'select content from links where ledger = ? and signer = ? and link > ? order by link',
        ledger,
        signer,
        place.link,
      );
      const following: KeptLink[] = [];
      let before = place;
      for (const row of rows) {
        const next = JSON.parse(String(row['content'])) as KeptLink;
        if (!follows(next, before) || next.link.signer !== signer) break;
        following.push(next);
        before = next.link;
      }
      return following;
    },
  };
}

/** True for a link as this seat signed it at this place, with the entry that it is about. Somebody may have edited the file. */
const follows = ({ link, event }: KeptLink, before: ChainPoint): boolean =>
  link.link === before.link + 1 &&
  isInPlace(link, before.hash, []) &&
  (event === null || (event.id === link.subject_id && eventDigest(event) === link.digest));

/** Writes links again that the ledger has lost, with their entries. Every seat has to know of a removal that was among them. */
export async function putBack(trx: Work, links: readonly KeptLink[]): Promise<void> {
  const events = links.flatMap(({ event }) => event ?? []);
  await addMissing(trx, 'ledger_events', events);
  await addMissing(
    trx,
    'audit_links',
    links.map(({ link }) => link),
  );
  const removals = events.filter(({ kind }) => kind === removing);
  await addMissing(
    trx,
    'ledger_settings',
    removals.map(({ id }) => ({ name: lostRemovals + id, value: '' })),
  );
}

/** Reads links that this seat's disk lacks, because the program was killed right after their commit; none with a number that no seat gives. */
export async function keptFrom(db: Database, signer: string, after: number): Promise<readonly KeptLink[]> {
  const found: KeptLink[] = [];
  for await (const page of linksAfter(db, signer, after)) {
    const entries = await entriesOf(db, page);
    const numbered = page.filter(({ link }) => Number.isSafeInteger(link));
    found.push(...numbered.map((link) => ({ link, event: entries.get(link.subject_id) ?? null })));
  }
  return found;
}
