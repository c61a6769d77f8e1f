/** Decides which events the screens hear: a seat where nobody works hears of nothing but its session. */
import type { Emit } from '#electron/core/ports/host.ts';
import type { EventName } from '#shared/contract/contract.ts';
import type { Access } from '#shared/seat/operators.ts';
import type { Session } from './session.ts';

export interface EventGate {
  /** Passes the event on, or withholds it. Tells the session first when the event changed who may work here. */
  readonly emit: Emit;
  /** Tells the screens that who works here changed. */
  sessionChanged(): void;
  /** Starts telling. Events before are dropped, because no call is answered before the session exists. */
  open(session: Pick<Session, 'access'>): void;
}

/** Events about what a locked seat shows: its language and scheme, the merchant's name and environment. */
const shownWhileLocked: ReadonlySet<EventName> = new Set(['seat.changed', 'merchants.changed']);

const someoneWorks = (access: Access): boolean => access.kind === 'open' || access.kind === 'working';

/** @param tell sends to every window of the program */
export function createEventGate(tell: Emit): EventGate {
  let session: Pick<Session, 'access'> | null = null;
  /** Where the seat stood when the screens were last told. */
  let told: Access | null = null;

  function tellSession(now: Access): void {
    // Events were withheld while nobody worked, so the screens have to refetch everything afterwards.
    const anew = someoneWorks(now) && (told === null || !someoneWorks(told));
    told = now;
    tell('session.changed', { anew });
  }

  return {
    open(opened) {
      session = opened;
      told = opened.access();
    },
    sessionChanged() {
      if (session !== null) tellSession(session.access());
    },
    emit(name, payload) {
      if (session === null) return;
      const now = session.access();
      // Another merchant can ask for a first supervisor, or stop asking.
      const moved = now.kind !== told?.kind;
      if (moved) tellSession(now);
      if (someoneWorks(now)) tell(name, payload);
      else if (!moved && shownWhileLocked.has(name)) tellSession(now);
    },
  };
}
