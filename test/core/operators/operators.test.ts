/** Operators: stored as hashes, limited tries, audited changes, always a supervisor, no sign-in when the file is damaged. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { deriveKey } from '#electron/core/scrypt.ts';
import { roles } from '#shared/role.ts';
import { failed, ok } from '#shared/failure.ts';
import { quickly } from '#test/fixtures/quick-scrypt.ts';
import { idOf, openSeatOf, passcodes, staffedSeat } from '#test/fixtures/seat-of.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { embedded } from '#test/fixtures/world.ts';
import { newId } from '#shared/new-id.ts';

const fileOf = (folder: string): string => readFileSync(join(folder, 'operators.json'), 'utf8');
const minute = 60_000;

describe('passcodes', () => {
  test('are stored only as hashes, in a file that only its owner can read', async () => {
    const folder = temporaryFolder();
    await staffedSeat(folder, { Ana: 'cashier' });
    for (const passcode of Object.values(passcodes)) expect(fileOf(folder)).not.toContain(passcode);
    expect(fileOf(folder)).toContain('$scrypt$');
  });

  test('belong to one name, regardless of its case', async () => {
    const { operators } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    expect(await operators.check(' sol ', passcodes.Sol)).toMatchObject({ value: { name: 'Sol', role: 'supervisor' } });
    expect(await operators.check('Ana', passcodes.Sol)).toEqual(failed({ kind: 'wrong-passcode', left: 4 }));
    expect(await operators.check('Nobody', passcodes.Sol)).toEqual(failed({ kind: 'wrong-passcode', left: null }));
  });

  test('lock the operator out after five wrong tries, longer each time, until the right one', async () => {
    const { operators, world, deeds } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    for (const left of [4, 3, 2, 1]) {
      expect(await operators.check('Ana', 'not-it')).toEqual(failed({ kind: 'wrong-passcode', left }));
    }
    const out = (minutes: number) =>
      failed({ kind: 'locked-out', until: new Date(world.now + minutes * minute).toISOString() });
    expect(await operators.check('Ana', 'not-it')).toEqual(out(1));
    // During the wait not even the right one is compared, and a try does not prolong the wait.
    expect(await operators.check('Ana', passcodes.Ana)).toEqual(out(1));
    expect(deeds.at(-1)).toEqual({ by: 'Ana', deed: { kind: 'operator-locked-out', name: 'Ana', tries: 5 } });
    world.now += minute;
    expect(await operators.check('Ana', 'not-it')).toEqual(out(2));
    expect(await operators.check('Sol', passcodes.Sol)).toMatchObject({ ok: true });
    world.now += 2 * minute;
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ ok: true });
    expect(await operators.check('Ana', 'not-it')).toEqual(failed({ kind: 'wrong-passcode', left: 4 }));
  });

  test('are all counted when they are tried at the same time, even across a restart', async () => {
    const folder = temporaryFolder();
    const seat = await staffedSeat(folder, { Ana: 'cashier' });
    await Promise.all(Array.from({ length: 5 }, () => seat.operators.check('Ana', 'not-it')));
    const again = openSeatOf(folder);
    expect(await again.operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
    expect(again.operators.view().operators[0]).toMatchObject({ name: 'Ana', lockedUntil: expect.any(String) });
  });

  test('are counted as tries before they are compared', async () => {
    const folder = temporaryFolder();
    const { operators } = await staffedSeat(folder, { Ana: 'cashier' });
    let whileCompared = '';
    vi.mocked(deriveKey).mockImplementationOnce((...given) => {
      whileCompared = fileOf(folder);
      return quickly(...given);
    });
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ ok: true });
    expect(whileCompared).toContain('"count": 1');
    expect(fileOf(folder)).not.toContain('"count"');
  });

  test('are counted from the present when the clock was set back', async () => {
    const { operators, world } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    for (let turn = 0; turn < 5; turn++) await operators.check('Ana', 'not-it');
    world.now -= 3650 * 24 * 60 * minute;
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
    world.now += minute;
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ ok: true });
  });

  test('are refused during the wait even while the ledger is unavailable', async () => {
    const { operators, world, deeds } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    world.ledgerAway = true;
    for (let turn = 0; turn < 5; turn++) await operators.check('Ana', 'not-it');
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
    // It waits on this computer until the ledger is back.
    expect(deeds.at(-1)).toMatchObject({ by: 'Ana', deed: { kind: 'operator-locked-out' } });
  });
});

test('operators of an embedded ledger are not written again by its heartbeats', async () => {
  const folder = temporaryFolder();
  await staffedSeat(folder);
  let beat = (): void => undefined;
  const { changes } = openSeatOf(folder, {
    ledger: { ...embedded, onHeartbeat: (listener) => void (beat = listener) },
  });
  beat();
  await setImmediate();
  expect(changes()).toBe(0);
});

describe('a supervisor', () => {
  test('adds operators, whose names can never be used again', async () => {
    const { operators, deeds } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    expect(deeds.map(({ by, deed }) => [by, deed.kind])).toEqual([
      ['root', 'operator-added'],
      ['Sol', 'operator-added'],
      ['Ana', 'operator-passcode'],
    ]);
    await operators.change({ id: idOf({ operators }, 'Ana'), role: 'cashier', active: false }, 'Sol');
    expect(await operators.add({ name: 'ANA', role: 'cashier', passcode: 'another-1' }, 'Sol')).toEqual(
      failed({ kind: 'name-taken' }),
    );
    expect(await operators.check('Ana', passcodes.Ana)).toEqual(failed({ kind: 'wrong-passcode', left: null }));
    expect(operators.names()).toEqual(['Sol']);
  });

  test('resets a passcode, which ends the old one and the wait, and makes the owner choose a new one', async () => {
    const { operators } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    for (let turn = 0; turn < 5; turn++) await operators.check('Ana', 'not-it');
    await operators.resetPasscode(idOf({ operators }, 'Ana'), 'fresh-one-1', 'Sol');
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'wrong-passcode' } });
    expect(await operators.check('Ana', 'fresh-one-1')).toMatchObject({ value: { mustChange: true } });
    expect(await operators.setPasscode(idOf({ operators }, 'Ana'), 'fresh-one-1')).toEqual(
      failed({ kind: 'invalid', issues: [{ path: 'next', code: 'passcode-unchanged' }] }),
    );
    expect(await operators.setPasscode(idOf({ operators }, 'Ana'), passcodes.Ana)).toEqual(ok(undefined));
  });

  test('resets a passcode for good, even while the old one is being compared', async () => {
    const { operators } = await staffedSeat(temporaryFolder(), { Ana: 'cashier' });
    const id = idOf({ operators }, 'Ana');
    const tries = Array.from({ length: 8 }, () => operators.check('Ana', passcodes.Ana));
    await Promise.all([operators.resetPasscode(id, 'fresh-one-1', 'Sol'), ...tries]);
    expect(await operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'wrong-passcode' } });
    expect(await operators.check('Ana', 'fresh-one-1')).toMatchObject({ ok: true });
  });

  test('changes nothing while the change can’t be written to the audit trail', async () => {
    const folder = temporaryFolder();
    const { operators, world } = await staffedSeat(folder, { Ana: 'cashier' });
    const before = fileOf(folder);
    world.ledgerAway = true;
    const id = idOf({ operators }, 'Ana');
    for (const refused of [
      await operators.add({ name: 'Luz', role: 'cashier', passcode: passcodes.Luz }, 'Sol'),
      await operators.change({ id, role: 'supervisor', active: true }, 'Sol'),
      await operators.resetPasscode(id, 'fresh-one-1', 'Sol'),
      await operators.setIdleMinutes(3, 'Sol'),
    ]) {
      expect(refused).toMatchObject({ failure: { kind: 'ledger' } });
    }
    expect(fileOf(folder)).toBe(before);
  });

  test('is always left: no sequence of changes removes the last active one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            who: fc.constantFrom('Sol', 'Ana', 'Luz'),
            role: fc.constantFrom(...roles),
            active: fc.boolean(),
          }),
          {
            maxLength: 12,
          },
        ),
        async (changes) => {
          const seat = await staffedSeat(temporaryFolder(), { Ana: 'supervisor', Luz: 'cashier' });
          for (const { who, role, active } of changes) {
            const before = seat.operators.view();
            const changed = await seat.operators.change({ id: idOf(seat, who), role, active }, 'Sol');
            if (!changed.ok) {
              expect(changed.failure).toEqual({ kind: 'last-supervisor' });
              expect(seat.operators.view()).toEqual(before);
            }
            const { operators } = seat.operators.view();
            expect(operators.some((one) => one.active && one.role === 'supervisor')).toBe(true);
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('an unreadable file of operators', () => {
  const sol = { name: 'Sol', role: 'supervisor', active: true, mustChangePasscode: true } as const;
  const given = (passcode: string) => ({ operators: [{ ...sol, secret: { passcode } }], idleMinutes: null });
  const twice = (text: string, changes: object): string => {
    const { operators, ...rest } = JSON.parse(text) as { operators: readonly object[] };
    return JSON.stringify({ ...rest, operators: [...operators, { ...operators[0], ...changes }] });
  };

  test.each<[string, (text: string) => string, 'damaged' | 'newer']>([
    ['half of itself', (text) => text.slice(0, text.length / 2), 'damaged'],
    ['no operators', () => '{"version":1,"idleMinutes":10,"operators":[]}', 'damaged'],
    ['operators without a supervisor', (text) => text.replaceAll('"supervisor"', '"cashier"'), 'damaged'],
    ['a worthless hash', (text) => text.replace(/ln=\d+/, 'ln=1'), 'damaged'],
    ['one name of two operators', (text) => twice(text, { id: newId(), name: 'SOL' }), 'damaged'],
    ['one id of two operators', (text) => twice(text, { name: 'Eve' }), 'damaged'],
    ['nothing', () => '', 'damaged'],
    ['the version of a newer program', (text) => text.replace(/"version":\s*1/, '"version":2'), 'newer'],
  ])('with %s as its content lets nobody sign in, at this start and at the next', async (_title, damage, kind) => {
    const folder = temporaryFolder();
    await staffedSeat(folder);
    const bytes = damage(fileOf(folder));
    const file = join(folder, 'operators.json');
    writeFileSync(file, bytes);
    for (let start = 0; start < 2; start++) {
      const { operators, session, bugs } = openSeatOf(folder);
      expect([session.access(), session.actor()]).toEqual([{ kind, file }, null]);
      expect(await session.signIn('Sol', passcodes.Sol)).toMatchObject({ ok: false });
      expect(await session.createSupervisor('Mal', 'not-so-fast')).toMatchObject({
        failure: { kind: 'not-permitted' },
      });
      expect(await operators.add({ name: 'Mal', role: 'supervisor', passcode: 'not-so-fast' }, 'Mal')).toMatchObject({
        ok: false,
      });
      if (kind === 'newer') {
        const provisioned = await operators.provision(given('not-so-fast'), 'it-admin');
        expect(provisioned).toEqual(failed({ kind: 'newer-file', file }));
        expect(session.access()).toEqual({ kind, file });
      }
      expect([readdirSync(folder), fileOf(folder), bugs]).toEqual([['operators.json'], bytes, []]);
    }
  });

  test('is set aside when an administrator’s file takes its place', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'operators.json'), 'damaged');
    const { operators, session } = openSeatOf(folder);
    expect(await operators.provision(given(passcodes.Sol), 'it-admin')).toMatchObject({ value: { added: ['Sol'] } });
    const aside = readdirSync(folder).find((name) => name.startsWith('operators.damaged-')) ?? '';
    expect(readFileSync(join(folder, aside), 'utf8')).toBe('damaged');
    expect(await session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));
    expect(session.access()).toEqual({ kind: 'new-passcode', name: 'Sol', why: 'known' });
  });
});
