/** Operators of this seat: lists them, checks passcodes, and applies a supervisor's changes. */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  noLimits,
  sameOperatorName,
  triesBeforeWait,
  usualIdleMinutes,
  type AmountLimit,
  type AmountLimits,
  type LimitedRole,
  type Operator,
  type OperatorsView,
} from '#shared/seat/operators.ts';
import type { Role } from '#shared/seat/role.ts';
import { byThisClock, lockedUntil, oneMoreWrong } from './lock-out.ts';
import { createOperatorsFile, type OperatorsFileParts } from './operators-file.ts';
import { fitsHash, hashPasscode, nobodysHash } from './passcodes.ts';
import type { Clock, MakeId } from '#electron/core/ports/host.ts';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import {
  provisionOperators,
  type OperatorsGiven,
  type OperatorsReport,
} from '#electron/core/provisioning/provisioned-operators.ts';
import { isActiveSupervisor, type StoredOperator, type StoredOperators } from './stored-operators.ts';

interface NewOperator {
  readonly name: string;
  readonly role: Role;
  readonly passcode: string;
}

interface OperatorChange {
  readonly id: string;
  readonly role: Role;
  readonly active: boolean;
}

/** The operators. Each change names its author in the audit trail, or is not made. */
export interface Operators {
  state(): 'none' | 'kept' | 'unread';
  /** Returns the unreadable file; null unless the state is `unread`. */
  unread(): UnreadDocument | null;
  /** Lists the names of operators who may sign in, sorted. */
  names(): readonly string[];
  byId(id: string): StoredOperator | undefined;
  idleMinutes(): number;
  onChange(listener: () => void): void;
  view(): OperatorsView;
  /** Checks a passcode and returns its operator. Each try counts before the comparison; too many wrong ones lock out. */
  check(name: string, passcode: string): Promise<Result<StoredOperator>>;
  /** Adds the first operator of the seat. Fails when there are operators already, or an unreadable file of them. */
  addFirst(name: string, passcode: string, by: string): Promise<Result<StoredOperator>>;
  add(operator: NewOperator, by: string): Promise<Result<OperatorsView>>;
  /** Changes an operator. Fails as `last-supervisor` when no active supervisor would remain. */
  change(change: OperatorChange, by: string): Promise<Result<OperatorsView>>;
  /** Sets a passcode that its owner has to replace at the next sign-in, and ends their lockout. */
  resetPasscode(id: string, passcode: string, by: string): Promise<Result<OperatorsView>>;
  /** Sets the passcode that its owner chose. */
  setPasscode(id: string, passcode: string): Promise<Result<void>>;
  setIdleMinutes(minutes: number, by: string): Promise<Result<OperatorsView>>;
  limits(): AmountLimits;
  setLimits(role: LimitedRole, limit: AmountLimit, by: string): Promise<Result<OperatorsView>>;
  /** Applies a provisioning file. Replaces a damaged operators' file, keeping a copy. Leaves a newer one alone. */
  provision(given: OperatorsGiven, by: string): Promise<Result<OperatorsReport>>;
}

export interface OperatorsParts extends OperatorsFileParts {
  readonly clock: Clock;
  readonly makeId: MakeId;
  /** Hash function; tests pass a cheaper one. */
  readonly hash?: typeof hashPasscode;
}

