/** The table of operations: rows that agree with themselves, with the contract and with the index of waiting holds. */
import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/contract/call.ts';
import { contract } from '#shared/contract/contract.ts';
import { holdStateTable, holdStatesThat } from '#shared/payments/hold-state.ts';
import {
  operationFacts,
  operationOfType,
  operations,
  operationsThat,
  operationTable,
  type Operation,
} from '#shared/payments/operations.ts';
import { families } from '#shared/payments/outcome.ts';

/** The call that sends each operation. */
const calls: Readonly<Record<Operation, Call>> = {
  authorize: contract.payments.authorize,
  sell: contract.payments.sell,
  capture: contract.holds.capture,
  void: contract.holds.void,
  refund: contract.payments.refund,
  recharge: contract.payments.recharge,
};

describe.each(operations)('the operation %s', (operation) => {
  const facts = operationFacts(operation);

  it('asks for the role that the contract asks for', () => {
    expect(calls[operation].role).toBe(facts.role);
  });

  it('settles a hold exactly when it refers to one, by states that fit', () => {
    expect(facts.settles !== null).toBe(facts.refersTo === 'hold');
    if (facts.settles === null) return;
    expect(holdStateTable[facts.settles.sending].settling).toBe(true);
    expect(holdStateTable[facts.settles.unknown].settling).toBe(true);
    expect(holdStateTable[facts.settles.approved].waits).toBe(false);
  });

  it('keys a card exactly when it begins from a keyed payment, and is guarded exactly when it takes money by a card', () => {
    expect(facts.draft === 'payment').toBe(facts.keysCard);
    expect(facts.guarded).toBe(facts.keysCard || facts.refersTo === 'card');
  });

  it('counts as held exactly when it opens a hold', () => {
    expect(facts.countsIn === 'held').toBe(facts.opens === 'hold');
  });

  it('is found again by what the service calls it', () => {
    for (const family of families) {
      const type = operationTable[operation].types[family];
      if (type !== null) expect(operationOfType[type]).toBe(operation);
    }
  });
});

it('counts an operation of a newer version in no sum, and lets it settle and open nothing', () => {
  expect(operationFacts('unlisted')).toMatchObject({ countsIn: 'nothing', opens: 'nothing', settles: null });
});

it('has the holds wait that the partial indexes of the ledger hold', () => {
  // Another state that waits needs a migration of `holds_waiting` and `holds_merchants`.
  expect(holdStatesThat(({ waits }) => waits)).toEqual([
    'open',
    'capturing',
    'capture-unknown',
    'voiding',
    'void-unknown',
  ]);
});

it('lists operations by what the table says, in its order', () => {
  expect(operationsThat(({ countsIn }) => countsIn === 'charged')).toEqual(['sell', 'capture', 'recharge']);
});
