/** Deeds that have happened: they wait on this computer while the ledger is away, and reach it once, in order, with their own time. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAudit, type AuditParts } from '#electron/core/audit/audit.ts';
import type { DeedSpool } from '#electron/core/ports/audit.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { openDeedSpool } from '#electron/ledger/journal/spools.ts';
import { newId } from '#shared/new-id.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import type { KeptDeed, LedgerDeed } from '#shared/audit/ledger-events.ts';
import { journalIn, onJournal, waitingIn, type JournalVault } from '#test/fixtures/ledger/journal-in.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { soon } from '#test/support/soon.ts';

const visa = '4111111111111111';
const away = () => Promise.reject(new LedgerUnavailable('disconnected', 'gone'));
const started = (version: string): LedgerDeed => ({ kind: 'program-started', version, system: 'Linux' });

let file: string;
let vault: JournalVault;
let now: Date;
let bugs: unknown[];
/** Entries of the ledger, by id as its primary key. */
let entries: Map<string, KeptDeed>;
let isAway: boolean;
let refused: string | null;

beforeEach(() => {
  file = path.join(temporaryFolder(), 'journal.db');
  vault = { seed: 3, locked: false };
  now = new Date('2026-11-20T12:00:00.000Z');
  [bugs, entries, isAway, refused] = [[], new Map(), false, null];
});

const ledger = {
  note: (operatorName: string, deed: LedgerDeed) =>
    isAway ? away() : Promise.resolve(void entries.set(newId(), { id: '', at: '', operatorName, deed })),
  addDeed: (kept: KeptDeed) => {
    if (isAway) return away();
    if (kept.operatorName === refused) return Promise.reject(new TypeError('a bug'));
    if (!entries.has(kept.id)) entries.set(kept.id, kept);
    return Promise.resolve();
  },
};

const spoolOf = (reportBug: (error: unknown) => void): DeedSpool =>
  openDeedSpool(journalIn(file, reportBug, vault), reportBug);

/** Starts as the program does, on the same folder. */
function start(parts: Partial<AuditParts> = {}) {
  const reportBug = (error: unknown) => void bugs.push(error);
  const audit = createAudit({
    opened: () => Promise.resolve(ledger),
    spool: spoolOf(reportBug),
    clock: () => now,
    makeId: newId,
    reportBug,
    ...parts,
  });
  onTestFinished(() => audit.close());
  return audit;
}

const kept = () => waitingIn(file, 'deed');
const versions = () =>
  [...entries.values()].map(({ deed }) => (deed.kind === 'program-started' ? deed.version : deed.kind));

