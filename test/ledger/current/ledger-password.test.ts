/** Attacks on the ledger's password: another address, chosen, provisioned or edited, gets no packet with it. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { ledgerPlace } from '#electron/core/policy/secret-places.ts';
import type { Misplaced } from '#shared/seat/secret-place.ts';
import { type SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { authentication, openSignInServer, type SignInServer } from '#test/support/sign-in-server.ts';
import { openVault, type OpenedVault } from '#test/vault/support.ts';
import { choiceInMemory } from '#test/fixtures/ledger/choice-in-memory.ts';
import { selectedLedgerIn } from '#test/fixtures/ledger/selected-ledger-in.ts';

const password = 'password-of-the-ledger';
const keyedFor = 'postgres://caja@ledger.example.com:5432/caja';
const idle = () => false;

const choiceAt = (url: string, ca: string | null = null): Extract<LedgerChoice, { engine: 'postgres' }> => ({
  engine: 'postgres',
  url,
  ca,
  poolSize: 2,
});

interface Seat {
  readonly selected: SelectedLedger;
  readonly vault: OpenedVault['vault'];
  readonly withheld: (readonly [string | null, Misplaced])[];
  choice(): LedgerChoice | null;
}

/** A seat whose vault has the password of `ledger.example.com`. */
async function openSeat(first: LedgerChoice | null): Promise<Seat> {
  const folder = temporaryFolder();
  const { vault } = openVault(folder);
  await vault.saveLedgerPassword(password, ledgerPlace(choiceAt(keyedFor)));
  const kept = choiceInMemory(first);
  const withheld: (readonly [string | null, Misplaced])[] = [];
  const selected = selectedLedgerIn(folder, {
    ...kept,
    vault,
    noteWithheld: (merchant, misplaced) => withheld.push([merchant, misplaced]),
  });
  onTestFinished(() => selected.close());
  return { selected, vault, withheld, choice: kept.choice };
}

/** A server under a trusted certificate that asks for the password in clear. */
async function otherServer(): Promise<SignInServer & { readonly url: string }> {
  const server = await openSignInServer((socket, received) => {
    if (received === null) socket.write(authentication(3));
  });
  onTestFinished(() => server.close());
  return { ...server, url: `postgres://caja@localhost:${server.port}/caja` };
}

const elsewhere = (url: string): Misplaced => ({
  differs: 'address',
  keyedFor: 'caja@ledger.example.com:5432/caja',
  asked: url.replace('postgres://', ''),
});

describe('another ledger’s address', () => {
  test('in an edited file is not even connected to, and the reason is told', async () => {
    const server = await otherServer();
    const { selected, withheld } = await openSeat(choiceAt(server.url, server.authority));
    await expect(selected.opened()).rejects.toMatchObject({ reason: 'password-elsewhere' });
    expect(await selected.status()).toMatchObject({ available: false, reason: 'password-elsewhere' });
    expect(server.connections()).toBe(0);
    expect(withheld).toEqual([[null, expect.objectContaining(elsewhere(server.url))]]);
  });

  test('chosen without a password is refused, and the seat keeps its ledger', async () => {
    const server = await otherServer();
    const { selected, choice } = await openSeat(null);
    expect(await selected.choose(choiceAt(server.url, server.authority), null, idle)).toMatchObject({
      ok: false,
      failure: { kind: 'ledger-not-chosen', reason: 'password-elsewhere' },
    });
    expect([server.connections(), choice()]).toEqual([0, null]);
    expect(await selected.status()).toMatchObject({ available: true });
  });

  test('provisioned without a password is refused, and the seat keeps its ledger', async () => {
    const server = await otherServer();
    const { selected, choice, withheld } = await openSeat(null);
    expect(await selected.assign(choiceAt(server.url, server.authority), null, idle)).toMatchObject({
      ok: false,
      failure: { kind: 'ledger-not-chosen', reason: 'password-elsewhere' },
    });
    expect([server.connections(), choice()]).toEqual([0, null]);
    expect(withheld).toEqual([[null, expect.objectContaining(elsewhere(server.url))]]);
  });

  test('chosen with its own password, which then is not kept, leaves the former one to its servers', async () => {
    const server = await otherServer();
    const { selected, vault } = await openSeat(null);
    const next = choiceAt(server.url, server.authority);
    expect(await selected.choose(next, 'another-password', idle)).toMatchObject({
      ok: false,
      failure: { kind: 'ledger-not-chosen', reason: 'unsafe-sign-in' },
    });
    expect(await selected.assign(next, 'another-password', () => true)).toEqual({
      ok: false,
      failure: { kind: 'busy' },
    });
    expect(await vault.ledgerPassword(ledgerPlace(choiceAt(keyedFor)))).toEqual({ ok: true, value: password });
    expect(server.received().toString('latin1')).not.toMatch(/password/);
  });
});

test('the same servers in another order, with another size, get the kept password', () => {
  const place = (hosts: string) => ledgerPlace(choiceAt(`postgres://caja@${hosts}/caja`));
  expect(place('db-1,DB-2:5432,[::1]:5433')).toEqual(place('[::1]:5433,db-2,db-1:5432'));
  expect(place('db-1')).not.toEqual(place('db-1:5433'));
  expect(place('db-1')).not.toEqual(place('db-1,db-2'));
});
