/**
 * `journal.db`: what this seat must not lose, on its own disk, whatever its ledger: its commits to it, and the answers and
 * deeds that a ledger has yet to take. One flush for all entries of the same moment. A row that this seat has not sealed is shown,
 * never acted upon. Contains no card number: rows and answers are as the ledger stores them.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { LedgerUnavailable, unlessAway } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { Failure } from '#shared/failure.ts';
import { keptPrefix } from '#electron/ledger/sqlite/damaged-database.ts';
import { openJournalFile, refersTo } from './journal-file.ts';
import { createJournalEntries, createJournalSeal, type JournalWork, type NewEntry } from './journal-entries.ts';

export type SeatJournal = ReturnType<typeof openSeatJournal>;

/** Longest time that a note without urgency waits for a durable one, in ms. */
const pause = 200;
/** Longest wait for the vault, which may ask a person, in ms. */
const patience = 2_000;

interface Note {
  readonly work: (trx: JournalWork) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** @param file absolute path */
export function openSeatJournal(file: string, vault: Pick<Vault, 'trailKey'>, reportBug: ReportBug, now: () => Date) {
  const open = openJournalFile(file, reportBug, now);
  const sealing = createJournalSeal(vault);
  const { transact, read, select, hasEarly, sealEarly } = createJournalEntries(open, sealing);
  const batches = createBatches(transact, reportBug);
  /** The wait for the vault, which is over for everybody while the vault still asks a person. */
  let keying: Promise<boolean> | null = null;
  const listeners: (() => void)[] = [];

  async function takeKey(): Promise<boolean> {
    if (!(await sealing.takeKey())) return false;
    if (hasEarly()) await batches.write(sealEarly);
    for (const listener of listeners.splice(0)) listener();
    return true;
  }

  function ready(): Promise<boolean> {
    if (sealing.hasKey() && keying === null) return Promise.resolve(true);
    if (keying !== null) return keying;
    const taken = takeKey()
      .catch((error: unknown) => {
        unlessAway(reportBug)(error);
        return sealing.hasKey();
      })
      .finally(() => {
        keying = null;
      });
    keying = Promise.race([taken, setTimeoutAsync(patience, false, { ref: false })]);
    return keying;
  }

  return {
    file,
    /**
     * Returns whether entries of earlier runs can be told from foreign ones, which needs the vault. Waits a moment for it, and never
     * rejects.
     */
    ready,
    /** Calls the listener once that is so. */
    onReady(listener: () => void): void {
      if (sealing.hasKey()) listener();
      else listeners.push(listener);
    },
    /** Writes durably, in one transaction with other entries of the same moment. Rejects with `LedgerUnavailable`. */
    write: <Value>(work: (trx: JournalWork) => Value): Promise<Value> =>
      // An entry without the seat's seal would be lost by a crash.
      sealing.hasKey() ? batches.write(work) : ready().then(() => batches.write(work)),
    /** Writes with the next durable entry, or a moment later. For what a crash may lose. */
    writeSoon: batches.writeSoon,
    /** Reads what is written, without what still waits. Throws `LedgerUnavailable`. */
    read,
    /** Returns the entries about a subject, in their order. Throws `LedgerUnavailable`. */
    about: (ledger: string, subject: string) => select('ledger = ? and subject = ?', ledger, subject),
    /** Returns the entries of a kind that are of no ledger in particular, in their order. Throws `LedgerUnavailable`. */
    ofKind: (kind: NewEntry['kind']) => select("ledger = '' and kind = ?", kind),
    /** Returns what was begun about a hold or charge. Throws `LedgerUnavailable`. */
    referring: (ledger: string, subject: string) =>
      select(`ledger = ? and ${refersTo} = ? and kind = 'begun'`, ledger, subject),
    /** Returns damaged journals, which lie beside this one until a person takes them away. */
    damaged: () => damagedBeside(file),
    flush: batches.flush,
    /** Returns why nothing can be written; null where something can. */
    refusal(): Failure | null {
      const failure = batches.failure();
      return failure && { kind: 'ledger', reason: failure.reason, detail: `${file}: ${failure.message}` };
    },
    /** Writes what still waits, then closes. Never rejects. */
    close(): Promise<void> {
      batches.flush();
      open.close();
      return Promise.resolve();
    },
  };
}

function damagedBeside(file: string): readonly UnreadDocument[] {
  const folder = path.dirname(file);
  return readdirSync(folder)
    .filter((name) => name.startsWith(keptPrefix(path.basename(file))) && !/-(?:wal|shm)$/u.test(name))
    .map((name) => ({ reason: 'damaged', file: path.join(folder, name) }));
}

function createBatches(transact: ReturnType<typeof createJournalEntries>['transact'], reportBug: ReportBug) {
  let waiting: Note[] = [];
  /** Why nothing was written the last time; null where something was. */
  let last: LedgerUnavailable | 'untried' | null = 'untried';
  let flushing: NodeJS.Immediate | null = null;
  let later: NodeJS.Timeout | null = null;

  function flush(): void {
    if (flushing !== null) clearImmediate(flushing);
    if (later !== null) clearTimeout(later);
    flushing = null;
    later = null;
    const notes = waiting;
    waiting = [];
    if (notes.length === 0) return;
    try {
      const values = transact(notes.map(({ work }) => work));
      last = null;
      for (const [index, { resolve }] of notes.entries()) resolve(values[index]);
    } catch (error) {
      last = error instanceof LedgerUnavailable ? error : 'untried';
      for (const { reject } of notes) reject(error);
    }
  }

  return {
    /** Tries to write where nothing was written since the start, or since a failure. Returns the failure; null where it can. */
    failure(): LedgerUnavailable | null {
      if (last === null) return null;
      waiting.push({ work: () => undefined, resolve: () => undefined, reject: () => undefined });
      flush();
      return last === 'untried' ? null : last;
    },
    write<Value>(work: (trx: JournalWork) => Value): Promise<Value> {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      // Shares the flush with other notes of this moment, and lets a request to the server leave first.
      flushing ??= setImmediate(flush);
      return promise;
    },
    writeSoon(work: (trx: JournalWork) => void): void {
      waiting.push({ work, resolve: () => undefined, reject: unlessAway(reportBug) });
      later ??= setTimeout(flush, pause).unref();
    },
    flush,
  };
}
