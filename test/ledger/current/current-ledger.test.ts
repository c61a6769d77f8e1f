/** The ledger that the use cases see: calls wait for it or are refused without it, and listeners survive a change of ledger. */
import { describe, expect, it } from 'vitest';
import { createCurrentLedger } from '#electron/ledger/current/current-ledger.ts';
import { LedgerUnavailable, type Ledger, type LedgerChange } from '#electron/core/ports/ledger.ts';
import type { LedgerFailureReason } from '#shared/failure-reasons.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

/** A ledger that answers `operators` with its own name. The test fires its events. */
function named(name: string) {
  const changes: ((change: LedgerChange) => void)[] = [];
  const reasons: ((reason: LedgerFailureReason | null) => void)[] = [];
  const listen =
    <Listener>(list: Listener[]) =>
    (listener: Listener) => {
      list.push(listener);
      return () => void list.splice(list.indexOf(listener), 1);
    };
  const ledger = {
    operators: () => Promise.resolve([name]),
    onChange: listen(changes),
    onAvailability: listen(reasons),
  } as unknown as Ledger;
  return { ledger, changes, reasons };
}

describe('the current ledger', () => {
  it('lets calls wait until the first ledger is open', async () => {
    const current = createCurrentLedger(reportBug);
    const asked = current.ledger.operators();
    await current.use(Promise.resolve(named('embedded').ledger));
    expect(await asked).toEqual(['embedded']);
  });

  it('refuses calls while none could be opened, reports that, and accepts the next one', async () => {
    const current = createCurrentLedger(reportBug);
    const heard: (LedgerFailureReason | null)[] = [];
    current.ledger.onAvailability((reason) => heard.push(reason));
    const asked = current.ledger.operators();
    await current.use(Promise.reject(new LedgerUnavailable('locked', 'in use')));
    await expect(asked).rejects.toMatchObject({ reason: 'locked' });
    await expect(current.ledger.operators()).rejects.toBeInstanceOf(LedgerUnavailable);
    await current.use(Promise.resolve(named('later').ledger));
    expect(await current.ledger.operators()).toEqual(['later']);
    expect(heard).toEqual(['locked', null]);
  });

  it('forwards the events of the ledger in place, and of no other', async () => {
    const current = createCurrentLedger(reportBug);
    const heard: unknown[] = [];
    current.ledger.onChange((change) => heard.push(change));
    const stop = current.ledger.onAvailability((reason) => heard.push(reason));
    const embedded = named('embedded');
    const shared = named('shared');
    await current.use(Promise.resolve(embedded.ledger));
    const change: LedgerChange = { attemptIds: ['a'], by: 'another' };
    embedded.changes[0]?.(change);
    expect(heard).toEqual([null, change]);

    await current.use(Promise.resolve(shared.ledger));
    expect(embedded.changes).toEqual([]);
    expect(embedded.reasons).toEqual([]);
    // A change of ledger may have changed everything.
    expect(heard.slice(2)).toEqual([null, { attemptIds: null, by: 'this-seat' }]);
    stop();
    shared.reasons[0]?.('disconnected');
    shared.changes[0]?.(change);
    expect(heard.slice(4)).toEqual([change]);
  });
});

it('the current ledger forwards every method with its arguments and its receiver', async () => {
  const current = createCurrentLedger(reportBug);
  const called: unknown[] = [];
  const opened: Ledger = new Proxy({} as Ledger, {
    get: (_target, name) =>
      name === 'then'
        ? undefined
        : function (this: unknown, ...input: readonly unknown[]) {
            called.push([name, this === opened, ...input]);
            return Promise.resolve(name);
          },
  });
  await current.use(Promise.resolve(opened));
  called.length = 0;
  const { all: _all, onChange: _onChange, onAvailability: _onAvailability, ...methods } = current.ledger;
  for (const [name, method] of Object.entries(methods) as [string, (...input: unknown[]) => Promise<unknown>][]) {
    expect(await method('one', 2)).toBe(name);
    expect(called.pop()).toEqual([name, true, 'one', 2]);
  }
});
