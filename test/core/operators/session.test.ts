/** Session of a seat: signed out, the system's user, or an operator; the lock, the idle lock, and answers held back. */
import { describe, expect, test } from 'vitest';
import { failed, ok } from '#shared/failure.ts';
import { idOf, openSeatOf, passcodes, staffedSeat } from '#test/fixtures/seat-of.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const minute = 60_000;

describe('a seat without operators', () => {
  test('lets the program act as a supervisor, and never the system’s account, until its merchant charges real cards', async () => {
    const { session, world } = openSeatOf(temporaryFolder());
    expect([session.access(), session.actor()]).toEqual([{ kind: 'open' }, { name: 'Caja', role: 'supervisor' }]);
    session.lock('command');
    session.signOut();
    expect(session.access()).toEqual({ kind: 'open' });
    world.charges = true;
    expect([session.access(), session.actor()]).toEqual([{ kind: 'first-supervisor' }, null]);
    expect(await session.createSupervisor('Sol', passcodes.Sol)).toEqual(ok(undefined));
    expect([session.access(), session.actor()]).toEqual([{ kind: 'working' }, { name: 'Sol', role: 'supervisor' }]);
    expect(await session.createSupervisor('Mal', 'not-so-fast')).toMatchObject({ failure: { kind: 'not-permitted' } });
  });
});

describe('an operator', () => {
  test('signs in and out, and is signed out by a restart', async () => {
    const folder = temporaryFolder();
    const { session } = await staffedSeat(folder, { Ana: 'cashier' });
    session.signOut();
    expect([session.access(), session.actor()]).toEqual([{ kind: 'signed-out', names: ['Ana', 'Sol'] }, null]);
    expect(await session.signIn('Ana', passcodes.Sol)).toMatchObject({ failure: { kind: 'wrong-passcode' } });
    expect(session.actor()).toBeNull();
    await session.signIn('ana', passcodes.Ana);
    expect(session.actor()).toEqual({ name: 'Ana', role: 'cashier' });
    expect(openSeatOf(folder).session.access()).toMatchObject({ kind: 'signed-out' });
  });

  test('is signed out at once when made inactive, and has a changed role from the next call on', async () => {
    const seat = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    const id = idOf(seat, 'Ana');
    await seat.session.signIn('Ana', passcodes.Ana);
    await seat.operators.change({ id, role: 'back-office', active: true }, 'Sol');
    expect(seat.session.actor()).toEqual({ name: 'Ana', role: 'back-office' });
    await seat.operators.change({ id, role: 'back-office', active: false }, 'Sol');
    expect([seat.session.access(), seat.session.actor()]).toEqual([
      { kind: 'signed-out', names: ['Sol'], ended: 'inactive' },
      null,
    ]);
  });

  test('can do nothing before replacing a passcode that was assigned', async () => {
    const { operators, session } = await staffedSeat(temporaryFolder());
    await operators.add({ name: 'Ana', role: 'cashier', passcode: 'first-passcode-1' }, 'Sol');
    await session.signIn('Ana', 'first-passcode-1');
    expect([session.access(), session.actor()]).toEqual([{ kind: 'new-passcode', name: 'Ana', why: 'known' }, null]);
    expect(await session.changePasscode(null, passcodes.Ana)).toEqual(ok(undefined));
    expect(session.actor()).toEqual({ name: 'Ana', role: 'cashier' });
  });

  test('changes the passcode only with the current one, and only while signed in', async () => {
    const { session } = await staffedSeat(temporaryFolder());
    expect(await session.changePasscode(null, 'another-passcode-1')).toMatchObject({
      failure: { kind: 'wrong-passcode' },
    });
    expect(await session.changePasscode('not-it', 'another-passcode-1')).toMatchObject({
      failure: { kind: 'wrong-passcode' },
    });
    session.lock('command');
    expect(await session.changePasscode(passcodes.Sol, 'another-passcode-1')).toEqual(failed({ kind: 'signed-out' }));
    await session.signIn('Sol', passcodes.Sol);
    expect(await session.changePasscode(passcodes.Sol, 'another-passcode-1')).toEqual(ok(undefined));
    session.signOut();
    expect(await session.signIn('Sol', 'another-passcode-1')).toEqual(ok(undefined));
  });
});

describe('the lock', () => {
  test('comes after five idle minutes, or the number that was set, whatever the clock does', async () => {
    const { operators, session, world, changes } = await staffedSeat(temporaryFolder());
    world.now += 5 * minute - 1;
    session.keepAwake();
    world.now += 5 * minute - 1;
    expect(session.access().kind).toBe('working');
    const before = changes();
    world.now += 1;
    session.look();
    expect(session.access()).toEqual({ kind: 'locked', name: 'Sol', names: ['Sol'] });
    expect([session.actor(), changes()]).toEqual([null, before + 1]);
    // Activity does not unlock a locked seat.
    session.keepAwake();
    expect(session.actor()).toBeNull();

    await session.signIn('Sol', passcodes.Sol);
    await operators.setIdleMinutes(1, 'Sol');
    world.now -= 60 * minute;
    expect(session.access().kind).toBe('working');
    world.now += minute;
    expect(session.actor()).toBeNull();
  });

  test('comes with the next call when no timer ran, as after the computer slept', async () => {
    const { session, world } = await staffedSeat(temporaryFolder());
    world.now += 6 * minute;
    session.keepAwake();
    expect(session.actor()).toBeNull();
  });

  test('says why after too many wrong passcodes of a supervisor, until the operator is back', async () => {
    const { session } = await staffedSeat(temporaryFolder());
    session.lock('step-up');
    expect(session.access()).toEqual({ kind: 'locked', name: 'Sol', names: ['Sol'], refused: true });
    await session.signIn('Sol', passcodes.Sol);
    session.lock('command');
    expect(session.access()).toEqual({ kind: 'locked', name: 'Sol', names: ['Sol'] });
  });

  test('replaces signing out while a payment is in progress', async () => {
    const { session, world } = await staffedSeat(temporaryFolder());
    world.busy = true;
    session.signOut();
    expect(session.access()).toMatchObject({ kind: 'locked', name: 'Sol' });
    world.busy = false;
    session.signOut();
    expect(session.access()).toMatchObject({ kind: 'signed-out' });
  });
});

