/** Operators of a shared ledger: the same on every seat, changed by one at a time, counted together, and there while it is away. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { OperatorsLedger } from '#electron/core/operators/shared-operators.ts';
import type { LedgerSharedOperators } from '#electron/ledger/operators/shared-operators.ts';
import type { Database } from '#electron/ledger/engine/engine.ts';
import { signState } from '#electron/ledger/operators/signed-state.ts';
import { linkHash } from '#electron/ledger/trail/link.ts';
import { createTrailKey } from '#electron/ledger/trail/trail-key.ts';
import { recordHeartbeat } from '#electron/ledger/seats/instances.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { allEvents, deedOf } from '#electron/ledger/events.ts';
import { createApprovals } from '#electron/core/operators/approvals.ts';
import { hashPasscode } from '#electron/core/operators/passcodes.ts';
import { failed, ok } from '#shared/failure.ts';
import type { LedgerDeed } from '#shared/audit/ledger-events.ts';
import { newId } from '#shared/new-id.ts';
import type { Role } from '#shared/role.ts';
import type { Guarded } from '#shared/audit/step-up.ts';
import { connectBeside, makeStore, storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { idOf, openSeatOf, passcodes, staffedSeat, type SeatOf } from '#test/fixtures/seat-of.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { signingSeatOfTest } from '#test/ledger/trail/signing-seat.ts';
import { soon } from '#test/support/soon.ts';

/** The ledger of most tests, to which each seat connects once. Before each test it has no operators, as if it were new. */
let common: SharedStore;
const connected = new Map<string, Promise<StoredLedger>>();
/** Entries of the audit trail from before the test. */
let former = 0;
/** Number of the present test, and what its seats write. A seat that still follows after its test must not adopt in the next one. */
let turn = 0;
const writings = new Set<Promise<unknown>>();
beforeAll(async () => {
  common = await makeStore('PostgreSQL');
});
beforeEach(async () => {
  turn++;
  await Promise.allSettled(writings);
  writings.clear();
  for (const ledger of connected.values()) ((await ledger).sharedOperators as LedgerSharedOperators).noteRevision(null);
  await onDatabase(common.address, async (db) => {
    await sql`delete from operators`.execute(db);
    await sql`delete from ledger_settings where name like 'operators-%'`.execute(db);
    former = (await allEvents(db)).length;
  });
});
afterAll(() => common.drop());

function connect(name: string): Promise<StoredLedger> {
  const ledger = connected.get(name) ?? common.open(name);
  connected.set(name, ledger);
  return ledger;
}

/** The ledger of a test of its own. */
let store: SharedStore;

/** What a seat has chosen, which tests change. */
interface Chosen extends OperatorsLedger {
  /** Null for the embedded ledger. */
  current: { readonly ledger: StoredLedger; readonly cable: 'works' | 'cut' | 'silent' } | null;
  /** Does what a heartbeat does. */
  beat(): Promise<void>;
}

function chosen(ledger: StoredLedger | null): Chosen {
  const listeners = new Set<() => void>();
  const own = turn;
  const port: Chosen = {
    current: ledger === null ? null : { ledger, cable: 'works' },
    isShared: () => port.current !== null,
    async opened() {
      if (port.current === null) return null;
      if (port.current.cable === 'cut') throw new LedgerUnavailable('disconnected', 'The cable is cut.');
      if (port.current.cable === 'silent') return new Promise<never>(() => undefined);
      const shared = port.current.ledger.sharedOperators;
      if (shared === null) return null;
      return {
        ...shared,
        write(change) {
          if (turn !== own) throw new LedgerUnavailable('disconnected', 'The test is over.');
          const writing = shared.write(change);
          writings.add(writing);
          return writing;
        },
      };
    },
    onHeartbeat: (listener) => void listeners.add(listener),
    async beat() {
      if (port.current !== null) {
        const { engine, sharedOperators } = port.current.ledger;
        const beaten = await recordHeartbeat(engine, { id: newId(), seat: 'Any', ended: new Set() });
        (sharedOperators as LedgerSharedOperators).noteRevision(beaten?.revision ?? null);
      }
      for (const listener of listeners) listener();
    },
  };
  return port;
}

