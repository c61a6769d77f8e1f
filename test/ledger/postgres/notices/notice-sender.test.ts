/** Notices to the other seats: merged, after the commit, and not lost while the store is away. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { mergedChanges, mostChangedIds } from '#electron/ledger/engine/engine.ts';
import { createNoticeSender, sending, changeIn, forMany } from '#electron/ledger/postgres/notices/notice-sender.ts';
import { changeOf, type Change } from '#shared/ledger/history.ts';
import { attempt } from '#test/fixtures/shown/attempts.ts';
import { newId } from '#shared/new-id.ts';

/** Latest time after a notice at which the next one is due. */
const afterNotice = sending.calm + sending.spread;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const of = (...attemptIds: readonly string[]): Change => ({ attemptIds });
const many: Change = { attemptIds: null };

/** A sender whose sends end at once, unless the test holds or refuses them. @param random its random numbers */
function makeSender() {
  const send = vi.fn((_payload: string) => Promise.resolve());
  const reportBug = vi.fn();
  /** The ids of each notice. */
  const payloads = () =>
    send.mock.calls.map(([payload]) => (payload === forMany ? forMany : String((JSON.parse(payload) as unknown[])[0])));
  return { send, reportBug, payloads, sender: createNoticeSender(send, reportBug, () => 1) };
}

/** A sender whose notice of `a` is under way until `slow` ends. */
async function sendingSlowly() {
  const made = makeSender();
  const slow = Promise.withResolvers<void>();
  made.send.mockReturnValueOnce(slow.promise);
  made.sender.changed(of('a'));
  await vi.advanceTimersByTimeAsync(sending.merge);
  return { ...made, slow };
}