describe('a passcode of an earlier version', () => {
  test('of seven digits signs in and has to be replaced, each time until it is', async () => {
    const weak = '4917305';
    const seat = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    const { session } = seat;
    await seat.operators.setPasscode(idOf(seat, 'Ana'), weak);
    const toReplace = { kind: 'new-passcode', name: 'Ana', why: 'weak' };
    for (let turn = 0; turn < 2; turn++) {
      expect(await session.signIn('Ana', weak)).toEqual(ok(undefined));
      expect([session.access(), session.actor()]).toEqual([toReplace, null]);
      session.signOut();
    }
    await session.signIn('Ana', weak);
    expect(await session.changePasscode(null, '49173052')).toEqual(ok(undefined));
    expect(session.actor()).toEqual({ name: 'Ana', role: 'cashier' });
    session.signOut();
    await session.signIn('Ana', '49173052');
    expect(session.access()).toEqual({ kind: 'working' });
  });
});

describe('on the record of a session', () => {
  test('are sign-ins, unlocks, locks with their cause, and sign-outs, each under its operator', async () => {
    const { session, sessionDeeds, world } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    session.lock('suspend');
    // The screen's lock follows the sleep, and is no second lock.
    session.lock('system');
    await session.signIn('sol', passcodes.Sol);
    world.now += 5 * minute;
    session.look();
    await session.signIn('Ana', passcodes.Ana);
    session.signOut();
    session.lock('command');
    expect(sessionDeeds).toEqual([
      { by: 'Sol', deed: { kind: 'signed-in', unlocked: false } },
      { by: 'Sol', deed: { kind: 'locked', why: 'suspend' } },
      { by: 'Sol', deed: { kind: 'signed-in', unlocked: true } },
      { by: 'Sol', deed: { kind: 'locked', why: 'idle' } },
      { by: 'Sol', deed: { kind: 'signed-out' } },
      { by: 'Ana', deed: { kind: 'signed-in', unlocked: false } },
      { by: 'Ana', deed: { kind: 'signed-out' } },
    ]);
  });

  test('are wrong passcodes, without the text that was keyed for a name', async () => {
    const { session, sessionDeeds } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    sessionDeeds.length = 0;
    await session.signIn(passcodes.Ana, 'oops');
    for (let turn = 0; turn < 6; turn++) await session.signIn('ana', 'not-the-passcode');
    const failures = sessionDeeds.map(({ by, deed }) => [by, deed.kind === 'sign-in-failed' && [deed.name, deed.why]]);
    expect(failures).toEqual([
      ['root', [null, 'unknown-name']],
      ...Array.from({ length: 4 }, () => ['root', ['Ana', 'wrong-passcode']]),
      ...Array.from({ length: 2 }, () => ['root', ['Ana', 'locked-out']]),
    ]);
    expect(JSON.stringify(sessionDeeds)).not.toContain(passcodes.Ana);
  });
});

describe('an answer', () => {
  const settled = async (work: Promise<boolean>): Promise<boolean | 'waits'> => {
    const waits = new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits')));
    return Promise.race([work, waits]);
  };

  test('is delivered at once while its operator works', async () => {
    const { session } = await staffedSeat(temporaryFolder());
    expect(await settled(session.atWork({ name: 'Sol', role: 'supervisor' }))).toBe(true);
  });

  test('waits while the seat is locked, and is delivered when its operator is back', async () => {
    const { session } = await staffedSeat(temporaryFolder());
    session.lock('command');
    const answer = session.atWork({ name: 'Sol', role: 'supervisor' });
    expect(await settled(answer)).toBe('waits');
    await session.signIn('Sol', passcodes.Sol);
    expect(await answer).toBe(true);
  });

  test('never reaches another operator who signs in, nor anyone after signing out', async () => {
    const { session } = await staffedSeat(temporaryFolder(), { Ana: 'supervisor' });
    const sol = { name: 'Sol', role: 'supervisor' } as const;
    session.lock('command');
    const answer = session.atWork(sol);
    await session.signIn('Ana', passcodes.Ana);
    expect(await answer).toBe(false);
    session.signOut();
    expect(await settled(session.atWork(sol))).toBe(false);
  });

  test('to the program itself is delivered even after a supervisor is required and created', async () => {
    const { session, world } = openSeatOf(temporaryFolder());
    const program = { name: 'Caja', role: 'supervisor' } as const;
    expect(await settled(session.atWork(program))).toBe(true);
    world.charges = true;
    expect(await settled(session.atWork(program))).toBe(true);
    await session.createSupervisor('Sol', passcodes.Sol);
    expect(await settled(session.atWork(program))).toBe(true);
  });
});
