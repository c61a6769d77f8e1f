/** Manages this seat's choice of ledger: opens it at start, sets a damaged file aside, retries while away, switches it. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createChangeNotices, createCurrentLedger } from './current-ledger.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Host } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { NoteWithheld } from '#electron/core/policy/secret-places.ts';
import type { Course } from '#electron/core/ports/course.ts';
import { createRetry } from '#electron/core/retry.ts';
import { dropCopy } from '#electron/ledger/copies/backup.ts';
import { isHeldByReader } from '#electron/ledger/copies/file-thread.ts';
import type { LedgerParts, StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { operatorsLedger } from '#electron/ledger/operators/shared-operators.ts';
import { createListeners } from '#electron/core/listeners.ts';
import { type MoveResult, moveLedger } from '#electron/ledger/copies/move.ts';
import { embedded, openTrailHeads, type TrailVault } from '#electron/ledger/trail/trail-heads.ts';
import { knownLedger } from '#electron/ledger/journal/known-server.ts';
import { linkedFile, watchDatabase, watchLog } from '#electron/ledger/sqlite/damaged-database.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { MigrationProgress } from '#shared/ledger/migration-progress.ts';
import type { LedgerChoice, LedgerStatus } from '#shared/seat/settings.ts';
import {
  conditionOf,
  openingState,
  waitsFor,
  leaveFormer,
  type Leave,
  createOpenLedger,
  openedOrRefused,
  type OpenLedgerParts,
} from './open-selected.ts';
import { createKeptChoice, type KeptChoiceParts, createLedgerPassword } from './kept-choice.ts';
import { createKeyCheck } from './key-check.ts';
import { readyToReplace, replaceEmbedded, type Restore, type Restored } from './replace-embedded.ts';
import { errorText } from '#shared/error-text.ts';

export type SelectedLedger = ReturnType<typeof createSelectedLedger>;

export interface SelectedLedgerParts
  extends
    Pick<LedgerParts, 'journal' | 'now' | 'makeId'>,
    KeptChoiceParts,
    Pick<OpenLedgerParts, 'deliver'>,
    Pick<Host, 'seat' | 'emit' | 'reportBug'> {
  readonly folder: string;
  readonly vault: TrailVault & Pick<Vault, 'ledgerPassword' | 'saveLedgerPassword'>;
  readonly noteWithheld: NoteWithheld;
}

/** Interval between tries to open an unavailable ledger, in ms. */
const retryInterval = 10_000;

type Unavailable = Pick<LedgerUnavailable, 'reason'> & Readonly<Record<'detail', string>>;

