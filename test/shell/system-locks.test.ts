/** Locks of the seat that the computer causes: its sleep, its wake, and the lock of the system's own session. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { lockWithSystem } from '#electron/shell/system-locks.ts';

test('locks before sleep, after a sleep that came without a word, and with the system’s session, until it is stopped', () => {
  const power = new EventEmitter();
  const locks: string[] = [];
  const stop = lockWithSystem(power, (why) => void locks.push(why));
  for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-battery']) power.emit(event);
  expect(locks).toEqual(['suspend', 'suspend', 'system']);
  stop();
  for (const event of ['suspend', 'resume', 'lock-screen']) power.emit(event);
  expect(locks).toHaveLength(3);
});
