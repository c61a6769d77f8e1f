/** The ledger of a seat: chosen, moved, restored, damaged or unreachable, always reported and never lost. */
import { unwatched } from '#electron/core/ports/course.ts';
import { calmly } from '#test/fixtures/ledger/restore-copy.ts';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SelectedLedger } from '#electron/ledger/current/selected-ledger.ts';
import { NewerDocument, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { failed, ok } from '#shared/failure.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, guard, newAttempt, record, value } from '#test/fixtures/examples.ts';
import { answersIn } from '#test/fixtures/ledger/answers-in.ts';
import { journalIn, waitingIn } from '#test/fixtures/ledger/journal-in.ts';
import { soon } from '#test/support/soon.ts';
import { choiceInMemory } from '#test/fixtures/ledger/choice-in-memory.ts';
import { selectedLedgerIn } from '#test/fixtures/ledger/selected-ledger-in.ts';
import { embeddedAtFirst } from '#test/fixtures/shown/seat.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { reportBug } from '#test/fixtures/report-bug.ts';

let folder: string;
let choice: LedgerChoice | null;
let password: string | null;
let events: string[];
let warnings: string[];
const desks: SelectedLedger[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  choice = null;
  password = null;
  events = [];
  warnings = [];
});
afterEach(async () => {
  await Promise.all(desks.splice(0).map((selectedLedger) => selectedLedger.close()));
});

/** @param key every byte of the seat's card key */
function openSelectedLedger(key = 1, unread: UnreadDocument | null = null): SelectedLedger {
  const { store, seals } = choiceInMemory(choice, unread, (next) => {
    if (unread?.reason === 'newer') throw new NewerDocument(unread.file);
    choice = next;
  });
  const selectedLedger = selectedLedgerIn(folder, {
    store,
    seals,
    warn: (message) => void warnings.push(message),
    vault: {
      fingerprintKey: () => Promise.resolve(ok(new Uint8Array(32).fill(key))),
      isKeyGiven: () => Promise.resolve(ok(false)),
      ledgerPassword: () => Promise.resolve(ok(password)),
      saveLedgerPassword: (next) => {
        const former = password;
        password = next;
        return Promise.resolve(
          ok(() => {
            password = former;
            return Promise.resolve(ok(undefined));
          }),
        );
      },
    },
    noteWithheld: reportBug,
    seat: () => 'Front desk',
    emit: (name) => void events.push(name),
  });
  desks.push(selectedLedger);
  return selectedLedger;
}

const idle = (): boolean => false;

async function close(selectedLedger: SelectedLedger): Promise<void> {
  desks.splice(desks.indexOf(selectedLedger), 1);
  await selectedLedger.close();
}

const pay = ({ ledger }: SelectedLedger) => record(ledger);

/** A choice that no server stands behind. */
const away: LedgerChoice = { engine: 'postgres', url: 'postgres://caja@127.0.0.1:1/caja', ca: null, poolSize: 2 };

/** Makes a shared ledger, and returns how it is chosen. */
async function sharedChoice() {
  const { url, password } = (await storeOfTest('PostgreSQL')).address;
  return { next: { engine: 'postgres', url, ca: null, poolSize: 3 } as const, password };
}

