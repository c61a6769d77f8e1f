/**
 * Applies the operators of a provisioning file. Hashes passcodes at once and keeps those that operators changed
 * themselves.
 */
import { noLimits, sameOperatorName, usualIdleMinutes } from '#shared/seat/operators.ts';
import type { Role } from '#shared/role.ts';
import type { Plan, Planned } from '#electron/core/operators/operator-changes.ts';
import { fitsHash, type hashPasscode } from '#electron/core/operators/passcodes.ts';
import type { MakeId } from '#electron/core/ports/host.ts';
import {
  isActiveSupervisor,
  type OperatorsContent,
  type StoredOperator,
} from '#electron/core/operators/stored-operators.ts';

export interface OperatorGiven {
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  readonly mustChangePasscode: boolean;
  readonly secret: { readonly passcode: string } | { readonly hash: string };
}

export interface OperatorsGiven {
  readonly operators: readonly OperatorGiven[];
  /** Null keeps the present value. */
  readonly idleMinutes: number | null;
}

export interface OperatorsReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
}

/** Applies the operators of a file to those that are kept. */
export interface PlannedProvisioning {
  readonly plan: Plan;
  report(): OperatorsReport;
}

/**
 * True when a supervisor remains. Without one, mistakes about operators could not be corrected.
 * @param known the operators of the seat
 */
export function leavesSupervisor(
  { operators }: OperatorsGiven,
  known: readonly Pick<StoredOperator, 'name' | 'role' | 'active'>[],
): boolean {
  const others = known.filter(({ name }) => !operators.some((one) => sameOperatorName(one.name, name)));
  return [...operators, ...others].some(isActiveSupervisor);
}

/** Plans all of them or none. Leaves alone the operators that the file does not name. Hashes each passcode once. */
export function plannedProvisioning(
  { operators: given, idleMinutes }: OperatorsGiven,
  by: string,
  makeId: MakeId,
  hash: typeof hashPasscode,
): PlannedProvisioning {
  const hashes = new Map<OperatorGiven, Promise<string>>();
  const hashOf = (entry: OperatorGiven): Promise<string> => {
    const { secret } = entry;
    const hashed = hashes.get(entry) ?? ('hash' in secret ? Promise.resolve(secret.hash) : hash(secret.passcode));
    hashes.set(entry, hashed);
    return hashed;
  };
  let report: OperatorsReport = { added: [], changed: [] };

  async function plan(before: OperatorsContent | null): Promise<Planned> {
    const known = before?.operators ?? [];
    const others = known.filter(({ name }) => !given.some((entry) => sameOperatorName(entry.name, name)));
    const theirs: StoredOperator[] = [];
    const added: string[] = [];
    const changed: string[] = [];
    for (const entry of given) {
      const present = known.find(({ name }) => sameOperatorName(name, entry.name));
      const next = await appliedOperator(entry, present, hashOf, makeId);
      theirs.push(next);
      if (present === undefined) added.push(next.name);
      else if (next.hash !== present.hash || next.role !== present.role || next.active !== present.active) {
        changed.push(next.name);
      }
    }
    const operators = [...others, ...theirs];
    if (!operators.some(isActiveSupervisor)) return { kind: 'last-supervisor' };
    const minutes = idleMinutes ?? before?.idleMinutes ?? usualIdleMinutes;
    report = { added, changed };
    if (added.length + changed.length === 0 && minutes === before?.idleMinutes) return null;
    const deed = { kind: 'operators-provisioned', ...report } as const;
    return { next: { limits: noLimits, ...before, idleMinutes: minutes, operators }, by, deed };
  }

  return { plan, report: () => report };
}

async function appliedOperator(
  entry: OperatorGiven,
  present: StoredOperator | undefined,
  hashOf: (entry: OperatorGiven) => Promise<string>,
  makeId: MakeId,
): Promise<StoredOperator> {
  const { name, role, active, mustChangePasscode, secret } = entry;
  if (present !== undefined && (await wasGivenBefore(secret, present.provisionedHash))) {
    return { ...present, role, active };
  }
  const kept = await hashOf(entry);
  return {
    id: present?.id ?? makeId(),
    name: present?.name ?? name,
    role,
    active,
    mustChange: mustChangePasscode,
    hash: kept,
    provisionedHash: kept,
    wrong: null,
  };
}

/** Comparisons of the passcodes of a file, which takes long and is asked for before the file is allowed and when it is applied. */
const compared = new WeakMap<OperatorGiven['secret'], { readonly hash: string; readonly fits: Promise<boolean> }>();

/** True when provisioning set this passcode last, whatever the operator chose since. Compares each passcode once. */
export async function wasGivenBefore(
  secret: OperatorGiven['secret'],
  provisionedHash: string | null,
): Promise<boolean> {
  if (provisionedHash === null) return false;
  if ('hash' in secret) return secret.hash === provisionedHash;
  const known = compared.get(secret);
  if (known?.hash === provisionedHash) return known.fits;
  const fits = fitsHash(secret.passcode, provisionedHash);
  compared.set(secret, { hash: provisionedHash, fits });
  return fits;
}
