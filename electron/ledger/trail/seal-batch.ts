/** Makes links of entries and payments and appends them to a chain, in one transaction. */
import { sql } from 'kysely';
import type { Engine, Work } from '#electron/ledger/engine/engine.ts';
import type { EventRow } from '#electron/ledger/events.ts';
import type { KeptLink, OwnLinks } from './own-links.ts';
import { addLinks } from './copy-links.ts';
import {
  chainStart,
  eventDigest,
  factsDigest,
  lastLink,
  latestOf,
  linkColumns,
  linkHash,
  type ChainPoint,
  type LinkRow,
  type UnsignedLink,
} from './link.ts';
import { linkedFacts, linkedColumns, readFacts, saysSame } from './payment-facts.ts';
import type { TrailSigner } from './trail-key.ts';

/**
 * Why a payment is linked. `changed`: this process has written it. `adopted`: a former one may have, right before it was killed.
 * `restored`: a supervisor has restored the ledger, which may lack the payment or have it as it was.
 */
export type LinkReason = 'changed' | 'adopted' | 'restored';

export interface Batch {
  readonly events: readonly EventRow[];
  readonly payments: ReadonlyMap<string, LinkReason>;
}

/** The ledger has got other links of this chain meanwhile. Nothing was written. */
export class ChainMoved extends Error {}

export interface Sealed {
  readonly tail: ChainPoint;
  readonly links: readonly LinkRow[];
  /** Entries whose transaction has not been committed, at least not yet. */
  readonly absent: readonly EventRow[];
  /** The number of the first link that the ledger has lost and that could not be written again; null for none. */
  readonly cutFrom: number | null;
}

export interface SealedChain {
  readonly signer: TrailSigner;
  readonly seat: string;
  readonly tail: ChainPoint;
  readonly own: OwnLinks | null;
  readonly now: () => Date;
}

/** Throws `ChainMoved` when the ledger has more links of this chain than this process knows. */
export async function sealBatch(engine: Engine, trx: Work, chain: SealedChain, batch: Batch): Promise<Sealed> {
  const { signer, tail, own, now } = chain;
  // Read before the payments, so that of two seats' links about one payment the later has the newer facts.
  const clock = await ledgerTime(engine, trx, now);
  const last = (await lastLink(trx, signer.signer)) ?? chainStart;
  if (last.link > tail.link) throw new ChainMoved();
  const { cutFrom, linked } = last.link < tail.link ? await putBack(trx, chain, last) : nothingLost;

  const events = batch.events.filter(({ id }) => !linked.has(id));
  const eventIds = events.map(({ id }) => id);
  const there = new Set(
    eventIds.length === 0
      ? []
      : (await trx.selectFrom('ledger_events').select('id').where('id', 'in', eventIds).execute()).map(({ id }) => id),
  );
  const makers = [
    ...events.filter(({ id }) => there.has(id)).map(linkOfEvent),
    ...(await linksOfPayments(trx, batch.payments)),
  ];
  const links: LinkRow[] = [];
  let before = tail;
  for (const { after, ...about } of makers) {
    const unsigned: UnsignedLink = {
      ...about,
      signer: signer.signer,
      link: before.link + 1,
      seat: chain.seat,
      linked_at: now().toISOString(),
      ledger_at: after === null || clock > after ? clock : justAfter(after),
    };
    const hash = linkHash(before.hash, unsigned);
    links.push({ ...unsigned, hash, signature: signer.sign(hash) });
    before = { link: unsigned.link, hash };
  }
  const entries = new Map(batch.events.map((event) => [event.id, event]));
  const kept = links.map((link): KeptLink => ({ link, event: entries.get(link.subject_id) ?? null }));
  if (kept.length > 0) await own?.keep(kept);
  // The commit of a former run, which was killed, may have come through only now.
  if ((await addLinks(trx, links)) < links.length) throw new ChainMoved();
  return { tail: before, links, absent: events.filter(({ id }) => !there.has(id)), cutFrom };
}

/** A moment later, because links of two chains have nothing but their instants to be ordered by. */
const justAfter = (instant: string): string => new Date(Date.parse(instant) + 1).toISOString();

/** Returns the time of the clock that all seats share, as an instant. */
async function ledgerTime(engine: Engine, db: Work | Engine['db'], now: () => Date): Promise<string> {
  if (engine.kind === 'sqlite') return now().toISOString();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return new Date(rows[0]?.now ?? now().getTime()).toISOString();
}

/** Result of putting back what the ledger had lost. `cutFrom` is the first number that stays lost, or null. */
interface PutBack {
  readonly cutFrom: number | null;
  readonly linked: ReadonlySet<string>;
}

const nothingLost: PutBack = { cutFrom: null, linked: new Set() };

/** Writes the links again that the ledger has lost, with their entries. */
async function putBack(trx: Work, { signer, tail, own }: SealedChain, last: ChainPoint): Promise<PutBack> {
  const kept = (own?.after(signer.signer, last) ?? []).filter(({ link }) => link.link <= tail.link);
  const events = kept.flatMap(({ event }) => event ?? []);
  for (const event of events) {
    await trx
      .insertInto('ledger_events')
      .values(event)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await addLinks(
    trx,
    kept.map(({ link }) => link),
  );
  const reached = kept.at(-1)?.link;
  return {
    cutFrom: reached?.hash === tail.hash ? null : (reached ?? last).link + 1,
    linked: new Set(events.map(({ id }) => id)),
  };
}

/** A link without its place in the chain. `after`: the instant, if any, at which a link about the same payment was made. */
type About = Pick<LinkRow, 'subject' | 'subject_id' | 'facts' | 'digest'> & { readonly after: string | null };

const linkOfEvent = (event: EventRow): About => ({
  subject: 'event',
  subject_id: event.id,
  facts: null,
  digest: eventDigest(event),
  after: null,
});

async function linksOfPayments(trx: Work, payments: Batch['payments']): Promise<readonly About[]> {
  const ids = [...payments.keys()];
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom('attempts').select(linkedColumns).where('id', 'in', ids).execute();
  const known = await trx.selectFrom('audit_links').select(linkColumns).where('subject_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const linksById = Map.groupBy(known, (link) => link.subject_id);
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const links = linksById.get(id) ?? [];
    const latest = latestOf(links);
    const after = latest?.ledger_at ?? null;
    const reason = payments.get(id) ?? 'changed';
    if (row === undefined) {
      const isGone = reason === 'restored' && latest !== undefined && latest.facts !== null;
      return isGone ? [linkOfPayment(id, null, after)] : [];
    }
    if (row.standing === 'sending' || (latest !== undefined && saysSame(latest.facts, row))) return [];
    if (reason === 'adopted' && !mayFollow(latest)) return [];
    // A restored payment has to be as the trail knows it, or its copy was edited.
    if (reason === 'restored' && links.length > 0 && !links.some(({ facts }) => saysSame(facts, row))) return [];
    return [linkOfPayment(id, linkedFacts(row, reason === 'adopted'), after)];
  });
}

const linkOfPayment = (id: string, facts: string | null, after: string | null): About => ({
  subject: 'payment',
  subject_id: id,
  facts,
  digest: factsDigest(id, facts),
  after,
});

/** True when a payment may have changed by an answer or a resolution since this link. */
const mayFollow = (latest: LinkRow | undefined): boolean =>
  latest === undefined || latest.facts === null || readFacts(latest.facts)?.standing === 'unknown';
