/** Turns at the payments connection: alone for a transaction of several messages, shared by those of one. */
import { describe, expect, it } from 'vitest';
import { createTurns } from '#electron/ledger/postgres/connection/primary.ts';

const busy = new Error('busy');
const longEnough = 60_000;

/** Takes turns and notes the order in which they come. */
function orderedTurns() {
  const turns = createTurns(() => busy);
  const order: string[] = [];
  const next = async (name: string, shares: boolean) => {
    const end = await turns.take(longEnough, shares);
    order.push(name);
    return end;
  };
  return { next, order };
}

describe('a turn', () => {
  it('that is shared waits for no other of its kind', async () => {
    const { next, order } = orderedTurns();
    await Promise.all([next('one', true), next('two', true), next('three', true)]);
    expect(order).toEqual(['one', 'two', 'three']);
  });

  it('of its own waits until all shared ones have ended, and later shared ones wait for it', async () => {
    const { next, order } = orderedTurns();
    const shared = await Promise.all([next('one', true), next('two', true)]);
    const alone = next('alone', false);
    const later = [next('later', true), next('last', true)];
    shared[0]?.();
    shared[0]?.();
    await Promise.resolve();
    expect(order).toEqual(['one', 'two']);
    shared[1]?.();
    const end = await alone;
    expect(order).toEqual(['one', 'two', 'alone']);
    end();
    await Promise.all(later);
    expect(order).toEqual(['one', 'two', 'alone', 'later', 'last']);
  });

  it('that does not come in time is refused, and so is each that waits at the end', async () => {
    const turns = createTurns(() => busy);
    await turns.take(longEnough);
    await expect(turns.take(1)).rejects.toBe(busy);
    const waits = turns.take(longEnough, true);
    const gone = new Error('gone');
    turns.end(gone);
    await expect(waits).rejects.toBe(gone);
    await expect(turns.take(longEnough)).rejects.toBe(gone);
  });
});
