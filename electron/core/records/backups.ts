/** Makes scheduled backups while no payment is under way. Removes an old one only after a new one is verified. */
import { instantSchema } from '#shared/identifiers.ts';
import { backupStatusSchema, type BackupPlan, type BackupStatus } from '#shared/ledger/backups.ts';
import { z } from 'zod';
import { oneMinute } from '#shared/durations.ts';
import { ok, type Result } from '#shared/failure.ts';
import { errorText } from '#shared/error-text.ts';
import { dayBeside, localDay } from '#shared/local-day.ts';
import type { Ports } from '#electron/core/ports/ports.ts';
import { NewerDocument, newerFile, tryToWrite, type DocumentStore } from '#electron/core/ports/stored-documents.ts';

export interface BackupsParts extends Pick<Ports, 'clock' | 'emit' | 'reportBug' | 'busy'> {
  readonly store: DocumentStore<StoredBackups>;
  /** Plan of a seat that has none yet. */
  readonly usual: BackupPlan;
  readonly usualFolder: string;
  /** True when this seat has an embedded ledger. A shared one is backed up on its server. */
  readonly embedded: () => boolean;
  /** Returns the absolute name of a new file in the folder. */
  readonly nameOf: (folder: string, at: Date) => string;
  /**
   * Writes a consistent copy and checks it. Rejects when either fails. The file appears only when it is complete. Null when the
   * program ends meanwhile.
   */
  readonly backUp: (file: string) => Promise<{ readonly attempts: number } | null>;
  /** Removes a backup, or the remains of an interrupted one. Does nothing when the file is missing. */
  readonly remove: (file: string) => Promise<void>;
  readonly onBackup: (made: { readonly attempts: number; readonly file: string }) => void;
}

export type Backups = ReturnType<typeof createBackups>;

/** Pause after a failure until the next try, in ms. */
const patience = 30 * oneMinute;
const daysOf = { day: 1, week: 7 } as const;

export function createBackups(parts: BackupsParts) {
  const { store, clock, emit, reportBug } = parts;
  const newer = newerFile(store);
  let state = store.read() ?? firstState(parts, newer);
  let running: Promise<void> | null = null;
  // Stored at once, because a program restarted every day would otherwise count from each start and never make a backup.
  if (store.read() === null && newer === null) {
    try {
      store.write(state);
    } catch (error) {
      reportBug(error);
    }
  }

  const status = (): BackupStatus => {
    const { plan, folder, done, failed: failure } = state;
    return { plan, folder: folder ?? parts.usualFolder, done, failed: failure };
  };

  function keep(change: Partial<StoredBackups>): void {
    state = { ...state, ...change };
    store.write(state);
  }

  function change(next: Partial<StoredBackups>): Result<BackupStatus> {
    const before = state;
    const kept = tryToWrite(() => keep(next));
    if (!kept.ok) {
      state = before;
      return kept;
    }
    emit('ledger.backupsChanged', {});
    return ok(status());
  }

  async function make(now: Date): Promise<void> {
    try {
      // It may lie on a disk that is gone, after which another folder was chosen.
      if (state.writing !== null) await parts.remove(state.writing).catch(reportBug);
      const file = parts.nameOf(status().folder, now);
      keep({ writing: file });
      const made = await parts.backUp(file);
      if (made === null) return;
      const { attempts } = made;
      const files = [...state.files, file];
      keep({ writing: null, files, failed: null, done: { at: now.toISOString(), file, attempts } });
      parts.onBackup({ attempts, file });
      await rotate();
    } catch (error) {
      reportBug(error);
      // Kept in memory first, because the full disk may hold the document too.
      state = { ...state, failed: { at: now.toISOString(), detail: errorText(error) } };
      try {
        store.write(state);
      } catch (unwritten) {
        reportBug(unwritten);
      }
    }
    emit('ledger.backupsChanged', {});
  }

  /** Removes the oldest files beyond the plan. Failed removals are retried after the next backup. */
  async function rotate(): Promise<void> {
    for (const file of state.files.slice(0, -state.plan.keep)) {
      try {
        await parts.remove(file);
        keep({ files: state.files.filter((other) => other !== file) });
      } catch (error) {
        reportBug(error);
      }
    }
  }

  return {
    status,
    plan: (plan: BackupPlan): Result<BackupStatus> => change({ plan }),
    keepIn: (folder: string): Result<BackupStatus> => change({ folder, failed: null }),
    /** Makes a backup if one is due. Never rejects; the status holds the failure. */
    look() {
      if (running !== null) return running;
      const now = clock();
      // A newer program's list of files can't be updated, so the backups are left to that program.
      if (newer !== null || !isDue(parts, state, now)) return Promise.resolve();
      running = make(now).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

const firstState = ({ usual, clock }: BackupsParts, newer: string | null): StoredBackups => ({
  plan: usual,
  folder: null,
  since: clock().toISOString(),
  done: null,
  failed: newer === null ? null : { at: clock().toISOString(), detail: new NewerDocument(newer).message },
  files: [],
  writing: null,
});

function isDue(
  { embedded, busy }: BackupsParts,
  { plan, done, failed: failure, since }: StoredBackups,
  now: Date,
): boolean {
  if (plan.every === 'off' || !embedded() || busy()) return false;
  const sinceFailure = failure === null ? patience : now.getTime() - Date.parse(failure.at);
  if (sinceFailure >= 0 && sinceFailure < patience) return false;
  const [last, today] = [localDay(new Date(done?.at ?? since)), localDay(now)];
  // A clock that was set back must not put the next backup off.
  return today >= dayBeside(last, daysOf[plan.every]) || today < last;
}

/** Stored form of the schedule. */
export const storedBackupsSchema = backupStatusSchema.extend({
  /** Folder of the backups; null for the default. */
  folder: z.string().nullable(),
  /** Start of the schedule, UTC. The first backup is due counting from here. */
  since: instantSchema,
  /** Existing files of the schedule, oldest first. Nothing else is ever removed. */
  files: z.array(z.string()).readonly(),
  /** File being written; still set at start when the program ended during a backup. */
  writing: z.string().nullable(),
});
export type StoredBackups = z.infer<typeof storedBackupsSchema>;
