/** Changes by other seats: heard where LISTEN works, polled where it does not, and no notice lost for good. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { createNoticeListener, listening } from '#electron/ledger/postgres/notices/notice-listener.ts';
import { attemptsChannel, probeChannel } from '#electron/ledger/postgres/notices/notice-sender.ts';
import { newId } from '#shared/new-id.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const heartbeat = 5_000;

/** A listener on a connection that brings notices back, or on one of a pooler that does not. */
function makeListener({ hears }: { readonly hears: boolean }) {
  const told: (readonly string[] | null)[] = [];
  const ledger = { mark: '1', hears };
  const probe = vi.fn((payload: string) => {
    if (ledger.hears) setTimeout(() => listener.hear(probeChannel, payload), 10);
    return Promise.resolve();
  });
  const mark = vi.fn(() => Promise.resolve(ledger.mark));
  const reportBug = vi.fn();
  const listener = createNoticeListener({
    tell: (ids) => void told.push(ids),
    probe,
    mark,
    makeId: newId,
    reportBug,
    random: () => 0.5,
  });
  const beatFor = async (time: number) => {
    for (let passed = 0; passed < time; passed += heartbeat) {
      listener.noteMark(ledger.mark);
      await pass(heartbeat);
    }
  };
  const sendOwn = async (payload: string) => {
    const ended = listener.expect(payload);
    await pass(5);
    ended(true);
    if (ledger.hears) listener.hear(attemptsChannel, payload);
  };
  listener.opened();
  return { listener, ledger, told, probe, mark, reportBug, beatFor, sendOwn };
}

describe('a connection that hears notices', () => {
  it('is never polled once the probe has come back, and tells what others changed', async () => {
    const { listener, told, mark, probe } = makeListener({ hears: true });
    await pass(listening.probeSpread + 60_000);
    const [one, other] = [newId(), newId()];
    listener.hear(attemptsChannel, `${one},${other}`);
    listener.hear(attemptsChannel, '');
    listener.hear('another_channel', one);
    listener.hear(probeChannel, newId());
    expect(told).toEqual([[one, other], null]);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(mark).not.toHaveBeenCalled();
  });

  it('does not tell its own notices, which it told when it committed', async () => {
    const { listener, told, sendOwn } = makeListener({ hears: true });
    await pass(1_000);
    const id = newId();
    await sendOwn(id);
    expect(told).toEqual([]);
    // The same attempt, changed by another seat.
    listener.hear(attemptsChannel, id);
    expect(told).toEqual([[id]]);
  });

  it('finds a change whose notice was lost with its second heartbeat, and tells it no more than twice', async () => {
    const { ledger, told, beatFor } = makeListener({ hears: true });
    await pass(1_000);
    await beatFor(2 * listening.slow);
    expect(told).toEqual([]);
    ledger.mark = '2';
    await beatFor(3 * heartbeat);
    expect(told[0]).toBeNull();
    // The slow comparison can't know that.
    await beatFor(10 * listening.slow);
    expect(told.length).toBeLessThanOrEqual(2);
  });

  it('finds a lost notice among others within the slow interval', async () => {
    const { listener, ledger, told, beatFor } = makeListener({ hears: true });
    await pass(1_000);
    await beatFor(heartbeat);
    for (let count = 0; count < 100; count++) {
      ledger.mark = `next ${count}`;
      listener.hear(attemptsChannel, newId());
      await beatFor(heartbeat);
    }
    const all = told.filter((ids) => ids === null).length;
    expect(all).toBeGreaterThanOrEqual(Math.floor((100 * heartbeat) / (listening.slow * 1.25)) - 2);
    expect(all).toBeLessThanOrEqual(Math.ceil((100 * heartbeat) / (listening.slow * 0.75)));
  });

  it('takes no change for lost whose notice is still to come', async () => {
    const { listener, ledger, told, beatFor } = makeListener({ hears: true });
    await pass(1_000);
    listener.noteMark('1');
    ledger.mark = '2';
    listener.noteMark('2');
    await pass(150);
    const id = newId();
    listener.hear(attemptsChannel, id);
    await beatFor(4 * heartbeat);
    expect(told).toEqual([[id]]);
  });

  it('that stops to bring notices back is polled from then on', async () => {
    const { ledger, told, mark, sendOwn } = makeListener({ hears: true });
    await pass(1_000);
    ledger.hears = false;
    await sendOwn(newId());
    await pass(listening.echo + 2 * listening.poll);
    expect(mark).toHaveBeenCalled();
    expect(told).toContain(null);
  });

  it('is not taken for deaf by a notice that could not be sent', async () => {
    const { listener, mark } = makeListener({ hears: true });
    await pass(1_000);
    listener.expect(newId())(false);
    await pass(60_000);
    expect(mark).not.toHaveBeenCalled();
  });
});

describe('a connection that hears nothing', () => {
  it('is polled: every change is told, and again for those who had not committed by then', async () => {
    const { ledger, told, mark } = makeListener({ hears: false });
    await pass(60_000);
    expect(mark.mock.calls.length).toBeGreaterThan(60_000 / (listening.poll * 1.25) - 2);
    expect(mark.mock.calls.length).toBeLessThan(60_000 / (listening.poll * 0.75));
    // Changes between the screens' reads and the first mark are unknown.
    expect(told.splice(0)).toEqual([null, null, null]);
    ledger.mark = '2';
    await pass(1.25 * listening.poll);
    expect(told).toEqual([null]);
    await pass(1.25 * listening.poll);
    expect(told).toEqual([null, null]);
    await pass(listening.lateCommit + listening.poll);
    expect(told).toEqual([null, null, null]);
    await pass(60_000);
    expect(told).toHaveLength(3);
  });

  it('is polled no more when the probe comes back late', async () => {
    const { listener, probe, mark } = makeListener({ hears: false });
    await pass(30_000);
    listener.hear(probeChannel, probe.mock.calls[0]?.[0] ?? '');
    mark.mockClear();
    await pass(60_000);
    expect(mark).not.toHaveBeenCalled();
  });

  it('is probed again when the probe could not be sent, and each new connection is probed anew', async () => {
    const { listener, ledger, probe, mark, reportBug } = makeListener({ hears: true });
    probe.mockRejectedValueOnce(new LedgerUnavailable('full', 'no connection'));
    await pass(10_000);
    expect(probe).toHaveBeenCalledTimes(2);
    mark.mockClear();
    await pass(60_000);
    expect(mark).not.toHaveBeenCalled();
    ledger.hears = false;
    listener.opened();
    await pass(10_000);
    expect(probe).toHaveBeenCalledTimes(3);
    expect(mark).toHaveBeenCalled();
    expect(reportBug).not.toHaveBeenCalled();
  });

  it('is polled on after the ledger was away', async () => {
    const { ledger, told, mark, reportBug } = makeListener({ hears: false });
    await pass(60_000);
    told.length = 0;
    mark.mockRejectedValueOnce(new LedgerUnavailable('disconnected', 'away'));
    ledger.mark = '2';
    await pass(3 * listening.poll);
    expect(told[0]).toBeNull();
    expect(reportBug).not.toHaveBeenCalled();
  });

  it('is not polled after the end', async () => {
    const { listener, mark } = makeListener({ hears: false });
    await pass(10_000);
    listener.close();
    mark.mockClear();
    await pass(60_000);
    expect(mark).not.toHaveBeenCalled();
  });
});
