/** The gate between main and the screens: events of a seat in use and of a locked one. */
import { describe, expect, it } from 'vitest';
import { createEventGate } from '#electron/core/operators/event-gate.ts';
import { newId } from '#shared/new-id.ts';
import type { Role } from '#shared/role.ts';
import type { Reach } from '#shared/seat/reach.ts';
import type { Access } from '#shared/seat/operators.ts';

const working: Access = { kind: 'working' };
const locked: Access = { kind: 'locked', name: 'Ana', names: ['Ana'] };

function gateAt(first: Access, role: Role = 'cashier', reach: Reach = 'all') {
  const passedOn: unknown[] = [];
  let access = first;
  const gate = createEventGate((name, payload) => void passedOn.push([name, payload]));
  gate.open({ access: () => access, actor: () => ({ name: 'Ana', role }), reach: () => reach });
  return {
    ...gate,
    passedOn,
    put(next: Access) {
      access = next;
    },
  };
}

describe('the event gate', () => {
  it('passes on each change exactly once while an operator works', () => {
    const gate = gateAt(working);
    gate.emit('seat.changed', {});
    gate.emit('history.changed', { attemptIds: null });
    expect(gate.passedOn).toEqual([
      ['seat.changed', {}],
      ['history.changed', { attemptIds: null }],
    ]);
  });

  it.each([
    ['cashier', 0],
    ['back-office', 1],
  ] as const)('passes the rows of a batch on to those who may read them: %s', (role, told) => {
    const gate = gateAt(working, role);
    gate.emit('holds.batch', { batchId: newId(), startedAt: '2026-11-20T10:00:00.000Z', finished: false, rows: [] });
    expect(gate.passedOn).toHaveLength(told);
  });

  it.each([
    ['own', 0],
    ['recent', 1],
  ] as const)('tells whose payments changed unless own ones alone are found: %s', (reach, told) => {
    const gate = gateAt(working, 'cashier', reach);
    const [id, startedAt, merchantId] = [newId(), '2026-11-20T10:00:00.000Z', 'shop'];
    const facts = [
      {
        startedAt,
        operation: 'sell',
        state: 'declined',
        environment: 'test',
        merchantId,
        operatorName: 'Zoe',
      } as const,
    ];
    gate.emit('history.changed', { attemptIds: [id], facts, by: 'another' });
    const change = { attemptIds: [id], by: 'another', ...(told === 1 && { facts }) };
    expect(gate.passedOn).toEqual([['history.changed', change]]);
  });

  it('tells a locked seat only about its session', () => {
    const gate = gateAt(working);
    gate.put(locked);
    gate.sessionChanged();
    for (const name of ['ledger.changed', 'vault.changed', 'answers.changed', 'operators.changed'] as const) {
      gate.emit(name, {});
    }
    gate.emit('history.changed', { attemptIds: null });
    gate.emit('menu.command', { command: 'holds' });
    expect(gate.passedOn).toEqual([['session.changed', { anew: false }]]);
  });

  it('reports a change of what a locked seat shows as a change of its session', () => {
    const gate = gateAt(locked);
    gate.emit('seat.changed', {});
    gate.emit('merchants.changed', {});
    expect(gate.passedOn).toEqual([
      ['session.changed', { anew: false }],
      ['session.changed', { anew: false }],
    ]);
  });

  it('makes the screens refetch everything after a lock, however short it was', () => {
    const gate = gateAt(working);
    gate.put(locked);
    gate.sessionChanged();
    gate.put(working);
    gate.sessionChanged();
    gate.sessionChanged();
    expect(gate.passedOn).toEqual([
      ['session.changed', { anew: false }],
      ['session.changed', { anew: true }],
      ['session.changed', { anew: false }],
    ]);
  });

  it('reports a change of the session when a merchant starts or stops requiring a first supervisor', () => {
    const gate = gateAt({ kind: 'open' });
    gate.put({ kind: 'first-supervisor' });
    gate.emit('merchants.changed', {});
    gate.put({ kind: 'open' });
    gate.emit('merchants.changed', {});
    expect(gate.passedOn).toEqual([
      ['session.changed', { anew: false }],
      ['session.changed', { anew: true }],
      ['merchants.changed', {}],
    ]);
  });

  it('drops events that precede the session', () => {
    const passedOn: unknown[] = [];
    const gate = createEventGate((name) => void passedOn.push(name));
    gate.emit('ledger.changed', {});
    gate.sessionChanged();
    expect(passedOn).toEqual([]);
  });
});
