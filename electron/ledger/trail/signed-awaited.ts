/**
 * The list of awaited seats as the audit trail has it. Whoever may write the database can put a seat on the list, so that nobody
 * captures, or take one off before it has written back what it did. An entry about either has to be signed.
 */
import { addMissing } from '#electron/ledger/engine/statements.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { deedOf, type NoteEvent } from '#electron/ledger/events.ts';
import { serverState, type AwaitedSeats, type ServerState } from '#electron/ledger/journal/awaited-seats.ts';
import { isMarkOfFile } from '#shared/ledger/awaited-seats.ts';
import { isProved, linkedEntries, type LinkedEntry } from './linked-deeds.ts';
import type { SeatChain } from './seat-chain.ts';

const kinds = ['seats-awaited', 'seat-compared', 'server-accepted'] as const;

interface Listed extends Pick<ServerState, 'compared' | 'awaited'> {
  /** Number of the entries about the list, and the id of the newest. */
  readonly entries: { readonly count: number; readonly newest: string | null };
}

/** Reads what the server says of itself. The count of payments that were written back may change meanwhile. */
async function readListed(db: Database): Promise<Listed> {
  const { compared, awaited } = await serverState(db);
  const entries = await db
    .selectFrom('ledger_events')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('id').as('newest')])
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow();
  return { compared, awaited, entries };
}

export function createSignedAwaited(engine: Engine, { vouches }: Pick<SeatChain, 'vouches'>, noteEvent: NoteEvent) {
  /** Ids of entries whose links were proved, and of those that could not be. */
  const proved = new Set<string>();
  const unproved = new Set<string>();
  /** The list that was last found to be what is signed, each entry that counts proved. */
  let settled: Listed | null = null;

  async function isSigned(entry: LinkedEntry): Promise<boolean> {
    const { id } = entry.event;
    if (proved.has(id)) return true;
    const isNow = await isProved(entry, vouches);
    if (isNow) unproved.delete(id);
    (isNow ? proved : unproved).add(id);
    return isNow;
  }

  /** Judges the list by the entries about it. Returns `went-back` or what should be listed. */
  async function judge(compared: string | null, entries: readonly LinkedEntry[]): Promise<'went-back' | AwaitedSeats> {
    const signed = new Map<string, string>();
    const gone = new Set<string>();
    let isMade = false;
    let hasOther = false;
    for (const entry of entries) {
      const deed = deedOf(entry.event);
      if (deed.kind === 'seats-awaited') {
        // A seat whose vault is locked may have made it, which nobody knows yet: it stops captures, and excuses nothing.
        isMade ||= deed.mark === compared;
        for (const seat of deed.mark === compared ? deed.seats : []) signed.set(seat, deed.since);
        if (!(await isSigned(entry))) continue;
        // Entries of another kind of ledger came with its payments.
        hasOther ||= deed.mark !== compared && isMarkOfFile(deed.mark) === (engine.kind === 'sqlite');
        if (deed.before !== null && deed.before === compared) return 'went-back';
      } else if (
        (deed.kind === 'seat-compared' || deed.kind === 'server-accepted') &&
        deed.mark === compared &&
        (await isSigned(entry))
      ) {
        for (const seat of deed.kind === 'seat-compared' ? [entry.event.seat] : deed.awaited) gone.add(seat);
      }
    }
    // A restore has made the mark of a file without signing it.
    if (!isMade && (hasOther || isMarkOfFile(compared ?? ''))) return 'went-back';
    for (const seat of gone) signed.delete(seat);
    return signed;
  }

  /** Returns how the list differs from what is signed; null where it doesn't. */
  async function difference(): Promise<
    { readonly listed: AwaitedSeats; readonly signed: AwaitedSeats } | 'went-back' | null
  > {
    const [before, entries, after] = await engine.read(async (db) => [
      await readListed(db),
      await linkedEntries(db, kinds),
      await readListed(db),
    ]);
    // Another seat has changed it meanwhile.
    if (!isDeepStrictEqual(before, after)) return null;
    const signed = await judge(before.compared, entries);
    if (signed === 'went-back') return signed;
    if (!isDeepStrictEqual(signed, before.awaited)) return { listed: before.awaited, signed };
    settled = unproved.size === 0 ? before : null;
    return null;
  }

  return {
    /** False where the list is not what is signed, or nobody has made the mark of the server. Rejects with `LedgerUnavailable`. */
    isSigned: async () => (await difference()) === null,
    /**
     * Writes what is signed, with an entry about it, where the list is another one. `went-back`: the mark of the server is one that a
     * seat has replaced already, or that nobody has made. What was signed is not read anew while neither the list nor the number of
     * entries about it changes: each of two hundred seats looks every minute.
     */
    async mend(): Promise<'same' | 'put-back' | 'went-back'> {
      if (settled !== null && isDeepStrictEqual(await engine.decide(readListed), settled)) return 'same';
      const found = await difference();
      if (found === null) return 'same';
      if (found === 'went-back') return found;
      const { listed, signed } = found;
      return engine.write(async (trx) => {
        for (const [seat, since] of listed) {
          if (signed.get(seat) === since) continue;
          await trx.deleteFrom('awaited_seats').where('seat', '=', seat).where('since', '=', since).execute();
        }
        const rows = [...signed].map(([seat, since]) => ({ seat, since }));
        await addMissing(trx, 'awaited_seats', rows);
        await noteEvent(trx, null, { kind: 'awaited-put-back', seats: [...signed.keys()].toSorted() });
        return 'put-back' as const;
      });
    },
  };
}