interface Seat extends SeatOf {
  readonly folder: string;
  readonly chosen: Chosen;
}

/** Opens a seat on its folder as a start of the program does. */
const openSeat = (folder: string, port: Chosen): Seat => ({
  ...openSeatOf(folder, { ledger: port }),
  folder,
  chosen: port,
});

/** A seat on the ledger. @param own passcodes' owners of this seat before it chose the ledger */
async function seatOn(ledger: StoredLedger, own: Parameters<typeof staffedSeat>[1] | null = null): Promise<Seat> {
  const folder = temporaryFolder();
  if (own !== null) await staffedSeat(folder, own);
  const seat = openSeat(folder, chosen(ledger));
  await seat.chosen.beat();
  if (own !== null) await eventually(() => expect(seat.operators.names()).not.toEqual([]));
  await seat.operators.ready();
  return seat;
}

async function twoSeats(others: Parameters<typeof staffedSeat>[1] = {}): Promise<readonly [Seat, Seat]> {
  const one = await seatOn(await connect('One'), others);
  await adopted(one);
  return [one, await seatOn(await connect('Two'))];
}

/** Opens a seat that signs what it writes. @param cardKey every byte of the key that the seats of a ledger have in common */
async function signingSeat(name: string, own: Parameters<typeof staffedSeat>[1] | null, cardKey = 1) {
  const signing = await signingSeatOfTest('PostgreSQL', store, cardKey);
  const seat = await seatOn(await signing.open(name), own);
  await adopted(seat);
  return { ...seat, signing };
}

/** Edits the database as its owner can. */
async function byOwner(...statements: readonly string[]): Promise<void> {
  const owner = await connectBeside(store);
  for (const statement of statements) await owner.query(statement);
  await owner.end();
}

const copiedAt = ({ folder }: Seat): string =>
  (JSON.parse(readFileSync(join(folder, 'operators.json'), 'utf8')) as { copyOf: { at: string } }).copyOf.at;

const eventually = (claim: () => unknown) => vi.waitFor(claim, soon);
const adopted = (seat: Seat) => eventually(async () => expect(await rows(seat)).not.toEqual([]));

const ledgerOf = ({ chosen: { current } }: Seat): StoredLedger => {
  if (current === null) throw new Error('no shared ledger');
  return current.ledger;
};
const rows = (seat: Seat) => ledgerOf(seat).engine.db.selectFrom('operators').selectAll().orderBy('name_key').execute();
const deeds = async (seat: Seat): Promise<readonly (readonly [string, string, LedgerDeed])[]> =>
  (await allEvents(ledgerOf(seat).engine.db))
    .slice(former)
    .map((event) => [event.seat, event.operator_name, deedOf(event)]);

function cable(seat: Seat, state: 'works' | 'cut' | 'silent'): void {
  seat.chosen.current = { ledger: ledgerOf(seat), cable: state };
}

async function wrongTries({ operators }: Seat, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await operators.check('Ana', 'not-it');
}
const changed = (seat: Seat, name: string, role: Role, active = true, by = 'Sol') =>
  seat.operators.change({ id: idOf(seat, name), role, active }, by);

/** Makes the seats write only once each of them has read what it changes. */
function readFirst(...seats: readonly Seat[]): void {
  const all = Promise.withResolvers<void>();
  let writing = 0;
  for (const { chosen: port } of seats) {
    const { opened } = port;
    port.opened = async () => {
      const shared = await opened();
      if (shared === null) return null;
      return {
        ...shared,
        async write(change) {
          if (++writing >= seats.length) all.resolve();
          await all.promise;
          return shared.write(change);
        },
      };
    };
  }
}

it('a ledger without operators adopts those of the seat, on the record, and other seats have them', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  expect(two.operators.names()).toEqual(['Ana', 'Sol']);
  expect(await two.session.signIn('Ana', passcodes.Ana)).toEqual(ok(undefined));
  expect(await deeds(one)).toEqual([['One', 'One', { kind: 'operators-adopted', names: ['Sol', 'Ana'] }]]);
});

