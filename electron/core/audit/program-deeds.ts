/** Notes the start of the program, and its update since the last one. */
import type { Audit } from '#electron/core/ports/audit.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import type { DocumentStore } from '#electron/core/ports/stored-documents.ts';

/** The program that ran last on this data folder, and what it knew of updates. */
export interface LastProgram {
  readonly lastVersion: string;
  /** Number of the newest list of updates that the seat has seen; 0 for none. */
  readonly newestList: number;
  /** Instant at which an update was not installed, until the next start has said so. */
  readonly notInstalledAt: string | null;
}

export interface ProgramStart {
  readonly version: string;
  readonly system: string;
  /** The system's account, because nobody is signed in yet. */
  readonly account: string;
  readonly store: DocumentStore<LastProgram>;
  readonly audit: Pick<Audit, 'noteSoon'>;
  readonly reportBug: ReportBug;
}

export function noteStart({ version, system, account, store, audit, reportBug }: ProgramStart): void {
  const last = store.read();
  const from = last?.lastVersion ?? version;
  if (from !== version) audit.noteSoon(account, { kind: 'program-updated', from, to: version });
  audit.noteSoon(account, { kind: 'program-started', version, system });
  if (last?.lastVersion === version) return;
  try {
    store.write({ newestList: 0, notInstalledAt: null, ...last, lastVersion: version });
  } catch (error) {
    // A document that can't be written must not keep the program from starting.
    reportBug(error);
  }
}
