/** What the process gives the use cases: time, identifiers, events, reports of bugs, and who acts. */
import type { EventName, EventOf } from '#shared/contract/contract.ts';
import type { Role } from '#shared/seat/role.ts';

/** The current time; a port so that tests move it. */
export type Clock = () => Date;
/** Makes UUIDs of version 7. */
export type MakeId = () => string;
/** Tells every window of the program; never throws. */
export type Emit = <Name extends EventName>(name: Name, payload: EventOf<Name>) => void;
/** Takes note of a bug that must not stop the money's record: the log, redacted. Never throws. */
export type ReportBug = (error: unknown) => void;

/** Who asks: the operator who is signed in. */
export interface Actor {
  readonly name: string;
  readonly role: Role;
}
