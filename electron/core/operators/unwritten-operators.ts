/** Operators of a provisioning file that was applied while the shared ledger was away, and their merge into it. */
import { sameOperatorName } from '#shared/seat/operators.ts';
import { createHash } from 'node:crypto';
import type { Seals } from '#electron/core/seals.ts';
import type { Failure, Result } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import {
  isActiveSupervisor,
  type OperatorsContent,
  type StoredOperator,
  type CopyState,
  type StoredOperators,
  type UnwrittenOperator,
} from '#electron/core/operators/stored-operators.ts';

type Unwritten = NonNullable<CopyState['unwritten']>;

/**
 * Returns what the ledger has to get.
 * @param given names of the file's operators
 * @param before the copy that this seat had; its own `unwritten` is older and gives way
 * @param next the operators with the file applied
 */
export function unwrittenOperators(
  given: readonly string[],
  before: StoredOperators | null,
  next: OperatorsContent,
): readonly UnwrittenOperator[] {
  const isGiven = (name: string): boolean => given.some((one) => sameOperatorName(one, name));
  const earlier = before?.unwritten?.operators ?? [];
  const entries = next.operators
    .filter(({ name }) => isGiven(name))
    .map(({ id, name, role, active, mustChange, hash, provisionedHash }) => {
      const waits = earlier.find((one) => sameOperatorName(one.name, name));
      const present = before?.operators.find((one) => one.id === id);
      const known = waits === undefined ? present?.provisionedHash : waits.before;
      const was = waits === undefined ? present && { role: present.role, active: present.active } : waits.was;
      const entry = { id, name, role, active, mustChange, hash: provisionedHash ?? hash };
      return known === undefined ? entry : { ...entry, before: known, ...(was && { was }) };
    });
  return [...earlier.filter(({ name }) => !isGiven(name)), ...entries];
}

export type UnwrittenSeals = Pick<Seals, 'trust' | 'keepTrust'>;

const digestOf = (unwritten: Unwritten): string =>
  createHash('sha256').update(JSON.stringify(unwritten)).digest('base64url');

/** Notes in the vault what the ledger has yet to get. Anybody could add a supervisor to the file, and so to every seat. */
export async function keepUnwritten(seals: UnwrittenSeals, unwritten: Unwritten | null): Promise<Result<void>> {
  const trust = await seals.trust();
  return trust.ok
    ? seals.keepTrust({ ...trust.value, unwritten: unwritten === null ? null : digestOf(unwritten) })
    : trust;
}

/** Returns whether this seat itself left it for the ledger; null while the vault can't tell. */
export async function isVouchedFor(seals: UnwrittenSeals, unwritten: Unwritten): Promise<boolean | null> {
  const trust = await seals.trust();
  if (trust.ok) return trust.value.unwritten === digestOf(unwritten);
  return trust.failure.kind === 'vault' && trust.failure.reason !== 'cannot-decrypt' ? null : false;
}

/**
 * Plans the merge. Operators that the ledger has keep their passcode unless it is still the one that this seat knew, because
 * another seat may have applied the same file in the meantime, and its owner chosen another one. For the same reason they keep their
 * role, and stay active or not, where the file says nothing else than this seat knew, or the seat did not know them.
 */
export function writtenProvisioning(
  { by, idleMinutes, operators: given }: Unwritten,
  content: OperatorsContent | null,
): { readonly next: OperatorsContent; readonly by: string; readonly deed: LedgerDeed } | Failure | null {
  if (content === null) return { kind: 'not-found' };
  const operators = [...content.operators];
  const added: string[] = [];
  const changed: string[] = [];
  for (const entry of given) {
    const index = operators.findIndex(({ name }) => sameOperatorName(name, entry.name));
    const present = operators[index];
    if (present === undefined) {
      operators.push(asGiven(entry, entry));
      added.push(entry.name);
      continue;
    }
    // Written before the program ended, or by another seat. What people changed there since stays.
    const isOther = entry.before !== undefined && entry.before !== entry.hash;
    if (isOther && entry.hash === present.provisionedHash) continue;
    const isNew = entry.hash !== present.provisionedHash && entry.before === present.provisionedHash;
    const { role = entry.role, active = entry.active } = entry.was ?? {};
    const next = {
      ...(isNew ? asGiven(entry, present) : present),
      role: role === entry.role ? present.role : entry.role,
      active: active === entry.active ? present.active : entry.active,
    };
    if (isNew || next.role !== present.role || next.active !== present.active) changed.push(present.name);
    operators[index] = next;
  }
  const minutes = idleMinutes ?? content.idleMinutes;
  if (added.length + changed.length === 0 && minutes === content.idleMinutes) return null;
  if (!operators.some(isActiveSupervisor)) return { kind: 'last-supervisor' };
  return {
    next: { ...content, idleMinutes: minutes, operators },
    by,
    deed: { kind: 'operators-provisioned', added, changed },
  };
}

const asGiven = (
  { role, active, mustChange, hash }: UnwrittenOperator,
  { id, name }: Pick<StoredOperator, 'id' | 'name'>,
): StoredOperator => ({ id, name, role, active, mustChange, hash, provisionedHash: hash, wrong: null });
