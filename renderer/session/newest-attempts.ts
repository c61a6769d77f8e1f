/**
 * The newest state of each attempt that this page has seen. Every answer and event of main passes through here, because a read that
 * began earlier, or was kept, would otherwise show a state that is over: “Being sent” after the answer.
 */
import { useMemo, useSyncExternalStore } from 'react';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Result } from '#shared/failure.ts';

/** Attempts that an answer was about, the latest at the end. The many of a list are compared with them and not added. */
const newest = new Map<string, Attempt>();
/** Attempts that are kept: a page may stay for weeks. */
const kept = 1_000;
const listeners = new Set<() => void>();

/** Place of a state in the course of an attempt, which only goes forward. */
function stageOf({ state, resolution, contradiction }: Attempt): number {
  if (contradiction !== null) return resolution === null ? 4 : 5;
  if (resolution !== null) return 3;
  return state === 'sending' ? 0 : state === 'unknown' ? 1 : 2;
}

/** A row that a seat wrote again counts for more than the one that the server had lost. */
function isNewer(one: Attempt, other: Attempt): boolean {
  const [own, its] = [one.restoredAt ?? '', other.restoredAt ?? ''];
  return own === its ? stageOf(one) > stageOf(other) : own > its;
}

function note(attempts: readonly Attempt[]): void {
  const newer = attempts.filter((attempt) => {
    const known = newest.get(attempt.id);
    return known === undefined || isNewer(attempt, known);
  });
  for (const attempt of newer) {
    newest.delete(attempt.id);
    newest.set(attempt.id, attempt);
    const [oldest] = newest.keys();
    if (newest.size > kept && oldest !== undefined) newest.delete(oldest);
  }
  if (newer.length > 0) for (const listener of listeners) listener();
}

const isAttempt = (value: object): value is Attempt =>
  'id' in value && 'operation' in value && 'state' in value && 'resolution' in value && 'contradiction' in value;

/** Returns the attempt in its newest state, with the fields that it had. */
function newestOf<Shown extends Attempt>(shown: Shown, known: Attempt | undefined): Shown {
  if (known === undefined || !isNewer(known, shown)) return shown;
  const fields = Object.entries(shown).map(([name, value]) => [name, name in known ? Reflect.get(known, name) : value]);
  return Object.fromEntries(fields) as Shown;
}

/** Returns the data with every attempt in its newest state. What stays the same is the same object. */
export function inNewestState<Data>(data: Data): Data {
  if (newest.size === 0 || typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const items: unknown[] = data.map(inNewestState);
    return items.every((item, index) => item === data[index]) ? data : (items as Data);
  }
  if (isAttempt(data)) {
    const known = newest.get(data.id);
    if (known !== undefined) note([data]);
    const shown = newestOf(data, known);
    return 'timeline' in shown ? withMembers(shown, ['timeline']) : shown;
  }
  return withMembers(data, Object.keys(data));
}

function withMembers<Whole extends object>(whole: Whole, names: readonly string[]): Whole {
  const changed = names.flatMap((name) => {
    const member: unknown = Reflect.get(whole, name);
    const shown = inNewestState(member);
    return shown === member ? [] : [[name, shown] as const];
  });
  return changed.length === 0 ? whole : { ...whole, ...Object.fromEntries(changed) };
}

const isBatch = (value: object): value is BatchProgress => 'batchId' in value && 'rows' in value;

/** Notes the attempts that an answer of main is about: one, or those of a batch. Returns the answer with every attempt in its newest state. */
export function learnFrom<Value>(result: Result<Value>): Result<Value> {
  const about = result.ok ? result.value : result.failure.kind === 'not-recorded' ? result.failure.attempt : null;
  if (typeof about === 'object' && about !== null) {
    if (isAttempt(about)) note([about]);
    else if (isBatch(about)) note(about.rows.flatMap(({ attempt }) => attempt ?? []));
  }
  return inNewestState(result);
}

/** Calls back when an attempt has become newer. Returns the function that ends it. */
export function onNewerAttempt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const forgetAttempts = (): void => newest.clear();

/** Returns the number of attempts begun after the instant (UTC, ISO 8601) that answers were about and the rows don’t have. */
export function useBegunSince(instant: string, rows: readonly Attempt[]): number {
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  return useSyncExternalStore(
    onNewerAttempt,
    () => [...newest.values()].filter(({ id, startedAt }) => startedAt > instant && !ids.has(id)).length,
  );
}

/** Returns a kept attempt in its newest state. */
export function useNewest<Shown extends Attempt>(kept: Shown | null): Shown | null {
  const known = useSyncExternalStore(onNewerAttempt, () => (kept === null ? undefined : newest.get(kept.id)));
  return useMemo(() => (kept === null ? null : newestOf(kept, known)), [kept, known]);
}