describe('a deed that has happened', () => {
  it('is written to a ledger that works, and leaves no file', async () => {
    const audit = start();
    audit.noteSoon('Sol', started('1'));
    await audit.close();
    expect([...entries.values()]).toMatchObject([
      { at: '2026-11-20T12:00:00.000Z', operatorName: 'Sol', deed: started('1') },
    ]);
    expect(kept()).toEqual([]);
  });

  it('is on the disk before the ledger has it, readable by this account only', async () => {
    const opened = Promise.withResolvers<typeof ledger>();
    const audit = start({ opened: () => opened.promise });
    audit.noteSoon('Sol', started('1'));
    await vi.waitFor(() => expect(kept()).toHaveLength(1), soon);
    if (process.platform !== 'win32') {
      expect(['', '-wal'].map((ending) => statSync(file + ending).mode & 0o777)).toEqual([0o600, 0o600]);
    }
    opened.resolve(ledger);
    await audit.close();
    expect(kept()).toEqual([]);
  });

  it('survives the end of the program without the ledger, and reaches it in order with its own time', async () => {
    isAway = true;
    const former = start();
    for (const version of ['1', '2', '3']) {
      former.noteSoon('Sol', started(version));
      now = new Date(now.getTime() + 1_000);
    }
    await former.close();
    expect(kept()).toHaveLength(3);
    isAway = false;
    now = new Date('2026-11-25T08:00:00.000Z');
    const next = start();
    next.noteSoon('Ana', started('4'));
    await next.close();
    expect(versions()).toEqual(['1', '2', '3', '4']);
    expect([...entries.values()].map(({ at }) => at)).toEqual([
      '2026-11-20T12:00:00.000Z',
      '2026-11-20T12:00:01.000Z',
      '2026-11-20T12:00:02.000Z',
      '2026-11-25T08:00:00.000Z',
    ]);
    expect(kept()).toEqual([]);
  });

  it('is written when the ledger is back, without another start', async () => {
    isAway = true;
    const audit = start();
    audit.noteSoon('Sol', started('1'));
    await vi.waitFor(() => expect(kept()).toHaveLength(1), soon);
    isAway = false;
    await audit.deliver();
    expect(versions()).toEqual(['1']);
  });

  it('is there once when the program was killed between the commit and the removal of its file', async () => {
    const reportBug = (error: unknown) => void bugs.push(error);
    const spool: DeedSpool = {
      ...spoolOf(reportBug),
      forget: () => Promise.reject(new Error('killed')),
    };
    const former = start({ spool });
    former.noteSoon('Sol', started('1'));
    await former.close();
    expect(kept()).toHaveLength(1);
    await start().deliver();
    expect(versions()).toEqual(['1']);
    expect(kept()).toEqual([]);
  });

  it('that somebody else has put there, or has changed, is reported, stays, and is never signed', async () => {
    isAway = true;
    const former = start();
    for (const version of ['1', '2']) former.noteSoon('Sol', started(version));
    await former.close();
    onJournal(file, (database) => {
      database.exec(`update entries set body = replace(body, '"version":"2"', '"version":"9"') where number = 2`);
      database.exec(`insert into entries (ledger, kind, subject, at, body, seal, leads)
        select '', kind, '${newId()}', at, body, seal, leads from entries where number = 1`);
    });
    isAway = false;
    await start().deliver();
    expect(versions()).toEqual(['1']);
    expect(kept()).toHaveLength(2);
    expect(String(bugs[0])).toContain('A deed in');
  });

  it('waits while the vault is locked, and is the seat’s own once it is open', async () => {
    isAway = true;
    vault.locked = true;
    const journal = journalIn(file, (error) => bugs.push(error), vault);
    const former = start({ spool: openDeedSpool(journal, (error) => bugs.push(error)) });
    former.noteSoon('Sol', started('1'));
    await former.close();
    vault.locked = false;
    expect(await journal.ready()).toBe(true);
    await journal.close();
    vault.locked = true;
    isAway = false;
    const audit = start();
    await audit.deliver();
    expect(versions()).toEqual([]);
    vault.locked = false;
    await audit.deliver();
    expect(versions()).toEqual(['1']);
    expect(bugs).toEqual([]);
  });

  it('is written although the disk has no room, and the lack of room is reported', async () => {
    const spool: DeedSpool = {
      keep: () => Promise.reject(new Error('ENOSPC')),
      all: () => Promise.resolve({ deeds: [], isWhole: true }),
      forget: () => Promise.resolve(),
    };
    const audit = start({ spool });
    audit.noteSoon('Sol', started('1'));
    await audit.close();
    expect(versions()).toEqual(['1']);
    expect(String(bugs[0])).toContain('ENOSPC');
  });

  it('does not wait for an earlier one that a bug keeps out of the ledger', async () => {
    refused = 'Eva';
    const audit = start();
    audit.noteSoon('Eva', started('1'));
    audit.noteSoon('Sol', started('2'));
    await audit.close();
    expect(versions()).toEqual(['2']);
    expect(kept()).toHaveLength(1);
    expect(bugs).toHaveLength(1);
  });

  it('has no card number in any of its texts, on disk or in the ledger', async () => {
    isAway = true;
    const audit = start();
    audit.noteSoon('Sol', { kind: 'exported', what: 'history', rows: 1, file: `/home/sol/4111 1111 1111 1111.csv` });
    audit.noteSoon(`Sol ${visa}`, { kind: 'sign-in-failed', name: `x${visa}`, why: 'wrong-passcode' });
    await audit.close();
    const texts = kept();
    expect(texts).toHaveLength(2);
    for (const text of [...texts, readFileSync(`${file}-wal`, 'latin1')]) {
      expect(text.replaceAll(/\s/g, '')).not.toContain(visa);
    }
    expect(texts.join('')).toContain('/home/sol/[card number removed].csv');
  });

  it('that is none of the known ones is reported as a bug and throws nothing', async () => {
    const audit = start();
    audit.noteSoon('Sol', { kind: 'locked', why: 'no reason' } as unknown as LedgerDeed);
    await audit.close();
    expect(entries.size).toBe(0);
    expect(String(bugs[0])).toContain('locked');
  });
});

describe('deeds beyond the most that are kept', () => {
  it('are counted by kind in one entry, and push no earlier deed out', async () => {
    isAway = true;
    const audit = start({ most: 2 });
    for (const version of ['1', '2']) audit.noteSoon('Sol', started(version));
    now = new Date('2026-11-21T12:00:00.000Z');
    audit.noteSoon('Eva', { kind: 'vault-unlocked' });
    audit.noteSoon('Eva', { kind: 'signed-out' });
    now = new Date('2026-11-22T12:00:00.000Z');
    audit.noteSoon('Eva', { kind: 'vault-unlocked' });
    await audit.close();
    expect(kept()).toHaveLength(3);
    isAway = false;
    await start({ most: 2 }).deliver();
    expect(versions()).toEqual(['1', '2', 'left-out']);
    expect([...entries.values()].at(-1)).toMatchObject({
      at: '2026-11-21T12:00:00.000Z',
      operatorName: 'Caja',
      deed: { counts: { 'vault-unlocked': 2, 'signed-out': 1 }, until: '2026-11-22T12:00:00.000Z' },
    });
  });
});

describe('a deed that must be recorded first', () => {
  it('is in the ledger when the note succeeds', async () => {
    expect(await start().note('Sol', started('1'))).toEqual({ ok: true, value: undefined });
    expect(versions()).toEqual(['1']);
  });

  it('fails while the ledger is away, and is not kept', async () => {
    isAway = true;
    expect(await start().note('Sol', started('1'))).toMatchObject({ ok: false, failure: { kind: 'ledger' } });
    expect(kept()).toEqual([]);
  });

  it('has no card number either', async () => {
    await start().note('Sol', { kind: 'purge', before: now.toISOString(), removed: 1, file: visa });
    expect(JSON.stringify([...entries.values()])).not.toContain(visa);
  });

  it.each(['10.233.44.67:5432, 10.188.162.167:5432', 'https://56.131.41.170:49300'])(
    'names the server %s, whose digits look like a card number',
    async (host) => {
      expect(holdsCardNumber(host)).toBe(true);
      await start().note('Sol', { kind: 'ledger-chosen', host, password: false });
      expect([...entries.values()]).toMatchObject([{ deed: { host } }]);
    },
  );
});
