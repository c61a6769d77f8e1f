/** Finds what a ledger has lost of this seat's commits and writes it back, a portion at a time. Knows what could not be yet. */
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { LedgerUnavailable, type NewAttempt } from '#electron/core/ports/ledger.ts';
import { presentAmong } from '#electron/ledger/engine/statements.ts';
import { isWithoutEffect } from '#shared/payments/outcome.ts';
import { findLost, type PurgedAmong } from './lost-commits.ts';
import { writeClosesBack, type OwnCloses } from './own-closes.ts';
import type { OwnCommits, OwnMark } from './own-commits.ts';
import type { OwnServices } from './own-services.ts';
import { writeBack, type WrittenBack } from './write-back.ts';

type Lost = Pick<OwnMark, 'id' | 'seen'>;

/** Attempts that are written back at once, between two reports of progress. */
const portion = 100;

/** @param onWrittenBack called after each attempt that was written back */
export function createMending(parts: OwnServices, commits: OwnCommits, closes: OwnCloses, onWrittenBack: () => void) {
  const { engine, journal, beginning, onWritingBack, reportBug } = parts;
  const purgedAmong: PurgedAmong = (db, absent) => parts.purgedAmong(db, absent, commits.overPurges());
  /** Attempts that could not be written back yet, and whether a supervisor has seen that. */
  const missing = new Map<string, boolean>();

  /** @returns true when the ledger had lost something of them */
  async function mendOnce(lost: readonly Lost[], on: Engine): Promise<boolean> {
    const seenOf = new Map(lost.map(({ id, seen }) => [id, seen]));
    let hasLost = false;
    const noted = (id: string, result: WrittenBack): void => {
      if (result === 'waits') missing.set(id, seenOf.get(id) ?? false);
      else missing.delete(id);
      if (result !== 'written-back') return;
      onWrittenBack();
      hasLost = true;
    };
    const kept = lost.flatMap(({ id }) => {
      const commit = commits.commit(id);
      if (commit === null) missing.delete(id);
      return commit === null ? [] : [[id, commit] as const];
    });
    try {
      await writeBack({ ...parts, engine: on }, kept, noted);
    } catch (error) {
      if (error instanceof LedgerUnavailable && error.reason !== 'altered') throw error;
      const [first, ...others] = lost;
      if (others.length === 0) {
        reportBug(error);
        if (first !== undefined) missing.set(first.id, first.seen);
      } else {
        // One row that can't be written must not stop the others.
        for (const each of lost) hasLost = (await mendOnce([each], on)) || hasLost;
      }
    }
    return hasLost;
  }

  /**
   * Writes back what the ledger lacks of these, a portion at a time, and tells a new connection how far it is.
   * @returns true when the ledger had lost something
   */
  async function mend(lost: readonly Lost[], on = engine): Promise<boolean> {
    let hasLost = false;
    for (let done = 0; done < lost.length; done += portion) {
      if (on !== engine) onWritingBack({ kind: 'writing-back', done, of: lost.length });
      hasLost = (await mendOnce(lost.slice(done, done + portion), on)) || hasLost;
    }
    return hasLost;
  }

  /**
   * Compares the ledger with this seat's commits, and writes back what it lacks. Rejects with `LedgerUnavailable`.
   * @param most attempts compared, the last begun first, when nothing is lost
   * @param on another engine than the usual one: works on a new connection
   * @param onLoss called when the ledger has lost something, before any of it is written back where that is certain
   */
  async function compare(most: number, on = engine, onLoss = (): Promise<void> => Promise.resolve()): Promise<void> {
    journal.flush();
    const lost = await findLost(on, commits, most, (id) => beginning.has(id), purgedAmong);
    // Until the vault is open, nobody knows who has signed the removal.
    if (lost.purged.length > 0 && (await journal.ready())) await commits.forget(lost.purged);
    if (lost.isCertain) await onLoss();
    if (await mend(lost.marks, on)) await onLoss();
    await writeClosesBack({ ...parts, engine: on }, closes, most);
  }

  /** True for a payment of this seat like another one, on the same card, that may have moved money. */
  function isLike(id: string, { cardFingerprint, amount, merchant }: NewAttempt): boolean {
    const { begun = null, steps = [] } = commits.commit(id) ?? {};
    const isSame = begun?.card_fingerprint === cardFingerprint && begun.merchant_id === merchant.id;
    const outcome = steps.map((step) => (step.kind === 'answered' ? step.answer : step.resolution).outcome).at(-1);
    return cardFingerprint !== null && isSame && begun.amount === amount && !isWithoutEffect(outcome);
  }

  /**
   * True for a card payment like one of this seat that the ledger lacks and can't be given: its guard doesn't see that one. No supervisor
   * has seen yet that it is missing.
   */
  const isLikeMissing = (attempt: NewAttempt): boolean =>
    [...missing].some(([id, seen]) => !seen && isLike(id, attempt));

  const areAllPurged = (marks: Parameters<typeof purgedAmong>[1]): Promise<boolean> =>
    engine.decide(async (db) => {
      const present = await presentAmong(
        db,
        marks.map(({ id }) => id),
      );
      return present.size === 0 && (await purgedAmong(db, marks)).size === marks.length;
    });

  /**
   * Rejects with `LedgerUnavailable` for a card payment like one of this seat that somebody has changed in the ledger, or taken out without
   * a signed removal: its guard went by what is there.
   * @param since the guard looks at what began then or later; null where it lets through what is like another one
   */
  async function refuseLikeAltered(attempt: NewAttempt, since: string | null): Promise<void> {
    const { cardFingerprint, amount, merchant } = attempt;
    if (since === null || cardFingerprint === null || merchant.environment === 'training') return;
    const like = commits
      .naming(cardFingerprint, amount, since)
      .filter(({ id }) => !missing.has(id) && isLike(id, attempt));
    if (like.length === 0) return;
    const signed = await parts.signed(like.map(({ id }) => id));
    const altered = like.filter(({ id }) => !signed.has(id));
    if (altered.length > 0 && !(await areAllPurged(altered)))
      throw new LedgerUnavailable('altered', 'A payment of this card is not as it was signed.');
  }

  return { missing, compare, mend, isLikeMissing, refuseLikeAltered };
}

/**
 * Forgets by a comparison what removals took that had ended before. From then on they excuse no absence.
 * @param own key of a seat whose removals all have ended
 */
export async function forgetPurged(
  { endedPurges, journal, now }: OwnServices,
  commits: OwnCommits,
  own: string | null,
  compareAll: () => Promise<void>,
): Promise<void> {
  const ended = await endedPurges(own);
  await compareAll();
  if (await journal.ready()) await commits.noteOver(ended, now().toISOString());
}