it('two ledgerless seats that choose it at once agree on the operators of one of them', async () => {
  const [first, second] = await Promise.all(
    ['One', 'Two'].map(async (name) => seatOn(await connect(name), { Ana: 'cashier' })),
  );
  if (first === undefined || second === undefined) throw new Error('missing');
  await vi.waitFor(async () => {
    await Promise.all([first.chosen.beat(), second.chosen.beat()]);
    expect(first.operators.view()).toEqual(second.operators.view());
  }, soon);
  expect((await deeds(first)).map(([, , { kind }]) => kind)).toEqual(['operators-adopted']);
  expect(await rows(first)).toHaveLength(2);
});

it('a seat that joins takes the ledger’s operators, keeps a copy of its own, and says why nobody is signed in', async () => {
  const one = await seatOn(await connect('One'), {});
  await adopted(one);
  const folder = temporaryFolder();
  await staffedSeat(folder, { Luz: 'supervisor' });
  const port = chosen(null);
  const two = openSeat(folder, port);
  await two.session.signIn('Luz', passcodes.Luz);
  port.current = { ledger: await connect('Two'), cable: 'works' };
  await port.beat();
  await eventually(() =>
    expect(two.session.access()).toEqual({ kind: 'signed-out', names: ['Sol'], ended: 'replaced' }),
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('operators.kept-'))).toHaveLength(1);
  expect(await two.session.signIn('Luz', passcodes.Luz)).toEqual(failed({ kind: 'wrong-passcode', left: null }));
  expect(await two.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));

  // Back on the embedded ledger the seat goes on with the same people.
  port.current = null;
  await port.beat();
  await eventually(() => expect(two.session.access()).toEqual({ kind: 'working' }));
  expect(await two.operators.setIdleMinutes(4, 'Sol')).toMatchObject({ ok: true });
  await one.chosen.beat();
  expect(one.operators.idleMinutes()).not.toBe(4);
});

it('a change is written with its deed, and works at the other seat with its next heartbeat', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  await two.session.signIn('Ana', passcodes.Ana);
  expect(two.session.actor()).toEqual({ name: 'Ana', role: 'cashier' });
  expect(await changed(one, 'Ana', 'back-office')).toMatchObject({ ok: true });
  expect(await one.operators.setIdleMinutes(3, 'Sol')).toMatchObject({ ok: true });
  await two.chosen.beat();
  await eventually(() => expect(two.session.actor()).toEqual({ name: 'Ana', role: 'back-office' }));
  expect(two.operators.idleMinutes()).toBe(3);

  await changed(one, 'Ana', 'back-office', false);
  await two.chosen.beat();
  await eventually(() =>
    expect(two.session.access()).toEqual({ kind: 'signed-out', names: ['Sol'], ended: 'inactive' }),
  );
  expect((await deeds(one)).slice(1).map(([seat, by, { kind }]) => [seat, by, kind])).toEqual([
    ['One', 'Sol', 'operator-changed'],
    ['One', 'Sol', 'idle-lock'],
    ['One', 'Sol', 'operator-changed'],
  ]);
});

it('a policy of a newer version stays when a seat that does not know it changes another one', async () => {
  const one = await seatOn(await connect('One'), {});
  await adopted(one);
  const { db } = ledgerOf(one).engine;
  const policy = db.updateTable('ledger_settings').where('name', '=', 'operators-policy');
  await policy.set({ value: '{"idleMinutes":9,"curfew":"22:00"}' }).execute();
  expect(await one.operators.setIdleMinutes(8, 'Sol')).toMatchObject({ ok: true });
  const kept = db.selectFrom('ledger_settings').select('value').where('name', '=', 'operators-policy');
  expect(JSON.parse((await kept.executeTakeFirstOrThrow()).value)).toMatchObject({ idleMinutes: 8, curfew: '22:00' });
});

it('two supervisors who deactivate each other at two seats leave one of them', async () => {
  const [one, two] = await twoSeats({ Ana: 'supervisor' });
  readFirst(one, two);
  const results = await Promise.all([
    changed(one, 'Ana', 'supervisor', false),
    changed(two, 'Sol', 'supervisor', false, 'Ana'),
  ]);
  expect(results.map((result) => (result.ok ? 'done' : result.failure.kind)).toSorted()).toEqual([
    'done',
    'last-supervisor',
  ]);
  expect((await rows(one)).filter(({ active }) => active === 1)).toHaveLength(1);
});

