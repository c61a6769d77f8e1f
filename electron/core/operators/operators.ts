/** Operators: lists them, checks passcodes, and applies a supervisor's changes, here or in a shared ledger. */
import { compareNames } from '#shared/compare-names.ts';
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import {
  noLimits,
  sameOperatorName,
  usualIdleMinutes,
  type AmountLimit,
  type AmountLimits,
  type LimitedRole,
  type Operator,
  type OperatorsView,
} from '#shared/seat/operators.ts';
import type { Role } from '#shared/role.ts';
import { byThisClock, lockedUntil } from './lock-out.ts';
import { createOperatorChanges, type OperatorChangesParts, type Plan, type PlannedChange } from './operator-changes.ts';
import { createOperatorsFile, type OperatorsStore } from './operators-file.ts';
import { createPasscodeCheck } from './passcode-check.ts';
import { fitsHash, hashPasscode } from './passcodes.ts';
import { idleRefusal, refusedBy, ruledIdleMinutes } from '#electron/core/policy/enforcement.ts';
import type { Policy } from '#electron/core/policy/policy.ts';
import type { Host } from '#electron/core/ports/host.ts';
import {
  plannedProvisioning,
  type OperatorsGiven,
  type OperatorsReport,
  type PlannedProvisioning,
} from './provisioned-operators.ts';
import { keepUnwritten, unwrittenOperators } from './unwritten-operators.ts';
import { fromLedger } from '#electron/core/ports/ledger.ts';
import { asCopy, copyStateOf, isActiveSupervisor, type StoredOperator } from './stored-operators.ts';
import { within } from './within.ts';

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

type ChangedOperator = (Pick<PlannedChange, 'deed'> & { readonly operator: StoredOperator }) | Failure;

/** The operators. Each change names its author in the audit trail, or is not made. */
export type Operators = ReturnType<typeof createOperators>;

export interface OperatorsParts extends Omit<OperatorChangesParts, 'file' | 'patience'>, Pick<Host, 'makeId'> {
  readonly store: OperatorsStore;
  readonly policy: Pick<Policy, 'idleMinutes' | 'issue'>;
  /** Hash function; tests pass a cheaper one. */
  readonly hash?: typeof hashPasscode;
  /** Longest time that a sign-in waits for a shared ledger, in ms. */
  readonly patience?: number;
}

export function createOperators(parts: OperatorsParts) {
  const { clock, policy, ledger, hash = hashPasscode, patience = 1_500 } = parts;
  const file = createOperatorsFile(parts.store, parts.seals, parts.reportBug);
  const services = { ...parts, file, hash, patience };
  const changes = createOperatorChanges(services);
  ledger.onHeartbeat(() => void changes.follow());

  const limits = (): AmountLimits => file.content()?.limits ?? noLimits;

  const idleMinutes = (): number => ruledIdleMinutes(file.content()?.idleMinutes ?? usualIdleMinutes, policy);

  const view = (): OperatorsView => ({
    operators: [...(file.content()?.operators ?? [])]
      .sort((one, other) => compareNames(one.name, other.name))
      .map((operator) => shown(operator, clock())),
    idleMinutes: idleMinutes(),
    limits: limits(),
  });

  async function changing(plan: Plan): Promise<Result<OperatorsView>> {
    const changed = await changes.change(plan);
    return changed.ok ? ok(view()) : changed;
  }

  return {
    state: (): 'none' | 'kept' | 'unread' =>
      file.unread() !== null ? 'unread' : file.content() === null ? 'none' : 'kept',
    /** Returns the unreadable file; null unless the state is `unread`. */
    unread: file.unread,
    /** Lists the names of operators who may sign in, sorted. */
    names: (): readonly string[] =>
      view()
        .operators.filter(({ active }) => active)
        .map(({ name }) => name),
    byId: file.byId,
    /** Returns the minutes in force, which the company's policy may fix. */
    idleMinutes,
    onChange: file.onChange,
    view,
    /** Waits a moment for the operators of a shared ledger of which there is no copy here. */
    async ready() {
      // Without a copy the seat would count as one without operators until the ledger has answered.
      if (file.content() === null) await fromLedger(within(patience, changes.follow()));
    },
    ...createPasscodeCheck(services),
    /** Follows the shared ledger at once. Fails when it does not answer, so that who may do what is not known. */
    confirm: changes.confirm,
    ...operatorEdits(services, changes, changing),
    /** Fails as `set-by-policy` when the company's policy fixes them. */
    setIdleMinutes(minutes: number, by: string): Promise<Result<OperatorsView>> {
      const rule = idleRefusal(policy);
      if (rule !== null) return Promise.resolve(failed(refusedBy(rule)));
      return changing((content) =>
        content === null
          ? { kind: 'not-found' }
          : { next: { ...content, idleMinutes: minutes }, by, deed: { kind: 'idle-lock', minutes } },
      );
    },
    limits,
    setLimits: (role: LimitedRole, limit: AmountLimit, by: string): Promise<Result<OperatorsView>> =>
      changing((content) =>
        content === null
          ? { kind: 'not-found' }
          : {
              next: { ...content, limits: { ...content.limits, [role]: limit } },
              by,
              deed: { kind: 'amount-limits', role, ...limit },
            },
      ),
    /** Applies a provisioning file. Replaces a damaged operators' file, keeping a copy. Leaves a newer one alone. */
    provision: createProvision(services, changes),
  };
}

type OperatorServices = Required<OperatorsParts> & OperatorChangesParts;
type OperatorChanges = ReturnType<typeof createOperatorChanges>;