export function createOperators(parts: OperatorsParts): Operators {
  const { clock, makeId, hash = hashPasscode } = parts;
  const file = createOperatorsFile(parts);

  const limits = (): AmountLimits => file.content()?.limits ?? noLimits;

  const view = (): OperatorsView => ({
    operators: [...(file.content()?.operators ?? [])]
      .sort((one, other) => one.name.localeCompare(other.name))
      .map((operator) => shown(operator, clock())),
    idleMinutes: file.content()?.idleMinutes ?? usualIdleMinutes,
    limits: limits(),
  });

  async function check(name: string, passcode: string): Promise<Result<StoredOperator>> {
    const operator = file.byName(name);
    if (operator === undefined) {
      await fitsHash(passcode, nobodysHash);
      return failed({ kind: 'wrong-passcode', left: null });
    }
    const now = clock();
    const before = byThisClock(operator.wrong, now);
    const until = lockedUntil(before, now);
    if (until !== null) {
      if (before !== operator.wrong) file.put({ ...operator, wrong: before });
      return failed({ kind: 'locked-out', until: until.toISOString() });
    }
    // Counted first, so that killing the program during the comparison does not undo the count.
    const wrong = oneMoreWrong(before, now);
    file.put({ ...operator, wrong });
    if (await fitsHash(passcode, operator.hash)) {
      const right = { ...operator, wrong: null };
      file.put(right);
      return ok(right);
    }
    const out = lockedUntil(wrong, now);
    if (out === null) return failed({ kind: 'wrong-passcode', left: triesBeforeWait - wrong.count });
    await file.noteAnyway({
      by: operator.name,
      deed: { kind: 'operator-locked-out', name: operator.name, tries: wrong.count },
    });
    return failed({ kind: 'locked-out', until: out.toISOString() });
  }

  /** Runs a read-modify-write of one operator, with its deed, in turn with other changes. */
  const changing = (
    id: string,
    by: string,
    work: (
      content: StoredOperators,
      operator: StoredOperator,
    ) => Promise<
      { readonly operator: StoredOperator; readonly deed: Parameters<typeof file.change>[1]['deed'] } | Failure
    >,
  ): Promise<Result<OperatorsView>> =>
    file.inTurn(async () => {
      const content = file.content();
      const operator = file.byId(id);
      if (content === null || operator === undefined) return failed({ kind: 'not-found' });
      const changed = await work(content, operator);
      if (!('operator' in changed)) return failed(changed);
      const operators = content.operators.map((other) => (other.id === id ? changed.operator : other));
      if (!operators.some(isActiveSupervisor)) return failed({ kind: 'last-supervisor' });
      const written = await file.change({ ...content, operators }, { by, deed: changed.deed });
      return written.ok ? ok(view()) : written;
    });

  const made = async ({ name, role, passcode }: NewOperator): Promise<StoredOperator> => ({
    id: makeId(),
    name,
    role,
    active: true,
    mustChange: false,
    hash: await hash(passcode),
    provisionedHash: null,
    wrong: null,
  });

  return {
    state: () => (file.unread() !== null ? 'unread' : file.content() === null ? 'none' : 'kept'),
    unread: file.unread,
    names: () =>
      view()
        .operators.filter(({ active }) => active)
        .map(({ name }) => name),
    byId: file.byId,
    idleMinutes: () => file.content()?.idleMinutes ?? usualIdleMinutes,
    onChange: file.onChange,
    view,
    check: (name, passcode) => file.inTurn(() => check(name, passcode)),
    addFirst: (name, passcode, by) =>
      file.inTurn(async () => {
        if (file.content() !== null || file.unread() !== null) {
          return failed({ kind: 'not-permitted', needs: 'supervisor' });
        }
        const first = await made({ name, role: 'supervisor', passcode });
        const content: StoredOperators = { idleMinutes: usualIdleMinutes, limits: noLimits, operators: [first] };
        const deed = { kind: 'operator-added', name, role: first.role } as const;
        const written = await file.change(content, { by, deed });
        return written.ok ? ok(first) : written;
      }),
    add: (operator, by) =>
      file.inTurn(async () => {
        const content = file.content();
        if (content === null) return failed({ kind: 'not-found' });
        const taken = content.operators.some(({ name }) => sameOperatorName(name, operator.name));
        if (taken) return failed({ kind: 'name-taken' });
        // The supervisor who keyed the passcode knows it.
        const added = { ...(await made(operator)), mustChange: true };
        const deed = { kind: 'operator-added', name: added.name, role: added.role } as const;
        const written = await file.change({ ...content, operators: [...content.operators, added] }, { by, deed });
        return written.ok ? ok(view()) : written;
      }),
    change: ({ id, role, active }, by) =>
      changing(id, by, async (_content, operator) => ({
        operator: { ...operator, role, active },
        deed: { kind: 'operator-changed', name: operator.name, role, active },
      })),
    resetPasscode: (id, passcode, by) =>
      changing(id, by, async (_content, operator) => ({
        operator: { ...operator, hash: await hash(passcode), mustChange: operator.name !== by, wrong: null },
        deed: { kind: 'operator-passcode', name: operator.name },
      })),
    async setPasscode(id, passcode) {
      const owner = file.byId(id);
      if (owner === undefined) return failed({ kind: 'not-found' });
      const changed = await changing(id, owner.name, async (_content, operator) => {
        const same = await fitsHash(passcode, operator.hash);
        if (same) return { kind: 'invalid', issues: [{ path: 'next', code: 'passcode-unchanged' }] };
        return {
          operator: { ...operator, hash: await hash(passcode), mustChange: false },
          deed: { kind: 'operator-passcode', name: operator.name },
        };
      });
      return changed.ok ? ok(undefined) : changed;
    },
    setIdleMinutes: (idleMinutes, by) =>
      file.inTurn(async () => {
        const content = file.content();
        if (content === null) return failed({ kind: 'not-found' });
        const deed = { kind: 'idle-lock', minutes: idleMinutes } as const;
        const written = await file.change({ ...content, idleMinutes }, { by, deed });
        return written.ok ? ok(view()) : written;
      }),
    limits,
    setLimits: (role, { payment, day }, by) =>
      file.inTurn(async () => {
        const content = file.content();
        if (content === null) return failed({ kind: 'not-found' });
        const next = { ...content, limits: { ...content.limits, [role]: { payment, day } } };
        const written = await file.change(next, { by, deed: { kind: 'amount-limits', role, payment, day } });
        return written.ok ? ok(view()) : written;
      }),
    provision: (given, by) => file.inTurn(() => provisionOperators(given, by, { file, makeId, hash })),
  };
}

function shown({ id, name, role, active, mustChange, wrong }: StoredOperator, now: Date): Operator {
  const until = lockedUntil(byThisClock(wrong, now), now);
  return { id, name, role, active, mustChange, lockedUntil: until?.toISOString() ?? null };
}