it('of ten seats’ operators with one name one is added, and no change of another seat is lost', async () => {
  const [one, two] = await twoSeats();
  const added = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? one : two).operators.add(
        { name: index < 5 ? 'Luz' : `Operator ${index}`, role: 'cashier', passcode: passcodes.Luz },
        'Sol',
      ),
    ),
  );
  expect(added.filter((result) => !result.ok)).toEqual(Array.from({ length: 4 }, () => failed({ kind: 'name-taken' })));
  expect((await rows(one)).map(({ name }) => name)).toEqual([
    'Luz',
    ...[5, 6, 7, 8, 9].map((n) => `Operator ${n}`),
    'Sol',
  ]);
  expect((await deeds(one)).filter(([, , { kind }]) => kind === 'operator-added')).toHaveLength(6);
});

it('a passcode that was set at another seat counts at once', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  await one.operators.resetPasscode(idOf(one, 'Ana'), 'fresh-one-1', 'Sol');
  expect(await two.session.signIn('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'wrong-passcode' } });
  expect(await two.session.signIn('Ana', 'fresh-one-1')).toEqual(ok(undefined));
  expect(two.session.access()).toEqual({ kind: 'new-passcode', name: 'Ana', why: 'known' });
  expect(await two.session.changePasscode(null, 'my-own-one-2')).toEqual(ok(undefined));
  expect(await one.operators.check('Ana', 'my-own-one-2')).toMatchObject({ ok: true });
});

it('wrong passcodes at all seats count together, and the lock-out holds at each', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  for (const [seat, left] of [
    [one, 4],
    [two, 3],
    [one, 2],
    [two, 1],
  ] as const) {
    expect(await seat.operators.check('Ana', 'not-it')).toEqual(failed({ kind: 'wrong-passcode', left }));
  }
  await Promise.all([one, two].map((seat) => seat.operators.check('Ana', 'not-it')));
  for (const seat of [one, two]) {
    expect(await seat.operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
  }
  expect((await rows(one))[0]).toMatchObject({ name: 'Ana', wrong_count: 5 });
  expect((await deeds(one)).at(-1)).toEqual([
    expect.any(String),
    'Ana',
    { kind: 'operator-locked-out', name: 'Ana', tries: 5 },
  ]);
  const third = await seatOn(await connect('Three'));
  expect(third.operators.view().operators[0]).toMatchObject({ name: 'Ana', lockedUntil: expect.any(String) });
});

it('the right passcode ends the count for all seats', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  await wrongTries(one, 4);
  expect(await one.operators.check('Ana', passcodes.Ana)).toMatchObject({ ok: true });
  await eventually(async () => expect((await rows(one))[0]).toMatchObject({ wrong_count: 0 }));
  expect(await two.operators.check('Ana', 'not-it')).toEqual(failed({ kind: 'wrong-passcode', left: 4 }));
});

it('while the ledger is away operators sign in by the copy, change nothing, and their wrong tries are told later', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  await two.operators.check('Ana', 'not-it');
  await eventually(async () => expect((await rows(one))[0]).toMatchObject({ wrong_count: 1 }));
  cable(two, 'cut');
  await wrongTries(two, 4);
  expect(await two.operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
  expect(await two.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));
  expect(await two.operators.setIdleMinutes(2, 'Sol')).toMatchObject({ failure: { kind: 'ledger' } });
  expect(two.operators.idleMinutes()).not.toBe(2);

  // The count survives a restart, also while the ledger is still away.
  const again = openSeat(two.folder, two.chosen);
  expect(await again.operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
  cable(again, 'works');
  await again.chosen.beat();
  await eventually(async () => expect((await rows(one))[0]).toMatchObject({ wrong_count: 5 }));
  expect(await one.operators.check('Ana', passcodes.Ana)).toMatchObject({ failure: { kind: 'locked-out' } });
});

