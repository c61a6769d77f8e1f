/**
 * Reads again what is out of date, without asking more than the ledger can answer: only what is shown, each read once at a
 * time, with a rest in proportion to the time of its answer, and nothing while the window is hidden.
 */
import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { CallFailed } from '#renderer/session/api.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';

/** Rest after a read, as a multiple of the time that it took. A slow ledger is asked less often. */
export const restShare = 4;
/** Shortest rest of figures in ms: nobody reads sums of thousands of payments after each one. */
const restOfFigures = 30_000;
/** First and longest pause before a read is tried again that the ledger had no room for, in ms. */
const pauses = { first: 5_000, longest: 30_000 } as const;
/** Reasons that pass without an event of main. */
const passing: readonly LedgerFailureReason[] = ['full', 'busy', 'locked'];

export interface Refresh {
  /** Marks the reads as out of date. Those that are shown follow as soon as they may, the others when they are shown. */
  readonly mark: (queries: readonly Query[], pace: Pace) => void;
}

/** `rested` for changes that come all the time, and `spread` for those of other seats, after which all screens would read together. */
const paces = ['spread', 'rested', 'at once'] as const;
type Pace = (typeof paces)[number];

const faster = (one: Pace | null, other: Pace): Pace =>
  one !== null && paces.indexOf(one) > paces.indexOf(other) ? one : other;

interface Course {
  /** Set when a change came after the latest read began. */
  wanted: Pace | null;
  /** Start of the read under way; null for none. */
  begun: number | null;
  restUntil: number;
  /** End of the latest read, and earliest one for the sake of other seats' changes. */
  endedAt: number;
  spreadUntil: number;
  /** Failures in a row for a reason that passes. */
  failures: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** History's sums rest after any change, and a report after those of other seats. */
const leastRest = ({ queryKey: [group, call] }: Query, pace: Pace): number =>
  (group === 'history' && call === 'sums') || (group === 'reports' && pace === 'spread') ? restOfFigures : 0;

/** Follows the reads of a client for as long as the page is there. @param random returns a number from 0 up to 1 */
export function createRefresh(client: QueryClient, random: () => number = Math.random): Refresh {
  const cache = client.getQueryCache();
  const courses = new Map<Query, Course>();

  function courseOf(query: Query): Course {
    const known = courses.get(query);
    if (known !== undefined) return known;
    const course: Course = { wanted: null, begun: null, restUntil: 0, endedAt: 0, spreadUntil: 0, failures: 0 };
    courses.set(query, course);
    return course;
  }

  function readOn(query: Query, course: Course): void {
    clearTimeout(course.timer);
    if (course.wanted === null || query.state.fetchStatus !== 'idle') return;
    // An answer that came after the mark has removed it.
    query.invalidate();
    if (!query.isActive() || !focusManager.isFocused()) return;
    const { restUntil, endedAt, spreadUntil } = course;
    const spread = Math.max(restUntil, spreadUntil, endedAt + leastRest(query, 'spread'));
    const due = { 'at once': 0, rested: restUntil, spread }[course.wanted];
    const rest = due - performance.now();
    if (rest > 0) course.timer = setTimeout(readOn, rest, query, course);
    else
      void client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' }, { cancelRefetch: false });
  }

  function began(query: Query, course: Course): void {
    const isFurtherPage = query.state.fetchMeta?.fetchMore !== undefined;
    // The read of a further page ends one of all pages, which is owed then.
    if (!isFurtherPage) course.wanted = null;
    else if (course.begun !== null) course.wanted ??= 'rested';
    course.begun = isFurtherPage ? null : performance.now();
  }

  function ended(query: Query, course: Course): void {
    const now = performance.now();
    if (course.begun !== null)
      course.restUntil = now + Math.max((now - course.begun) * restShare, leastRest(query, 'rested'));
    course.begun = null;
    course.endedAt = now;
    const { error } = query.state;
    if (error instanceof CallFailed && error.failure.kind === 'ledger' && passing.includes(error.failure.reason)) {
      const pause = Math.min(pauses.first * 2 ** course.failures, pauses.longest);
      course.failures++;
      course.wanted ??= 'rested';
      course.restUntil = Math.max(course.restUntil, now + pause * (0.5 + random() / 2));
    } else course.failures = 0;
    readOn(query, course);
  }

  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed') {
      clearTimeout(courses.get(query)?.timer);
      courses.delete(query);
    }
    if (event.type !== 'updated') return;
    const { type } = event.action;
    if (type === 'fetch') began(query, courseOf(query));
    else if ((type === 'success' || type === 'error') && query.state.fetchStatus === 'idle') {
      ended(query, courseOf(query));
    }
  });
  focusManager.subscribe(() => {
    for (const [query, course] of courses) readOn(query, course);
  });

  return {
    mark(queries, pace) {
      for (const query of queries) {
        const course = courseOf(query);
        // After a pause nobody rests any more.
        if (course.wanted === null) course.spreadUntil = performance.now() + random() * leastRest(query, 'spread');
        course.wanted = faster(course.wanted, pace);
        query.invalidate();
        readOn(query, course);
      }
    },
  };
}
