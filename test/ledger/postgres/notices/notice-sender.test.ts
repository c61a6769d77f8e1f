/** Notices to the other seats: merged, after the commit, and not lost while the store is away. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { mostChangedIds } from '#electron/ledger/changed-attempts.ts';
import { createNoticeSender, mergeTime } from '#electron/ledger/postgres/notices/notice-sender.ts';
import { attemptsIn } from '#electron/ledger/postgres/notices/notice-payload.ts';
import { newId } from '#shared/new-id.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A sender whose sends end at once, unless the test holds or refuses them. */
function makeSender() {
  const send = vi.fn((_payload: string) => Promise.resolve());
  const reportBug = vi.fn();
  const payloads = () => send.mock.calls.map(([payload]) => payload);
  return { send, reportBug, payloads, sender: createNoticeSender(send, reportBug) };
}

test('a notice names each attempt that changed within the merge time once, in one payload that older seats read', async () => {
  const { sender, payloads } = makeSender();
  const [one, other] = [newId(), newId()];
  sender.changed([one]);
  await vi.advanceTimersByTimeAsync(mergeTime - 1);
  sender.changed([other, one]);
  expect(payloads()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(payloads()).toEqual([`${one},${other}`]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toHaveLength(1);
});

test('a notice of more attempts than are named one by one, or of unknown ones, has no payload', async () => {
  const { sender, payloads } = makeSender();
  for (let count = 0; count < mostChangedIds; count++) sender.changed([newId()]);
  await vi.advanceTimersByTimeAsync(mergeTime);
  expect(payloads()[0]?.split(',')).toHaveLength(mostChangedIds);
  for (let count = 0; count <= mostChangedIds; count++) sender.changed([newId()]);
  await vi.advanceTimersByTimeAsync(mergeTime);
  sender.changed([newId()]);
  sender.changed(null);
  sender.changed([newId()]);
  await vi.advanceTimersByTimeAsync(mergeTime);
  expect(payloads().slice(1)).toEqual(['', '']);
});

test('a notice waits for the one under way', async () => {
  const { sender, send, payloads } = makeSender();
  const slow = Promise.withResolvers<void>();
  send.mockReturnValueOnce(slow.promise);
  sender.changed(['a']);
  await vi.advanceTimersByTimeAsync(mergeTime);
  for (const id of ['b', 'c']) {
    sender.changed([id]);
    await vi.advanceTimersByTimeAsync(10 * mergeTime);
  }
  expect(payloads()).toEqual(['a']);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(mergeTime);
  expect(payloads()).toEqual(['a', 'b,c']);
});

test('a notice that the store did not take is sent again with what changed since, ever more seldom', async () => {
  const { sender, send, payloads, reportBug } = makeSender();
  send.mockRejectedValue(new LedgerUnavailable('locked', 'waits'));
  sender.changed(['a']);
  await vi.advanceTimersByTimeAsync(mergeTime);
  sender.changed(['b']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads().slice(0, 3)).toEqual(['a', 'a,b', 'a,b']);
  expect(payloads().length).toBeLessThan(15);
  send.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(10_000);
  const sent = payloads().length;
  sender.changed(['c']);
  await vi.advanceTimersByTimeAsync(mergeTime);
  expect(payloads().slice(sent)).toEqual(['c']);
  expect(reportBug).not.toHaveBeenCalled();
});

test('a notice that fails for a bug is reported and not repeated', async () => {
  const { sender, send, payloads, reportBug } = makeSender();
  const bug = new Error('bug');
  send.mockRejectedValueOnce(bug);
  sender.changed(['a']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toEqual(['a']);
  expect(reportBug).toHaveBeenCalledWith(bug);
});

test('closing the sender sends the last changes at once, after the notice under way, and no later ones', async () => {
  const { sender, send, payloads } = makeSender();
  const slow = Promise.withResolvers<void>();
  send.mockReturnValueOnce(slow.promise);
  sender.changed(['a']);
  await vi.advanceTimersByTimeAsync(mergeTime);
  sender.changed(['b']);
  const closed = sender.close();
  slow.resolve();
  await closed;
  expect(payloads()).toEqual(['a', 'b']);
  sender.changed(['c']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toHaveLength(2);
});

test('closing the sender while the store is away ends after one try', async () => {
  const { sender, send, payloads } = makeSender();
  send.mockRejectedValue(new LedgerUnavailable('disconnected', 'away'));
  sender.changed(['a']);
  await sender.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toEqual(['a']);
});

test('a payload names attempts, or stands for many when it is empty or of another program', () => {
  const ids = [newId(), newId()];
  expect(attemptsIn(ids.join(','))).toEqual(ids);
  for (const payload of ['', 'x', `${ids[0]},`, `${ids[0]}, ${ids[1]}`]) expect(attemptsIn(payload)).toBeNull();
});
