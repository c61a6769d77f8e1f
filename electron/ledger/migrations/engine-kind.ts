/** The databases that a migration speaks to. */
export type EngineKind = 'sqlite' | 'postgres';