it('a seat that was without the ledger for a day lets cashiers in alone, and nobody approves what needs it', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier', Luz: 'back-office' });
  const day = 24 * 60 * 60_000;
  two.world.now += day;
  await two.chosen.beat();
  await eventually(() => expect(copiedAt(two)).toBe(new Date(two.world.now).toISOString()));
  cable(two, 'cut');
  const { approve } = createApprovals({
    ...two,
    audit: { noteSoon: () => undefined },
    lock: () => undefined,
    clock: () => new Date(two.world.now),
    makeId: newId,
  });
  const ask = (act: Guarded['act']) =>
    approve({ name: 'Sol', passcode: passcodes.Sol, act, subject: 'one' }, { name: 'Ana', role: 'cashier' });
  for (const act of ['ledger', 'secrets', 'provision'] as const) {
    expect(await ask(act)).toMatchObject({ failure: { kind: 'ledger', reason: 'disconnected' } });
  }
  expect(await ask('export')).toMatchObject({ ok: true });
  expect(await two.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));
  for (const later of [day + 1, -3 * day]) {
    two.world.now += later;
    for (const name of ['Sol', 'Luz'] as const) {
      expect(await two.session.signIn(name, passcodes[name])).toEqual(failed({ kind: 'operators-unconfirmed' }));
    }
    expect(await ask('export')).toEqual(failed({ kind: 'operators-unconfirmed' }));
    expect(await two.session.signIn('Ana', passcodes.Ana)).toEqual(ok(undefined));
  }
  expect(two.sessionDeeds).toContainEqual({
    by: 'root',
    deed: { kind: 'sign-in-failed', name: 'Sol', why: 'operators-unconfirmed' },
  });
  // What was changed meanwhile counts at the next contact, for whoever is at work too.
  await changed(one, 'Ana', 'back-office');
  await changed(one, 'Luz', 'back-office', false);
  cable(two, 'works');
  await two.chosen.beat();
  await eventually(() => expect(two.session.actor()).toEqual({ name: 'Ana', role: 'back-office' }));
  expect(await ask('ledger')).toMatchObject({ ok: true });
  expect(await two.session.signIn('Luz', passcodes.Luz)).toMatchObject({ failure: { kind: 'wrong-passcode' } });
  await changed(one, 'Ana', 'cashier', false);
  await two.chosen.beat();
  await eventually(() => expect(two.session.access()).toMatchObject({ kind: 'signed-out' }));
});

it('a copy that was damaged is replaced by the operators of the ledger', async () => {
  const [, two] = await twoSeats();
  const file = join(two.folder, 'operators.json');
  writeFileSync(file, readFileSync(file, 'utf8').slice(1));
  const again = openSeat(two.folder, two.chosen);
  expect(again.session.access()).toEqual({ kind: 'damaged', file });
  expect(await again.operators.check('Sol', passcodes.Sol)).toMatchObject({ ok: false });
  await two.chosen.beat();
  await eventually(() => expect(again.session.access()).toEqual({ kind: 'signed-out', names: ['Sol'] }));
  expect(await again.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));
});

it('a ledger that hangs holds a sign-in up no longer than it may', async () => {
  const [, two] = await twoSeats();
  const hurried = openSeatOf(two.folder, { ledger: two.chosen, patience: 20 });
  cable(two, 'silent');
  expect(await hurried.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));
});

it('a clock that goes wrong on a seat shortens no lock-out', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  await wrongTries(one, 5);
  two.world.now += 365 * 24 * 3_600_000;
  const refused = await two.operators.check('Ana', passcodes.Ana);
  if (refused.ok || refused.failure.kind !== 'locked-out') throw new Error('not locked out');
  const wait = Date.parse(refused.failure.until) - two.world.now;
  expect([wait > 50_000, wait <= 60_000]).toEqual([true, true]);
});

const given = (passcode: string) => ({
  operators: (['Sol', 'Ana'] as const).map((name) => ({
    name,
    role: name === 'Sol' ? ('supervisor' as const) : ('cashier' as const),
    active: true,
    mustChangePasscode: false,
    secret: { passcode },
  })),
  idleMinutes: 7,
});

