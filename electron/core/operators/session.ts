/** The session of this seat: the signed-in operator or, while there are no operators, the program itself. */
import { oneMinute } from '#shared/durations.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { SeatDeed } from '#shared/audit/seat-deeds.ts';
import { isGoodPasscode, programName, sameOperatorName, type Access } from '#shared/seat/operators.ts';
import { roles } from '#shared/role.ts';
import type { Operators } from './operators.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import type { Ports } from '#electron/core/ports/ports.ts';

/** Cause of a lock: no activity, the operator, the computer's sleep, or the lock of the system's own session. */
export type LockCause = Extract<SeatDeed, { kind: 'locked' }>['why'];

export type Session = ReturnType<typeof createSession>;

export interface SessionParts extends Pick<Ports, 'busy' | 'audit' | 'clock'> {
  /** Name of the operating system's account. */
  readonly userName: string;
  readonly operators: Operators;
  /** True when the active merchant charges real cards. */
  readonly charges: () => boolean;
  readonly onChange: () => void;
}

interface SignedIn {
  readonly id: string;
  /** As on the record, also once the operator is gone. */
  readonly name: string;
  readonly locked: LockCause | null;
  /** Signed in with a passcode that breaks today's rule. A hash doesn't tell, so each sign-in does. */
  readonly weak: boolean;
}

const everything = roles[roles.length - 1] ?? 'supervisor';

/** Acts while there are no operators. An account of the system is nobody whom a customer knows. */
const program: Actor = { name: programName, role: everything };

/** Returns the system's account as the audit trail names it. */
export const accountName = (userName: string): string => userName.trim().slice(0, 60) || programName;

export function createSession(parts: SessionParts) {
  const { operators, audit } = parts;
  const account = accountName(parts.userName);
  const occupant = createOccupant(parts);
  const { owner, admit, lock, look } = occupant;
  const access = (): Access => accessOf(parts, occupant);

  /** Notes a refused sign-in under the system's account, because nobody knows who keyed it. */
  function noteRefusal(keyed: string, failure: Failure): void {
    const { kind } = failure;
    if (kind !== 'wrong-passcode' && kind !== 'locked-out' && kind !== 'operators-unconfirmed') return;
    const name = operators.names().find((known) => sameOperatorName(known, keyed)) ?? null;
    const why = name === null ? 'unknown-name' : kind;
    audit.noteSoon(account, { kind: 'sign-in-failed', name, why });
  }

  function actor(): Actor | null {
    const now = access();
    if (now.kind === 'open') return program;
    const operator = owner();
    return now.kind === 'working' && operator !== undefined ? { name: operator.name, role: operator.role } : null;
  }

  /** Returns null while undecided, as on a locked seat. */
  function atWorkNow({ name }: Actor): boolean | null {
    const now = access();
    if (now.kind === 'open') return true;
    // Work that the system's user began: they may since have chosen a merchant that charges, or added the first operator.
    if (name === program.name && owner()?.name !== name)
      return now.kind === 'first-supervisor' || now.kind === 'working';
    if (owner()?.name !== name) return false;
    return now.kind === 'working' ? true : null;
  }

  return {
    /** Returns the operator who may act now; null while signed out, locked, or before a required new passcode. */
    actor,
    access,
    async signIn(name: string, passcode: string): Promise<Result<void>> {
      const checked = await operators.check(name, passcode);
      if (!checked.ok) {
        noteRefusal(name, checked.failure);
        return checked;
      }
      admit({ id: checked.value.id, name: checked.value.name, weak: !isGoodPasscode(passcode) });
      return ok(undefined);
    },
    /** Signs out. Locks instead while the operator's work is under way, so that they see its outcome. */
    signOut: occupant.signOut,
    /** Locks at once and waits for nothing. Does nothing on a seat that is locked or signed out. */
    lock,
    /** @param current null right after the sign-in that asks for a new passcode */
    async changePasscode(current: string | null, next: string): Promise<Result<void>> {
      const before = access().kind;
      const operator = owner();
      if (operator === undefined || (before !== 'working' && before !== 'new-passcode')) {
        return failed({ kind: 'signed-out' });
      }
      if (current === null && before !== 'new-passcode') return failed({ kind: 'wrong-passcode', left: null });
      if (current !== null) {
        const checked = await operators.check(operator.name, current);
        if (!checked.ok) {
          noteRefusal(operator.name, checked.failure);
          return checked;
        }
      }
      const set = await operators.setPasscode(operator.id, next);
      if (set.ok) occupant.noteGoodPasscode(operator.id);
      return set;
    },
    /** Makes the first supervisor and signs them in. */
    async createSupervisor(name: string, passcode: string): Promise<Result<void>> {
      const made = await operators.addFirst(name, passcode, account);
      if (!made.ok) return made;
      admit({ id: made.value.id, name: made.value.name, weak: false });
      return ok(undefined);
    },
    /** Notes activity at the keyboard, which restarts the idle time. */
    keepAwake: occupant.keepAwake,
    /** Locks the seat if its idle time is over. Called at intervals, and by `actor`. */
    look,
    /**
     * Waits while the seat is locked by this actor.
     * @returns true when they are at work again; false when another operator has the seat, who must not see the answer
     */
    async atWork(who: Actor): Promise<boolean> {
      for (;;) {
        const now = atWorkNow(who);
        if (now !== null) return now;
        await occupant.nextChange();
      }
    },
  };
}

