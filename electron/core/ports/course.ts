/** The course of long work: how it tells how far it is, and learns that it is to stop. */
import type { WorkStep } from '#shared/seat/work-kinds.ts';

/** Thrown out of work that was stopped. The work cleans up after itself and throws it on. */
export class WorkCancelled extends Error {
  constructor() {
    super('The work was stopped.');
    this.name = 'WorkCancelled';
  }
}

/** Every method throws `WorkCancelled` once the work is to stop, until it commits itself. */
export interface Course {
  /** Aborted with `WorkCancelled` when the work is to stop. */
  readonly signal: AbortSignal;
  /** Begins a step. @param total in the unit of the step; null while nobody knows */
  begin(step: WorkStep, total: number | null): void;
  /** Tells the total of the present step, once it is known. */
  expect(total: number): void;
  /** Tells how far the present step is. Cheap enough for every page of rows. */
  progress(done: number): void;
  /** Marks the point from which the work can't be stopped any more. */
  commit(): void;
}

/** A course that nobody watches or stops. */
export const unwatched: Course = {
  signal: new AbortController().signal,
  begin: () => undefined,
  expect: () => undefined,
  progress: () => undefined,
  commit: () => undefined,
};
