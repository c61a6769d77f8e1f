/** Long work: one at a time, told at a measured pace, stopped only where that is safe, and seen by those whom it concerns. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WorkCancelled, type Course } from '#electron/core/ports/course.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { LongWork } from '#electron/core/work/long-work.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import { workSchema, type ShownWork } from '#shared/work/long-work.ts';
import { workKinds, workTable, type WorkKind } from '#shared/seat/work-kinds.ts';
import { longWork } from '#test/fixtures/long-work.ts';

const sol: Actor = { name: 'Sol', role: 'supervisor' };
const beto: Actor = { name: 'Beto', role: 'back-office' };
const told: (readonly ShownWork[])[] = [];
let works: LongWork;
let bugs: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
  told.length = 0;
  bugs = [];
  works = longWork({
    viewer: () => sol,
    emit: (_name, payload) => void told.push(payload as readonly ShownWork[]),
    reportBug: (error) => void bugs.push(error),
  });
});
afterEach(() => void vi.useRealTimers());

/** Starts work that goes on until the returned functions say so. */
function start(kind: WorkKind, actor: Actor | null = sol) {
  const end = Promise.withResolvers<Result<number>>();
  let course: Course | null = null;
  const result = works.run({
    kind,
    actor,
    work(given) {
      course = given;
      given.signal.addEventListener('abort', () => end.reject(given.signal.reason));
      return end.promise;
    },
    told: (count) => ({ count, file: '/home/sol/file.csv' }),
  });
  if (course === null) throw new Error('It did not begin.');
  return { course: course as Course, result, end, id: works.current(sol).find((each) => each.end === null)?.id ?? '' };
}

it('work tells its start and end at once, and what is between at most every 100 ms, the latest last', async () => {
  const { course, end, result } = start('export-history');
  expect(told).toHaveLength(1);
  course.begin('write', 1_000);
  for (let done = 1; done <= 500; done++) {
    course.progress(done);
    vi.advanceTimersByTime(1);
  }
  expect(told.length).toBeLessThanOrEqual(7);
  vi.advanceTimersByTime(100);
  expect(told.at(-1)?.[0]).toMatchObject({ step: { name: 'write', done: 500, total: 1_000 }, end: null });
  end.resolve(ok(1_000));
  expect(await result).toEqual(ok(1_000));
  expect(told.at(-1)?.[0]?.end).toMatchObject({ kind: 'done', count: 1_000, file: '/home/sol/file.csv' });
  for (const each of told.flat()) expect(workSchema.safeParse(each).success).toBe(true);
  const events = told.length;
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(events);
});

it.each(workKinds.flatMap((first) => workKinds.map((second) => [first, second] as const)))(
  'beside %s, %s begins only if neither changes the ledger and the program started the first',
  async (first, second) => {
    const { end, result } = start(first, first === 'scheduled-backup' ? null : sol);
    const allowed = first === 'scheduled-backup' && !workTable[second].changes;
    expect(works.refusal(second)).toEqual(allowed ? null : { kind: 'work-under-way', work: first });
    if (!allowed) {
      const work = vi.fn<() => Promise<Result<number>>>();
      const refused = await works.run({ kind: second, actor: sol, work, told: () => ({ count: 0 }) });
      expect(refused).toEqual(failed({ kind: 'work-under-way', work: first }));
      expect(work).not.toHaveBeenCalled();
    }
    end.resolve(ok(1));
    await result;
    expect(works.refusal(second)).toBeNull();
  },
);

it('cancelled work answers null, and says so until it is dismissed', async () => {
  const { id, result } = start('backup');
  expect(works.cancel(id, sol)).toEqual(ok(undefined));
  expect(works.current(sol)[0]).toMatchObject({ cancel: 'asked', end: null });
  expect(await result).toEqual(ok(null));
  expect(works.current(sol)[0]).toMatchObject({ end: { kind: 'cancelled' } });
  expect(works.fileOf(id, sol)).toBeNull();
  works.dismiss(id, sol);
  expect(works.current(sol)).toEqual([]);
  expect(bugs).toEqual([]);
});

it('work that was complete when somebody cancelled it is told as done', async () => {
  const { id, result, end } = start('export-history');
  end.resolve(ok(7));
  works.cancel(id, sol);
  expect(await result).toEqual(ok(7));
  expect(works.current(sol)[0]?.end).toMatchObject({ kind: 'done', count: 7 });
});

it('committed work can’t be cancelled, nor cancelled work commit itself', async () => {
  const purge = start('purge');
  purge.course.commit();
  expect(works.current(sol)[0]?.cancel).toBe('too-late');
  works.cancel(purge.id, sol);
  expect(purge.course.signal.aborted).toBe(false);
  purge.end.resolve(ok(3));
  expect(await purge.result).toEqual(ok(3));
  const other = start('purge');
  works.cancel(other.id, sol);
  expect(() => other.course.commit()).toThrow(WorkCancelled);
  expect(() => other.course.progress(1)).toThrow(WorkCancelled);
  expect(await other.result).toEqual(ok(null));
});

it('work is cancelled by whoever started it and by supervisors, and that of the program by nobody', async () => {
  const own = start('export-history', sol);
  expect(works.cancel(own.id, beto)).toEqual(failed({ kind: 'not-permitted', needs: 'supervisor' }));
  expect(works.current(beto)[0]).toMatchObject({ cancel: 'not-permitted', startedBy: 'Sol' });
  own.end.resolve(ok(1));
  await own.result;
  const his = start('export-history', beto);
  expect(works.cancel(his.id, sol)).toEqual(ok(undefined));
  expect(await his.result).toEqual(ok(null));
  const scheduled = start('scheduled-backup', null);
  expect(works.cancel(scheduled.id, sol).ok).toBe(false);
  scheduled.end.resolve(ok(1));
  expect(await scheduled.result).toEqual(ok(1));
});

it('ended work and its file are for the operator who started it alone', async () => {
  const { id, result, end } = start('export-history', beto);
  end.resolve(ok(2));
  await result;
  expect(works.current(sol)).toEqual([]);
  expect(works.fileOf(id, sol)).toBeNull();
  works.dismiss(id, sol);
  expect(works.fileOf(id, beto)).toBe('/home/sol/file.csv');
  expect(works.fileOf('another', beto)).toBeNull();
});

it('work that fails says why, and a bug leaves its reference', async () => {
  const away = start('check-trail');
  away.end.reject(new LedgerUnavailable('disconnected', 'gone'));
  const failure = { kind: 'ledger', reason: 'disconnected', detail: 'gone' } as const;
  expect(await away.result).toEqual(failed(failure));
  expect(works.current(sol)[0]?.end).toEqual({ kind: 'failed', failure });
  const broken = start('export-history');
  broken.end.reject(new TypeError('no such thing'));
  expect(await broken.result).toEqual(failed({ kind: 'internal', reference: broken.id }));
  expect(bugs).toHaveLength(1);
});

it('the end of the program stops what can be stopped, and waits for the rest', async () => {
  const committed = start('purge');
  committed.course.commit();
  let closed = false;
  const closing = works.close().then(() => {
    closed = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(closed).toBe(false);
  committed.end.resolve(ok(1));
  await closing;
  expect(await committed.result).toEqual(ok(1));
});