function operatorEdits(
  { file, makeId, hash }: OperatorServices,
  changes: OperatorChanges,
  changing: (plan: Plan) => Promise<Result<OperatorsView>>,
) {
  const changingOne = (
    id: string,
    by: string,
    work: (operator: StoredOperator) => ChangedOperator | Promise<ChangedOperator>,
  ): Promise<Result<OperatorsView>> =>
    changing(async (content) => {
      const operator = content?.operators.find((one) => one.id === id);
      if (content === null || operator === undefined) return { kind: 'not-found' };
      const changed = await work(operator);
      if (!('operator' in changed)) return changed;
      const operators = content.operators.map((other) => (other.id === id ? changed.operator : other));
      if (!operators.some(isActiveSupervisor)) return { kind: 'last-supervisor' };
      return { next: { ...content, operators }, by, deed: changed.deed };
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
    /** Adds the first operator. Fails when there are operators already, or an unreadable file of them. */
    async addFirst(name: string, passcode: string, by: string): Promise<Result<StoredOperator>> {
      const first = await made({ name, role: 'supervisor', passcode });
      const deed = { kind: 'operator-added', name, role: first.role } as const;
      const written = await changes.change((content) => {
        const isFirst = content === null && file.unread() === null;
        const next = { idleMinutes: usualIdleMinutes, limits: noLimits, operators: [first] };
        return isFirst ? { next, by, deed } : { kind: 'not-permitted', needs: 'supervisor' };
      });
      return written.ok ? ok(first) : written;
    },
    async add(operator: NewOperator, by: string): Promise<Result<OperatorsView>> {
      // The supervisor who keyed the passcode knows it.
      const added = { ...(await made(operator)), mustChange: true };
      const deed = { kind: 'operator-added', name: added.name, role: added.role } as const;
      return changing((content) => {
        if (content === null) return { kind: 'not-found' };
        const taken = content.operators.some(({ name }) => sameOperatorName(name, operator.name));
        if (taken) return { kind: 'name-taken' };
        return { next: { ...content, operators: [...content.operators, added] }, by, deed };
      });
    },
    /** Changes an operator. Fails as `last-supervisor` when no active supervisor would remain. */
    change: ({ id, role, active }: OperatorChange, by: string): Promise<Result<OperatorsView>> =>
      changingOne(id, by, (operator) => ({
        operator: { ...operator, role, active },
        deed: { kind: 'operator-changed', name: operator.name, role, active },
      })),
    /** Sets a passcode that its owner has to replace at the next sign-in, and ends their lockout. */
    async resetPasscode(id: string, passcode: string, by: string): Promise<Result<OperatorsView>> {
      const hashed = await hash(passcode);
      return changingOne(id, by, (operator) => ({
        operator: { ...operator, hash: hashed, mustChange: operator.name !== by, wrong: null },
        deed: { kind: 'operator-passcode', name: operator.name },
      }));
    },
    async setPasscode(id: string, passcode: string): Promise<Result<void>> {
      const owner = file.byId(id);
      if (owner === undefined) return failed({ kind: 'not-found' });
      const hashed = await hash(passcode);
      const changed = await changingOne(id, owner.name, async (operator) => {
        const same = await fitsHash(passcode, operator.hash);
        if (same) return { kind: 'invalid', issues: [{ path: 'next', code: 'passcode-unchanged' }] };
        return {
          operator: { ...operator, hash: hashed, mustChange: false },
          deed: { kind: 'operator-passcode', name: operator.name },
        };
      });
      return changed.ok ? ok(undefined) : changed;
    },
  };
}

/** @returns what applies the operators of a provisioning file */
function createProvision(
  { file, ledger, store, seals, makeId, hash, patience }: OperatorServices,
  changes: OperatorChanges,
) {
  const provisionCopy = (
    { operators: given, idleMinutes }: OperatorsGiven,
    by: string,
    { plan, report }: PlannedProvisioning,
  ): Promise<Result<OperatorsReport>> =>
    file.inTurn(async () => {
      const before = file.content();
      const planned = await plan(before);
      if (planned === null) return ok(report());
      if (!('next' in planned)) return failed(planned);
      const names = given.map(({ name }) => name);
      const operators = unwrittenOperators(names, before, planned.next);
      const state = copyStateOf(before);
      const minutes = idleMinutes ?? state.unwritten?.idleMinutes ?? null;
      const unwritten = { by, idleMinutes: minutes, operators };
      const sealed = await keepUnwritten(seals, unwritten);
      const written = sealed.ok ? await file.write(asCopy(planned.next, { ...state, unwritten })) : sealed;
      return written.ok ? ok(report()) : written;
    });

  return async (given: OperatorsGiven, by: string): Promise<Result<OperatorsReport>> => {
    // A file that somebody vouches for settles a changed one.
    if (store.doubted !== null) await seals.decide('operators');
    const planned = plannedProvisioning(given, by, makeId, hash);
    // The shared ledger may be away when a seat starts, and the seat still needs its operators.
    if (!ledger.isShared()) {
      const written = await changes.changeAnyway(planned.plan);
      return written.ok ? ok(planned.report()) : written;
    }
    const opened = await fromLedger(within(patience, ledger.opened()));
    const written = opened.ok ? await changes.change(planned.plan) : opened;
    if (written.ok) return ok(planned.report());
    return written.failure.kind === 'ledger' ? provisionCopy(given, by, planned) : written;
  };
}

function shown({ id, name, role, active, mustChange, wrong }: StoredOperator, now: Date): Operator {
  const until = lockedUntil(byThisClock(wrong, now), now);
  return { id, name, role, active, mustChange, lockedUntil: until?.toISOString() ?? null };
}
