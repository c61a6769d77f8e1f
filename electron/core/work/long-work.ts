/** Runs long work: one at a time, watched by the screens, and stopped where that leaves nothing half done. */
import type { Actor, Clock, Host, ReportBug } from '#electron/core/ports/host.ts';
import { WorkCancelled, type Course } from '#electron/core/ports/course.ts';
import { createPace } from '#electron/core/pace.ts';
import { LedgerUnavailable, ledgerFailure } from '#electron/core/ports/ledger.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { ShownWork, WorkEnd } from '#shared/work/long-work.ts';
import { mayAct } from '#shared/role.ts';
import { workStepsOf, workTable, type WorkKind, type WorkStep } from '#shared/seat/work-kinds.ts';

interface Done {
  readonly count: number;
  readonly file?: string;
  readonly amount?: number;
  readonly agrees?: boolean;
}

interface Job<Value> {
  readonly kind: WorkKind;
  /** Null for the program itself. */
  readonly actor: Actor | null;
  readonly work: (course: Course) => Promise<Result<Value>>;
  readonly told: (value: Value) => Done;
}

export type LongWork = ReturnType<typeof createLongWork>;

export interface LongWorkParts extends Pick<Host, 'clock' | 'makeId' | 'emit' | 'reportBug'> {
  /** Returns the operator who looks at the screens; null for none. */
  readonly viewer: () => Actor | null;
  /** True while a payment or its record is under way. */
  readonly busy: () => boolean;
}

/** Work whose result stands on a screen anyway, so that its end needs no word of its own. */
const showsItself: ReadonlySet<WorkKind> = new Set(['check-trail', 'reconcile']);

/** Shortest time between two events of one work, in ms. */
const interval = 100;

interface Running {
  readonly id: string;
  readonly kind: WorkKind;
  readonly actor: Actor | null;
  readonly startedAt: string;
  readonly stopping: AbortController;
  readonly over: Promise<unknown>;
  step: ShownWork['step'];
  committed: boolean;
  end: WorkEnd | null;
}

export function createLongWork({ clock, makeId, emit, reportBug, viewer, busy }: LongWorkParts) {
  const running = new Set<Running>();
  /** The latest work of an operator, until it is dismissed or followed by another. */
  let ended: Running | null = null;
  const pace = createPace(interval, () => {
    const actor = viewer();
    if (actor !== null) emit('work.progress', current(actor));
  });

  function current(actor: Actor): readonly ShownWork[] {
    const shown = [...running, ...(ended !== null && isOf(ended, actor) ? [ended] : [])];
    return shown.map((work) => ({
      id: work.id,
      kind: work.kind,
      startedAt: work.startedAt,
      startedBy: work.actor?.name ?? null,
      step: work.step,
      cancel: cancelFor(work, actor),
      end: work.end,
    }));
  }

  function refusal(kind: WorkKind): Failure | null {
    for (const work of running) {
      const beside = work.kind === 'scheduled-backup' && !workTable[kind].changes;
      if (!beside) return { kind: 'work-under-way', work: work.kind };
    }
    return null;
  }

  async function run<Value>(job: Job<Value>): Promise<Result<Value | null>> {
    const refused = refusal(job.kind);
    if (refused !== null) return failed(refused);
    const over = Promise.withResolvers<undefined>();
    const { kind, actor } = job;
    const [first] = workStepsOf(kind);
    if (first === undefined) throw new Error(`${kind} has no steps`);
    const stopping = new AbortController();
    const startedAt = clock().toISOString();
    const begun = { id: makeId(), kind, actor, startedAt, stopping, over: over.promise };
    const work: Running = { ...begun, step: stepAt(kind, first, null, clock()), committed: false, end: null };
    running.add(work);
    if (actor !== null) ended = null;
    pace.now();
    const result = await outcome(job, work, courseOf(work, clock, pace.changed), reportBug);
    // A file that was complete when somebody asked to stop stays, and is told.
    const cancelled = !result.ok && stopping.signal.aborted && !work.committed;
    if (cancelled) work.end = { kind: 'cancelled' };
    else if (result.ok) work.end = endOf(job.told(result.value));
    else work.end = { kind: 'failed', failure: result.failure };
    running.delete(work);
    if (actor !== null && !(result.ok && showsItself.has(kind))) ended = work;
    pace.now();
    over.resolve(undefined);
    return cancelled ? ok(null) : result;
  }

  return {
    /** Returns why work of this kind can't begin now: other work is under way; null when it can. */
    refusal,
    /** Runs the job unless other work is under way. @returns null for a job that was stopped */
    run,
    /** Returns the work as this operator may see it. */
    current,
    /** True while anything runs. */
    busy: () => running.size > 0,
    /** True while no other ledger may be chosen: what is under way, or changes this one, has its record there. */
    needsLedger: () => busy() || [...running].some(({ kind }) => workTable[kind].changes),
    cancel(id: string, actor: Actor): Result<void> {
      const work = [...running].find((each) => each.id === id);
      // It has ended meanwhile, and its end is told.
      if (work === undefined || work.committed) return ok(undefined);
      if (!mayStop(work, actor)) return failed({ kind: 'not-permitted', needs: 'supervisor' });
      work.stopping.abort(new WorkCancelled());
      pace.now();
      return ok(undefined);
    },
    dismiss(id: string, actor: Actor) {
      if (ended === null || ended.id !== id || !isOf(ended, actor)) return;
      ended = null;
      pace.now();
    },
    /** Returns the file of ended work of this operator; null for none. */
    fileOf: (id: string, actor: Actor): string | null =>
      ended !== null && ended.id === id && isOf(ended, actor) && ended.end?.kind === 'done' ? ended.end.file : null,
    /** Stops what can be stopped, and waits for the rest. */
    async close() {
      for (const work of running) if (!work.committed) work.stopping.abort(new WorkCancelled());
      await Promise.all([...running].map((work) => work.over));
      pace.stop();
    },
  };
}

