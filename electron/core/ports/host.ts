/** Ports of the process: time, identifiers, events, bug reports, and the acting operator. */
import type { EventName, EventOf } from '#shared/contract/contract.ts';
import type { Role } from '#shared/role.ts';

/** Returns the current time. A port, so that tests can move it. */
export type Clock = () => Date;
/** Creates a UUID, version 7. */
export type MakeId = () => string;
/** Sends an event to every window of the program. Never throws. */
export type Emit = <Name extends EventName>(name: Name, payload: EventOf<Name>) => void;
/** Logs a bug, redacted, that must not stop the recording of payments. Never throws. */
export type ReportBug = (error: unknown) => void;

/** Services of the process, of which each part of the program picks its own. */
export interface Host {
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly emit: Emit;
  readonly reportBug: ReportBug;
  /** Returns the name of this seat, which a supervisor may change. */
  readonly seat: () => string;
}

/** The signed-in operator who makes a call. */
export interface Actor {
  readonly name: string;
  readonly role: Role;
}