export function createSelectedLedger(parts: SelectedLedgerParts) {
  const { folder, emit, reportBug, now } = parts;
  const file = linkedFile(path.join(folder, 'ledger.db'));
  const keys = createKeyCheck({
    ...parts,
    opened: () => current.opened(),
    onChange: () => emit('ledger.changed', {}),
  });
  const current = createCurrentLedger<StoredLedger>(reportBug);
  const heartbeats = createListeners<void>(reportBug);
  const choice = createKeptChoice(parts);
  let reason: Unavailable | null = null;
  let updating: MigrationProgress | null = null;
  let keptFile: string | null = null;
  const retry = createRetry(() => put(openChosen()), { first: retryInterval, longest: retryInterval });
  const heads = openTrailHeads(path.join(folder, 'trail.json'), parts.vault, reportBug);
  const ledgerParts = (): LedgerParts => ({
    trail: heads,
    journal: parts.journal,
    seat: parts.seat(),
    now,
    makeId: parts.makeId,
    reportBug,
    onCondition: () => emit('ledger.changed', {}),
    onCorrupt: (detail) => database.found(detail),
    onMigration(progress) {
      updating = progress;
      current.refuseUntilOpen(new LedgerUnavailable(waitsFor(progress), ''));
      emit('ledger.changed', {});
    },
    onHeartbeat: () => heartbeats.tell(),
  });
  const onSetAside = (kept: string): void => void (keptFile = kept);
  const password = createLedgerPassword(parts, choice.now);
  const log = watchLog(file, now);
  const database = watchDatabase(file, { now, reportBug, onFound: () => emit('ledger.changed', {}) });
  const open = createOpenLedger({ ...parts, file, password, ledgerParts, onSetAside, log, database });

  /** Opens the choice. Rejects while its file can't be read, because other seats would miss payments in a guessed ledger. */
  async function openChosen(): Promise<StoredLedger> {
    // The first file of heads has to follow its key in this run, also where no ledger opens, or it would look removed in the next.
    heads.key().catch(reportBug);
    const refused = await choice.refusalToOpen();
    if (refused !== null) throw refused;
    return open(choice.now(), null);
  }

  const closed = async (): Promise<void> => (await current.opened().catch(() => null))?.close();

  let latest: Promise<StoredLedger> | null = null;

  function put(opening: Promise<StoredLedger>): void {
    latest = opening;
    updating = null;
    retry.cancel();
    current.use(opening).catch((error: unknown) => {
      reason = { reason: 'other', detail: errorText(error) };
      reportBug(error);
    });
    opening.then(
      (opened) => {
        if (latest === opening) {
          note(null);
          void keys.look();
          heartbeats.tell();
        }
        // Another ledger was chosen while this one was still being opened.
        else void opened.close();
      },
      (error: unknown) => {
        if (latest !== opening) return;
        if (error instanceof LedgerUnavailable) note({ reason: error.reason, detail: error.message });
        retry.later();
      },
    );
  }

  function switchTo(opening: Promise<StoredLedger>): void {
    keptFile = null;
    put(opening);
  }

  function note(next: Unavailable | null): void {
    if (next === null && reason !== null) parts.warn('The payment database can be used again');
    if (next !== null && next.reason !== reason?.reason)
      parts.warn(`The payment database can’t be used (${next.reason}): ${next.detail}`);
    reason = next;
    if (next === null) updating = null;
    emit('ledger.changed', {});
  }

  current.ledger.onAvailability((away) => {
    // A repeated reason keeps what the server said with it.
    if (away === null || away !== reason?.reason) note(away === null ? null : { reason: away, detail: '' });
  });
  const notices = createChangeNotices((change) => emit('history.changed', change));
  current.ledger.onChange(notices.note);
  // Later on it may be of a restore that is being prepared, while a damaged ledger is tried again.
  put(dropCopy(file).then(openChosen));

  async function status(): Promise<LedgerStatus> {
    const state = await openingState(current.opened());
    const progress = state === 'opening' || updating?.kind === 'writing-back' ? updating : null;
    const unopened: Unavailable = { reason: progress === null ? 'disconnected' : waitsFor(progress), detail: '' };
    const issue = progress === null ? (reason ?? (state === 'open' ? null : unopened)) : unopened;
    return {
      choice: choice.now(),
      available: issue === null,
      reason: issue?.reason ?? null,
      detail: issue?.detail ?? '',
      updating: progress,
      keptFile,
      keyDiffers: choice.now().engine === 'postgres' && keys.differs(),
      forbidden: choice.refusal() !== null,
      ...(await conditionOf(state === 'open' ? current.opened() : null)),
    };
  }

  return {
    ledger: current.ledger,
    /** The embedded ledger's write-ahead log, which payments wait for while commits in it would be lost. */
    log,
    /** The embedded ledger's file, which payments wait for once it was found damaged. */
    database,
    /** Opens the chosen ledger at once, in the place of one that is open. */
    openAgain: () => put(closed().then(openChosen)),
    /** Where the operators live. */
    operators: operatorsLedger(choice.now, current.opened, heartbeats),
    /** Returns the ledger with its copies and figures. Rejects with `LedgerUnavailable` while there is none. */
    opened: (): Promise<StoredLedger> => current.opened(),
    /** Returns the status for the screens. Waits a moment for a ledger that is being opened. */
    status,
    /**
     * Switches to the choice if its ledger opens, else changes nothing. Checks `busy` again right before, because the answer
     * of a payment that began while the other ledger was being opened belongs in the ledger that recorded it.
     */
    async choose(
      next: LedgerChoice,
      given: string | null,
      busy: () => boolean,
      leave?: Leave,
    ): Promise<Result<LedgerStatus>> {
      const refused = choice.refusalOf(next);
      if (refused !== null) return failed(refused);
      if (next.engine === 'sqlite' && choice.now().engine === 'sqlite' && choice.unread() === null)
        return ok(await status());
      const candidate = await openedOrRefused(open(next, given));
      if (!candidate.ok) return candidate;
      const former = await current.opened().catch(() => null);
      const saved = await password.keep(next, given);
      const before = choice.now();
      const kept = saved.ok ? await choice.keep(next, busy, () => switchTo(Promise.resolve(candidate.value))) : saved;
      if (!kept.ok) {
        if (saved.ok) await saved.value();
        await candidate.value.close();
        return kept;
      }
      await leaveFormer(former, before, next, leave);
      return ok(await status());
    },
    /** Switches to the choice even if it can't be opened yet; nothing is sent until it can. Null keeps the vault's password. */
    async assign(next: LedgerChoice, given: string | null, busy: () => boolean, leave?: Leave): Promise<Result<void>> {
      const refused = choice.refusalOf(next);
      if (refused !== null) return failed(refused);
      const saved = await password.keepOrRefuse(next, given);
      if (!saved.ok) return saved;
      if (choice.unread() === null && isDeepStrictEqual(next, choice.now())) return ok(undefined);
      const former = current.opened().catch(() => null);
      const before = choice.now();
      const kept = await choice.keep(next, busy, () => switchTo(open(next, null)));
      if (!kept.ok) {
        await saved.value();
        return kept;
      }
      await leaveFormer(await former, before, next, leave);
      return kept;
    },
    /** Returns why no payment may begin in the present ledger: the company's policy names another one. */
    refusal: choice.refusal,
    /** Notes that provisioning set this seat's card key, which the shared ledger adopts as the common one. */
    keyGiven: keys.given,
    /** Agrees in the operator's name that the shared ledger lies on another server now. Rejects with `LedgerUnavailable`. */
    async acceptServer(operatorName: string): Promise<LedgerStatus> {
      await (await current.opened()).acceptServer(operatorName);
      emit('ledger.changed', {});
      return status();
    },
    /** Copies the embedded ledger into the current shared one. Restartable, and verified by counts and sums. @param by who does it */
    async move(course: Course, by: string): Promise<Result<MoveResult>> {
      if (choice.now().engine !== 'postgres') return failed({ kind: 'not-found' });
      const forbidden = choice.refusal();
      if (forbidden !== null) return failed(forbidden);
      const shared = await current.opened();
      const own = await open({ engine: 'sqlite' }, null);
      try {
        if (!(await own.awaitCopy(shared.engine, by))) return failed({ kind: 'settled-elsewhere' });
        const moved = await moveLedger(own, shared, course);
        // The other seats know this one by its mark there, and not by what it signed here.
        const signer = own.signer();
        if (signer !== null) await shared.admitSeat(signer);
        // Answers that waited for payments of the embedded ledger find them here now.
        await parts.deliver(shared);
        return ok(moved);
      } finally {
        await own.close();
      }
    },
    /** Replaces the embedded ledger with a checked copy. Keeps the former file beside it. Stopped, it leaves all as it was. */
    async restore(copy: string, restore: Restore): Promise<Result<Restored>> {
      const refused = choice.refusalToReplace();
      if (refused !== null) return failed(refused);
      const ready = await readyToReplace(parts, copy, file, knownLedger(parts.journal, embedded), restore);
      if (!ready.ok) return ready;
      const former = await current.opened().catch(() => null);
      const { kept } = ready.value;
      const replaced = replaceEmbedded(file, former, new Date(kept.at), () => database.replaced());
      // Calls wait for the restored ledger. The former one is opened again if its file can't be replaced.
      const opening = replaced.then(openChosen);
      put(opening);
      const result = await replaced;
      await opening.catch(() => null);
      return result.ok ? ready : result;
    },
    /** Closes the ledger because the program ends. */
    async close() {
      for (const each of [keys, retry, notices]) each.stop();
      await closed();
      await heads.idle();
    },
    isHeldByReader,
  };
}
