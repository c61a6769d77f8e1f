/** Operators of a seat that chooses a shared ledger in Settings, over the real choice of ledger and a cable that fails. */
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { type SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { ok } from '#shared/failure.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { storeOfTest, type SharedStore } from '#test/fixtures/ledger/engines.ts';
import { openSeatOf, passcodes, staffedSeat } from '#test/fixtures/seat-of.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { startForwarder, type Forwarder } from '#test/support/forwarder.ts';
import { soon } from '#test/support/soon.ts';
import { choiceInMemory } from '#test/fixtures/ledger/choice-in-memory.ts';
import { selectedLedgerIn } from '#test/fixtures/ledger/selected-ledger-in.ts';

let server: SharedStore;
let cable: Forwarder;
beforeEach(async () => {
  server = await storeOfTest('PostgreSQL');
  cable = await startForwarder(inject('postgres').port);
});
afterEach(() => cable.close());

function shared(): { readonly choice: LedgerChoice; readonly password: string } {
  const url = new URL(server.address.url);
  url.port = String(cable.port);
  return { choice: { engine: 'postgres', url: url.href, ca: null, poolSize: 2 }, password: server.address.password };
}

const idle = (): boolean => false;

/** Opens the ledger that was chosen before; the embedded one at first. */
function openLedgerOf(folder: string, choice: LedgerChoice | null = null): SelectedLedger {
  const selected = selectedLedgerIn(folder, {
    ...choiceInMemory(choice),
    vault: {
      trailKey: () => Promise.resolve(ok({ seed: new Uint8Array(32), fresh: false })),
      ledgerPassword: () => Promise.resolve(ok(shared().password)),
    },
    seat: () => 'Front desk',
  });
  onTestFinished(() => selected.close());
  return selected;
}

it('a seat that chooses a ledger gives it its operators, goes on without it, and keeps them when it leaves', async () => {
  const folder = temporaryFolder();
  await staffedSeat(folder, { Ana: 'cashier' });
  const selected = openLedgerOf(folder);
  const seat = openSeatOf(folder, { ledger: selected.operators, patience: 200 });
  expect(await seat.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));

  const { choice, password } = shared();
  expect(await selected.choose(choice, password, idle)).toMatchObject({ ok: true });
  const names = async () =>
    (await (await selected.operators.opened())?.read())?.content?.operators.map(({ name }) => name);
  await vi.waitFor(async () => expect(await names()).toEqual(['Ana', 'Sol']), soon);
  expect(seat.session.access()).toEqual({ kind: 'working' });
  expect(await seat.operators.setIdleMinutes(4, 'Sol')).toMatchObject({ ok: true });

  // The network swallows everything: nothing fails, and nothing is answered.
  cable.silence();
  expect(await seat.session.signIn('Ana', passcodes.Ana)).toEqual(ok(undefined));
  cable.speak();
  cable.cut();
  await vi.waitFor(async () => expect(await seat.operators.setIdleMinutes(5, 'Sol')).toMatchObject({ ok: true }), soon);

  expect(await selected.choose({ engine: 'sqlite' }, null, idle)).toMatchObject({ ok: true });
  expect(await seat.operators.setIdleMinutes(6, 'Sol')).toMatchObject({ ok: true });
  expect(await seat.session.signIn('Sol', passcodes.Sol)).toEqual(ok(undefined));
  const { engine } = await server.open('Beside');
  const revision = engine.db.selectFrom('ledger_settings').select('value').where('name', '=', 'operators-policy');
  expect(JSON.parse((await revision.executeTakeFirstOrThrow()).value)).toMatchObject({ idleMinutes: 5 });
});

it('a seat that starts without its copy waits for the ledger before it lets anybody work', async () => {
  const first = temporaryFolder();
  await staffedSeat(first);
  const { choice } = shared();
  const one = openLedgerOf(first, choice);
  const seat = openSeatOf(first, { ledger: one.operators });
  await vi.waitFor(async () => expect(await (await one.operators.opened())?.read()).not.toBeNull(), soon);

  const two = openLedgerOf(temporaryFolder(), choice);
  const fresh = openSeatOf(temporaryFolder(), { ledger: two.operators });
  await fresh.operators.ready();
  expect(fresh.session.access()).toEqual({ kind: 'signed-out', names: ['Sol'] });
  expect(await fresh.session.createSupervisor('Mal', 'not-so-fast')).toMatchObject({
    failure: { kind: 'not-permitted' },
  });
  expect(seat.operators.names()).toEqual(['Sol']);
});
