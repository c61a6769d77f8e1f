/**
 * Checks passcodes. Each try counts before the comparison; too many wrong ones lock out. On a shared ledger the tries at all
 * seats count together. While it is away, or silent for longer than a person waits, this seat counts by itself.
 */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { sameOperatorName, triesBeforeWait } from '#shared/seat/operators.ts';
import { LedgerUnavailable, unlessAway } from '#electron/core/ports/ledger.ts';
import type { CountedTry, SharedOperators } from './shared-operators.ts';
import { byThisClock, lockedUntil, oneMoreWrong, type WrongTries } from './lock-out.ts';
import type { OperatorChangesParts } from './operator-changes.ts';
import { fitsHash, nobodysHash } from './passcodes.ts';
import { copyStateOf, isActiveSupervisor, isOutdated, type StoredOperator } from './stored-operators.ts';
import { within } from './within.ts';

interface Try {
  /** The operator after the try, by the clock of this seat. */
  readonly operator: StoredOperator;
  /** False while the operator is locked out. */
  readonly counted: boolean;
  readonly now: Date;
  /** Forgets the wrong tries after the right passcode. */
  readonly right: () => void;
  readonly noteLockOut: (deed: LedgerDeed) => Promise<void>;
}

/** @returns the checks of a name with a passcode */
export function createPasscodeCheck(parts: OperatorChangesParts) {
  const { file, clock } = parts;
  const tried = createTries(parts);

  /** True for more than a cashier in a copy that nobody has confirmed for long: they may have been removed since. */
  const isUnconfirmed = ({ role }: StoredOperator): boolean =>
    role !== 'cashier' && isOutdated(copyStateOf(file.content()).copyOf, clock());

  async function check(name: string, passcode: string): Promise<Result<StoredOperator>> {
    const attempt = file.unread() === null ? await tried(name) : null;
    if (attempt === null) {
      await fitsHash(passcode, nobodysHash);
      return failed({ kind: 'wrong-passcode', left: null });
    }
    const { operator, counted, now } = attempt;
    const until = lockedUntil(operator.wrong, now)?.toISOString() ?? null;
    if (!counted) return failed({ kind: 'locked-out', until: until ?? now.toISOString() });
    // A supervisor may have set another passcode, or ended the account, during the comparison.
    const isPresent = (): boolean => file.byName(operator.name)?.hash === operator.hash;
    if ((await fitsHash(passcode, operator.hash)) && isPresent()) {
      attempt.right();
      return isUnconfirmed(operator) ? failed({ kind: 'operators-unconfirmed' }) : ok({ ...operator, wrong: null });
    }
    const tries = operator.wrong?.count ?? 1;
    if (until === null) return failed({ kind: 'wrong-passcode', left: triesBeforeWait - tries });
    await attempt.noteLockOut({ kind: 'operator-locked-out', name: operator.name, tries });
    return failed({ kind: 'locked-out', until });
  }

  /** Counts in this seat's file alone, because a right passcode of the operator's own must not end these tries. */
  async function checkSupervisor(name: string, passcode: string, by: string): Promise<Result<StoredOperator>> {
    const asker = file.byName(by);
    if (asker === undefined || sameOperatorName(name, by)) return check(name, passcode);
    const now = clock();
    const kept = file.stepUps(asker.id);
    const before = byThisClock(kept, now);
    if (before !== kept) file.putStepUps(asker.id, before);
    const asked = file.byName(name);
    const theirs = byThisClock(asked?.wrong ?? null, now);
    // Keeps whether the shared ledger has yet to count them.
    if (asked !== undefined && theirs !== asked.wrong)
      file.putTries(asked.id, theirs, copyStateOf(file.content()).uncounted.includes(asked.id));
    const refused = lockedUntil(before, now) ?? lockedUntil(theirs, now);
    if (refused !== null) return failed({ kind: 'locked-out', until: refused.toISOString() });
    const wrong = oneMoreWrong(before, now);
    file.putStepUps(asker.id, wrong);
    const isRight = await fitsHash(passcode, asked?.hash ?? nobodysHash);
    if (isRight && asked !== undefined && file.byName(name)?.hash === asked.hash) {
      if (isActiveSupervisor(asked)) file.putStepUps(asker.id, null);
      return isUnconfirmed(asked) ? failed({ kind: 'operators-unconfirmed' }) : ok(asked);
    }
    const until = lockedUntil(wrong, now);
    return failed(
      until === null
        ? { kind: 'wrong-passcode', left: triesBeforeWait - wrong.count }
        : { kind: 'locked-out', until: until.toISOString() },
    );
  }

  return {
    /** Checks a passcode and returns its operator. Each try counts before the comparison; too many wrong ones lock out. */
    check: (name: string, passcode: string) => file.inTurn(() => check(name, passcode)),
    /**
     * Checks a supervisor's passcode at the seat of another operator, against whom wrong tries count. Otherwise a cashier could
     * lock out every supervisor.
     * @param by name of the operator who is signed in
     */
    checkSupervisor: (name: string, passcode: string, by: string) =>
      file.inTurn(() => checkSupervisor(name, passcode, by)),
  };
}