it('a provisioning file changes the ledger at the first seat and nothing at the others', async () => {
  const seats = await Promise.all(['One', 'Two', 'Three'].map(async (name) => seatOn(await connect(name))));
  const reports = await Promise.all(
    seats.map(({ operators }) => operators.provision(given('first-of-all-1'), 'admin')),
  );
  expect(reports.flatMap((report) => (report.ok ? report.value.added : ['failed']))).toEqual(['Sol', 'Ana']);
  const [one, two] = seats;
  if (one === undefined || two === undefined) throw new Error('missing');
  expect((await deeds(one)).map(([, by, { kind }]) => [by, kind])).toEqual([['admin', 'operators-provisioned']]);

  // Who has chosen a passcode keeps it when the file is applied again.
  await one.session.signIn('Ana', 'first-of-all-1');
  await one.session.changePasscode('first-of-all-1', 'my-own-one-2');
  expect(await two.operators.provision(given('first-of-all-1'), 'admin')).toEqual(ok({ added: [], changed: [] }));
  expect(await two.operators.check('Ana', 'my-own-one-2')).toMatchObject({ ok: true });
  // Another passcode in the file is a new one.
  expect(await two.operators.provision(given('second-of-all-1'), 'admin')).toEqual(
    ok({ added: [], changed: ['Sol', 'Ana'] }),
  );
  expect(await one.operators.check('Ana', 'second-of-all-1')).toMatchObject({ ok: true });
});

it('a file that is applied while the ledger is away works on the seat, and is merged when it is back', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  await one.operators.provision(given('first-of-all-1'), 'admin');
  const fresh = await seatOn(await connect('Fresh'));
  // A new seat that has never seen the ledger, and one that has.
  const unseen = openSeat(temporaryFolder(), chosen(ledgerOf(fresh)));
  cable(unseen, 'cut');
  cable(two, 'cut');
  await two.chosen.beat();
  expect(await unseen.operators.provision(given('first-of-all-1'), 'admin')).toMatchObject({ ok: true });
  expect(await unseen.session.signIn('Sol', 'first-of-all-1')).toEqual(ok(undefined));
  const luz = { ...given('').operators[0], name: 'Luz', secret: { hash: await cheapHash('for-luz-alone-1') } };
  const more = { operators: [...given('first-of-all-1').operators, luz], idleMinutes: null };
  expect(await two.operators.provision(more as Parameters<typeof two.operators.provision>[0], 'admin')).toMatchObject({
    ok: true,
  });
  await one.session.signIn('Ana', 'first-of-all-1');
  await one.session.changePasscode('first-of-all-1', 'my-own-one-2');

  for (const seat of [unseen, two]) {
    cable(seat, 'works');
    await seat.chosen.beat();
  }
  await eventually(async () => expect((await rows(one)).map(({ name }) => name)).toEqual(['Ana', 'Luz', 'Sol']));
  await eventually(() => expect(unseen.session.access()).toMatchObject({ kind: 'signed-out', ended: 'replaced' }));
  expect(await unseen.operators.check('Ana', 'my-own-one-2')).toMatchObject({ ok: true });
  expect(await one.operators.check('Luz', 'for-luz-alone-1')).toMatchObject({ ok: true });
});

it('a choice of ledger that was edited makes the copy nobody’s own, and nobody chooses again by it', async () => {
  const [, two] = await twoSeats();
  const edited = chosen(null);
  const damaged = { kind: 'damaged-file', file: 'ledger.json' } as const;
  const again = openSeatOf(two.folder, { ledger: edited, seals: { check: () => Promise.resolve(damaged) } });
  await edited.beat();
  expect(await again.operators.confirm()).toMatchObject({ failure: { kind: 'ledger', reason: 'choice-damaged' } });
  expect(copiedAt(two)).toBe(new Date(two.world.now).toISOString());
  // A supervisor who chose the embedded one takes the operators along.
  const own = openSeatOf(two.folder, { ledger: edited });
  await edited.beat();
  await eventually(async () => expect(await own.operators.confirm()).toEqual(ok(undefined)));
});

