/** The ledger as the rest of the main process sees it: the port of the core with its upkeep, copies and audit trail. */
import type { Course } from '#electron/core/ports/course.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import type { SharedOperators } from '#electron/core/operators/shared-operators.ts';
import type { MakeId } from '#electron/core/ports/host.ts';
import type { KeptDeed, LedgerDeed, LedgerEventsPage, LedgerEventsQuery } from '#shared/audit/ledger-events.ts';
import type { CheckedFile, LedgerStatus } from '#shared/seat/settings.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { OnMigration } from '#electron/ledger/migrations/migrate.ts';
import type { KeyMatch } from '#electron/ledger/engine/ledger-settings.ts';
import type { Exported } from '#electron/ledger/copies/purge.ts';
import type { SeatJournal } from '#electron/ledger/journal/seat-journal.ts';
import type { LedgerTrail, TrailEntry } from '#electron/ledger/trail/ledger-trail.ts';
import type { TrailHeads } from '#electron/ledger/trail/trail-heads.ts';

export interface LedgerParts {
  /** Name of this seat when the ledger was opened. */
  readonly seat: string;
  readonly now: () => Date;
  readonly makeId: MakeId;
  /** Takes bugs that must not stop the recording of payments. */
  readonly reportBug: (error: unknown) => void;
  /** Called when the ledger's condition may have changed: a damaged row was found, or lost payments. */
  readonly onCondition: () => void;
  /** Called when the check of the whole file beside payments found it damaged, with SQLite's words. */
  readonly onCorrupt: (detail: string) => void;
  /** Heads of this seat's hash chains. */
  readonly trail: TrailHeads;
  readonly journal: SeatJournal;
  /** Called while payments wait for a ledger that is brought up to date, or gets back what it had lost. */
  readonly onMigration: OnMigration;
  readonly onHeartbeat: () => void;
}

/** A ledger with its upkeep: copies, and the removal of old attempts. */
export interface StoredLedger extends Ledger {
  readonly engine: Engine;
  /** Operators that live in a shared ledger; null for the embedded one. */
  readonly sharedOperators: SharedOperators | null;
  /**
   * Writes back what the ledger lacks of this seat's own commits, if that was not done since the opening and the vault can be used. The
   * first payment does so too. Rejects with `LedgerUnavailable`.
   */
  mend(): Promise<void>;
  /**
   * Lets captures, voids and refunds of what the embedded ledger has wait for a supervisor, because it is copied into another one, where
   * they may be done. Rejects with `LedgerUnavailable`.
   * @param by who copies it
   * @returns false while they wait already, because they may be done in a third one
   */
  awaitCopy(target: Engine, by: string): Promise<boolean>;
  /** Writes a consistent copy as an SQLite file while payments go on, and counts its attempts. The file must not exist yet. */
  backUp(file: string, course?: Course): Promise<number>;
  /**
   * Removes settled attempts started before the instant (UTC), if they are as they were exported. Keeps unknowns, open holds,
   * and attempts belonging to either. `onProgress` is told how many are removed so far.
   */
  purge(before: string, exported: Exported, onProgress?: (removed: number) => void): Promise<number>;
  /** Appends an operator's deed to the audit trail, durably. */
  note(operatorName: string, deed: LedgerDeed): Promise<void>;
  /** Appends a deed of the past durably. Does nothing when it is there already. */
  addDeed(deed: KeptDeed): Promise<void>;
  events(query: LedgerEventsQuery): Promise<LedgerEventsPage>;
  /** Returns the names of those who did something, sorted. */
  eventOperators(): Promise<readonly string[]>;
  /** Checks every hash chain of the audit trail, and what it says against the payments. */
  readonly checkTrail: LedgerTrail['check'];
  /** Returns what the latest check found; null until the first has ended. */
  readonly trail: LedgerTrail['report'];
  /** Returns the public key of this seat's chain; null while the vault is locked. */
  signer(): string | null;
  /** Admits the chain of a seat that this one does not know. */
  readonly admitSeat: LedgerTrail['admit'];
  /** Returns the newest marks of this seat's settings that its chain tells of. */
  readonly sealStamps: LedgerTrail['sealStamps'];
  /** Yields the audit trail with its links, oldest first. */
  readTrail(): AsyncIterable<TrailEntry>;
  countTrail(): Promise<number>;
  /** Compares the mark of this seat's card key with the ledger's. `replaces` overwrites the ledger's mark. */
  matchKey(mark: string, replaces: boolean): Promise<KeyMatch>;
  /** Returns the number of damaged rows met so far. */
  damaged(): number;
  /** Returns how far the check of the whole file is; null while there is none. */
  checking(): CheckedFile | null;
  /** Agrees that the ledger lies on another server now, or had lost payments, on the audit trail. Does nothing when neither is so. */
  acceptServer(operatorName: string): Promise<void>;
  /** Returns what a supervisor has to see of the server, and of payments that the ledger had lost; null for nothing. */
  otherServer(): LedgerStatus['otherServer'];
}