/** @returns what counts a try, on the shared ledger or here */
function createTries({ file, ledger, audit, reportBug, clock, patience }: OperatorChangesParts) {
  /** The ledger forgets the tries before a right passcode while the operator is already at work. */
  let forgetting: Promise<void> = Promise.resolve();
  /** A ledger that is away leaves the count as it is, which the next right passcode ends. */
  const ignoreAway = unlessAway(reportBug);

  /** @returns null without an active operator of this name */
  function tryHere(name: string): Try | null {
    const operator = file.byName(name);
    if (operator === undefined) return null;
    const now = clock();
    const before = byThisClock(operator.wrong, now);
    const counted = lockedUntil(before, now) === null;
    const wrong = counted ? oneMoreWrong(before, now) : before;
    const isCopy = copyStateOf(file.content()).copyOf !== null;
    // Counted first, so that killing the program during the comparison does not undo the count.
    if (counted || before !== operator.wrong) file.putTries(operator.id, wrong, isCopy);
    return {
      operator: { ...operator, wrong },
      counted,
      now,
      right: () => file.putTries(operator.id, null, isCopy),
      noteLockOut: (deed) => Promise.resolve(audit.noteSoon(operator.name, deed)),
    };
  }

  async function asTry(shared: SharedOperators, { counted, now: there, operator: row }: CountedTry): Promise<Try> {
    const now = clock();
    const operator = { ...row, wrong: shifted(row.wrong, now.getTime() - there.getTime()) };
    const known = file.byId(operator.id);
    // Another seat may have changed the operator a moment ago.
    if (known === undefined || !isSame(known, operator)) await file.put(operator);
    else file.putTries(operator.id, operator.wrong, false);
    return {
      operator,
      counted,
      now,
      right() {
        file.putTries(operator.id, null, false);
        forgetting = shared.forgetTries(operator).catch(ignoreAway);
      },
      noteLockOut: (deed) =>
        within(patience, shared.noteLockOut(operator.name, deed)).catch((error: unknown) => {
          ignoreAway(error);
          audit.noteSoon(operator.name, deed);
        }),
    };
  }

  /** @returns null without an active operator of this name */
  async function tried(name: string): Promise<Try | null> {
    // Operators of this seat that a newly chosen ledger has yet to replace or adopt.
    if (!ledger.isShared() || copyStateOf(file.content()).copyOf === null) return tryHere(name);
    try {
      const there = await within(patience, countThere(name));
      if (there === null) return tryHere(name);
      // An older state that somebody has put back.
      if ((there.counted?.number ?? Infinity) < (file.content()?.copyOf?.number ?? 0)) return tryHere(name);
      return there.counted === null ? null : await asTry(there.shared, there.counted);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      return tryHere(name);
    }
  }

  async function countThere(name: string) {
    await forgetting;
    const shared = await ledger.opened();
    return shared === null ? null : { shared, counted: await shared.countTry(name) };
  }

  return tried;
}

/** Returns the tries by a clock that is this many ms ahead. */
const shifted = (wrong: WrongTries | null, ahead: number): WrongTries | null =>
  wrong === null ? null : { ...wrong, at: new Date(Date.parse(wrong.at) + ahead).toISOString() };

const isSame = (one: StoredOperator, other: StoredOperator): boolean =>
  one.hash === other.hash &&
  one.role === other.role &&
  one.active === other.active &&
  one.mustChange === other.mustChange &&
  one.name === other.name;