const isOf = (work: Running, actor: Actor): boolean => work.actor !== null && work.actor.name === actor.name;
const mayStop = (work: Running, actor: Actor): boolean =>
  work.actor !== null && (isOf(work, actor) || mayAct(actor.role, 'supervisor'));

function cancelFor(work: Running, actor: Actor): ShownWork['cancel'] {
  if (work.stopping.signal.aborted) return 'asked';
  if (work.committed) return 'too-late';
  return mayStop(work, actor) ? 'possible' : 'not-permitted';
}

function stepAt(kind: WorkKind, name: WorkStep, total: number | null, now: Date): ShownWork['step'] {
  const steps = workStepsOf(kind);
  const at = steps.indexOf(name) + 1;
  return { name, at, of: steps.length, done: 0, total, since: now.toISOString() };
}

/** @param onChange called after each step and figure */
function courseOf(work: Running, clock: Clock, onChange: () => void): Course {
  const { signal } = work.stopping;
  const check = (): void => {
    if (!work.committed) signal.throwIfAborted();
  };
  const change = (step: ShownWork['step']): void => {
    check();
    work.step = step;
    onChange();
  };
  return {
    signal,
    begin: (name, total) => change(stepAt(work.kind, name, total, clock())),
    expect: (total) => change({ ...work.step, total }),
    progress: (done) => change({ ...work.step, done }),
    commit() {
      check();
      work.committed = true;
      onChange();
    },
  };
}

async function outcome<Value>(
  job: Job<Value>,
  { id }: Running,
  course: Course,
  reportBug: ReportBug,
): Promise<Result<Value>> {
  try {
    return await job.work(course);
  } catch (error) {
    if (error instanceof LedgerUnavailable) return failed(ledgerFailure(error));
    if (error instanceof WorkCancelled) return failed({ kind: 'internal', reference: id });
    reportBug(new Error(`Long work ${id} ended with an error.`, { cause: error }));
    return failed({ kind: 'internal', reference: id });
  }
}

const endOf = ({ count, file, amount, agrees }: Done): WorkEnd => ({
  kind: 'done',
  count,
  file: file ?? null,
  amount: amount ?? null,
  agrees: agrees ?? true,
});
