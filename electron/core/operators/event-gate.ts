/** Decides which events the screens receive: without an operator at work only those of the session. */
import type { Actor, Emit } from '#electron/core/ports/host.ts';
import type { EventName } from '#shared/contract/contract.ts';
import { mayAct, type Role } from '#shared/role.ts';
import type { Access } from '#shared/seat/operators.ts';
import type { Reach } from '#shared/seat/reach.ts';
import type { Session } from './session.ts';

/** Events that change a locked seat's screen: its language and scheme, the merchant's name, a provisioning file that waits. */
const shownWhileLocked: ReadonlySet<EventName> = new Set(['seat.changed', 'merchants.changed', 'seat.provisioning']);

/** Least role for an event that tells what a call of that role does. */
const needs: Partial<Record<EventName, Role>> = { 'holds.batch': 'back-office' };

const someoneWorks = (access: Access): boolean => access.kind === 'open' || access.kind === 'working';

type Opened = Pick<Session, 'access' | 'actor'> & { readonly reach: (actor: Actor) => Reach };

/** @param tell sends to every window of the program */
export function createEventGate(tell: Emit) {
  let session: Opened | null = null;
  let lastTold: Access | null = null;

  function tellSession(now: Access): void {
    // Events were withheld while the seat was closed, so the screens have to refetch everything now.
    const anew = someoneWorks(now) && (lastTold === null || !someoneWorks(lastTold));
    lastTold = now;
    tell('session.changed', { anew });
  }

  return {
    /** Starts forwarding. Drops earlier events, because no call is answered before the session exists. */
    open(opened: Opened) {
      session = opened;
      lastTold = opened.access();
    },
    sessionChanged() {
      if (session !== null) tellSession(session.access());
    },
    /** Forwards or withholds the event. Emits `session.changed` first when the event changed the access to the seat. */
    emit: ((name, payload) => {
      if (session === null) return;
      const now = session.access();
      // A change of merchant can start or end the demand for a first supervisor.
      const moved = now.kind !== lastTold?.kind;
      if (moved) tellSession(now);
      if (someoneWorks(now)) {
        const actor = session.actor();
        if (!mayAct(actor?.role ?? 'cashier', needs[name] ?? 'cashier')) return;
        // Whose payments changed is told to nobody who finds own ones alone.
        const own = name === 'history.changed' && actor !== null && session.reach(actor) === 'own';
        tell(name, own ? { ...payload, facts: undefined } : payload);
      } else if (!moved && shownWhileLocked.has(name)) tellSession(now);
    }) satisfies Emit,
  };
}