it('a supervisor who was written into the file by hand gets into no ledger, and the audit trail says so', async () => {
  const [one, two] = await twoSeats({ Ana: 'cashier' });
  const file = join(two.folder, 'operators.json');
  const copy = JSON.parse(readFileSync(file, 'utf8')) as object;
  const { mustChange, ...eve } = { ...given('').operators[0], mustChange: false, id: newId(), name: 'Eve' };
  const hash = await cheapHash('chosen-by-a-thief');
  const operators = [{ id: eve.id, name: 'Eve', role: 'supervisor', active: true, mustChange, hash }];
  writeFileSync(file, JSON.stringify({ ...copy, unwritten: { by: 'Sol', idleMinutes: null, operators } }));
  const again = openSeat(two.folder, two.chosen);
  await two.chosen.beat();
  const refused = { kind: 'provisioning-refused', file: 'operators.json', why: 'not-vouched' } as const;
  await eventually(() => expect(again.deeds).toContainEqual({ by: 'Caja', deed: refused }));
  await two.chosen.beat();
  expect((await rows(one)).map(({ name }) => name)).toEqual(['Ana', 'Sol']);
  expect(await again.session.signIn('Eve', 'chosen-by-a-thief')).toMatchObject({ ok: false });
  expect(readFileSync(file, 'utf8')).not.toContain('Eve');
});

