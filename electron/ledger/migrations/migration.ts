/** One step of the schema, written as the SQL that each engine runs. */
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';

export type EngineKind = 'sqlite' | 'postgres';

export interface Migration {
  /** Subject of the step. Recorded in the ledger, so it never changes once it has shipped. */
  readonly name: string;
  /**
   * Oldest schema whose programs can still pay on a shared ledger that has this step. Their statements name neither its
   * columns nor its tables, so no rule about money may need a value that only newer programs write. Absent when only programs
   * that know the step can.
   */
  readonly usableFrom?: number;
  /** Statements in order. All steps of one run share a transaction. */
  readonly statements: Readonly<Record<EngineKind, readonly string[]>>;
}

/** Called for each step, and for each wait. */
export type OnMigration = (progress: MigrationProgress) => void;
