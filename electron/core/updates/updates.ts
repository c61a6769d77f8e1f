/**
 * Updates of the program: looks for them, downloads them, and installs them at the end of the program. Nothing is installed
 * while a payment, a batch or a resolution is under way: that is asked when a restart is wanted, and again at the installation.
 */
import type { Ports } from '#electron/core/ports/ports.ts';
import { UpdateRefused, type Updater } from '#electron/core/ports/updater.ts';
import type { UpdateMemory } from './update-memory.ts';
import { oneHour, oneMinute } from '#shared/durations.ts';
import { failed, ok, type Result } from '#shared/failure.ts';
import type { NoUpdatesReason, OfferedUpdate, UpdateFailureReason, UpdateState } from '#shared/updates/updates.ts';

export type Updates = ReturnType<typeof createUpdates>;

export interface UpdatesParts extends Pick<Ports, 'clock' | 'emit' | 'reportBug' | 'busy' | 'audit' | 'account'> {
  /** Or the reason why this program has none. */
  readonly updater: Updater | NoUpdatesReason;
  /** Resolves once no payment is under way, or after a while. */
  readonly quiet: () => Promise<void>;
  readonly quit: () => void;
  /** Starts the program again once it has ended. */
  readonly relaunch: () => void;
  readonly memory: Pick<UpdateMemory, 'noteNotInstalled' | 'takeNotInstalled'>;
}

/** First look after the start, and the later ones, in ms. Each comes up to half as much later, so that seats don't ask together. */
const looks = { first: 2 * oneMinute, later: 6 * oneHour } as const;

export function createUpdates(parts: UpdatesParts) {
  const { updater, busy, quit, relaunch, memory, audit, account, reportBug } = parts;
  const shown = createShownState(parts);
  const lookForUpdate = createLook(parts, shown);
  let restarting = false;
  let leftUninstalled = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** What can't be remembered keeps neither the start nor the end of the program. */
  function attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      reportBug(error);
    }
  }

  async function look(): Promise<UpdateState> {
    if (typeof updater !== 'string' && !restarting) await lookForUpdate(updater);
    return shown.state();
  }

  /** Returns the version that may be installed at this instant; null for none. */
  function installable(): string | null {
    const state = shown.state();
    if (state.kind !== 'ready' || leftUninstalled || busy()) return null;
    return state.atEnd || restarting ? state.version : null;
  }

  return {
    state: shown.state,
    /** Looks now. Resolves before the download of what was found, which goes on by itself. */
    look,
    /** Ends the program so that the update is installed and the new version started. */
    restart(): Result<{ version: string }> {
      const state = shown.state();
      if (state.kind !== 'ready') return failed({ kind: 'not-found' });
      if (busy()) return failed({ kind: 'busy' });
      restarting = true;
      quit();
      return ok({ version: state.version });
    },
    /** Looks shortly after the start and then some times a day. */
    start() {
      if (typeof updater === 'string') return;
      attempt(shown.tellLastEnd);
      const later = (pause: number): void => {
        if (stopped) return;
        timer = setTimeout(() => void look().then(() => later(looks.later)), pause * (1 + Math.random() / 2));
        timer.unref();
      };
      later(looks.first);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    /** The system is shutting down and would end an installation half way. */
    leaveUninstalled() {
      leftUninstalled = true;
    },
    /** Notes in the audit trail that the update will be installed. Call it before the trail is closed. */
    noteEnd() {
      const version = installable();
      if (version !== null) audit.noteSoon(account, { kind: 'update-begun', version });
    },
    /**
     * Installs what is ready, unless money is under way, and starts the program again where a restart was asked for, installed or
     * not. Call it last, with everything closed. Never throws.
     */
    async installAtEnd() {
      if (typeof updater === 'string' || installable() === null) return;
      let again = restarting;
      try {
        await updater.install(restarting);
        again &&= !updater.startsAgain;
      } catch (error) {
        reportBug(error);
        attempt(memory.noteNotInstalled);
      }
      if (again) relaunch();
    },
  };
}

/** The state for the screens. A failure is also told to the audit trail. */
function createShownState({ updater, memory, audit, account, clock, emit, reportBug }: UpdatesParts) {
  let state: UpdateState = typeof updater === 'string' ? { kind: 'off', why: updater } : { kind: 'not-looked' };
  /** The reason that the audit trail was told last. */
  let notedRefusal: UpdateFailureReason | null = null;

  function tellLastEnd(): void {
    const at = memory.takeNotInstalled();
    if (at === null) return;
    state = { kind: 'failed', why: 'install', at };
    audit.noteSoon(account, { kind: 'update-refused', why: 'install' });
  }

  function become(next: UpdateState): void {
    state = next;
    emit('updates.changed', {});
  }

  function fail(error: unknown, before: UpdateState): void {
    const why = error instanceof UpdateRefused ? error.why : 'unreachable';
    if (!(error instanceof UpdateRefused)) reportBug(error);
    if (why !== 'unreachable' && why !== notedRefusal) {
      notedRefusal = why;
      audit.noteSoon(account, { kind: 'update-refused', why });
    }
    // An unreachable server does not spoil an earlier download.
    const stays = why === 'unreachable' && before.kind === 'ready';
    become(stays ? before : { kind: 'failed', why, at: clock().toISOString() });
  }

  return { state: () => state, tellLastEnd, become, fail };
}

/** @returns what looks once at a time. Resolves before the download of what was found, and at once during one. */
function createLook({ quiet, clock }: UpdatesParts, { state, become, fail }: ReturnType<typeof createShownState>) {
  let looking: Promise<void> | null = null;
  let downloading = false;

  async function download(from: Updater, offered: OfferedUpdate): Promise<void> {
    downloading = true;
    become({ kind: 'found', ...offered });
    try {
      await quiet();
      let percent = 0;
      become({ kind: 'downloading', ...offered, percent });
      await from.download((now) => {
        if (Math.floor(now) <= percent) return;
        percent = Math.min(Math.floor(now), 100);
        become({ kind: 'downloading', ...offered, percent });
      });
      become({ kind: 'ready', ...offered, atEnd: from.installsAlone });
    } catch (error) {
      fail(error, state());
    } finally {
      downloading = false;
    }
  }

  async function lookOnce(from: Updater): Promise<void> {
    const before = state();
    become({ kind: 'looking' });
    try {
      const offered = await from.look();
      // A version that is offered no more was taken back, so one that is ready isn't installed either.
      if (offered === null) become({ kind: 'newest', at: clock().toISOString() });
      else void download(from, offered);
    } catch (error) {
      fail(error, before);
    }
  }

  return async (from: Updater): Promise<void> => {
    if (downloading) return;
    looking ??= lookOnce(from).finally(() => {
      looking = null;
    });
    await looking;
  };
}
