/** Lists the services of the seat's side of its ledger. */
import type { MakeId, ReportBug } from '#electron/core/ports/host.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { MakeEvent, NoteEvent } from '#electron/ledger/events.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import type { PurgedAmong } from './lost-commits.ts';
import type { SeatJournal } from './seat-journal.ts';

export interface OwnServices {
  readonly engine: Engine;
  readonly journal: SeatJournal;
  /** Id of the ledger. */
  readonly ledger: string;
  /** The journal has met the ledger before. */
  readonly isKnown: boolean;
  /** Returns whether the next start finds on this disk what the ledger has committed. Else the journal has to. */
  readonly isOnDisk: () => boolean;
  readonly seat: string;
  readonly instanceId: string;
  readonly makeEvent: MakeEvent;
  readonly noteEvent: NoteEvent;
  readonly makeId: MakeId;
  readonly now: () => Date;
  readonly reportBug: ReportBug;
  /** Number of `begin` calls that the ledger has not answered, per attempt id. */
  readonly beginning: Map<string, number>;
  /** Puts the list of awaited seats back as the audit trail has it (`signed-awaited.ts`). */
  readonly signedAwaited: { readonly mend: () => Promise<'same' | 'put-back' | 'went-back'> };
  /** Returns the public key of this seat's chain; null while the vault is locked. */
  readonly signer: () => string | null;
  /** Puts back what the ledger has lost of the audit trail, with what it says of purges. Rejects with `LedgerUnavailable`. */
  readonly settleTrail: () => Promise<void>;
  /** Returns how often that was necessary. What went back has lost payments too. */
  readonly setbacks: () => number;
  /** @param over ids of removals that count no more */
  readonly purgedAmong: (...asked: [...Parameters<PurgedAmong>, over: ReadonlySet<string>]) => ReturnType<PurgedAmong>;
  /** Returns the ids of the removals that have ended. @param own key of a seat whose removals all have */
  readonly endedPurges: (own: string | null) => Promise<readonly string[]>;
  /** Returns those of these payments that are in the ledger as they were last signed, by their ids. Rejects with `LedgerUnavailable`. */
  readonly signed: (ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;
  /** Told how far the payments are that a new connection waits for. */
  readonly onWritingBack: (progress: Extract<MigrationProgress, { readonly kind: 'writing-back' }>) => void;
  /** Called when `otherServer` may have changed. */
  readonly onChange: () => void;
}