describe('beside the owner of the database,', () => {
  beforeEach(async () => {
    store = await storeOfTest('PostgreSQL');
    former = 0;
  });

  it('operators that the owner of the database has changed let nobody in, and are put back with the next change', async () => {
    const one = await signingSeat('One', { Ana: 'cashier', Luz: 'cashier' });
    const two = await signingSeat('Two', null);
    const thief = await cheapHash('chosen-by-a-thief');
    await byOwner(
      `update operators set role = 'supervisor', hash = '${thief}' where name = 'Ana'`,
      `insert into operators select '${newId()}', 'Eve', 'eve', 'supervisor', 1, 0, hash, null, 0, null, null from operators where name = 'Ana'`,
      `delete from operators where name = 'Luz'`,
      `update ledger_settings set value = '{"idleMinutes":15}' where name = 'operators-policy'`,
    );
    expect(await ledgerOf(two).checkTrail()).toMatchObject({ first: { kind: 'operators-differ' } });
    for (const seat of [one, two]) {
      for (const name of ['Ana', 'Eve'])
        expect(await seat.operators.check(name, 'chosen-by-a-thief')).toMatchObject({ ok: false });
      expect(await seat.operators.check('Luz', passcodes.Luz)).toMatchObject({ ok: true });
    }
    const fresh = await seatOn(await (await signingSeatOfTest('PostgreSQL', store)).open('Fresh'));
    expect(fresh.operators.names()).toEqual([]);
    expect(await fresh.operators.addFirst('Eve', 'chosen-by-a-thief', 'Eve')).toMatchObject({
      failure: { reason: 'corrupt' },
    });

    expect(await two.operators.setIdleMinutes(3, 'Sol')).toMatchObject({ ok: true });
    expect(await deeds(two)).toContainEqual([
      'Two',
      'Two',
      { kind: 'operators-put-back', names: ['Ana', 'Luz', 'Sol'] },
    ]);
    await one.chosen.beat();
    await eventually(() => expect(one.operators.idleMinutes()).toBe(3));
    expect((await rows(one)).map(({ name, role }) => [name, role])).toEqual([
      ['Ana', 'cashier'],
      ['Luz', 'cashier'],
      ['Sol', 'supervisor'],
    ]);
    expect(await one.operators.check('Ana', passcodes.Ana)).toMatchObject({ ok: true });
    expect(await ledgerOf(one).checkTrail()).toMatchObject({ first: null });
  });

  it('an older state of the operators that the owner of the database puts back counts at no seat that knows the newer one', async () => {
    const one = await signingSeat('One', { Luz: 'supervisor' });
    const two = await signingSeat('Two', null);
    await byOwner('create table former as table operators', 'create table former_settings as table ledger_settings');
    await changed(one, 'Luz', 'supervisor', false);
    await two.chosen.beat();
    await eventually(() => expect(two.operators.names()).toEqual(['Sol']));
    const older = [
      'delete from operators',
      'insert into operators table former',
      'delete from ledger_settings',
      'insert into ledger_settings table former_settings',
    ];
    await byOwner(...older);
    expect(await two.operators.check('Luz', passcodes.Luz)).toMatchObject({ failure: { kind: 'wrong-passcode' } });
    await two.chosen.beat();
    await eventually(async () => expect((await rows(two))[0]).toMatchObject({ name: 'Luz', active: 0 }));
    expect((await deeds(two)).at(-1)).toMatchObject(['Two', 'Two', { kind: 'operators-put-back' }]);
  });

  it('operators that the owner of the database has signed under a chain of their own get in at no new seat with the common key', async () => {
    await signingSeat('One', {});
    const thief = createTrailKey(new Uint8Array(32).fill(99)).signerOf('theirs');
    const about = { subject: 'event', subject_id: newId(), revision: 0, facts: null, digest: 'x' } as const;
    const link = { ...about, signer: thief.signer, link: 1, seat: 'Theirs', linked_at: new Date().toISOString() };
    const hash = linkHash('', link);
    const signed = { ...link, hash, signature: thief.sign(hash) };
    await byOwner(
      `insert into audit_links select * from json_populate_record(null::audit_links, '${JSON.stringify(signed)}')`,
      `insert into operators select '${newId()}', 'Eve', 'eve', 'supervisor', 1, 0, '${await cheapHash('chosen-by-a-thief')}', null, 0, null, null`,
    );
    const seals = {
      sign: (text: string) => ({ signer: thief.signer, signature: thief.sign(text) }),
      vouches: () => Promise.resolve(true),
    };
    await onDatabase(store.address, (db) => signState(db as unknown as Database, seals, 98));
    const fresh = await seatOn(await (await signingSeatOfTest('PostgreSQL', store)).open('Fresh'));
    expect(await fresh.operators.check('Eve', 'chosen-by-a-thief')).toMatchObject({ ok: false });
    expect(fresh.operators.names()).toEqual([]);
  });

  it('a seat without the common key changes operators for no other one', async () => {
    const one = await signingSeat('One', { Ana: 'cashier' });
    const stranger = await signingSeat('Bar', null, 2);
    expect(await changed(stranger, 'Ana', 'supervisor')).toMatchObject({ ok: true });
    await one.chosen.beat();
    await eventually(async () => expect((await rows(one))[0]).toMatchObject({ name: 'Ana', role: 'cashier' }));
    await stranger.chosen.beat();
    await eventually(() =>
      expect(stranger.operators.view().operators[0]).toMatchObject({ name: 'Ana', role: 'cashier' }),
    );
  });

  it('a seat whose vault is locked lets in those whom seats that it has met have signed, and nobody else', async () => {
    const one = await signingSeat('One', { Ana: 'cashier' });
    const two = await signingSeat('Two', null);
    await ledgerOf(two).close();
    two.signing.vault.locked = true;
    const locked = await seatOn(await two.signing.open('Two'));
    expect(await locked.operators.check('Sol', passcodes.Sol)).toMatchObject({ ok: true });
    await byOwner(`update operators set role = 'supervisor' where name = 'Ana'`);
    await one.chosen.beat();
    expect(await locked.operators.check('Ana', passcodes.Ana)).toMatchObject({ ok: true, value: { role: 'cashier' } });
  });

  it('a seat whose vault is locked changes nothing for the others', async () => {
    const one = await signingSeat('One', { Ana: 'cashier' });
    const locked = await signingSeatOfTest('PostgreSQL', store);
    locked.vault.locked = true;
    const two = await seatOn(await locked.open('Two'));
    expect(two.operators.names()).toEqual([]);
    await one.chosen.beat();
    expect(await two.operators.addFirst('Eve', 'chosen-by-a-thief', 'Eve')).toMatchObject({
      failure: { kind: 'ledger' },
    });
    expect((await rows(one)).map(({ name }) => name)).toEqual(['Ana', 'Sol']);
  });
});

const cheapHash = (passcode: string) => hashPasscode(passcode, { blocks: 2 ** 15, blockSize: 8, lanes: 1 });
