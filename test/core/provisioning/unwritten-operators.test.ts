/** Merging a provisioning file that was applied while the shared ledger was away: whose passcode counts. */
import { expect, test } from 'vitest';
import { asOwn, type OperatorsContent, type StoredOperator } from '#electron/core/operators/stored-operators.ts';
import { unwrittenOperators, writtenProvisioning } from '#electron/core/operators/unwritten-operators.ts';
import { newId } from '#shared/new-id.ts';
import { noLimits } from '#shared/seat/operators.ts';

const one = (changes: Partial<StoredOperator> = {}): StoredOperator => ({
  id: newId(),
  name: 'Ana',
  role: 'cashier',
  active: true,
  mustChange: false,
  hash: 'own',
  provisionedHash: 'first',
  wrong: null,
  ...changes,
});
const sol = one({ name: 'Sol', role: 'supervisor' });
const content = (...operators: readonly StoredOperator[]): OperatorsContent => ({
  limits: noLimits,
  idleMinutes: 10,
  operators,
});

/** Applies Ana's entry at a seat that knew `before`, and merges it into a ledger that has `there`. */
function merged(before: StoredOperator | null, applied: StoredOperator, there: StoredOperator | null) {
  const copy = before === null ? null : asOwn(content(sol, before));
  const operators = unwrittenOperators(['ana'], copy, content(sol, applied));
  const written = writtenProvisioning(
    { by: 'admin', idleMinutes: null, operators },
    there === null ? content(sol) : content(sol, there),
  );
  if (written !== null && !('next' in written)) throw new Error(written.kind);
  return written?.next.operators.find(({ name }) => name === 'Ana') ?? null;
}

const known = one();
const again = { ...known, hash: 'second', provisionedHash: 'second', mustChange: true };

test('an operator that the ledger lacks is added', () => {
  const fresh = one({ hash: 'first', mustChange: true });
  expect(merged(null, fresh, null)).toEqual(fresh);
});

test('another passcode replaces the one that the seat knew, with its owner’s', () => {
  expect(merged(known, again, { ...known, hash: 'newer' })).toEqual(again);
});

test('a passcode that the ledger got meanwhile stays', () => {
  expect(merged(known, again, { ...known, provisionedHash: 'third' })).toBeNull();
  expect(merged(null, one({ hash: 'salted anew', provisionedHash: 'salted anew' }), known)).toBeNull();
});

test('an operator of a file that was written before a kill stays deactivated by a person since', () => {
  expect(merged(known, again, { ...again, active: false })).toBeNull();
});

test.each([
  ['the same passcode', known, known],
  ['another passcode', known, again],
  ['a passcode that was salted anew by a seat that did not know them', null, one({ provisionedHash: 'salted anew' })],
  ['the same passcode by a seat that did not know them', null, known],
])('an operator whom a person deactivated meanwhile stays so under a file with %s', (_what, before, applied) => {
  expect(merged(before, applied, { ...known, active: false })?.active ?? false).toBe(false);
  expect(merged(before, applied, { ...known, role: 'back-office' })?.role ?? 'back-office').toBe('back-office');
});

test('an operator whom a file brings back is active', () => {
  const gone = { ...known, active: false };
  expect(merged(gone, known, gone)).toEqual(known);
});

test('the same passcode leaves the owner’s, and the role changes', () => {
  const promoted = merged(known, { ...known, role: 'back-office' }, { ...known, hash: 'newer' });
  expect(promoted).toEqual({ ...known, hash: 'newer', role: 'back-office' });
});

test('a file is not merged that would leave no supervisor', () => {
  const operators = unwrittenOperators(['Sol'], asOwn(content(sol)), content({ ...sol, role: 'cashier' }));
  expect(writtenProvisioning({ by: 'admin', idleMinutes: null, operators }, content(sol))).toEqual({
    kind: 'last-supervisor',
  });
});
