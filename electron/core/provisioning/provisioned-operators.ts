/**
 * Applies the operators of a provisioning file. Hashes passcodes at once and keeps those that operators changed
 * themselves.
 */
import { failed, ok, type Result } from '#shared/failure.ts';
import { noLimits, sameOperatorName, usualIdleMinutes } from '#shared/seat/operators.ts';
import type { Role } from '#shared/seat/role.ts';
import type { OperatorsFile } from '#electron/core/operators/operators-file.ts';
import { fitsHash, type hashPasscode } from '#electron/core/operators/passcodes.ts';
import type { MakeId } from '#electron/core/ports/host.ts';
import type { ProvisionedOperator, Provisioning } from './provisioning-file.ts';
import { isActiveSupervisor, type StoredOperator } from '#electron/core/operators/stored-operators.ts';

interface OperatorGiven {
  readonly name: string;
  readonly role: Role;
  readonly active: boolean;
  readonly mustChangePasscode: boolean;
  /** The passcode as typed, or its hash. */
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

export interface ProvisionOperatorsParts {
  readonly file: OperatorsFile;
  readonly makeId: MakeId;
  readonly hash: typeof hashPasscode;
}

/** Returns the operators of the file; null when it has none. */
export function givenOperators({ operators, idleMinutes }: Provisioning): OperatorsGiven | null {
  if (operators === undefined) return null;
  const given = ({ passcode, passcodeHash, ...operator }: ProvisionedOperator): OperatorGiven => ({
    ...operator,
    secret: passcode === undefined ? { hash: passcodeHash ?? '' } : { passcode },
  });
  return { operators: operators.map(given), idleMinutes: idleMinutes ?? null };
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

/** Applies all of them or none. Leaves alone the operators that the file does not name. */
export async function provisionOperators(
  { operators: given, idleMinutes }: OperatorsGiven,
  by: string,
  { file, makeId, hash }: ProvisionOperatorsParts,
): Promise<Result<OperatorsReport>> {
  const before = file.content();
  const known = before?.operators ?? [];
  const others = known.filter(({ name }) => !given.some((entry) => sameOperatorName(entry.name, name)));
  const theirs: StoredOperator[] = [];
  const added: string[] = [];
  const changed: string[] = [];
  for (const entry of given) {
    const present = known.find(({ name }) => sameOperatorName(name, entry.name));
    const next = await appliedOperator(entry, present, hash, makeId);
    theirs.push(next);
    if (present === undefined) added.push(next.name);
    else if (next.hash !== present.hash || next.role !== present.role || next.active !== present.active) {
      changed.push(next.name);
    }
  }
  const operators = [...others, ...theirs];
  if (!operators.some(isActiveSupervisor)) return failed({ kind: 'last-supervisor' });
  const minutes = idleMinutes ?? before?.idleMinutes ?? usualIdleMinutes;
  const report = { added, changed };
  if (added.length + changed.length === 0 && minutes === before?.idleMinutes) return ok(report);
  const content = { idleMinutes: minutes, limits: before?.limits ?? noLimits, operators };
  // The shared ledger may be away when a seat starts, and the seat still needs its operators.
  const written = await file.changeAnyway(content, { by, deed: { kind: 'operators-provisioned', ...report } });
  return written.ok ? ok(report) : written;
}

async function appliedOperator(
  { name, role, active, mustChangePasscode, secret }: OperatorGiven,
  present: StoredOperator | undefined,
  hash: typeof hashPasscode,
  makeId: MakeId,
): Promise<StoredOperator> {
  if (present !== undefined && (await wasGivenBefore(secret, present.provisionedHash))) {
    return { ...present, role, active };
  }
  const kept = 'hash' in secret ? secret.hash : await hash(secret.passcode);
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

/** True when provisioning set this passcode last, whatever the operator chose since. */
export async function wasGivenBefore(
  secret: OperatorGiven['secret'],
  provisionedHash: string | null,
): Promise<boolean> {
  if (provisionedHash === null) return false;
  return 'hash' in secret ? secret.hash === provisionedHash : fitsHash(secret.passcode, provisionedHash);
}
