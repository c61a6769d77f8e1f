/** The ledger over an engine: implements the port of the core once for both engines. */
import { LedgerUnavailable, unlessAway } from '#electron/core/ports/ledger.ts';
import { watchForDamage, type DamageWatchParts } from '#electron/ledger/attempts/damage-watch.ts';
import { attemptsById, attemptsOfBatch, holdsById, signedReads } from '#electron/ledger/attempts/by-id.ts';
import { keyedLookalikes } from '#electron/ledger/attempts/begin.ts';
import { cardOf, forgetCard, customersOf } from '#electron/ledger/search/customers.ts';
import { usedOfLimit, dayCells } from '#electron/ledger/days/day-cells.ts';
import { dayLists } from '#electron/ledger/days/day-lists.ts';
import { changedSince, closeDay, dayCloses } from '#electron/ledger/days/day-closes.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { addDeed, createMakeEvent, createNoteEvent, eventOperators, eventsPage } from './events.ts';
import { shownAttempt } from '#electron/ledger/attempts/payments.ts';
import { resolveAttempt } from '#electron/ledger/attempts/resolutions.ts';
import { holdsPage } from '#electron/ledger/holds/holds.ts';
import { recordHeartbeat, heartbeat, signOut, type Instance } from '#electron/ledger/seats/instances.ts';
import { matchKeyMark, type KeyMatch } from '#electron/ledger/engine/ledger-settings.ts';
import { mostUnknowns } from '#shared/ledger/history.ts';
import { createSharedOperators } from '#electron/ledger/operators/shared-operators.ts';
import { purgeSettled } from '#electron/ledger/copies/purge.ts';
import { createOwnLinks } from '#electron/ledger/trail/own-links.ts';
import { createOwnSide } from '#electron/ledger/journal/own-side.ts';
import type { OwnServices } from '#electron/ledger/journal/own-services.ts';
import { createLedgerTrail, type CheckApart, countTrail, readTrail } from '#electron/ledger/trail/ledger-trail.ts';
import { createSignedAwaited } from '#electron/ledger/trail/signed-awaited.ts';
import { countFound, searchSums } from '#electron/ledger/search/sums.ts';
import { searchAll, searchPage, unknownIdsOf, unknownsOf } from '#electron/ledger/search/search.ts';
import { createPaying } from './paying.ts';
import type { LedgerParts, StoredLedger } from './stored-ledger.ts';

interface Origin {
  /** Instances of this ledger that are known to be dead. */
  readonly ended?: readonly string[];
  /** The ledger as the seat's journal knows it. */
  readonly own: Pick<OwnServices, 'ledger' | 'isKnown' | 'isOnDisk'>;
  /** Name of the ledger among the heads of this seat's hash chains. */
  readonly name: string;
  readonly readFile?: DamageWatchParts['readFile'];
  readonly checkApart?: CheckApart | null;
}

const partsOf = (engine: Engine) =>
  ({
    lookalikes: (keyed) => keyedLookalikes(engine, keyed),
    usedOfLimit: (use) => usedOfLimit(engine, use),
    attempt: (attemptId) =>
      engine.decide(async (db) => (await attemptsById(engine, db, [attemptId])).get(attemptId) ?? null),
    cardOf: (attemptId) => cardOf(engine, attemptId),
    show: (attemptId) => engine.read((db) => shownAttempt(engine, db, attemptId)),
    holdsById: (holdIds) => engine.decide((db) => holdsById(engine, db, holdIds)),
    holds: (...asked) => holdsPage(engine, ...asked),
    attemptsOfBatch: (batchId) => engine.read((db) => attemptsOfBatch(db, batchId)),
    customers: (scope) => customersOf(engine, scope),
    sums: (filter, now) => searchSums(engine, filter, now),
    all: (filter) => searchAll(engine, filter),
    count: (filter) => countFound(engine, filter),
    unknowns: (most = mostUnknowns) => unknownsOf(engine, most),
    unknownIds: () => unknownIdsOf(engine),
    operators: () =>
      engine.read(async (db) => {
        const rows = await db.selectFrom('operator_names').select('name').orderBy('name').execute();
        return rows.map((row) => row.name);
      }),
    dayCells: (query) => dayCells(engine, query),
    dayLists: (query) => dayLists(engine, query),
    dayCloses: (day) => dayCloses(engine, day),
    changedSince: (day, bounds, since) => changedSince(engine, day, bounds, since),
    events: (eventsQuery) => eventsPage(engine, eventsQuery),
    eventOperators: () => eventOperators(engine),
    readTrail: () => readTrail(engine),
    countTrail: () => engine.read(countTrail),
  }) satisfies Partial<StoredLedger>;