test('a notice names each attempt that changed within the merge time once, in one payload', async () => {
  const { sender, payloads } = makeSender();
  const [one, other] = [newId(), newId()];
  sender.changed(of(one));
  await vi.advanceTimersByTimeAsync(sending.merge - 1);
  sender.changed(of(other, one));
  expect(payloads()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(payloads()).toEqual([`${one},${other}`]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toHaveLength(1);
});

test('a notice of more attempts than are named one by one, or of unknown ones, has no payload', async () => {
  const { sender, payloads } = makeSender();
  for (let count = 0; count < mostChangedIds; count++) sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(sending.merge);
  expect(payloads()[0]?.split(',')).toHaveLength(mostChangedIds);
  await vi.advanceTimersByTimeAsync(sending.calm);
  for (let count = 0; count <= mostChangedIds; count++) sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(sending.merge + sending.calm);
  sender.changed(of(newId()));
  sender.changed(many);
  sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(sending.merge);
  expect(payloads().slice(1)).toEqual(['', '']);
});

test('a notice waits for the one under way', async () => {
  const { sender, slow, payloads } = await sendingSlowly();
  for (const id of ['b', 'c']) {
    sender.changed(of(id));
    await vi.advanceTimersByTimeAsync(10 * sending.merge);
  }
  expect(payloads()).toEqual(['a']);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(afterNotice);
  expect(payloads()).toEqual(['a', 'b,c']);
});

test('changes soon after a notice, whoever sent it, wait a calm second and more, and are told for all seats', async () => {
  const { sender, payloads } = makeSender();
  sender.heard(newId());
  await vi.advanceTimersByTimeAsync(sending.calm / 4);
  sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(afterNotice - sending.calm / 4 - 1);
  expect(payloads()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(payloads()).toEqual([forMany]);
  sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(afterNotice);
  expect(payloads()).toEqual([forMany, forMany]);
});

test('the answer of a payment is named like its beginning a second before, unless other seats notify too', async () => {
  for (const others of [false, true]) {
    const { sender, send, payloads } = makeSender();
    sender.changed(of('a'));
    await vi.advanceTimersByTimeAsync(sending.merge);
    // A seat hears its own notice.
    sender.heard(send.mock.calls[0]?.[0] ?? '');
    if (others) sender.heard(newId());
    sender.changed(of('a'));
    await vi.advanceTimersByTimeAsync(afterNotice);
    expect(payloads()).toEqual(['a', others ? forMany : 'a']);
  }
});

test('a notice of another seat for all stands for the changes that all can see by then, and for no later one', async () => {
  const { sender, payloads } = makeSender();
  sender.heard(newId());
  sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(sending.settle);
  sender.heard(forMany);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toEqual([]);
  sender.heard(newId());
  sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(sending.settle - 1);
  sender.heard(forMany);
  await vi.advanceTimersByTimeAsync(afterNotice);
  expect(payloads()).toEqual([forMany]);
});

test('a notice of another seat that names attempts stands for no others', async () => {
  const { sender, payloads } = makeSender();
  sender.heard(forMany);
  sender.changed(of(newId()));
  await vi.advanceTimersByTimeAsync(sending.settle);
  sender.heard(newId());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toEqual([forMany]);
});

test('two hundred seats with twenty payments a second send about one notice a second together, and tell every change', async () => {
  const delivery = 20;
  const seats: ReturnType<typeof createNoticeSender>[] = [];
  const sent: number[] = [];
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const changes: number[] = [];
  for (let seat = 0; seat < 200; seat++) {
    const send = (payload: string) => {
      sent.push(performance.now());
      setTimeout(() => seats.forEach((each) => each.heard(payload)), delivery);
      return Promise.resolve();
    };
    seats.push(createNoticeSender(send, vi.fn(), random));
  }
  const seconds = 30;
  for (let change = 0; change < 40 * seconds; change++) {
    seats[Math.floor(random() * seats.length)]?.changed(of(newId()));
    changes.push(performance.now());
    await vi.advanceTimersByTimeAsync(25);
  }
  expect(sent.length).toBeLessThan(2 * seconds);
  await vi.advanceTimersByTimeAsync(2 * afterNotice);
  // The first notice that was sent after a change and delivered to all tells it.
  for (const at of changes) {
    const told = sent.find((time) => time >= at);
    expect((told ?? Infinity) - at).toBeLessThanOrEqual(sending.settle + sending.calm + sending.spread);
  }
});

test('a notice that the store did not take is sent again with what changed since, ever more seldom', async () => {
  const { sender, send, payloads, reportBug } = makeSender();
  send.mockRejectedValue(new LedgerUnavailable('locked', 'waits'));
  sender.changed(of('a'));
  await vi.advanceTimersByTimeAsync(sending.merge);
  sender.changed(of('b'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads().slice(0, 3)).toEqual(['a', 'a,b', 'a,b']);
  expect(payloads().length).toBeLessThan(15);
  send.mockResolvedValue();
  await vi.advanceTimersByTimeAsync(10_000);
  const sent = payloads().length;
  await vi.advanceTimersByTimeAsync(sending.calm);
  sender.changed(of('c'));
  await vi.advanceTimersByTimeAsync(sending.merge);
  expect(payloads().slice(sent)).toEqual(['c']);
  expect(reportBug).not.toHaveBeenCalled();
});

test('a notice that fails for a bug is reported and not repeated', async () => {
  const { sender, send, payloads, reportBug } = makeSender();
  const bug = new Error('bug');
  send.mockRejectedValueOnce(bug);
  sender.changed(of('a'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toEqual(['a']);
  expect(reportBug).toHaveBeenCalledWith(bug);
});

test('closing the sender sends the last changes at once, after the notice under way, and no later ones', async () => {
  const { sender, slow, payloads } = await sendingSlowly();
  sender.changed(of('b'));
  const closed = sender.close();
  slow.resolve();
  await closed;
  expect(payloads()).toEqual(['a', 'b']);
  sender.changed(of('c'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toHaveLength(2);
});

test('closing the sender while the store is away ends after one try', async () => {
  const { sender, send, payloads } = makeSender();
  send.mockRejectedValue(new LedgerUnavailable('disconnected', 'away'));
  sender.changed(of('a'));
  await sender.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toEqual(['a']);
});

test('a payload tells a change, as far as it has room, or stands for many when it is empty or of another program', async () => {
  const { sender, send } = makeSender();
  const told = async (...changes: readonly Change[]) => {
    for (const change of changes) sender.changed(change);
    await vi.advanceTimersByTimeAsync(afterNotice);
    const payload = send.mock.lastCall?.[0] ?? '';
    expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
    expect(payload).not.toContain('operatorName');
    return changeIn(payload);
  };
  const changes = Array.from({ length: mostChangedIds }, () =>
    changeOf(attempt({ id: newId(), operatorName: 'Ñ'.repeat(90) })),
  );
  const [first = many, second = many] = changes;
  expect(first.facts).toHaveLength(1);
  expect(await told(first, second)).toEqual(mergedChanges(first, second));
  expect(await told(first, of(newId()))).not.toHaveProperty('facts');
  expect(await told(...changes)).toEqual({ attemptIds: changes.flatMap(({ attemptIds }) => attemptIds) });
  for (const payload of ['', 'x', newId(), '[]', '[["x"]]', '[null,[]]', '[[],[[]]]'])
    expect(changeIn(payload)).toEqual(many);
});
