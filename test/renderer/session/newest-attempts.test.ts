/** Whatever order main's answers come in, no read shows an older state of an attempt than the newest that the page has seen. */
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Attempt } from '#shared/payments/attempt.ts';
import { makeQueryClient, renewReads } from '#renderer/frame/live-data.tsx';
import { api, callOptions } from '#renderer/session/api.ts';
import { forgetAttempts, inNewestState, onNewerAttempt } from '#renderer/session/newest-attempts.ts';
import {
  attemptOf,
  contradictedAttempt,
  detailsOf,
  idOf,
  listed,
  now,
  resolvedAs,
} from '#test/fixtures/shown/attempts.ts';

const sending = attemptOf('sell', 'unknown', { state: 'sending', unknownCause: null });
const resolution = resolvedAs('declined');
const contradicted = contradictedAttempt({ operation: 'sell' });

/** The course of an attempt, oldest first. */
const course: readonly Attempt[] = [
  sending,
  attemptOf('sell', 'unknown'),
  attemptOf('sell', 'approved'),
  attemptOf('sell', 'unknown', { resolution }),
  contradicted,
  { ...contradicted, resolution },
  { ...attemptOf('sell', 'unknown'), restoredAt: now },
];

/** Answers of main that carry an attempt: those about it alone, and lists. */
const ways = {
  about: (attempt: Attempt) => attempt,
  details: (attempt: Attempt) => detailsOf(attempt),
  page: (attempt: Attempt) => ({ attempts: [listed(attempt), listed(attemptOf('sell', 'approved', { id: idOf(2) }))] }),
  batch: (attempt: Attempt) => ({ batchId: idOf(9), rows: [{ status: 'done', attempt }] }),
} as const;

const shownIn = (data: unknown): readonly Attempt[] => {
  if (typeof data !== 'object' || data === null) return [];
  const own = 'id' in data && data.id === sending.id && 'contradiction' in data ? [data as Attempt] : [];
  return [...own, ...Object.values(data).flatMap(shownIn)];
};
const stateOf = ({ state, resolution: by, contradiction, restoredAt }: Attempt) => ({
  state,
  by: by?.outcome,
  contradiction: contradiction?.answered,
  restoredAt,
});

const call = vi.fn();
beforeEach(() => {
  vi.stubGlobal('window', { caja: { call } });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  forgetAttempts();
});

test('no answer, in whatever order they come, shows an older state than one that an earlier answer was about', async () => {
  const seen = fc.record({
    stage: fc.nat(course.length - 1),
    way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(seen, { minLength: 1, maxLength: 8 }), async (answers) => {
      forgetAttempts();
      let latest = -1;
      for (const { stage, way } of answers) {
        call.mockResolvedValue({ ok: true, value: ways[way](course[stage] ?? sending) });
        const answer = await api.history.show({ id: sending.id });
        if (way !== 'page' || latest >= 0) latest = Math.max(latest, stage);
        const expected = course[way !== 'page' || latest >= 0 ? latest : stage] ?? sending;
        for (const shown of shownIn(answer)) expect(stateOf(shown)).toEqual(stateOf(expected));
        expect(shownIn(answer)).not.toEqual([]);
      }
    }),
  );
});

test('what was read before shows the answer at once, and stays as out of date as it was', async () => {
  const client = makeQueryClient();
  const options = callOptions('history', 'show', { id: sending.id });
  call.mockResolvedValue({ ok: true, value: detailsOf(sending, { timeline: [sending] }) });
  await client.fetchQuery(options);
  await client.invalidateQueries({ queryKey: options.queryKey, refetchType: 'none' });
  const end = onNewerAttempt(() => renewReads(client));
  const approved = attemptOf('sell', 'approved');
  call.mockResolvedValue({ ok: false, failure: { kind: 'not-recorded', attempt: approved, safe: true } });
  await api.holds.capture({ holdId: idOf(1), amount: 120_00, description: 'Drill' });
  end();
  const { data, isInvalidated } = client.getQueryState(options.queryKey) ?? {};
  expect(data).toMatchObject({ state: 'approved', rawAnswer: null, timeline: [{ state: 'approved' }] });
  expect(isInvalidated).toBe(true);
});

test('the attempts of the last thousand answers are kept, and earlier ones forgotten', async () => {
  const answered = async (id: string) => {
    call.mockResolvedValue({ ok: true, value: attemptOf('sell', 'approved', { id }) });
    await api.history.show({ id });
  };
  for (let number = 0; number < 1_000; number++) await answered(idOf(number));
  const older = (number: number) => inNewestState(attemptOf('sell', 'unknown', { id: idOf(number) })).state;
  expect([older(0), older(999)]).toEqual(['approved', 'approved']);
  await answered(idOf(1_000));
  expect([older(0), older(1), older(1_000)]).toEqual(['unknown', 'approved', 'approved']);
});

test('data without anything older stays the same object', async () => {
  call.mockResolvedValue({ ok: true, value: attemptOf('sell', 'approved') });
  await api.history.show({ id: sending.id });
  const page = ways.page(attemptOf('sell', 'approved'));
  expect(inNewestState(page)).toBe(page);
});
