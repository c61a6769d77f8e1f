/**
 * The seat's side of its ledger: keeps every commit in this seat's journal, and mends a ledger that has lost some.
 *
 * Order: the ledger's yes, then the journal, then the first byte of the request. So what the journal has begun was committed, and a
 * ledger that lacks it went back. What the ledger refused is nowhere, whatever ends this program in between. What the embedded
 * ledger has committed is on this disk already, and nothing waits for its notes, unless somebody has removed or exchanged its files.
 *
 * Rule: a payment is let through only when the file, or the server behind the present connection, has been compared with this seat's
 * own commits and what it lacked is written back, because a hold captured before must not be captured again. After an
 * interruption with the same server the last attempts are enough, as a server that crashed keeps its commits. An operation
 * whose hold another seat has still to write back waits without stopping payments: the hold isn't there to be captured.
 */
import { neverLeft } from '#electron/core/payments/answered-attempt.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { LedgerUnavailable, unlessAway, type Ledger, type NewAttempt } from '#electron/core/ports/ledger.ts';
import { oneHour, oneMinute } from '#shared/durations.ts';
import { failed } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';
import type { RecordedClose } from '#electron/ledger/days/day-closes.ts';
import { admitServer } from './known-server.ts';
import type { Engine, Work } from '#electron/ledger/engine/engine.ts';
import { ledgerIdName, readSetting } from '#electron/ledger/engine/ledger-settings.ts';
import { createMending, forgetPurged } from './mending.ts';
import { createOwnCloses } from './own-closes.ts';
import { createOwnCommits, type Keep, type OwnStep } from './own-commits.ts';
import type { OwnServices } from './own-services.ts';
import {
  acceptState,
  awaitSeats,
  awaitUnnamed,
  hasNamesake,
  hasTwin,
  isMarkOf,
  isMarkOfCopy,
  noLongerAwaited,
  serverState,
  type ServerState,
} from './awaited-seats.ts';
import { newRow } from '#electron/ledger/rows/attempt-rows.ts';
import { heartbeat } from '#electron/ledger/seats/instances.ts';

type Begin = () => ReturnType<Ledger['begin']>;

export type OwnSide = ReturnType<typeof createOwnSide>;

/** Attempts compared: with another server, after an interruption or at the opening of a file, and with a heartbeat. */
const extents = { all: 5_000, last: 500, heartbeat: 20 } as const;
/**
 * Time after the last commit in which the heartbeat compares, and intervals at which it asks what other seats wrote back, and
 * removes what is too much, in ms.
 */
const times = { active: 10 * oneMinute, asked: oneMinute, pruned: oneHour } as const;

