/** One step of the schema, written as the SQL that each engine runs. */
export type EngineKind = 'sqlite' | 'postgres';

export interface Migration {
  /** Subject of the step. Recorded in the ledger, so it never changes once it has shipped. */
  readonly name: string;
  /** Statements in order. All steps of one run share a transaction. */
  readonly statements: Readonly<Record<EngineKind, readonly string[]>>;
}