describe('the ledger of a seat', () => {
  it('is missing while its choice is in a file of a newer program, because no other seat would see its payments', async () => {
    const newer = path.join(folder, 'ledger.json');
    const selectedLedger = openSelectedLedger(1, { reason: 'newer', file: newer });
    expect(await selectedLedger.status()).toMatchObject({
      available: false,
      reason: 'newer-version',
      detail: expect.stringContaining(newer),
      keptFile: null,
    });
    await expect(selectedLedger.ledger.begin(newAttempt(), guard())).rejects.toMatchObject({ reason: 'newer-version' });
    const { next, password: secret } = await sharedChoice();
    const refused = failed({ kind: 'newer-file', file: newer });
    expect(await selectedLedger.choose(next, secret, idle)).toEqual(refused);
    expect(await selectedLedger.assign(next, secret, idle)).toEqual(refused);
    expect(await selectedLedger.restore(path.join(folder, 'copy.db'), calmly)).toEqual(refused);
    expect(password).toBeNull();
    expect((await selectedLedger.status()).available).toBe(false);
    expect(existsSync(path.join(folder, 'ledger.db'))).toBe(false);
  });

  it('is missing while the file of its choice is damaged, until a ledger is chosen', async () => {
    const damaged = path.join(folder, 'ledger.json');
    const selectedLedger = openSelectedLedger(1, { reason: 'damaged', file: damaged });
    expect(await selectedLedger.status()).toMatchObject({
      available: false,
      reason: 'choice-damaged',
      detail: damaged,
    });
    await expect(selectedLedger.ledger.begin(newAttempt(), guard())).rejects.toMatchObject({
      reason: 'choice-damaged',
    });
    expect(await selectedLedger.restore(path.join(folder, 'copy.db'), calmly)).toEqual(
      failed({ kind: 'damaged-file', file: damaged }),
    );
    expect(existsSync(path.join(folder, 'ledger.db'))).toBe(false);
    const chosen = await selectedLedger.choose({ engine: 'sqlite' }, null, idle);
    expect(chosen).toMatchObject({ ok: true, value: { available: true, choice: { engine: 'sqlite' } } });
    await pay(selectedLedger);
  });

  it.each([
    ['its log', false],
    ['the log at the end of its symbolic link', true],
  ])('is missing while %s would lose payments, until a supervisor goes on without them', async (_log, isLinked) => {
    const file = path.join(isLinked ? temporaryFolder() : folder, 'ledger.db');
    await writeFile(file, '');
    if (isLinked) symlinkSync(file, path.join(folder, 'ledger.db'));
    const before = openSelectedLedger();
    for (let count = 0; count < 4; count++) await pay(before);
    const [database, log] = [await readFile(file), await readFile(`${file}-wal`)];
    await close(before);
    log.writeUInt8(log.readUInt8(log.length >> 1) ^ 1, log.length >> 1);
    await Promise.all([writeFile(file, database), writeFile(`${file}-wal`, log)]);

    const selectedLedger = openSelectedLedger();
    expect(await selectedLedger.status()).toMatchObject({ available: false, reason: 'log-damaged', keptFile: null });
    await expect(selectedLedger.ledger.begin(newAttempt(), guard())).rejects.toMatchObject({ reason: 'log-damaged' });
    expect(log.equals(await readFile(`${file}-wal`))).toBe(true);
    expect(log.equals(await readFile(selectedLedger.log.setAside() ?? ''))).toBe(true);
    selectedLedger.openAgain();
    // Waits for the opening, as every call does.
    await pay(selectedLedger);
    expect(await selectedLedger.status()).toMatchObject({ available: true, reason: null });
  });

  it('is embedded at first, and keeps its payments across a restart', async () => {
    const selectedLedger = openSelectedLedger();
    const id = await pay(selectedLedger);
    expect(await selectedLedger.status()).toEqual(embeddedAtFirst);
    await close(selectedLedger);
    expect(await openSelectedLedger().ledger.show(id)).toMatchObject({ id, state: 'approved' });
  });

  it('has the answers of a former process that waited, and its other attempts as unknown, before it answers anything else', async () => {
    const former = openSelectedLedger();
    const [answered, attempt] = [newAttempt(), newAttempt()];
    const begun = value(await former.ledger.begin(answered, guard()));
    value(await former.ledger.begin(attempt, guard()));
    await close(former);
    const journal = journalIn(path.join(folder, 'journal.db'), reportBug);
    await answersIn(journal, reportBug).keep(begun, approved(), new Date().toISOString());
    await journal.close();
    const { ledger } = openSelectedLedger();
    expect(await ledger.show(attempt.id)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
    expect(await ledger.show(answered.id)).toMatchObject({ state: 'approved', unknownCause: null });
    expect(await ledger.hold(answered.id)).toMatchObject({ state: 'open' });
    expect(waitingIn(path.join(folder, 'journal.db'), 'answer')).toEqual([]);
  });

  it('stays the same when the chosen one can’t be reached', async () => {
    const selectedLedger = openSelectedLedger();
    const id = await pay(selectedLedger);
    expect(await selectedLedger.choose(away, 'secret', idle)).toMatchObject({
      ok: false,
      failure: { kind: 'ledger-not-chosen', reason: 'disconnected' },
    });
    expect(choice).toBeNull();
    expect(password).toBeNull();
    expect(await selectedLedger.ledger.show(id)).toMatchObject({ id });
  });

  it('is shared once that is chosen, remembers the choice and its password, and notifies the screens', async () => {
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    await pay(selectedLedger);
    expect(await selectedLedger.choose(next, given, idle)).toMatchObject({
      ok: true,
      value: { choice: next, available: true },
    });
    expect(choice).toEqual(next);
    expect(password).toBe(given);
    expect(events).toContain('ledger.changed');
    const id = await pay(selectedLedger);
    await close(selectedLedger);
    expect(await openSelectedLedger().ledger.show(id)).toMatchObject({ id, state: 'approved' });
  });

  it('stays the same when a payment begins while the other one is being opened', async () => {
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    const attempt = newAttempt();
    const choosing = selectedLedger.choose(next, given, () => true);
    expect(await selectedLedger.ledger.begin(attempt, guard())).toMatchObject({ ok: true });
    expect(await choosing).toMatchObject({ ok: false, failure: { kind: 'busy' } });
    expect(choice).toBeNull();
    await selectedLedger.ledger.finish(attempt.id, approved(), new Date().toISOString());
    expect(await selectedLedger.ledger.show(attempt.id)).toMatchObject({ state: 'approved' });
  });

  it('tells the one that it leaves, but not one at the same address', async () => {
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    await pay(selectedLedger);
    const deed = { kind: 'ledger-chosen', host: 'db', password: true } as const;
    const left: string[] = [];
    const leave = async (former: StoredLedger) => {
      left.push(former.engine.kind);
      await former.note('Sol', deed);
    };
    expect(await selectedLedger.choose(next, given, idle, leave)).toMatchObject({ ok: true });
    expect(await selectedLedger.choose({ ...next, poolSize: 4 }, given, idle, leave)).toMatchObject({
      ok: true,
    });
    expect(left).toEqual(['sqlite']);
    expect(await selectedLedger.choose({ engine: 'sqlite' }, null, idle, leave)).toMatchObject({ ok: true });
    expect(left).toEqual(['sqlite', 'postgres']);
    const { events: noted } = await (await selectedLedger.opened()).events({ after: null, limit: 5 });
    expect(noted).toMatchObject([{ operatorName: 'Sol', deed }]);
    expect(await selectedLedger.assign(next, given, idle, leave)).toMatchObject({ ok: true });
    expect(left).toEqual(['sqlite', 'postgres', 'sqlite']);
  });

  it('moves all embedded payments into the shared one, and again without duplicates', async () => {
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    expect(await selectedLedger.move(unwatched, 'Sol')).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    const ids = [await pay(selectedLedger), await pay(selectedLedger), await pay(selectedLedger)];
    await selectedLedger.choose(next, given, idle);
    expect(await selectedLedger.ledger.show(ids[0] ?? '')).toBeNull();
    const killed = (): never => {
      throw new Error('killed');
    };
    await expect(selectedLedger.move({ ...unwatched, progress: killed }, 'Sol')).rejects.toThrow('killed');
    await selectedLedger.choose({ engine: 'sqlite' }, null, idle);
    const { events: noted } = await (await selectedLedger.opened()).events({ after: null, limit: 1 });
    expect(noted).toMatchObject([{ operatorName: 'Sol', deed: { kind: 'seats-awaited' } }]);
    await selectedLedger.choose(next, given, idle);
    const progress: number[] = [];
    const moved = { ok: true, value: { attempts: 3, verified: true } };
    expect(await selectedLedger.move({ ...unwatched, progress: (done) => progress.push(done) }, 'Sol')).toMatchObject(
      moved,
    );
    expect(await selectedLedger.move(unwatched, 'Sol')).toMatchObject(moved);
    expect(progress.at(-1)).toBe(3);
    for (const id of ids) expect(await selectedLedger.ledger.show(id)).toMatchObject({ id, state: 'approved' });
  });

  it('is known to the other seats with what it had signed alone, once that is moved', async () => {
    const store = await storeOfTest('PostgreSQL');
    const office = await store.open('Office');
    const { url, password: given } = store.address;
    const selectedLedger = openSelectedLedger();
    const hold = await pay(selectedLedger);
    await selectedLedger.choose({ engine: 'postgres', url, ca: null, poolSize: 3 }, given, idle);
    await selectedLedger.move(unwatched, 'Sol');
    expect(await office.signed(hold)).toMatchObject({ id: hold, state: 'approved' });
    expect(await office.checkTrail()).toMatchObject({ first: null });
  });

  it('settles nothing that was copied into the shared one, until a supervisor agrees, also once an older copy is back', async () => {
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    const hold = await pay(selectedLedger);
    const copy = path.join(folder, 'copy.db');
    await (await selectedLedger.opened()).backUp(copy);
    await selectedLedger.choose(next, given, idle);
    await selectedLedger.move(unwatched, 'Sol');
    await selectedLedger.move(unwatched, 'Sol');
    expect(await selectedLedger.status()).toMatchObject({ otherServer: null });
    expect(await (await selectedLedger.opened()).checkTrail()).toMatchObject({ first: null });
    await record(selectedLedger.ledger, capture(hold));

    await selectedLedger.choose({ engine: 'sqlite' }, null, idle);
    const again = (): ReturnType<StoredLedger['begin']> => selectedLedger.ledger.begin(capture(hold), null);
    const waits = { ok: false, failure: { kind: 'seats-awaited', seats: ['?'] } };
    expect(await again()).toMatchObject(waits);
    await pay(selectedLedger);
    expect(await selectedLedger.restore(copy, calmly)).toMatchObject({ ok: true });
    expect(await again()).toMatchObject(waits);
    expect(await selectedLedger.acceptServer('Sol')).toMatchObject({ otherServer: null });
    expect(await again()).toMatchObject({ ok: true });
  });

  it('is not copied into a second shared one before a supervisor agrees, because a hold could be captured in both', async () => {
    const [first, second] = [await sharedChoice(), await sharedChoice()];
    const selectedLedger = openSelectedLedger();
    const hold = await pay(selectedLedger);
    await selectedLedger.choose(first.next, first.password, idle);
    expect(await selectedLedger.move(unwatched, 'Sol')).toMatchObject({ ok: true });
    await selectedLedger.choose(second.next, second.password, idle);
    expect(await selectedLedger.move(unwatched, 'Sol')).toEqual(failed({ kind: 'settled-elsewhere' }));
    expect(await selectedLedger.ledger.hold(hold)).toBeNull();
    await selectedLedger.choose({ engine: 'sqlite' }, null, idle);
    await selectedLedger.acceptServer('Sol');
    await selectedLedger.choose(second.next, second.password, idle);
    expect(await selectedLedger.move(unwatched, 'Sol')).toMatchObject({ ok: true, value: { verified: true } });
  });

  it('is not copied while its log would lose payments, until a supervisor goes on without them', async () => {
    const file = path.join(folder, 'ledger.db');
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    for (let count = 0; count < 4; count++) await pay(selectedLedger);
    const [database, log] = [await readFile(file), await readFile(`${file}-wal`)];
    await selectedLedger.choose(next, given, idle);
    log.writeUInt8(log.readUInt8(log.length >> 1) ^ 1, log.length >> 1);
    await Promise.all([writeFile(file, database), writeFile(`${file}-wal`, log)]);
    await expect(selectedLedger.move(unwatched, 'Sol')).rejects.toMatchObject({ reason: 'log-damaged' });
    expect(log.equals(await readFile(`${file}-wal`))).toBe(true);
    expect(log.equals(await readFile(selectedLedger.log.setAside() ?? ''))).toBe(true);
    expect(await selectedLedger.move(unwatched, 'Sol')).toMatchObject({
      ok: true,
      value: { attempts: 4, verified: true },
    });
  });

  it('delivers a spooled answer to the shared ledger that its payment was moved to', async () => {
    const { next, password: given } = await sharedChoice();
    const attempt = newAttempt();
    const before = openSelectedLedger();
    const begun = value(await before.ledger.begin(attempt, guard()));
    await close(before);
    const answers = answersIn(journalIn(path.join(folder, 'journal.db'), reportBug), reportBug);
    await answers.keep(begun, approved(), new Date().toISOString());
    choice = next;
    password = given;
    const selectedLedger = openSelectedLedger();
    expect(await selectedLedger.ledger.show(attempt.id)).toBeNull();
    expect(await selectedLedger.move(unwatched, 'Sol')).toMatchObject({
      ok: true,
      value: { attempts: 1, verified: true },
    });
    expect(await selectedLedger.ledger.show(attempt.id)).toMatchObject({ state: 'approved' });
  });

  it('is replaced by a backup and set aside, and gets what this seat has paid since', async () => {
    const selectedLedger = openSelectedLedger();
    const before = await pay(selectedLedger);
    const copy = path.join(folder, 'copy.db');
    await (await selectedLedger.opened()).backUp(copy);
    const after = await pay(selectedLedger);
    expect(await selectedLedger.restore(copy, calmly)).toMatchObject({ ok: true, value: { attempts: 1 } });
    expect(await selectedLedger.ledger.show(before)).toMatchObject({ id: before });
    expect(await selectedLedger.ledger.show(after)).toMatchObject({ id: after, state: 'approved' });
    // The replaced one was in order, and nothing says that it was damaged.
    expect(await selectedLedger.status()).toMatchObject({
      keptFile: null,
      otherServer: { missing: 0, writtenBack: 1, awaited: [] },
    });
    expect(readdirSync(folder).some((name) => name.startsWith('ledger.db.kept-'))).toBe(true);
  });

  it('stays the same when the file to restore is not a backup', async () => {
    const selectedLedger = openSelectedLedger();
    const id = await pay(selectedLedger);
    const copy = path.join(folder, 'copy.db');
    await writeFile(copy, 'no backup');
    expect(await selectedLedger.restore(copy, calmly)).toMatchObject({ ok: false, failure: { kind: 'file' } });
    expect(await selectedLedger.ledger.show(id)).toMatchObject({ id });
    expect(await selectedLedger.status()).toMatchObject({ available: true, keptFile: null });
  });

  it('is the assigned one even while its server can’t be reached, so that nothing is recorded elsewhere', async () => {
    const selectedLedger = openSelectedLedger();
    const id = await pay(selectedLedger);
    expect(await selectedLedger.assign(away, 'secret', () => true)).toMatchObject({
      ok: false,
      failure: { kind: 'busy' },
    });
    expect(await selectedLedger.ledger.show(id)).toMatchObject({ id });
    expect(await selectedLedger.assign(away, 'secret', () => false)).toEqual({ ok: true, value: undefined });
    expect(choice).toEqual(away);
    expect(password).toBe('secret');
    await expect
      .poll(() => selectedLedger.status())
      .toMatchObject({ choice: away, available: false, reason: 'disconnected' });
    await expect(selectedLedger.ledger.begin(newAttempt(), guard())).rejects.toMatchObject({ reason: 'disconnected' });
  });

  it('is used at once when the assigned server answers, and stays in use when it is assigned again', async () => {
    const { next, password: given } = await sharedChoice();
    const selectedLedger = openSelectedLedger();
    await selectedLedger.assign(next, given, () => false);
    const id = await pay(selectedLedger);
    const opened = await selectedLedger.opened();
    await selectedLedger.assign(next, null, () => true);
    expect(await selectedLedger.opened()).toBe(opened);
    expect(password).toBe(given);
    expect(await selectedLedger.ledger.show(id)).toMatchObject({ id });
  });

  it('is reported as unavailable and records nothing while its server can’t be reached', async () => {
    choice = away;
    const selectedLedger = openSelectedLedger();
    await expect.poll(() => selectedLedger.status()).toMatchObject({ available: false, reason: 'disconnected' });
    await expect(selectedLedger.ledger.begin(newAttempt(), guard())).rejects.toMatchObject({ reason: 'disconnected' });
    // The screen and the log say why. The log says it once for all tries.
    expect(await selectedLedger.status()).toMatchObject({ detail: expect.stringContaining('ECONNREFUSED') });
    selectedLedger.openAgain();
    await expect(selectedLedger.opened()).rejects.toThrow();
    expect(warnings).toEqual([
      expect.stringMatching(/^The payment database can’t be used \(disconnected\): .*ECONNREFUSED/),
    ]);
  });
});

describe('the key of card fingerprints', () => {
  const differs = async (selectedLedger: SelectedLedger) => (await selectedLedger.status()).keyDiffers;

  it('is reported as different at a seat that joins a shared ledger with a key of its own', async () => {
    const { next, password: given } = await sharedChoice();
    const first = openSelectedLedger(1);
    await first.choose(next, given, idle);
    const id = await pay(first);
    await vi.waitFor(async () => expect(await (await first.opened()).matchKey('look', false)).toBe('other'), soon);
    const second = openSelectedLedger(2);
    await vi.waitFor(async () => expect(await differs(second)).toBe(true), soon);
    expect(await second.ledger.show(id)).toMatchObject({ id });
    expect(events).toContain('ledger.changed');
    expect(await differs(first)).toBe(false);
    await close(second);
    const same = openSelectedLedger(1);
    await same.keyGiven();
    expect(await differs(same)).toBe(false);
  });

  it('is the common one once a provisioning file sets it, and seats without it are notified', async () => {
    const { next, password: given } = await sharedChoice();
    const first = openSelectedLedger(1);
    await first.choose(next, given, idle);
    await first.keyGiven();
    const second = openSelectedLedger(2);
    await vi.waitFor(async () => expect(await differs(second)).toBe(true), soon);
    await second.keyGiven();
    expect(await differs(second)).toBe(false);
    expect(warnings).toHaveLength(1);
    await close(first);
    const again = openSelectedLedger(1);
    await vi.waitFor(async () => expect(await differs(again)).toBe(true), soon);
  });

  it('may change on a ledger of one seat, which is recorded once', async () => {
    const marks = async (selectedLedger: SelectedLedger) =>
      (await selectedLedger.opened()).engine.db.selectFrom('ledger_settings').selectAll().execute();
    const before = openSelectedLedger(1);
    await vi.waitFor(async () => expect(await marks(before)).toHaveLength(1), soon);
    const copy = path.join(folder, 'copy.db');
    await (await before.opened()).backUp(copy);
    const kept = await marks(before);
    await close(before);
    const after = openSelectedLedger(2);
    await vi.waitFor(() => expect(warnings).toHaveLength(1), soon);
    expect(await marks(after)).not.toEqual(kept);
    expect(await differs(after)).toBe(false);
    await close(after);
    const again = openSelectedLedger(2);
    await again.keyGiven();
    expect(warnings).toHaveLength(1);
    await again.restore(copy, calmly);
    await vi.waitFor(() => expect(warnings).toHaveLength(2), soon);
    expect(await differs(again)).toBe(false);
  });
});