export function createOwnSide(parts: OwnServices) {
  const { engine, seat, journal, ledger, now, reportBug, instanceId, onChange, settleTrail, noteEvent } = parts;
  const keep: Keep = async (work) => (parts.isOnDisk() ? journal.writeSoon(work) : journal.write(work));
  const commits = createOwnCommits(journal, ledger, keep);
  const closes = createOwnCloses(journal, ledger, keep);
  const { missing, compare, mend, isLikeMissing, refuseLikeAltered } = createMending(parts, commits, closes, () => {
    askedAt = Number.NEGATIVE_INFINITY;
  });
  let server: ServerState = { writtenBack: 0, compared: null, awaited: new Map() };
  /** The mark of the server when this seat last saw it whole. */
  let seenMark: string | null = null;
  /** The mark of the server when this seat last took itself off the list. */
  let arrivedAt: string | null = null;
  let compared: string | null = null;
  /** Everything that this seat has done on this ledger is in its journal. */
  let knowsAll = parts.isKnown;
  /** The vault was open when the ledger was compared, so that this seat's own commits were known. */
  let isTrusted = false;
  let setbacks = 0;
  let trusting: Promise<void> | null = null;
  /** An older file lacks the last of them, and then the comparison goes on. While the vault is locked, training may have added others. */
  let extent: number = engine.server === null ? extents.last : extents.all;
  let activeAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let mendedAt = Number.NEGATIVE_INFINITY;
  // A minute after the opening, which nothing is to lengthen.
  let prunedAt = now().getTime() + oneMinute - times.pruned;

  async function ask(on = engine): Promise<void> {
    askedAt = now().getTime();
    server = await on.decide(serverState);
  }

  /** Lists the seats as awaited, unless another one was faster. */
  async function expectSeats(identity: string, on: Engine): Promise<void> {
    await awaitSeats(parts, on, identity, server.compared);
    await ask(on);
  }

  /** The same server, put back: the seat that was the first to see it says so once, before another one finds a hold open again. */
  async function noticeLoss(identity: string, on: Engine): Promise<void> {
    if (!server.awaited.has(seat)) await expectSeats(identity, on);
  }

  /** Takes this seat off the list once the server has all that it knows. A seat that has lost its journal knows nothing. */
  async function arrive(on = engine): Promise<void> {
    if (!server.awaited.has(seat)) {
      knowsAll = true;
      return;
    }
    // A capture waits for its hold. Once the hold is back, another seat could settle it before the capture is.
    // Once for each mark: where the others don't know this seat, they list it again.
    if (!knowsAll || !isTrusted || unseenMissing() > 0 || arrivedAt === server.compared) return;
    arrivedAt = server.compared;
    const signer = parts.signer();
    // A supervisor takes the name off.
    if (signer !== null && ((await hasNamesake(parts, on, signer)) || (await hasTwin(parts, commits, on, signer))))
      return;
    await noLongerAwaited(parts, on, server.compared);
    await ask(on);
  }

  /** Puts the list back as it is signed, and compares again where somebody changed the mark of the server. */
  async function mendAwaited(): Promise<void> {
    mendedAt = now().getTime();
    const mended = isTrusted ? await parts.signedAwaited.mend() : 'same';
    if (mended === 'put-back') await ask();
    if (mended !== 'went-back') return;
    if (engine.server === null) await expectUnnamed(null);
    else if (compared !== null) await expectSeats(compared, engine);
  }

  /** Lets what this embedded ledger has wait for a supervisor, because another ledger has it too, or had. */
  async function expectUnnamed(target: string | null, by = seat): Promise<void> {
    await engine.write(async (trx) => noteEvent(trx, by, await awaitUnnamed(trx, parts, target)));
    await ask();
  }

  /** Does the work, and tells when it has changed what a supervisor has to see. */
  async function telling(work: () => Promise<void>): Promise<void> {
    const before = JSON.stringify(otherServer());
    await work();
    if (JSON.stringify(otherServer()) !== before) onChange();
  }

  /**
   * Compares the server behind a new connection before payments are let through, and writes back what it lacks. Rejects with
   * `LedgerUnavailable`, `old-server` for one that was replaced.
   * @param identity of the server (`server-facts.ts`)
   * @param on works on that connection
   */
  async function connected(identity: string, on: Engine): Promise<void> {
    await admitServer(journal, identity);
    isTrusted = await journal.ready();
    await telling(async () => {
      await ask(on);
      // Put back to before a removal, by which this seat has forgotten what it did.
      if (await commits.hasForgotten(on)) knowsAll = false;
      const isAnother = server.compared !== null && !isMarkOf(server.compared, identity);
      // Before this seat compares, so that nobody captures meanwhile what another one has captured.
      if (server.compared === null || isAnother) await expectSeats(identity, on);
      // Noticed on the connection before, which broke at once.
      else if (setbacks !== parts.setbacks()) await noticeLoss(identity, on);
      const most = identity === compared ? extents.last : extents.all;
      await compare(most, on, isAnother ? undefined : () => noticeLoss(identity, on));
      await arrive(on);
      if (askedAt === Number.NEGATIVE_INFINITY) await ask(on);
      compared = identity;
      seenMark = server.compared;
      setbacks = parts.setbacks();
    });
  }

  /** Takes the seat's key if the vault has been opened since. False while it is locked. Rejects with `LedgerUnavailable`. */
  async function signs(): Promise<boolean> {
    if (isTrusted) return true;
    if (!(await journal.ready())) return false;
    await settleTrail();
    return true;
  }

  /** Compares if the vault is open: until then nothing of earlier runs is known to be this seat's. */
  async function compareWhenTrusted(): Promise<void> {
    if (!(await signs())) {
      extent = extents.all;
      return;
    }
    const seen = parts.setbacks();
    await telling(async () => {
      const identity = compared;
      const onLoss = identity === null ? undefined : () => noticeLoss(identity, engine);
      // It may have lost what others did, also where it lacks no payment of this seat.
      if (seen !== setbacks) await onLoss?.();
      await compare(extent, engine, onLoss);
      await ask();
    });
    isTrusted = true;
    setbacks = seen;
  }

  /**
   * Compares the ledger before payments are let through, if nothing has compared it with the vault open, or since it went back. Rejects
   * with `LedgerUnavailable`.
   */
  async function compareOnce(): Promise<void> {
    if (isTrusted && setbacks === parts.setbacks()) return;
    trusting ??= compareWhenTrusted().finally(() => {
      trusting = null;
    });
    await trusting;
  }

  const isMissing = ({ id }: { readonly id: string }): boolean => missing.has(id);
  const unseenMissing = (): number => [...missing.values()].filter((seen) => !seen).length;

  /** Returns what a supervisor has to see; null for nothing. */
  function otherServer(): LedgerStatus['otherServer'] {
    const unseen = unseenMissing();
    const { writtenBack, awaited } = server;
    if (engine.server?.isOther() !== true && unseen + writtenBack + awaited.size === 0) return null;
    return { missing: unseen, writtenBack, awaited: [...awaited.keys()].toSorted() };
  }

  return {
    /**
     * Records an attempt in the ledger, then in the journal. Refuses it on a server when this disk can't be written, because its
     * record might be lost there.
     * @param record begins it in the ledger
     * @param finish writes an answer to the ledger
     * @param since the ledger's guard lets nothing through that is like what began then or later; null where it may
     */
    async begin(attempt: NewAttempt, record: Begin, finish: Ledger['finish'], since: string | null): ReturnType<Begin> {
      activeAt = now().getTime();
      await compareOnce();
      // Sent before under this id, whatever the ledger has of it. Once it is back, `begin` finds it.
      if (commits.commit(attempt.id) !== null) {
        await mend([{ id: attempt.id, seen: false }]);
        return record();
      }
      // Settled here before, which the ledger has not got back yet.
      if (missing.size > 0 && commits.referring([attempt.holdId ?? attempt.chargeId ?? '']).some(isMissing))
        return failed({ kind: 'seats-awaited', seats: [seat] });
      if (isLikeMissing(attempt)) throw new LedgerUnavailable('writing-back', 'A payment of this card is missing.');
      // Another one that begins may compare meanwhile. Nothing does while the vault is locked.
      const before = isTrusted ? setbacks : parts.setbacks();
      const recordedFrom = now().getTime();
      const begun = await record();
      if (!begun.ok) return begun;
      try {
        // Noticed by this very attempt, whose guard went by what is left.
        if (before !== parts.setbacks())
          throw new LedgerUnavailable('writing-back', 'The ledger has lost payments of this seat.');
        await refuseLikeAltered(attempt, since);
        await commits.begun(newRow({ ...attempt, instanceId }));
        // Another seat may have called it unknown, and a person settled it.
        if (now().getTime() - recordedFrom > heartbeat.deadAfter)
          throw new LedgerUnavailable('disconnected', 'The computer slept while a payment was recorded.');
      } catch (error) {
        // Nothing is sent, so the row in the ledger is settled at once, or by the caller who gets the error.
        await finish(attempt.id, neverLeft, now().toISOString()).catch(unlessAway(reportBug));
        throw error;
      }
      return begun;
    },
    /** Records an answer in both. A disk that can't be written is reported, and the server has the answer. */
    async finish(
      attemptId: string,
      answer: GatewayAnswer,
      answeredAt: string,
      record: () => Promise<Attempt>,
    ): Promise<Attempt> {
      activeAt = now().getTime();
      // An answer of an earlier run, whose payment no key of a locked vault may speak of.
      await signs();
      const step: OwnStep = { kind: 'answered', answer, at: answeredAt };
      const [here, there] = await Promise.allSettled([commits.stepped(attemptId, step, false), record()]);
      if (here.status === 'rejected') reportBug(here.reason);
      if (there.status === 'rejected') throw there.reason;
      commits.confirm(attemptId);
      return there.value;
    },
    signs,
    /** Notes a person's resolution that the ledger has committed. */
    async resolved(attemptId: string, step: Extract<OwnStep, { readonly kind: 'resolved' }>): Promise<void> {
      activeAt = now().getTime();
      await commits.stepped(attemptId, step, true).catch(reportBug);
    },
    /** Notes a close of a day that the ledger has committed. */
    async closed(close: RecordedClose): Promise<void> {
      activeAt = now().getTime();
      await closes.keep(close).catch(reportBug);
    },
    connected,
    compareOnce,
    async awaitCopy(target: Engine, by: string): Promise<boolean> {
      await ask();
      const id = (await target.read((db) => readSetting(db, ledgerIdName))) ?? '';
      if (server.awaited.size > 0 && !isMarkOfCopy(server.compared, id)) return false;
      await expectUnnamed(id, by);
      return true;
    },
    /** Forgets what a supervisor has removed. Rejects with `LedgerUnavailable`. */
    purged: () => forgetPurged(parts, commits, parts.signer(), () => compare(extents.all)),
    /** Compares the last attempts again and retries what waits for another seat. For the heartbeat. */
    async look(): Promise<void> {
      const at = now().getTime();
      await compareOnce();
      await telling(async () => {
        if (at - activeAt < times.active) await compare(extents.heartbeat);
        await mend([...missing].map(([id, seen]) => ({ id, seen })));
        if (server.awaited.size > 0 || at - askedAt >= times.asked) await ask();
        if (server.awaited.size > 0 || at - mendedAt >= times.asked) await mendAwaited();
        if (seenMark !== server.compared) await compare(extents.all);
        seenMark = server.compared;
        await arrive();
      });
      if (!isTrusted || at - prunedAt < times.pruned) return;
      prunedAt = at;
      // Forgets what another seat has purged meanwhile.
      await (extent === extents.all ? forgetPurged(parts, commits, null, compareWhenTrusted) : compareWhenTrusted());
      await commits.prune();
    },
    otherServer,
    /** Returns the captures, voids and refunds of these payments that were begun here, but for those that `begin` waits for. Throws `LedgerUnavailable`. */
    referring: (ids: readonly string[]) => commits.referring(ids).filter((each) => !isMissing(each)),
    /** Agrees with the present server in the name of an operator. */
    async accept(operatorName: string): Promise<void> {
      const ids = [...missing.keys()];
      const { missing: lost = 0, awaited = [] } = otherServer() ?? {};
      const deed = { kind: 'server-accepted', missing: lost, awaited, mark: server.compared ?? '' } as const;
      const accept = async (trx: Work): Promise<void> => {
        await noteEvent(trx, operatorName, deed);
        await acceptState(trx, server);
      };
      await (engine.server === null ? engine.write(accept) : engine.server.accept(engine.write, accept));
      for (const id of ids) missing.set(id, true);
      await commits.markSeen(ids);
      await ask();
    },
  };
}
