/** A restore by a supervisor: which one was last, and the payments that the copy has otherwise than the trail says. */
import { setImmediate } from 'node:timers/promises';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import type { LedgerDeedKind } from '#shared/audit/ledger-events.ts';
import { aboutPayment, type About } from './append-links.ts';
import { signedDeeds, type CutChain } from './linked-deeds.ts';
import { isAsLinked, linkedPayments } from './linked-payments.ts';
import { linkColumns } from './link.ts';
import { linkedFacts } from './payment-facts.ts';

/** Deeds after which a supervisor knows that the ledger is a copy, or a new one. */
export const replacing = ['restore', 'begun-anew'] as const satisfies readonly LedgerDeedKind[];
/** Deeds after which a supervisor knows that the ledger, and with it the chain, has lost its end. */
const excusing = {
  sqlite: replacing,
  postgres: [...replacing, 'server-accepted'],
} as const satisfies Record<Engine['kind'], readonly LedgerDeedKind[]>;

/** Returns the number of the last link about such a deed; 0 for none. */
export const latestExcuse = ({ kind, read }: Engine, chain: CutChain): Promise<number> =>
  read(async (db) => (await signedDeeds(db, chain, excusing[kind]))[0]?.link ?? 0);

/** Returns the id of the latest restore in a chain, or the latest new beginning; null for none. */
export const latestRestore = async (db: Database, chain: CutChain): Promise<string | null> =>
  (await signedDeeds(db, chain, replacing))[0]?.id ?? null;

/** True for a ledger into which the seat with this chain has copied another one. */
export const hasMoved = async (db: Database, chain: CutChain): Promise<boolean> =>
  (await signedDeeds(db, chain, ['move'])).length > 0;

/**
 * Yields the payments that a restored ledger lacks or has as they were before, as their next links say. One that no link describes as
 * it is stays a finding, because the copy was edited.
 */
export async function* restoredPayments(engine: Engine): AsyncGenerator<readonly About[]> {
  for await (const page of linkedPayments(engine)) {
    const differing = page.filter((payment) => !isAsLinked(payment));
    const ids = differing.map(({ id }) => id);
    if (ids.length === 0) continue;
    const links = await engine.read((db) =>
      db.selectFrom('audit_links').select(linkColumns).where('subject_id', 'in', ids).execute(),
    );
    const known = new Set(links.map(({ subject_id, facts }) => JSON.stringify([subject_id, facts])));
    const found = differing.flatMap(({ id, latest, row }) => {
      const facts = row === undefined ? null : linkedFacts(row);
      const isKnown = facts === null || known.has(JSON.stringify([id, facts]));
      return isKnown ? [aboutPayment(id, latest.revision + 1, facts)] : [];
    });
    if (found.length > 0) yield found;
    await setImmediate();
  }
}
