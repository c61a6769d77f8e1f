/**
 * Hears what other seats changed. Behind a pooler in transaction mode LISTEN succeeds and nothing is ever heard, so a seat
 * counts as deaf until a notice of its own has come back, and polls a mark of the ledger meanwhile. One that hears compares
 * the mark with its heartbeat, because a seat that dies between its commit and its notice tells nobody.
 */
import { unlessAway } from '#electron/core/ports/ledger.ts';
import type { ChangedAttempts } from '#electron/ledger/engine/engine.ts';
import { attemptsChannel, attemptsIn, probeChannel } from './notice-sender.ts';

/** Times in ms. Each interval is spread by a quarter, so that seats that opened together do not poll together. */
export const listening = {
  /** Longest delay of the probe after a connection, so that seats do not probe together after a failover. */
  probeSpread: 500,
  /** Time in which an own notice must come back. */
  echo: 1_000,
  poll: 2_000,
  /** Interval of the comparison that finds a lost notice among others that were heard. */
  slow: 30_000,
  /** Longest time from a change of the mark to its commit. */
  lateCommit: 10_000,
} as const;

export interface NoticeListenerParts {
  readonly tell: (attemptIds: ChangedAttempts) => void;
  /** Notifies the probe channel, on another connection than the one that listens. */
  readonly probe: (payload: string) => Promise<void>;
  /** Reads text that differs after each change of an attempt. */
  readonly mark: () => Promise<string>;
  readonly makeId: () => string;
  readonly reportBug: (error: unknown) => void;
  /** Returns a number from 0 up to 1. */
  readonly random?: () => number;
}

export function createNoticeListener(parts: NoticeListenerParts) {
  const { tell, probe, mark, makeId, reportBug, random = Math.random } = parts;
  const spread = (time: number): number => time * (0.75 + random() / 2);
  const now = (): number => performance.now();

  let hears = false;
  let closed = false;
  /** Payload of the probe of this connection; null until it was sent. */
  let probed: string | null = null;
  let probeTimer: NodeJS.Timeout | undefined;
  let pollTimer: NodeJS.Timeout | undefined;
  /** Own notices under way, each with its limit once it was sent. */
  const expected = new Map<string, NodeJS.Timeout | undefined>();

  let polled: string | null = null;
  /** Times at which a change that was committed late is told again. */
  let tellAgainAt: readonly number[] = [];

  let beaten: string | null = null;
  let heardSinceBeat = false;
  /** Time of the first change without a notice; null once one was heard. */
  let silentSince: number | null = null;
  let compared: string | null = null;
  let compareAt = 0;

  function nowHears(): void {
    hears = true;
    clearTimeout(pollTimer);
  }

  function nowDeaf(): void {
    hears = false;
    polled = null;
    tellAgainAt = [];
    pollLater();
  }

  /** @returns whether the notice was expected */
  function forget(payload: string): boolean {
    clearTimeout(expected.get(payload));
    return expected.delete(payload);
  }

  function missed(payload: string): void {
    forget(payload);
    if (hears) nowDeaf();
  }

  function pollLater(): void {
    clearTimeout(pollTimer);
    if (closed || hears) return;
    pollTimer = setTimeout(() => void poll(), spread(listening.poll));
    pollTimer.unref();
  }

  /** Ignores an unavailable ledger, which tells by itself when it is back. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      unlessAway(reportBug)(error);
    }
  }

  const sendProbe = (): Promise<void> =>
    attempt(async () => {
      const payload = makeId();
      probed = payload;
      try {
        await probe(payload);
      } catch (error) {
        if (probed === payload) probed = null;
        throw error;
      }
    });

  async function poll(): Promise<void> {
    await attempt(async () => comparePolled(await mark()));
    if (probed === null && !hears && !closed) await sendProbe();
    pollLater();
  }

  function comparePolled(found: string): void {
    if (closed || hears) return;
    if (found !== polled) {
      polled = found;
      // Some of the seats that changed the mark may not have committed yet.
      tellAgainAt = [now(), now() + listening.lateCommit];
      tell(null);
      return;
    }
    const due = tellAgainAt.filter((time) => time <= now());
    if (due.length === 0) return;
    tellAgainAt = tellAgainAt.slice(due.length);
    tell(null);
  }

  return {
    /** Notes that a new connection listens. */
    opened() {
      for (const timer of expected.values()) clearTimeout(timer);
      expected.clear();
      probed = null;
      beaten = null;
      compared = null;
      silentSince = null;
      nowDeaf();
      clearTimeout(probeTimer);
      probeTimer = setTimeout(() => void sendProbe(), random() * listening.probeSpread);
      probeTimer.unref();
    },
    hear(channel: string, payload: string) {
      if (channel === probeChannel) {
        if (payload === probed) nowHears();
        return;
      }
      if (channel !== attemptsChannel) return;
      heardSinceBeat = true;
      silentSince = null;
      if (!forget(payload)) {
        tell(attemptsIn(payload));
        return;
      }
      nowHears();
    },
    /** Notes that this seat is about to send a notice. @returns a function for the end of that, with its success */
    expect(payload: string): (sent: boolean) => void {
      forget(payload);
      expected.set(payload, undefined);
      return (sent) => {
        if (!sent) forget(payload);
        else if (expected.has(payload)) {
          clearTimeout(expected.get(payload));
          expected.set(payload, setTimeout(missed, listening.echo, payload).unref());
        }
      };
    },
    /** Takes the mark that came with the heartbeat. */
    noteMark(found: string) {
      const differs = (before: string | null): boolean => before !== null && before !== found;
      if (differs(beaten) && !heardSinceBeat) silentSince ??= now();
      // The notice of a change that was just committed is still to come.
      const isSilent = silentSince !== null && now() - silentSince > listening.echo;
      const isDue = now() >= compareAt;
      if (hears && (isSilent || (isDue && differs(compared)))) tell(null);
      if (isSilent || isDue) silentSince = null;
      beaten = found;
      heardSinceBeat = false;
      if (isDue || compared === null) {
        compared = found;
        compareAt = now() + spread(listening.slow);
      }
    },
    close() {
      closed = true;
      for (const timer of [probeTimer, pollTimer, ...expected.values()]) clearTimeout(timer);
    },
  };
}