export async function createLedger(
  plain: Engine,
  parts: LedgerParts,
  backUp: StoredLedger['backUp'],
  { ended = [], own, name, readFile = null, checkApart = null }: Origin,
): Promise<StoredLedger> {
  const { seat, now, makeId, reportBug, trail: heads, journal, onCondition, onCorrupt, onHeartbeat } = parts;
  const instance: Instance = { id: makeId(), seat, ended: new Set(ended) };
  const trail = createLedgerTrail({
    engine: plain,
    seat,
    ledger: name,
    heads,
    own: createOwnLinks(journal, own.ledger),
    now,
    reportBug,
    onReport: onCondition,
    checkApart,
    referring: (ids) => side.referring(ids),
    async findUnsigned() {
      const about = { seat, link: 0, at: null, subjectId: null };
      return [
        ...((await sharedOperators?.isSigned()) === false ? [{ kind: 'operators-differ', ...about } as const] : []),
        ...((await signedAwaited.isSigned()) ? [] : [{ kind: 'awaited-differ', ...about } as const]),
      ];
    },
  });
  const { chain } = trail;
  const engine = chain.on(plain);
  const makeEvent = createMakeEvent({ seat, now, makeId });
  const noteEvent = createNoteEvent(engine, makeEvent);
  /** Number of `begin` calls in progress per attempt id. */
  const beginning = new Map<string, number>();
  const shared = { engine, noteEvent, makeEvent, now, reportBug, instanceId: instance.id, beginning };
  const signedAwaited = createSignedAwaited(engine, chain, noteEvent);
  const side = createOwnSide({
    ...shared,
    ...own,
    journal,
    seat,
    makeId,
    settleTrail: chain.settled,
    setbacks: () => chain.setbacks() + (plain.server?.setbacks() ?? 0),
    signer: chain.signer,
    purgedAmong: trail.purgedAmong,
    endedPurges: trail.endedPurges,
    signed: (ids) => plain.decide((db) => trail.signed(db, ids)),
    signedAwaited,
    onChange: onCondition,
    onWritingBack: parts.onMigration,
  });
  const sharedOperators =
    engine.server === null ? null : createSharedOperators({ engine, noteEvent, seals: chain, makeId });
  /** Offset of the clock that all seats share from `performance.now()`, in ms; null on a file, which has no other clock. */
  let sharedClock: number | null = null;
  const beat = async (): Promise<void> => {
    const beaten = await recordHeartbeat(engine, instance);
    if (beaten !== undefined && engine.server !== null) sharedClock = beaten.beat_at - performance.now();
    sharedOperators?.noteRevision(beaten?.revision ?? null);
  };
  await Promise.all([chain.ready(), journal.ready()]);
  try {
    await engine.server?.onConnected(async ({ identity }, on) => side.connected(identity, chain.on(on)));
    await chain.introduce();
    await beat();
  } catch (error) {
    await trail.close();
    await engine.close();
    throw error;
  }

  // The computer's clock may have jumped since the last heartbeat.
  const clockOff = (): number =>
    sharedClock === null ? 0 : Math.abs(now().getTime() - sharedClock - performance.now());
  const damage = watchForDamage({ readFile, onChange: onCondition, onCorrupt, reportBug });
  const { begin, finish, recover } = createPaying({ ...shared, instance, side, clockOff, readClock: beat });

  async function keepUp(): Promise<void> {
    await beat();
    onHeartbeat();
    await recover();
  }
  let upkeep: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A store that is away has told its listeners, and the next heartbeat tries again.
    upkeep ??= keepUp()
      .catch(unlessAway(reportBug))
      .finally(() => {
        upkeep = null;
      });
  }, heartbeat.interval);
  timer.unref();

  let closing: Promise<void> | null = null;
  let matching: Promise<unknown> = Promise.resolve();
  /** Compares the mark in the background. `close` waits for it, and later calls reject. */
  function matchKey(mark: string, replaces: boolean): Promise<KeyMatch> {
    if (closing !== null) return Promise.reject(new LedgerUnavailable('disconnected', 'The ledger is closed.'));
    const match = matchKeyMark(engine, mark, replaces);
    matching = match.catch(() => undefined);
    return match;
  }

  async function close(): Promise<void> {
    clearInterval(timer);
    // A slow store may still be busy with the last heartbeat.
    await upkeep;
    await matching;
    await damage.stop();
    await trail.close();
    // Recovery notices an instance that could not sign out, because its heartbeat stops.
    await signOut(engine, instance).catch(unlessAway(reportBug));
    await engine.close();
  }

  const resolve: StoredLedger['resolve'] = async (attemptId, resolution, knows = null) => {
    const isSigned = await side.signs();
    const resolved = await resolveAttempt(engine, attemptId, { resolution, knows, isSigned }, noteEvent);
    if (resolved.ok) await side.resolved(attemptId, { kind: 'resolved', resolution, knows });
    return resolved;
  };

  return {
    ...partsOf(engine),
    ...signedReads(engine, { met: chain.met, signed: trail.signed }),
    engine,
    sharedOperators,
    begin,
    finish,
    recover,
    resolve,
    async search(query) {
      const page = await searchPage(engine, query);
      damage.note(page.attempts);
      return page;
    },
    async closeDay(close) {
      const recorded = await closeDay(engine, noteEvent, close, { id: makeId(), at: now().toISOString() });
      await side.closed(recorded);
      engine.changed({ attemptIds: null });
    },
    async purge(before, exported, onProgress) {
      const removed = await purgeSettled(engine, before, exported, onProgress);
      await side.purged();
      return removed;
    },
    mend: side.compareOnce,
    awaitCopy: side.awaitCopy,
    onChange: engine.onChange,
    onAvailability: engine.onAvailability,
    backUp,
    forgetCard: (attemptId, operatorName) => forgetCard(engine, noteEvent, attemptId, operatorName),
    note: (operatorName, deed) => engine.write((trx) => noteEvent(trx, operatorName, deed)),
    async addDeed(kept) {
      await addDeed(engine, noteEvent, kept);
      if (kept.deed.kind === 'receipt-sent') engine.changed({ attemptIds: [kept.deed.attemptId] });
    },
    checkTrail: trail.check,
    signer: chain.signer,
    admitSeat: trail.admit,
    sealStamps: trail.sealStamps,
    trail: trail.report,
    matchKey,
    damaged: damage.count,
    checking: damage.checking,
    async acceptServer(operatorName) {
      if (side.otherServer() !== null) await side.accept(operatorName);
    },
    otherServer: side.otherServer,
    close: () => (closing ??= close()),
  };
}
