/** Work that takes long, its steps, and what each of them counts. */
import { z } from 'zod';

/** Unit of a step: rows of a kind, or bytes. Null for a step whose length nobody knows. */
type Unit = 'payments' | 'captures' | 'entries' | 'records' | 'bytes' | null;

interface Kind {
  /** Steps in their order, each with its unit. */
  readonly steps: Readonly<Record<string, Unit>>;
  /** True for work that changes the ledger, beside which no other work runs. */
  readonly changes: boolean;
}

/** The kinds of long work. `scheduled-backup` is started by the program, and nobody can stop it. */
export const workTable = {
  'export-history': { steps: { write: 'payments' }, changes: false },
  'export-batch': { steps: { write: 'captures' }, changes: false },
  'export-report': { steps: { write: null }, changes: false },
  reconcile: { steps: { ask: 'records', compare: 'payments' }, changes: false },
  'export-diagnostics': { steps: { write: null }, changes: false },
  'export-trail': { steps: { write: 'entries' }, changes: false },
  backup: { steps: { copy: 'bytes', check: null }, changes: false },
  'scheduled-backup': { steps: { copy: 'bytes', check: null }, changes: false },
  restore: { steps: { copy: 'bytes', check: null, replace: null }, changes: true },
  move: { steps: { copy: 'payments', verify: 'payments' }, changes: true },
  purge: { steps: { write: 'payments', 'read-back': 'payments', remove: 'payments' }, changes: true },
  'check-trail': { steps: { check: 'entries', compare: null }, changes: false },
} as const satisfies Readonly<Record<string, Kind>>;

export type WorkKind = keyof typeof workTable;
type StepsOf<Kind extends WorkKind> = { [Name in Kind]: keyof (typeof workTable)[Name]['steps'] }[Kind];
export type WorkStep = StepsOf<WorkKind>;

export const workKinds = Object.keys(workTable) as readonly WorkKind[];
export const workKindSchema = z.enum(workKinds);

/** Returns the steps of a kind in their order. */
export const workStepsOf = (kind: WorkKind): readonly WorkStep[] => Object.keys(workTable[kind].steps) as WorkStep[];

/** Returns what a step counts; null for a step whose length nobody knows. */
export const unitOf = (kind: WorkKind, step: WorkStep): Unit =>
  (workTable[kind].steps as Readonly<Record<string, Unit>>)[step] ?? null;