/** The operator who has the seat, at work or with the seat locked, and the time of their last activity. */
function createOccupant({ operators, busy, audit, clock, onChange }: SessionParts) {
  let signedIn: SignedIn | null = null;
  /** Time of the last activity, epoch milliseconds. */
  let lastActivity = 0;
  const waiting = new Set<() => void>();

  function put(next: SignedIn | null): void {
    if (next === null || next.locked === null) lastActivity = clock().getTime();
    signedIn = next;
    changed();
  }

  /** Puts the operator to work, on the record: signed in, or back at a seat that they had locked. */
  function admit(next: Omit<SignedIn, 'locked'>): void {
    const before = signedIn;
    put({ ...next, locked: null });
    if (before !== null && before.id !== next.id) audit.noteSoon(before.name, { kind: 'signed-out' });
    const unlocked = before?.id === next.id && before.locked !== null;
    audit.noteSoon(next.name, { kind: 'signed-in', unlocked });
  }

  function lock(why: LockCause): void {
    if (signedIn === null || signedIn.locked !== null) return;
    const { name } = signedIn;
    put({ ...signedIn, locked: why });
    audit.noteSoon(name, { kind: 'locked', why });
  }

  function signOut(): void {
    if (signedIn === null) return;
    if (busy()) {
      lock('command');
      return;
    }
    const { name } = signedIn;
    put(null);
    audit.noteSoon(name, { kind: 'signed-out' });
  }

  function changed(): void {
    for (const wake of waiting) wake();
    waiting.clear();
    onChange();
  }

  operators.onChange(changed);

  /** Returns the signed-in operator while their account is active. */
  const owner = () => {
    const operator = signedIn === null ? undefined : operators.byId(signedIn.id);
    return operator?.active === true ? operator : undefined;
  };

  function look(): void {
    if (signedIn === null || signedIn.locked !== null) return;
    const now = clock().getTime();
    // A clock that was set back must not keep the seat open longer.
    if (now < lastActivity) lastActivity = now;
    if (now - lastActivity >= operators.idleMinutes() * oneMinute) lock('idle');
  }

  function keepAwake(): void {
    look();
    if (signedIn?.locked === null) lastActivity = clock().getTime();
  }

  function noteGoodPasscode(id: string): void {
    if (signedIn?.id !== id) return;
    signedIn = { ...signedIn, weak: false };
    changed();
  }

  function nextChange(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    return promise;
  }

  return { signedIn: () => signedIn, owner, admit, lock, look, signOut, keepAwake, noteGoodPasscode, nextChange };
}

function accessOf(
  { operators, charges }: SessionParts,
  { signedIn, owner, look }: ReturnType<typeof createOccupant>,
): Access {
  switch (operators.state()) {
    case 'none':
      return { kind: charges() ? 'first-supervisor' : 'open' };
    case 'unread': {
      const { reason = 'damaged', file = '' } = operators.unread() ?? {};
      return { kind: reason, file };
    }
    case 'kept': {
      look();
      const operator = owner();
      const names = operators.names();
      const occupant = signedIn();
      if (operator === undefined) {
        if (occupant === null) return { kind: 'signed-out', names };
        // Operators are never removed, only replaced by those of a shared ledger.
        const ended = operators.byId(occupant.id) === undefined ? 'replaced' : 'inactive';
        return { kind: 'signed-out', names, ended };
      }
      if (occupant?.locked !== null) {
        const refused = occupant?.locked === 'step-up';
        return { kind: 'locked', name: operator.name, names, ...(refused ? { refused } : {}) };
      }
      if (operator.mustChange) return { kind: 'new-passcode', name: operator.name, why: 'known' };
      return occupant.weak ? { kind: 'new-passcode', name: operator.name, why: 'weak' } : { kind: 'working' };
    }
  }
}

/** Interval of the idle check in ms. Every IPC call checks as well. */
const idleInterval = 5_000;

/** Locks the seat after a long time without activity. @returns the function that stops it */
export function startIdleCheck({ look }: Pick<Session, 'look'>): () => void {
  const timer = setInterval(look, idleInterval);
  return () => clearInterval(timer);
}
