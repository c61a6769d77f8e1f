/** Operators of a provisioning file that was applied while the shared ledger was away, and their merge into it. */
import { sameOperatorName } from '#shared/seat/operators.ts';
import type { Failure } from '#shared/failure.ts';
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
      const entry = { id, name, role, active, mustChange, hash: provisionedHash ?? hash };
      return known === undefined ? entry : { ...entry, before: known };
    });
  return [...earlier.filter(({ name }) => !isGiven(name)), ...entries];
}

/**
 * Plans the merge. Operators that the ledger has keep their passcode unless it is still the one that this seat knew, because
 * another seat may have applied the same file in the meantime, and its owner chosen another one.
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
    const isNew = entry.hash !== present.provisionedHash && entry.before === present.provisionedHash;
    const next = isNew ? asGiven(entry, present) : { ...present, role: entry.role, active: entry.active };
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
