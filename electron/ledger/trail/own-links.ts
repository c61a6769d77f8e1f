/**
 * The latest links of this seat's hash chain in a shared ledger, with the entries that they are about, on this seat's own disk. A
 * server that has lost some gets them back from here, so that a failover leaves no gap.
 */
import type { EventRow } from '#electron/ledger/events.ts';
import { linkHash, type ChainPoint, type LinkRow } from '#electron/ledger/trail/link.ts';
import type { SeatJournal } from '#electron/ledger/journal/seat-journal.ts';

/** A link with its entry; null for a payment's. */
export interface KeptLink {
  readonly link: LinkRow;
  readonly event: EventRow | null;
}

export interface OwnLinks {
  /** Keeps links durably, in the place of others with their numbers. Rejects with `LedgerUnavailable`. */
  keep(links: readonly KeptLink[]): Promise<void>;
  /** Returns the links that follow this place of a chain without a gap, in order. */
  after(signer: string, place: ChainPoint): readonly KeptLink[];
}

/** Links that are kept. */
const kept = 5_000;

export function createOwnLinks(journal: SeatJournal): OwnLinks {
  return {
    keep: (links) =>
      journal.write(({ run }) => {
        for (const { link, event } of links) {
          run(
            'insert or replace into links (signer, link, content) values (?, ?, ?)',
            link.signer,
            link.link,
            JSON.stringify({ link, event }),
          );
        }
        const last = links.at(-1)?.link;
        if (last !== undefined) run('delete from links where signer = ? and link <= ?', last.signer, last.link - kept);
      }),
    after(signer, place) {
      const rows = journal.read(
        'select content from links where signer = ? and link > ? order by link',
        signer,
        place.link,
      );
      const following: KeptLink[] = [];
      let before = place;
      for (const row of rows) {
        const next = JSON.parse(String(row['content'])) as KeptLink;
        // Others were kept for a transaction that failed.
        if (next.link.link !== before.link + 1 || linkHash(before.hash, next.link) !== next.link.hash) break;
        following.push(next);
        before = next.link;
      }
      return following;
    },
  };
}
